"""Reads a recorded run from JSON values, and names the place of whatever is wrong."""

import dataclasses
import math
import sys
from typing import Any, TypeGuard, get_args

from engine.errors import MentorscopeError, RequestError
from engine.events import DRAFTED_KINDS, Finished, Kind, Proposal, Reason, Round, Stats, Token
from engine.paths import local
from engine.record import RunRecord
from engine.request import Request

FORMAT = "mentorscope-run/1"
MOST_ITEMS = 1_000_000
#: JSON's whole numbers have no end; what is past this is no figure, and no float.
LARGEST = sys.float_info.max
#: Nor is it a count: up to here a float holds every whole number.
MOST = 2**53

_MISSING = object()


class RunFileError(MentorscopeError):
    """A run file cannot be read or written, or is damaged; the sentence names the place."""


class Part:
    """One JSON object of the file, read field by field."""

    def __init__(self, data: object, place: str) -> None:
        if not isinstance(data, dict):
            raise damaged(place, "is not an object")
        self.data: dict[str, Any] = data
        self.place = place

    def part(self, key: str) -> "Part":
        """An object inside this one."""
        return Part(self.data.get(key), self._at(key))

    def parts(self, key: str) -> list["Part"]:
        """A list of objects inside this one."""
        items = self.data.get(key)
        if not isinstance(items, list) or len(items) > MOST_ITEMS:
            raise damaged(self._at(key), "is not a list that can be shown")
        return [Part(item, f"{self._at(key)}[{index}]") for index, item in enumerate(items)]

    def text(self, key: str) -> str:
        """A string."""
        value = self.data.get(key)
        if not isinstance(value, str):
            raise damaged(self._at(key), "is not a text")
        return value

    def number(self, key: str, high: float = math.inf, default: object = _MISSING) -> float:
        """A finite number from 0 to `high`."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
            raise damaged(self._at(key), "is not a number")
        # Single-precision arithmetic may leave a share a hair above 1.
        if not 0 <= value <= high + 1e-5:
            raise damaged(self._at(key), f"is {value:g}, outside 0 to {high:g}")
        return min(float(value), high)

    def share(self, key: str) -> float | None:
        """A number from 0 to 1, or null."""
        return None if self.data.get(key) is None else self.number(key, 1.0)

    def whole(self, key: str, default: object = _MISSING) -> int:
        """A whole number from 0 to `MOST`."""
        value = self.data.get(key, default)
        if not is_count(value):
            raise damaged(self._at(key), "is not a whole number")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where it is left out."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise damaged(self._at(key), "is neither true nor false")
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: object = _MISSING) -> Any:
        """One of the allowed words."""
        value = self.data.get(key, default)
        if value not in allowed:
            raise damaged(self._at(key), f"is none of {', '.join(allowed)}")
        return value

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key


def is_count(value: object) -> TypeGuard[int]:
    """Whether it is a whole number from 0 to `MOST`."""
    return type(value) is int and 0 <= value <= MOST


def damaged(place: str, fault: str) -> RunFileError:
    """The error that names a place in the file."""
    return RunFileError(f"The run file is damaged: {place or 'the whole'} {fault}.")


def record_of(data: object) -> RunRecord:
    """A finished run from JSON values. Raises `RunFileError`."""
    whole = Part(data, "")
    if whole.data.get("format") != FORMAT:
        raise RunFileError(f"This is not a run that this version can read: its format is not “{FORMAT}”.")
    pair = whole.part("pair")
    folders = local(pair.text("target")), local(pair.text("draft"))
    record = RunRecord(request_of(whole.part("request")), *folders)
    for index, item in enumerate(whole.parts("tokens")):
        record.add(_token(item, index))
    for index, item in enumerate(whole.parts("rounds")):
        record.add(_round(item, index))
    reason: Reason = whole.word("reason", get_args(Reason), default="length")
    record.add(Finished(reason, _stats(whole.part("stats"))))
    _check_sums(record, whole)
    # A continued run: how much of it was taken over.
    record.kept = min(whole.whole("kept", 0), len(record.tokens))
    record.first_change = min(whole.whole("first_change", 0), len(record.tokens))
    record.given = min(whole.whole("given", 0), record.kept)
    return record


def request_of(part: Part) -> Request:
    """A request from JSON values. Raises `RunFileError` where a setting is unknown or out of range."""
    fields = {field.name: field for field in dataclasses.fields(Request)}
    for name, value in part.data.items():
        if name not in fields:
            raise RunFileError(f"The run has a setting that this version does not know: “{name}”.")
        default = fields[name].default
        if isinstance(default, bool) and not isinstance(value, bool):
            raise damaged(f"request.{name}", "is neither true nor false")
        if isinstance(default, str) and not isinstance(value, str):
            raise damaged(f"request.{name}", "is not a text")
    try:
        return Request(**{"prompt": "", **part.data})
    except RequestError as problem:
        raise RunFileError(f"The run file is damaged: {problem.sentence}") from problem


def _token(part: Part, index: int) -> Token:
    if part.whole("position", index) != index:
        raise damaged(f"{part.place}.position", f"is not {index}")
    refused = part.part("proposal") if part.data.get("proposal") is not None else None
    return Token(
        id=part.whole("id"),
        text=part.text("text"),
        position=index,
        kind=part.word("kind", get_args(Kind)),
        p=part.share("p"),
        q=part.share("q"),
        tv=part.share("tv"),
        theta=part.share("theta"),
        accept=part.share("accept"),
        u=part.share("u"),
        critical_budget=part.share("critical_budget"),
        proposal=_proposal(refused) if refused else None,
        round=None if part.data.get("round") is None else part.whole("round"),
        at_s=part.number("at_s", default=0.0),
        special=part.flag("special"),
        stays_from=part.share("stays_from"),
        stays_below=part.share("stays_below"),
    )


def _proposal(part: Part) -> Proposal:
    return Proposal(part.whole("id"), part.text("text"), part.number("p", 1.0), part.number("q", 1.0))


def _round(part: Part, index: int) -> Round:
    drafted, texts = part.data.get("drafted", []), part.data.get("drafted_texts", [])
    if not isinstance(drafted, list) or not all(map(is_count, drafted)):
        raise damaged(f"{part.place}.drafted", "is not a list of token ids")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise damaged(f"{part.place}.drafted_texts", "is not a list of texts")
    made = Round(
        index=part.whole("index", index),
        first=part.whole("first", 0),
        proposed=part.whole("proposed"),
        accepted=part.whole("accepted"),
        emitted=part.whole("emitted", part.data.get("accepted")),
        draft_s=part.number("draft_s"),
        verify_s=part.number("verify_s"),
        drafted=tuple(drafted),
        drafted_texts=tuple(texts),
        at_s=part.number("at_s", default=0.0),
    )
    if made.accepted > made.proposed:
        raise damaged(f"{part.place}.accepted", "is more than was proposed")
    return made


def _stats(part: Part) -> Stats:
    def or_none(name: str) -> float | None:
        return None if part.data.get(name) is None else part.number(name)

    return Stats(
        tokens=part.whole("tokens"),
        proposed=part.whole("proposed"),
        accepted=part.whole("accepted"),
        rounds=part.whole("rounds"),
        prefill_s=part.number("prefill_s"),
        first_token_s=or_none("first_token_s"),
        decode_s=part.number("decode_s"),
        total_s=part.number("total_s"),
        tokens_per_s=or_none("tokens_per_s"),
        mean_tv=part.share("mean_tv"),
        mean_spent=part.share("mean_spent"),
    )


def _check_sums(record: RunRecord, whole: Part) -> None:
    """What the figures claim must be what the tokens and rounds say."""
    stats = record.stats
    assert stats is not None  # was just added
    counts = {
        "tokens": len(record.tokens),
        "rounds": len(record.rounds),
        "proposed": record.proposed,
        "accepted": sum(token.kind in DRAFTED_KINDS for token in record.tokens),
    }
    for name, count in counts.items():
        if getattr(stats, name) != count:
            raise damaged(f"stats.{name}", f"is {getattr(stats, name)}, but the run has {count}")
    if whole.text("text") != record.text:
        raise damaged("text", "is not what the tokens say")
