"""`mentorscope`: without a word the window; every command is a word of its own.

Neither Qt nor MLX is imported before a command needs it.
"""

import errno
import os
import sys
from collections.abc import Sequence

from app.cli import bench, generate, models, screenshot, self_test, shots, sweep, window
from app.cli.interrupts import INTERRUPTED
from app.cli.named_run import with_named_run
from app.cli.options import add_pair
from app.cli.parser import Parser, file_path
from engine import __version__
from engine.errors import MentorscopeError

REFUSED, PIPE_CLOSED = 2, 141
#: What a full disk says.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, 2 for what the user can mend, 130 after Ctrl-C."""
    try:
        parser = make_parser()
        args = parser.parse_args(with_named_run(sys.argv[1:] if argv is None else argv, parser.words))
        code = int(args.run(args))
        sys.stdout.flush()
        return code
    except MentorscopeError as problem:
        print(f"mentorscope: {problem.sentence}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # whoever read the text has gone
        return PIPE_CLOSED
    except OSError as problem:
        if problem.errno not in NO_ROOM:
            raise
        _drop_output()
        print(f"mentorscope: The output could not be written: {problem.strerror}.", file=sys.stderr)
        return REFUSED


def _drop_output() -> None:
    """Nothing may be flushed to where the output went, at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser() -> Parser:
    """All options of all commands."""
    parser = Parser(
        prog="mentorscope",
        allow_abbrev=False,
        description="See and feel the trade that lossy speculative decoding makes. Without a word: the window; "
        "with a run file: the window with that run.",
    )
    parser.add_argument("--version", action="version", version=f"mentorscope {__version__}")
    add_pair(parser, default=None)
    parser.add_argument("--open", metavar="FILE", type=file_path, help="a run file to show; its name alone does too")
    parser.set_defaults(run=window.run)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    generate.add(commands)
    sweep.add(commands)
    screenshot.add(commands)
    bench.add(commands)
    self_test.add(commands)
    models.add(commands)
    shots.add(commands)
    parser.words = tuple(commands.choices)
    return parser


if __name__ == "__main__":
    sys.exit(main())
