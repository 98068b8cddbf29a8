"""`mentorscope`: without a word the window; `generate`, `sweep`, `screenshot` and `bench` as words.

Neither Qt nor MLX is imported before a command needs it.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from app.cli import bench, generate, screenshot, sweep, window
from app.cli.options import add_pair
from app.cli.parser import Parser
from engine import __version__
from engine.errors import MentorscopeError

REFUSED, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, 2 for what the user can mend, 130 after Ctrl-C."""
    try:
        args = make_parser().parse_args(argv)
        return int(args.run(args))
    except MentorscopeError as problem:
        print(f"mentorscope: {problem.sentence}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the text has gone; nothing may be flushed to them at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def make_parser() -> argparse.ArgumentParser:
    """All options of all commands."""
    parser = Parser(
        prog="mentorscope",
        allow_abbrev=False,
        description="See and feel the trade that lossy speculative decoding makes. Without a word: the window.",
    )
    parser.add_argument("--version", action="version", version=f"mentorscope {__version__}")
    add_pair(parser, default=None)
    parser.set_defaults(run=window.run)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    generate.add(commands)
    sweep.add(commands)
    screenshot.add(commands)
    bench.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
