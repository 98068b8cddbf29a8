"""`mentorscope bench`: this engine against target-only and against mlx-lm, side by side. No Qt."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import numbers
from app.models.fields import DEFAULT_PROMPT
from engine.errors import RequestError
from engine.paths import bundled_draft, bundled_target
from engine.runfile import check_writable


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bench",
        allow_abbrev=False,
        help="race the engine against target-only and mlx-lm",
        description="Races all settings in one run, interleaved lap by lap, and prints medians and ratios.",
    )
    add_pair(parser)
    add_request(parser)
    parser.add_argument("--laps", type=int, default=3, help="timed laps after one that warms up (default: 3)")
    parser.add_argument("--lengths", default="2,4,8", metavar="K,K,…", help="draft lengths (default: 2,4,8)")
    parser.add_argument("--budgets", default="0,0.5,1", metavar="D,D,…", help="TV budgets (default: 0,0.5,1)")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="also check memory over N tokens")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures as mentorscope-bench/1")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Bench; returns 0."""
    request = request_of(args, DEFAULT_PROMPT)
    lengths, budgets = numbers(args.lengths, int, "lengths"), numbers(args.budgets, float, "budgets")
    for length in lengths:
        request.replace(draft_length=length)
    for budget in budgets:
        request.replace(tv_budget=budget)
    if args.laps < 1 or args.memory < 0:
        raise RequestError("laps", "Give at least 1 lap, and 0 or more tokens for the memory check.")
    if args.json is not None:
        check_writable(args.json)
    result = _race(args, request, tuple(lengths), tuple(budgets))
    if args.json is not None:
        args.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


def _race(args: argparse.Namespace, request: Any, lengths: tuple[int, ...], budgets: tuple[float, ...]) -> Any:
    from engine.bench.report import table
    from engine.bench.run import Plan, bench_folders

    target, draft = args.target or bundled_target(), args.draft or bundled_draft()
    plan = Plan(request, lengths, budgets, args.laps, args.memory)
    result = bench_folders(target, draft, plan, lambda words: print(words, file=sys.stderr))
    print(table(result))
    return result
