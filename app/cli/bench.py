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
from app.cli.parser import whole
from app.models.fields import DEFAULT_PROMPT
from engine.errors import RequestError
from engine.paths import bundled_draft, bundled_target
from engine.request import check_range
from engine.runfile import check_writable


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "bench",
        allow_abbrev=False,
        help="race the engine against target-only and mlx-lm",
        description="Races all settings in one run, interleaved lap by lap, and prints medians and ratios. "
        "With --streaming it measures the window instead, on made-up tokens: how long it keeps the event loop.",
    )
    add_pair(parser)
    add_request(parser)
    parser.add_argument("--laps", type=int, default=3, help="timed laps after one that warms up (default: 3)")
    parser.add_argument("--lengths", default="2,4,8", metavar="K,K,…", help="draft lengths (default: 2,4,8)")
    parser.add_argument("--budgets", default="0,0.5,1", metavar="D,D,…", help="TV budgets (default: 0,0.5,1)")
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="also check memory over N tokens")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures as mentorscope-bench/1")
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
        return _streaming(args)
    request = request_of(args, DEFAULT_PROMPT)
    lengths, budgets = _numbers(args.lengths, int, "lengths"), _numbers(args.budgets, float, "budgets")
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
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


def _race(args: argparse.Namespace, request: Any, lengths: tuple[int, ...], budgets: tuple[float, ...]) -> Any:
    from engine.bench.report import table
    from engine.bench.run import Plan, bench_folders

    target, draft = args.target or bundled_target(), args.draft or bundled_draft()
    plan = Plan(request, lengths, budgets, args.laps, args.memory)
    result = bench_folders(target, draft, plan, lambda words: print(words, file=sys.stderr))
    print(table(result))
    return result


def _numbers(text: str, kind: type[int] | type[float], words: str) -> list[Any]:
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise RequestError(words, f"The {words} “{text}” are not numbers: separate them by commas.") from None
