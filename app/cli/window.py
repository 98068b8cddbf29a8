"""`mentorscope` without a word: the window."""

import argparse

from engine.runfile import load_all


def run(args: argparse.Namespace) -> int:
    """Open the window with the pair that was named, or the last one, and with the run file that was named."""
    if args.open is not None:
        load_all(args.open)  # a damaged file is refused here, where its sentence can be read
    from app.main import run as run_window

    return run_window(args.target, args.draft, opened=args.open)
