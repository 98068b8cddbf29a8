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

from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import file_path, numbers, whole
from app.models.settings.fields import DEFAULT_PROMPT
from engine.errors import RequestError
from engine.paths import bundled_draft, bundled_target
from engine.request import check_range
from engine.runfile import check_writable, write


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bench",
        allow_abbrev=False,
        help="race the engine against target-only and mlx-lm",
        description="Races all settings in one run, in random order lap by lap, and prints medians and ratios. "
        "With --streaming it measures the window instead, on made-up tokens: how long it keeps the event loop.",
    )
    add_pair(parser)
    add_request(parser)
    parser.add_argument(
        "--policies",
        action="store_true",
        help="race the cost-aware policy against target-only and fixed lengths instead, "
        "on the prompt and on an easy, repetitive one",
    )
    parser.add_argument("--laps", type=int, default=3, help="timed laps after one that warms up (default: 3)")
    several = "; with --policies "
    parser.add_argument("--lengths", metavar="K,K,…", help=f"draft lengths (default: 2,4,8{several}1,2,4,6,8,12,16)")
    parser.add_argument("--budgets", metavar="D,D,…", help=f"TV budgets (default: 0,0.5,1{several}0,0.25,0.5,1)")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="also check memory over N tokens")
    parser.add_argument("--json", metavar="FILE", type=file_path, help="also write all figures")
    window = parser.add_argument_group("the window")
    window.add_argument(
        "--streaming",
        metavar="TOKENS",
        type=whole,
        nargs="?",
        const=8000,
        help="stream so many made-up tokens into each pane (default: 8000), off the screen; the longest gap between "
        "turns of the event loop is to stay below 50 ms; --json then writes mentorscope-streaming/1",
    )
    window.add_argument("--rate", metavar="N", type=whole, default=500, help="tokens a second (default: 500)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Bench; returns 0, or 130 after Ctrl-C."""
    if args.streaming is not None:
        if args.policies:
            raise RequestError("streaming", "--streaming and --policies cannot be given together.")
        return _streaming(args)
    request = request_of(args, DEFAULT_PROMPT)
    usual = ("1,2,4,6,8,12,16", "0,0.25,0.5,1") if args.policies else ("2,4,8", "0,0.5,1")
    lengths = numbers(usual[0] if args.lengths is None else args.lengths, int, "lengths")
    budgets = numbers(usual[1] if args.budgets is None else args.budgets, float, "budgets")
    for length in lengths:
        request.replace(draft_length=length)
    for budget in budgets:
        request.replace(tv_budget=budget)
    if args.laps < 1 or args.memory < 0:
        raise RequestError("laps", "Give at least 1 lap, and 0 or more tokens for the memory check.")
    if args.memory:
        request.replace(max_tokens=args.memory)
    if args.json is not None:
        check_writable(args.json)
    result = _race(args, request, tuple(lengths), tuple(budgets))
    if args.json is not None:
        write(args.json, json.dumps(result, indent=1) + "\n")
    return 0


def _streaming(args: argparse.Namespace) -> int:
    """Stream through the window."""
    check_range("streaming", args.streaming, 1, 100_000, "number of tokens to stream")
    check_range("rate", args.rate, 1, 100_000, "rate")
    if args.json is not None:
        check_writable(args.json)
    # A screen's own refresh would set the pace; whoever wants it can name the platform.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.bench.streaming import INTERRUPTED, Streaming, measure, table

    with tempfile.TemporaryDirectory() as folder:
        plan = Streaming(args.streaming, args.rate)
        figures = measure(plan, Path(folder) / "settings.ini", lambda words: print(words, file=sys.stderr))
    if not figures:
        return INTERRUPTED
    print(table(figures))
    if args.json is not None:
        write(args.json, json.dumps(figures, indent=1) + "\n")
    return 0


def _race(args: argparse.Namespace, request: Any, lengths: tuple[int, ...], budgets: tuple[float, ...]) -> Any:
    from engine.bench.policies import PolicyPlan, race_policies_in
    from engine.bench.report import policy_table, table
    from engine.bench.run import Plan, bench_folders

    target, draft = args.target or bundled_target(), args.draft or bundled_draft()
    if args.policies:
        result = race_policies_in(target, draft, PolicyPlan(request, lengths, budgets, args.laps), _tell)
        print(policy_table(result))
        return result
    plan = Plan(request, lengths, budgets, args.laps, args.memory)
    result = bench_folders(target, draft, plan, _tell)
    print(table(result))
    return result


def _tell(words: str) -> None:
    print(words, file=sys.stderr)
