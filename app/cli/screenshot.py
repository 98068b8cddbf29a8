"""`mentorscope screenshot`: the real window, a real comparison, one picture."""

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import UsageError, file_path, one_of
from app.models.settings.fields import DEFAULT_PROMPT
from engine.request import Request
from engine.runfile import check_writable

SMALLEST, LARGEST = (1100, 700), (7680, 4320)


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "screenshot",
        allow_abbrev=False,
        help="run a comparison in the window and save a picture of it",
        description="Runs a comparison in the real window, and saves a picture once every pane is done.",
    )
    parser.add_argument("out", metavar="OUT.png", type=file_path, help="the picture to write")
    parser.add_argument(
        "--theme", type=one_of(("light", "dark")), metavar="WORD", default="light", help="light or dark"
    )
    parser.add_argument("--size", type=str, metavar="WxH", default="1440x900", help="points (default: 1440x900)")
    parser.add_argument("--scale", type=one_of(("1", "2")), metavar="N", default="2", help="pixels a point: 1 or 2")
    parser.add_argument("--draft-pane", action="store_true", help="with the third pane, Draft only")
    add_pair(parser)
    add_request(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Take the picture."""
    request = request_of(args, DEFAULT_PROMPT)
    size = size_of(args.size)
    if args.out.suffix.lower() != ".png":
        raise UsageError(f"The picture {args.out} must be a PNG: end its name in .png.")
    check_writable(args.out)
    if sys.platform != "darwin":
        os.environ["QT_SCALE_FACTOR"] = args.scale  # read when the application is made
    with tempfile.TemporaryDirectory() as folder:
        return _take(args, request, size, Path(folder) / "settings.ini")


def size_of(text: str) -> tuple[int, int]:
    """Width and height in points. Raises `UsageError` where they make no window."""
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text)
    if not match:
        raise UsageError(f"The size “{text}” is not known: write it as 1440x900.")
    size = int(match[1]), int(match[2])
    if not all(low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)):
        raise UsageError(f"The size {text} cannot be shown: give 1100x700 to 7680x4320 points.")
    return size


def _take(args: argparse.Namespace, request: Request, size: tuple[int, int], store: Path) -> int:
    from app.picture import Picture, take_picture

    picture = Picture(args.out, args.theme, size, int(args.scale), args.draft_pane)
    return take_picture(picture, request, args.target, args.draft, store)
