"""A comparison without an engine, and a scripted story with every kind of token in it."""

import random
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.models.runs.pane import PaneModel
from app.models.runs.panes import PANES
from engine.events import Event, Finished, Kind, Prefill, Proposal, Round, Token
from engine.record import RunRecord, first_difference
from engine.request import Request

BUDGET = 0.4
SHARED = "As Mara and Ilyan explored the old greenhouse on the Moon, they stumbled upon a strange radio signal. It"
TARGET_TEXT = (
    SHARED + " sent them to a secret base, but it was only faint at the bottom of the room. The signal was weak and "
    "barely detectable.\n\nAs they explored further, they found a small, glowing object in the center of the room. "
    "It was a strange alien plant that seemed to be alive and breathing. Mara and Ilyan were surprised to find this "
    "strange creature and decided to investigate further.\n\nAs they studied the alien plant, they discovered that "
    "it was a type of alien plant that had been living on the Moon for years. It had been changing the Moon's "
    "atmosphere for thousands of years, and it was now watching over the two of them. They sat down beside it, and "
    "for a long while neither of them said a word."
)
# [r] relaxed, [s] resampled, [b] bonus; the rest is accepted.
MENTORED_TEXT = (
    "As Mara and Ilyan [s]explored the old greenhouse on the Moon, they [b]stumbled upon a strange radio signal. It "
    "[r]was [b]faint and [r]dim, but they [r]soon realized it [b]was [r]a [r]signal from [s]another planet. The "
    "[r]signal was coming from a [b]distant [r]planet, and it was [r]coming from a [b]place [r]far away. They "
    "[r]decided to investigate [r]further [b]and found a [r]hidden door[r]. As they opened [b]the door, they "
    '[r]heard a [r]soft voice say[b], "[s]Welcome to the Moon[r]." [s]Mara and Ilyan were [r]amazed [s]and '
    "[r]decided to explore [r]it further. They [s]found [r]out that the [r]radio had been [r]there for [b]a long "
    "time, and [r]they [r]had [r]finally found [b]a way to communicate with [r]it. As they [b]left[r], they felt a "
    "sense of [r]peace and [b]wonder. [r]They knew that [r]they had [r]found something [b]incredible and that they "
    "[s]would never forget[r]."
)
_CODES: dict[str, Kind] = {"r": "relaxed", "s": "resampled", "b": "bonus"}


class FakeSettings(QObject):
    """Only what the views ask for."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[str, Any] = {"draft_pane": False}

    def value(self, name: str) -> Any:
        """A value by name."""
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Change a value and say so."""
        self._values[name] = value
        self.changed.emit(name)


class FakeComparison(QObject):
    """Real pane models, fed by hand."""

    difference_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.now = 10.0
        self.settings = FakeSettings()
        self.panes = {name: PaneModel(name, self, lambda: self.now) for name in PANES}
        self.first_difference: int | None = None

    def compare(self) -> None:
        """As the model does after each burst."""
        target, mentored = self.panes["target"], self.panes["mentored"]
        found = None
        if target.record is not None and mentored.record is not None:
            found = first_difference(target.record, mentored.record)
        if found != self.first_difference:
            self.first_difference = found
            self.difference_changed.emit()

    def show(self, name: str, record: RunRecord, speedup: float | None = None) -> None:
        """Show a finished run."""
        self.panes[name].show(record)
        self.panes[name].set_speedup(speedup)
        self.compare()


def pieces(text: str) -> list[tuple[str, Kind]]:
    """A marked text as tokens: a word with the space before it, or a sign."""
    found: list[tuple[str, Kind]] = []
    word, kind, at = "", "accepted", 0
    while at < len(text):
        sign = text[at]
        if text[at : at + 1] == "[" and text[at + 2 : at + 3] == "]":
            if word.strip():
                found.append((word, kind))
                word = ""
            kind, at = _CODES[text[at + 1]], at + 3
            continue
        starts = sign in " \n" or sign in ',."' or (word and word[-1] in ',."\n' and sign not in ',."\n')
        if starts and word and not (word == "\n" and sign == "\n") and (word.strip() or "\n" in word):
            found.append((word, kind))
            word, kind = "", "accepted"
        word, at = word + sign, at + 1
    if word:
        found.append((word, kind))
    return [(text, kind) for text, kind in found if text]


