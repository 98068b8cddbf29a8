"""The settings of a run as options, the same for every command."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from app.cli.parser import file_path, folder_path, fraction, one_of, whole
from engine.errors import RequestError
from engine.request import CHOICES, Request

_DEFAULTS: dict[str, Any] = {field.name: field.default for field in dataclasses.fields(Request)}

#: option, type, metavar, help
_NUMBERS: tuple[tuple[str, Any, str, str], ...] = (
    ("tv_budget", fraction, "D", "how far each token's law may lean to the draft's, 0 to 1 TV"),
    ("draft_length", whole, "K", "drafted tokens a round, 1 to 16"),
    ("temperature", fraction, "T", "0 is greedy"),
    ("top_p", fraction, "P", "nucleus mass, 0 to 1; 1 switches it off"),
    ("top_k", whole, "N", "most candidates; 0 switches it off"),
    ("min_p", fraction, "P", "least share of the likeliest token, 0 to 1; 0 switches it off"),
    ("repetition_penalty", fraction, "X", "1 switches it off"),
    ("repetition_context", whole, "N", "tokens that the penalty looks back on"),
    ("seed", whole, "N", "the same seed gives the same text"),
    ("max_tokens", whole, "N", "most tokens of output"),
)
_WORDS = {
    "coupling": "draws: independent, as in the source, or gumbel, shared by draft and target",
    "shape": "shape of the mixed law",
    "verify": "check token by token, or a round's block at once",
    "policy": "how the draft length changes from round to round",
}


def add_pair(parser: argparse.ArgumentParser, default: Any = argparse.SUPPRESS) -> None:
    """--target and --draft.

    Args:
        default: the value of those that are not given. A command's own parser takes none,
            or it would override what stands before the command's word.
    """
    group = parser.add_argument_group("pair of models")
    words = "folder of the {} (default: the bundled one)"
    group.add_argument("--target", metavar="DIR", type=folder_path, default=default, help=words.format("target"))
    group.add_argument("--draft", metavar="DIR", type=folder_path, default=default, help=words.format("draft"))


def add_request(parser: argparse.ArgumentParser, without: frozenset[str] = frozenset()) -> None:
    """The prompt, and every setting of a run but its mode.

    Args:
        without: fields that the command has options of its own for.
    """
    prompt = parser.add_argument_group("prompt").add_mutually_exclusive_group()
    prompt.add_argument("--prompt", metavar="TEXT", help="what the story is to be about")
    prompt.add_argument(
        "--prompt-file",
        metavar="FILE",
        type=file_path,
        help="read it from a UTF-8 file, or from the input where it is -",
    )
    group = parser.add_argument_group("settings")
    group.add_argument("--raw", action="store_true", help="give the prompt as it is, without the chat template")
    words = "what the chat template's system turn says, where it has one (default: the template's own)"
    group.add_argument("--system", metavar="TEXT", default=_DEFAULTS["system"], help=words)
    for name, kind, metavar, words in _NUMBERS:
        if name in without:
            continue
        default = _DEFAULTS[name]
        group.add_argument(
            _option(name), metavar=metavar, type=kind, default=default, help=f"{words} (default: {default})"
        )
    if "ignore_eos" not in without:
        group.add_argument("--ignore-eos", action="store_true", help="go on after the end of the text")
    group.add_argument("--bonus", action="store_true", help="one more token of the target's after a full round")
    for name, words in _WORDS.items():
        if name in without:
            continue
        default = _DEFAULTS[name]
        group.add_argument(
            _option(name), type=one_of(CHOICES[name]), metavar="WORD", default=default, help=_choice_help(name, words)
        )


def request_of(args: argparse.Namespace, default_prompt: str | None = None) -> Request:
    """The request that the options ask for.

    Args:
        default_prompt: the prompt to take where none is named; None where one is needed.

    Raises:
        RequestError: a setting is out of range, or the prompt is missing, empty or unreadable.
    """
    names = [field.name for field in dataclasses.fields(Request) if field.name not in ("prompt", "mode")]
    fields = {name: getattr(args, name, _DEFAULTS[name]) for name in names}
    if fields["raw"] and fields["system"]:
        raise RequestError("system", "A raw prompt goes without a system prompt: leave out --raw or --system.")
    _told(fields["system"])
    return Request(prompt=_prompt(args, default_prompt), mode=getattr(args, "mode", "mentored"), **fields)


def _prompt(args: argparse.Namespace, default: str | None) -> str:
    if args.prompt is not None:
        return _told(args.prompt)
    if args.prompt_file is not None:
        return _read(args.prompt_file)
    if default is None:
        raise RequestError("prompt", "There is no prompt: give one with --prompt or --prompt-file.")
    return default


def _told(prompt: str) -> str:
    """A prompt from the command line, where bytes that are no UTF-8 come as lone surrogates."""
    try:
        prompt.encode()
    except UnicodeEncodeError as problem:
        raise RequestError("prompt", "The prompt is not UTF-8 text: give it in UTF-8.") from problem
    return prompt


def _read(path: Path) -> str:
    """A prompt file's text, less the line end that editors add."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as problem:
        sentence = f"The prompt file {path} cannot be read: {problem.strerror or problem}."
        raise RequestError("prompt", sentence) from problem
    except UnicodeDecodeError as problem:
        raise RequestError("prompt", f"The prompt file {path} is not UTF-8 text: save it as UTF-8.") from problem
    if not text.strip():
        raise RequestError("prompt", f"The prompt file {path} is empty: write a sentence into it.")
    return text.removesuffix("\n").removesuffix("\r")


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _choice_help(name: str, words: str) -> str:
    return f"{words}: {', '.join(CHOICES[name])} (default: {_DEFAULTS[name]})"
