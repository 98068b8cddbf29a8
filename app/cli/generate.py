"""`mentorscope generate`: one run, its text on stdout, its figures on stderr. No Qt."""

import argparse
import sys
from typing import Any

from app.cli.follow import Follower
from app.cli.interrupts import INTERRUPTED
from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import UsageError, file_path, forgive_output, one_of, whole
from app.cli.report import report
from engine.events import Event, PairInfo, Prefill, Token
from engine.paths import bundled_draft, bundled_target
from engine.record import RunRecord
from engine.request import CHOICES, Mode, Request
from engine.runfile import check_writable, save


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "generate",
        allow_abbrev=False,
        help="write one run's text to the output",
        description="Writes one run's text to the output, token by token, and its figures to the error output.",
    )
    parser.add_argument(
        "--mode",
        type=one_of(CHOICES["mode"]),
        metavar="WORD",
        default="mentored",
        help=f"{', '.join(CHOICES['mode'])} (default: mentored)",
    )
    add_pair(parser)
    add_request(parser)
    parser.add_argument("--json", metavar="FILE", type=file_path, help="also write the run as mentorscope-run/1")
    parser.add_argument(
        "--beside", action="store_true", help="run the two other modes first, and save them in the same file"
    )
    parser.add_argument(
        "--explain", metavar="N", type=whole, action="append", default=[],
        help="also save what stood to choose at token N, counted from 0; may be given again",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Generate; returns 0, or 130 where Ctrl-C stopped the run (its figures are told all the same)."""
    request = request_of(args)
    if args.json is not None:
        check_writable(args.json)
    elif args.beside or args.explain:
        raise UsageError("--beside and --explain belong with --json, the file that they are saved in.")
    forgive_output()
    with Follower() as follower:
        pair = follower.load(args.target or bundled_target(), args.draft or bundled_draft())
        beside = _beside(follower, request, pair) if args.beside else []
        record = RunRecord(request, pair.target, pair.draft)
        interrupted = follower.generate(request, lambda events: _take(record, events))
        places = [] if interrupted else [index for index in args.explain if 0 <= index < len(record.tokens)]
        explained = [follower.explain(request, record.place(index)) for index in places]
    sys.stdout.write("\n")
    sys.stdout.flush()
    print(report(record), file=sys.stderr)
    if args.json is not None and not interrupted:
        save(args.json, record, pair, beside, explained)
    if not interrupted and len(places) < len(args.explain):
        raise UsageError(f"Not every token was explained: the run has tokens 0 to {len(record.tokens) - 1}.")
    return INTERRUPTED if interrupted else 0


def _beside(follower: Follower, request: Request, pair: PairInfo) -> list[RunRecord]:
    """Runs of the two other modes with the same settings."""
    made: list[RunRecord] = []
    modes: tuple[Mode, ...] = ("target", "mentored", "draft")
    for mode in modes:
        if mode != request.mode:
            made.append(RunRecord(request.replace(mode=mode), pair.target, pair.draft))
            if follower.generate(made[-1].request, made[-1].extend):
                raise KeyboardInterrupt
    return made


def _take(record: RunRecord, events: list[Event]) -> None:
    """Record a burst and write its text at once."""
    record.extend(events)
    text = "".join(event.text for event in events if isinstance(event, Token))
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
    elif sys.stderr.isatty() and any(isinstance(event, Prefill) for event in events) and record.prefill:
        sys.stderr.write(f"\rReading the prompt, {record.prefill.done} of {record.prefill.total} tokens\r\033[K")