def run_events(request: Request, text: str, end: str = "end", per_token: float = 0.042) -> list[Event]:
    """All events of a run that says `text`."""
    rng = random.Random(7)
    mentored = request.mode == "mentored"
    tokens = [_token(i, said, kind, request, rng) for i, (said, kind) in enumerate(pieces(text))]
    if end == "end":
        last = _token(len(tokens), "", "accepted", request, rng)
        tokens.append(_with(last, id=0, special=True))
    events: list[Event] = [Prefill(0, 27), Prefill(27, 27)]
    timed = [_with(token, at_s=0.28 + per_token * token.position) for token in tokens]
    events += _in_rounds(tokens, request, rng) if mentored else timed
    record = record_of(request, events)
    last_at = record.tokens[-1].at_s
    return [*events, Finished(end, record.figures(0.2, last_at + 0.001))]  # type: ignore[arg-type]


def record_of(request: Request, events: list[Event]) -> RunRecord:
    """A record that has taken these events."""
    record = RunRecord(request)
    for event in events:
        record.add(event)
    return record


def target_record(**changes: Any) -> RunRecord:
    """Target only: stopped at its most tokens."""
    request = Request("Mara", mode="target", coupling="gumbel", max_tokens=170).replace(**changes)
    return record_of(request, run_events(request, TARGET_TEXT, "length"))


def mentored_record(**changes: Any) -> RunRecord:
    """Mentored, with every kind of token, ended by itself."""
    request = Request("Mara", coupling="gumbel", bonus=True, max_tokens=170, tv_budget=BUDGET).replace(**changes)
    return record_of(request, run_events(request, MENTORED_TEXT))


def draft_record(**changes: Any) -> RunRecord:
    """Draft only."""
    request = Request("Mara", mode="draft", coupling="gumbel", max_tokens=170).replace(**changes)
    return record_of(request, run_events(request, TARGET_TEXT, "length", per_token=0.01))


def full_comparison(**changes: Any) -> FakeComparison:
    """Both panes done, as in the design's picture."""
    comparison = FakeComparison()
    comparison.show("target", target_record(**changes), 1.0)
    comparison.show("mentored", mentored_record(**changes), 2.08)
    return comparison


def _with(token: Token, **changes: Any) -> Token:
    return replace(token, **changes)


def _token(index: int, text: str, kind: Kind, request: Request, rng: random.Random) -> Token:
    ident = sum((i + 1) * ord(sign) for i, sign in enumerate(text)) + 1
    p = round(rng.uniform(0.2, 0.98), 3)
    if request.mode != "mentored":
        mode: Kind = "target" if request.mode == "target" else "draft"
        q = p if mode == "draft" else None
        return Token(ident, text, index, mode, None if mode == "draft" else p, q)
    if kind == "bonus":
        return Token(ident, text, index, "bonus", p, None)
    d = rng.choice([0.0, 0.02, rng.uniform(0, 0.4), rng.uniform(0, 0.4), rng.uniform(0.4, 1)])
    if kind in ("relaxed", "resampled"):
        d = rng.uniform(0.2, 0.95)
    budget = request.tv_budget
    theta = min(1.0, budget / d) if d else 1.0
    u = None if request.coupling == "gumbel" else 0.9
    proposal = Proposal(99, " star", 0.1, 0.6) if kind == "resampled" else None
    critical = {"relaxed": min(budget, 0.2 * d), "resampled": min(1.0, budget + 0.11)}.get(kind, 0.0)
    return Token(ident, text, index, kind, p, 0.95, d, theta, 0.58, u, critical, proposal)


def _in_rounds(tokens: list[Token], request: Request, rng: random.Random) -> list[Event]:
    events: list[Event] = []
    at, first, index = 0.42, 0, 0
    while first < len(tokens):
        size = next(
            (n + 1 for n, token in enumerate(tokens[first : first + 9]) if token.kind in ("resampled", "bonus")), 8
        )
        batch = tokens[first : first + size]
        draft_s, verify_s = rng.uniform(0.024, 0.038), rng.uniform(0.11, 0.15)
        events += [_with(token, round=index, at_s=at) for token in batch]
        accepted = sum(token.kind in ("accepted", "relaxed") for token in batch)
        events.append(Round(index, first, 8, accepted, len(batch), draft_s, verify_s, at_s=at))
        at, first, index = at + draft_s + verify_s, first + len(batch), index + 1
    return events
