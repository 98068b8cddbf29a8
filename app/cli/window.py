"""`mentorscope` without a word: the window."""

import argparse

from app.cli.parser import UsageError
from engine.runfile import load_all
from engine.sweep.store import SUFFIX


def run(args: argparse.Namespace) -> int:
    """Open the window with the pair that was named, or the last one, and with the run file that was named."""
    if args.open is not None and args.open.suffix.lower() == SUFFIX:
        raise UsageError(f"{args.open} is a sweep: open it in the window, with “Open sweep…” or by dropping it there.")
    if args.open is not None:
        load_all(args.open)  # a damaged file is refused here, where its sentence can be read
    from app.main import run as run_window

    return run_window(args.target, args.draft, opened=args.open)
