"""Lists that a person types: “2, 4, 6, 8, 12”."""

import re

from engine.errors import RequestError
from engine.request import RANGES

_EXAMPLES = {"lengths": "2, 4, 8", "budgets": "0, 0.25, 0.5"}
_FIELDS = {"lengths": "draft_length", "budgets": "tv_budget"}
_WORDS = {"lengths": ("draft length", "draft lengths"), "budgets": ("TV budget", "TV budgets")}


def lengths_of(text: str) -> tuple[int, ...]:
    """Draft lengths, each once, from the least up. Raises `RequestError` where one cannot be used."""
    return tuple(int(number) for number in _numbers("lengths", text, whole=True))


def budgets_of(text: str) -> tuple[float, ...]:
    """TV budgets, each once, from the least up. Raises `RequestError` where one cannot be used."""
    return _numbers("budgets", text, whole=False)


def _numbers(name: str, text: str, whole: bool) -> tuple[float, ...]:
    """Numbers between commas, semicolons or spaces."""
    low, high, _ = RANGES[_FIELDS[name]]
    one, many = _WORDS[name]
    meant = f"write {'whole ' if whole else ''}numbers from {low:g} to {high:g}, such as {_EXAMPLES[name]}."
    parts = [part for part in re.split(r"[,;\s]+", text.strip()) if part]
    if not parts:
        raise RequestError(name, f"There is no {one} yet: {meant}")
    found = []
    for part in parts:
        if not re.fullmatch(r"[+-]?\d{1,9}" if whole else r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", part):
            raise RequestError(name, f"Among the {many}, “{_short(part)}” cannot be read: {meant}")
        number = float(part)
        if not low <= number <= high:
            raise RequestError(name, f"The {one} {_short(part)} is out of range: {meant}")
        found.append(number + 0.0)
    return tuple(sorted(set(found)))


def _short(part: str) -> str:
    return part if len(part) <= 14 else part[:13] + "…"
