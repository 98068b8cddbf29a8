"""Numbers for plots and strips: spans that stay put, round ticks, and bins that keep peaks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.events import Kind
from engine.record import RunRecord

Floats = npt.NDArray[np.float64]


@dataclass
class TokenSeries:
    """Distance d and spent budget of a record's tokens, TV; grows with the record. 0 where nothing was checked."""

    record: RunRecord | None = None
    distance: Floats = field(default_factory=lambda: np.zeros(0))
    spent: Floats = field(default_factory=lambda: np.zeros(0))
    kinds: list[Kind] = field(default_factory=list)
    checked: int = 0

    def take(self, record: RunRecord | None) -> None:
        """Take what the record has got since the last call; another record starts anew."""
        if record is not self.record:
            self.record, self.kinds, self.checked = record, [], 0
            self.distance = self.spent = np.zeros(0)
        tokens = record.tokens[len(self.kinds) :] if record else []
        if tokens:
            self.distance = np.append(self.distance, [token.tv or 0.0 for token in tokens])
            self.spent = np.append(self.spent, [token.spent or 0.0 for token in tokens])
            self.kinds += [token.kind for token in tokens]
            self.checked += sum(token.tv is not None for token in tokens)

    def mean_at(self, budget: float) -> float | None:
        """Mean of min(d, D) over the checked tokens at another budget D, TV; None where none was checked."""
        return float(np.sum(np.minimum(self.distance, budget))) / self.checked if self.checked else None

    def span(self) -> int:
        """How many places to leave for tokens."""
        if self.record is None:
            return 100
        return span_of(len(self.kinds), self.record.finished, self.record.request.max_tokens)


@dataclass
class RoundSeries:
    """Times, ms, and counts of a record's rounds; grows with the record."""

    record: RunRecord | None = None
    draft: Floats = field(default_factory=lambda: np.zeros(0))
    verify: Floats = field(default_factory=lambda: np.zeros(0))
    accepted: Floats = field(default_factory=lambda: np.zeros(0))
    proposed: Floats = field(default_factory=lambda: np.zeros(0))

    def __len__(self) -> int:
        return len(self.draft)

    def take(self, record: RunRecord | None) -> None:
        """Take what the record has got since the last call; another record starts anew."""
        if record is not self.record:
            self.record = record
            self.draft = self.verify = self.accepted = self.proposed = np.zeros(0)
        rounds = record.rounds[len(self) :] if record else []
        if rounds:
            self.accepted = np.append(self.accepted, [r.accepted for r in rounds])
            self.proposed = np.append(self.proposed, [r.proposed for r in rounds])
            self.verify = np.append(self.verify, [1000 * r.verify_s for r in rounds])
            self.draft = np.append(self.draft, [1000 * r.draft_s for r in rounds])

    def share(self) -> Floats:
        """Accepted so far over proposed so far, %, after each round."""
        return running_share(self.accepted, self.proposed)


def span_of(count: int, finished: bool, limit: int | None = None) -> int:
    """How many places an axis has: as many as there are once finished, else a round number that seldom moves."""
    if finished:
        return max(1, count)
    places = 25
    while places < count:
        places *= 2
    return max(1, min(places, limit or places))


def peaks(values: Floats, bins: int) -> npt.NDArray[np.intp]:
    """Indices of the largest value in each of at most `bins` runs of neighbours; all where they fit."""
    count = len(values)
    if count <= bins:
        return np.arange(count)
    edges = np.linspace(0, count, bins + 1).astype(int)[:-1]
    highest = np.repeat(np.maximum.reduceat(values, edges), np.diff(edges, append=count))
    tops = np.flatnonzero(values == highest)
    return tops[np.searchsorted(tops, edges)]


def some_of(count: int, most: int) -> npt.NDArray[np.intp]:
    """At most about `most` indices of `count`, evenly spread, the first and the last among them."""
    if count <= most:
        return np.arange(count)
    return np.unique(np.append(np.arange(0, count, -(-count // most)), count - 1))


def nice_ceiling(value: float, steps: Sequence[float] = (1.0, 2.0, 5.0, 10.0)) -> float:
    """The next of 1, 2, 5 (or other steps up to 10) times a power of ten, at or above a value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in steps if value <= step * power * (1 + 1e-9))


def place_ticks(span: int, most: int = 4) -> list[int]:
    """1, round numbers, and the last place: none too near to the last one."""
    step = max(1, round(nice_ceiling(span / most)))
    between = [place for place in range(step, span, step) if place > 1 and span - place > 0.4 * step]
    return sorted({1, *between, span})


def running_share(accepted: Sequence[int] | Floats, proposed: Sequence[int] | Floats) -> Floats:
    """Accepted so far over proposed so far, %, after each round."""
    total = np.cumsum(np.asarray(proposed, dtype=float))
    return np.asarray(100.0 * np.cumsum(np.asarray(accepted, dtype=float)) / np.maximum(total, 1.0))
