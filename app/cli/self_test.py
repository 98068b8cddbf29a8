"""`mentorscope self-test`: MLX, the bundled pair, a run in every mode, the window; one line a check."""

import argparse
import os
from typing import Any

from app.cli.follow import Follower
from app.cli.parser import forgive_output
from app.selftest.checks import Check, carry_out
from app.selftest.runs import Runs, check_parts

PASSED, FAILED = 0, 1


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "self-test",
        allow_abbrev=False,
        help="check that this installation works, offline",
        description="Checks MLX, the bundled pair, a short run in every mode and the window, without a screen and "
        "without a network. Prints one line a check; ends with 0 where all passed, with 1 where one did not.",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check; returns 0 or 1."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when the application is made
    forgive_output()
    with Follower() as follower:
        runs = Runs(follower)
        checks = [*runs.checks(), Check("Window", lambda: _window(runs)), Check("Parts", check_parts)]
        passed = carry_out(checks, lambda line: print(line, flush=True))
    return PASSED if passed else FAILED


def _window(runs: Runs) -> str:
    from app.selftest.window import check_window

    return check_window(runs.records)
