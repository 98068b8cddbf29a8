"""`mentorscope bench`: this engine against target-only and against mlx-lm, side by side; or the window itself.

Without Qt, unless the window is what is measured.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from app.cli.interrupts import INTERRUPTED, calm
from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import file_path, forgive_output, numbers, whole
from app.models.settings.fields import DEFAULT_PROMPT
from engine.errors import RequestError
from engine.paths import bundled_draft, bundled_target
from engine.request import MAX_SEED, Request, check_range
from engine.runfile import check_writable, write

#: Options that only one kind of bench reads, and what goes without where they are not given.
_RACES = {"policies": False, "laps": 3, "lengths": None, "budgets": None, "memory": 0}
_WINDOW = {"rate": 500}
MOST_LAPS = 1000
#: What the races vary themselves.
_OWN = frozenset({"tv_budget", "draft_length", "policy", "ignore_eos"})


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bench",
        allow_abbrev=False,
        help="race the engine against target-only and mlx-lm",
        description="Races all settings in one run, in random order lap by lap, and prints medians and ratios; "
        "after Ctrl-C those of the laps that were finished. "
        "With --streaming it measures the window instead, on made-up tokens: how long it keeps the event loop.",
    )
    add_pair(parser)
    add_request(parser, without=_OWN)
    _add_race(parser)
    _add_window(parser.add_argument_group("the window"))
    parser.set_defaults(run=run)


def _add_race(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policies",
        action="store_true",
        help="race the cost-aware policy against target-only and fixed lengths instead, "
        "on the prompt and on an easy, repetitive one",
    )
    words = f"laps after the first one, which is told apart, 1 to {MOST_LAPS:,} (default: {_RACES['laps']})"
    parser.add_argument("--laps", metavar="N", type=whole, help=words)
    several = "; with --policies "
    parser.add_argument("--lengths", metavar="K,K,…", help=f"draft lengths (default: 2,4,8{several}1,2,4,6,8,12,16)")
    parser.add_argument("--budgets", metavar="D,D,…", help=f"TV budgets (default: 0,0.5,1{several}0,0.25,0.5,1)")
    parser.add_argument("--memory", type=whole, metavar="N", help="also check memory over N tokens")
    parser.add_argument("--json", metavar="FILE", type=file_path, help="also write all figures")


def _add_window(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--streaming",
        metavar="TOKENS",
        type=whole,
        nargs="?",
        const=8000,
        help="stream so many made-up tokens into each pane (default: 8000), off the screen; the longest gap between "
        "turns of the event loop is to stay below 50 ms; --json then writes mentorscope-streaming/1",
    )
    words = f"tokens a second with --streaming (default: {_WINDOW['rate']})"
    group.add_argument("--rate", metavar="N", type=whole, help=words)


def run(args: argparse.Namespace) -> int:
    """Bench; returns 0, or 130 after Ctrl-C."""
    forgive_output()
    _settle(args)
    if args.json is not None:
        check_writable(args.json)
    if args.streaming is not None:
        return _streaming(args)
    plan = _plan(args)
    with calm():
        try:
            result, words = _race(args, *plan)
        except KeyboardInterrupt:
            _tell("Stopped before lap 1 was finished: there is nothing to show.")
            return INTERRUPTED
        if args.json is not None:
            write(args.json, json.dumps(result, indent=1, allow_nan=False) + "\n")
        print(words, flush=True)
    if result["finished"]:
        return 0
    _tell(_stopped(result, args.laps, args.memory))
    return INTERRUPTED


def _stopped(result: dict[str, Any], laps: int, memory: int) -> str:
    """What was measured before Ctrl-C, and what was not."""
    if result["laps"] < laps:
        return f"Stopped after lap {result['laps']} of {laps}; what comes after it was not measured."
    missing = [f"K {length}" for length in result["lengths"] if f"K {length}" not in result["outside_forwards"]]
    named = [f"the share outside the forwards at {', '.join(missing)}"] if missing else []
    named += ["memory"] if memory else []
    return f"Stopped after the laps; not measured: {' and '.join(named)}."


def _settle(args: argparse.Namespace) -> None:
    """Refuse what does not go together, and fill in what was not given."""
    streaming = args.streaming is not None
    for name in _RACES if streaming else _WINDOW:
        if getattr(args, name) not in (None, False):
            told = f"--{name} cannot be given with --streaming" if streaming else f"--{name} belongs with --streaming"
            raise RequestError(name, f"{told}: leave it out.")
    if args.policies and args.memory is not None:
        raise RequestError("memory", "--memory cannot be given with --policies: leave one of them out.")
    if args.memory is not None:
        check_range("memory", args.memory, 10, 100_000, "number of tokens for the memory check")
    for name, value in (_RACES | _WINDOW).items():
        if getattr(args, name) is None:
            setattr(args, name, value)


def _plan(args: argparse.Namespace) -> tuple[Request, tuple[int, ...], tuple[float, ...]]:
    """The request, draft lengths and budgets to race. Raises `RequestError` where they cannot be meant."""
    request = request_of(args, DEFAULT_PROMPT)
    usual = ("1,2,4,6,8,12,16", "0,0.25,0.5,1") if args.policies else ("2,4,8", "0,0.5,1")
    lengths = numbers(usual[0] if args.lengths is None else args.lengths, int, "lengths")
    asked = numbers(usual[1] if args.budgets is None else args.budgets, float, "budgets")
    budgets = [budget + 0.0 for budget in asked]  # -0 is 0
    for length in lengths:
        request.replace(draft_length=length)
    for budget in budgets:
        request.replace(tv_budget=budget)
    for name, words, values in (("lengths", "draft length", lengths), ("budgets", "TV budget", budgets)):
        told = [f"{value:g}" for value in values]  # as the table says them
        twice = next((one for one in told if told.count(one) > 1), None)
        if twice is not None:
            raise RequestError(name, f"The {words} {twice} is there twice: name each one once.")
    check_range("laps", args.laps, 1, MOST_LAPS, "number of laps")
    check_range("seed", request.seed, 0, MAX_SEED - args.laps, "seed of so many laps")
    return request, tuple(lengths), tuple(budgets)


def _streaming(args: argparse.Namespace) -> int:
    """Stream through the window."""
    check_range("streaming", args.streaming, 1, 100_000, "number of tokens to stream")
    check_range("rate", args.rate, 1, 100_000, "rate")
    # A screen's own refresh would set the pace; whoever wants it can name the platform.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.bench.streaming import Streaming, measure, table

    with tempfile.TemporaryDirectory() as folder:
        plan = Streaming(args.streaming, args.rate)
        figures = measure(plan, Path(folder) / "settings.ini", lambda words: print(words, file=sys.stderr))
    if not figures:
        return INTERRUPTED
    if args.json is not None:
        write(args.json, json.dumps(figures, indent=1) + "\n")
    print(table(figures))
    return 0


def _race(
    args: argparse.Namespace, request: Request, lengths: tuple[int, ...], budgets: tuple[float, ...]
) -> tuple[dict[str, Any], str]:
    """All figures, and the table of them."""
    from engine.bench.policies import PolicyPlan, race_policies_in
    from engine.bench.report import policy_table, table
    from engine.bench.run import Plan, bench_folders

    target, draft = args.target or bundled_target(), args.draft or bundled_draft()
    if args.policies:
        result = race_policies_in(target, draft, PolicyPlan(request, lengths, budgets, args.laps), _tell)
        return result, policy_table(result)
    plan = Plan(request, lengths, budgets, args.laps, args.memory)
    result = bench_folders(target, draft, plan, _tell)
    return result, table(result)


def _tell(words: str) -> None:
    print(words, file=sys.stderr)
