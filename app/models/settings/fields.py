"""The settings that a window holds: their names, defaults, checks and undo texts."""

import dataclasses
from typing import Any

from engine.errors import RequestError
from engine.request import RANGES, Request, check_range

DEFAULT_PROMPT = (
    "Mara the mechanic and Ilyan the archivist explore an old greenhouse on the Moon "
    "and find a strange radio signal. Make it mysterious."
)

#: Settings of the window that no run depends on; they are not undone with ⌘Z.
VIEW_DEFAULTS: dict[str, Any] = {"draft_pane": False, "target_dir": "", "draft_dir": "", "model_folders": ""}

#: Every field of `Request` that a person sets, with its default.
REQUEST_DEFAULTS: dict[str, Any] = {
    field.name: DEFAULT_PROMPT if field.name == "prompt" else field.default
    for field in dataclasses.fields(Request)
    if field.name != "mode"
}

DEFAULTS: dict[str, Any] = REQUEST_DEFAULTS | VIEW_DEFAULTS

_WORDS = {
    "ignore_eos": "end of text",
    "raw": "raw prompt",
    "bonus": "bonus token",
    "coupling": "draws",
    "system": "system prompt",
}


def words_of(name: str) -> str:
    """A setting's plain name, as in "Undo TV budget"."""
    return RANGES[name][2] if name in RANGES else _WORDS.get(name, name)


def checked(name: str, value: Any, others: dict[str, Any]) -> Any:
    """The value as it is kept.

    Args:
        name: a key of `DEFAULTS`.
        value: any value; whole numbers are taken for fractional settings.
        others: all settings as they stand, for rules that span two of them.

    Raises:
        RequestError: the value is of a wrong type or out of range. An empty prompt is
            kept, because a person passes through it while typing.
    """
    default = DEFAULTS[name]
    if name in RANGES:
        check_range(name, value, *RANGES[name])
    elif not isinstance(value, type(default)):
        raise RequestError(name, f"The {words_of(name)} “{value}” cannot be used: give {_kind(default)}.")
    if isinstance(default, float):
        value = float(value)
    if name in REQUEST_DEFAULTS and name != "prompt":
        fields = {key: others[key] for key in REQUEST_DEFAULTS} | {name: value, "prompt": "any"}
        Request(**fields)
    return value


def _kind(default: Any) -> str:
    return "on or off" if isinstance(default, bool) else "a text"
