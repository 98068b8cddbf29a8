"""A run file named on the command line without a command's word: `mentorscope run.mentorscope`. No Qt."""

from collections.abc import Collection, Sequence
from pathlib import Path

from engine.runfile import SUFFIX

TAKE_A_VALUE = ("--target", "--draft", "--open")


def with_named_run(argv: Sequence[str], commands: Collection[str]) -> list[str]:
    """The arguments, where a run file in a command's place has become `--open FILE`.

    Args:
        commands: the words that are commands; a file of such a name has to be given as `./generate`.
    """
    for place, word in enumerate(argv):
        if word.startswith("-") or (place and argv[place - 1] in TAKE_A_VALUE):
            continue
        if word in commands or not (word.lower().endswith(SUFFIX) or Path(word).is_file()):
            break
        return [*argv[:place], "--open", *argv[place:]]
    return list(argv)
