"""Argument parsing whose refusals are one plain sentence."""

import argparse
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from engine.errors import MentorscopeError, RequestError


class UsageError(MentorscopeError):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """Raises `UsageError` instead of printing a usage block.

    Attributes:
        words: the commands, once they are all there.
    """

    words: tuple[str, ...] = ()

    def error(self, message: str) -> NoReturn:
        """Raise the refusal in plain words."""
        raise UsageError(plain(message))


def plain(message: str) -> str:
    """Argparse's message as one sentence that says what to do."""
    if match := re.match(r"unrecognized arguments: (.*)", message):
        return f"There is no option or word “{match[1]}”: --help lists what there is."
    if match := re.match(r"the following arguments are required: (.*)", message):
        return f"{match[1]} {'are' if ', ' in match[1] else 'is'} missing."
    if match := re.match(r"argument COMMAND: invalid choice: '(.*?)'", message):
        return f"There is no command “{match[1]}”: --help lists them, and no word opens the window."
    if match := re.match(r"argument (\S+): expected one argument", message):
        return f"{match[1]} needs a value."
    if match := re.match(r"argument (\S+): not allowed with argument (\S+)", message):
        return f"{match[1]} and {match[2]} cannot be given together."
    return message.removeprefix("argument ") + "."


def forgive_output() -> None:
    """Let a terminal that lacks a character show a question mark for it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def folder_path(text: str) -> Path:
    """A folder's path; an empty one would be the current folder, which nobody means by it."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no folder: name one, or give “.” for the current one")
    return Path(text)


def file_path(text: str) -> Path:
    """A file's path; an empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no file: give the name of one")
    return Path(text)


def fraction(text: str) -> float:
    """A number with a decimal point."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number") from None


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text, 10)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number") from None


def numbers(text: str, kind: type[int] | type[float], words: str) -> list[Any]:
    """A list of numbers between commas. Raises `RequestError`, naming them by `words`."""
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise RequestError(words, f"The {words} “{text}” are not numbers: separate them by commas.") from None


def one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    """A type that takes one of these words."""

    def check(text: str) -> str:
        if text not in words:
            listed = ", ".join(words[:-1]) + " or " + words[-1]
            raise argparse.ArgumentTypeError(f"“{text}” is not known: choose {listed}")
        return text

    return check
