"""`mentorscope` without a word: the window."""

import argparse


def run(args: argparse.Namespace) -> int:
    """Open the window with the pair that was named, or the last one."""
    from app.main import run as run_window

    return run_window(args.target, args.draft)
