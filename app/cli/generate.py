"""`mentorscope generate`: one run, its text on stdout, its figures on stderr. No Qt."""

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from app.cli.follow import Follower
from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import one_of
from app.cli.report import report
from engine.events import Event, Prefill, Token
from engine.paths import bundled_draft, bundled_target
from engine.record import RunRecord
from engine.request import CHOICES
from engine.runfile import check_writable, save

INTERRUPTED = 130


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
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the run as mentorscope-run/1")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Generate; returns 0, or 130 where Ctrl-C stopped the run (its figures are told all the same)."""
    request = request_of(args)
    if args.json is not None:
        check_writable(args.json)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the character shows a question mark
    with Follower() as follower:
        pair = follower.load(args.target or bundled_target(), args.draft or bundled_draft())
        record = RunRecord(request, pair.target, pair.draft)
        interrupted = follower.generate(request, lambda events: _take(record, events))
    sys.stdout.write("\n")
    sys.stdout.flush()
    print(report(record), file=sys.stderr)
    if args.json is not None and not interrupted:
        save(args.json, record, pair)
    return INTERRUPTED if interrupted else 0


def _take(record: RunRecord, events: list[Event]) -> None:
    """Record a burst and write its text at once."""
    for event in events:
        record.add(event)
    text = "".join(event.text for event in events if isinstance(event, Token))
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
    elif sys.stderr.isatty() and any(isinstance(event, Prefill) for event in events) and record.prefill:
        sys.stderr.write(f"\rReading the prompt, {record.prefill.done} of {record.prefill.total} tokens\r\033[K")
