"""What a round costs on this machine with this pair: measured times by draft length, kept from run to run."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from engine.request import Request


class _Times:
    """Seconds by draft length: a line through all measurements, bent towards a length's own where it has some.

    Old measurements fade. One far above what was expected (another program had the machine) counts for twice that.
    """

    FADE = 0.97
    #: How many measurements of its own a length needs to weigh as much as the line.
    LINE = 2.0
    MOST = 2.0

    def __init__(self) -> None:
        self._n = self._x = self._y = self._xx = self._xy = 0.0
        self._own: dict[int, tuple[float, float]] = {}

    def add(self, length: int, seconds: float) -> None:
        """Take one measurement."""
        if len(self._own) > 1 and length in self._own:
            seconds = min(seconds, self.MOST * self.at(length))
        self._n, self._x, self._y = (
            self.FADE * old + new for old, new in ((self._n, 1), (self._x, length), (self._y, seconds))
        )
        self._xx, self._xy = self.FADE * self._xx + length * length, self.FADE * self._xy + length * seconds
        self._own = {one: (self.FADE * n, self.FADE * total) for one, (n, total) in self._own.items()}
        n, total = self._own.get(length, (0.0, 0.0))
        self._own[length] = n + 1, total + seconds

    def own(self, length: int) -> float | None:
        """The mean of a length's own measurements, whatever the others say; None where it has none."""
        n, total = self._own.get(length, (0.0, 0.0))
        return total / n if n else None

    def at(self, length: int) -> float:
        """Expected seconds at a length."""
        n, total = self._own.get(length, (0.0, 0.0))
        return (total + self.LINE * self._line(length)) / (n + self.LINE)

    def _line(self, x: float) -> float:
        """The fitted line, or the mean in proportion where only one length was seen."""
        spread = self._n * self._xx - self._x * self._x
        mean_x, mean_y = self._x / self._n, self._y / self._n
        if spread < 1e-9 * self._xx * self._n:
            return mean_y * (0.5 + 0.5 * x / mean_x)
        slope = max((self._n * self._xy - self._x * self._y) / spread, 0.0)
        return max(mean_y + slope * (x - mean_x), 0.1 * mean_y)


class CostModel:
    """What is known of a pair from its runs so far: times, and how far its models lie apart.

    The first measurement of each length is left out, since it may hold one-time work. Machines slow down and speed up
    within seconds, for all lengths and target-only alike. What is measured is therefore told from the pace of the
    moment, or whatever was measured last in a slow spell would be passed over for long after.

    Attributes:
        target_s: seconds of one target-only token at the usual pace; None before it was measured.
        since_target: drafted runs' tokens since then.
    """

    #: Lengths to choose from. Near neighbours differ by little, on accelerators each is a graph of its own to build
    #: (`engine.pair.few_rows` says to which rows they are padded), and what is measured often is known well.
    LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16)
    FIRST_LENGTHS = (2, 8)
    #: How much a measurement says about the pace of the moment, and how fast that becomes the usual one.
    PACE, USUAL = 0.3, 0.02
    #: How much a new time of target-only counts for. Other programs only ever make it longer.
    IF_LONGER, IF_SHORTER = 0.3, 0.7
    MOST = 2.0
    #: Positions of a run, seeds of a prompt, and prompts, whose distances are remembered.
    REMEMBERED, SEEDS, PROMPTS = 128, 3, 8

    def __init__(self) -> None:
        self._draft, self._verify = _Times(), _Times()
        self._seen: dict[int, int] = {}
        self._pace = 1.0  # how much longer all takes just now
        self.target_s: float | None = None
        self.since_target = 0
        self._distances: dict[Any, dict[int, deque[float]]] = {}

    def observe_round(self, length: int, draft_s: float | None, verify_s: float) -> None:
        """A round of that draft length took these seconds; None for a draft that had more than that to read."""
        self._seen[length] = self._seen.get(length, 0) + 1
        if self._seen[length] == 1:
            return
        if draft_s is not None:
            draft, verify = self._draft.own(length), self._verify.own(length)
            if draft is not None and verify is not None:  # what others say of it may be wrong, which is no pace
                self._keep_pace((draft_s + verify_s) / (draft + verify))
            self._draft.add(length, draft_s / self._pace)
        self._verify.add(length, verify_s / self._pace)

    def observe_target(self, seconds: float) -> None:
        """Target-only tokens took these seconds each."""
        self.since_target = 0
        if self.target_s is None:
            self.target_s = seconds / self._pace
            return
        self._keep_pace(seconds / self.target_s)
        usual_s = min(seconds / self._pace, self.MOST * self.target_s)
        share = self.IF_LONGER if usual_s > self.target_s else self.IF_SHORTER
        self.target_s += share * (usual_s - self.target_s)

    def _keep_pace(self, seen: float) -> None:
        """Something took `seen` times what it usually does."""
        self._pace += self.PACE * (min(seen, self.MOST * self._pace) - self._pace)
        self._pace += self.USUAL * (1.0 - self._pace)

    def remember(self, request: Request, distances: Iterable[float]) -> None:
        """Keep TV distances of positions that a run of `request` checked."""
        seeds = self._distances.setdefault(_scene(request), {})
        kept = seeds.pop(request.seed, None)
        seeds[request.seed] = deque(maxlen=self.REMEMBERED) if kept is None else kept  # the latest stands last
        seeds[request.seed].extend(distances)
        for held, most in ((seeds, self.SEEDS), (self._distances, self.PROMPTS)):
            while len(held) > most:
                del held[next(iter(held))]

    def distances(self, request: Request) -> Sequence[float]:
        """The distances of the latest run with this prompt and sampling, at whatever budget, but with another seed.

        A run with the same seed drew with the same noise: a length chosen by it would not be chosen before the draws.
        """
        seeds = self._distances.get(_scene(request), {})
        return next((list(kept) for seed, kept in reversed(seeds.items()) if seed != request.seed), [])

    def unknown_length(self) -> int | None:
        """A length that has to be tried before the times mean anything; None when enough were."""
        for length in self.FIRST_LENGTHS:
            if self._seen.get(length, 0) < 2:
                return length
        return None

    def round_s(self, length: int) -> float:
        """Expected seconds of a round at the usual pace."""
        return self._draft.at(length) + self._verify.at(length)

    def best_length(self, emitted: Sequence[float]) -> tuple[int, float]:
        """The length with the most expected tokens per second, of `LENGTHS`, and that rate at the usual pace.

        Args:
            emitted: expected tokens of a round of 1, 2, … drafted tokens.
        """
        known = [length for length in self.LENGTHS if length <= len(emitted)]
        rates = {length: emitted[length - 1] / self.round_s(length) for length in known}
        best = max(known, key=lambda length: rates[length])
        return best, rates[best]


@lru_cache(maxsize=16)  # asked for after every round
def _scene(request: Request) -> Any:
    """What distances depend on, but for chance: they do not depend on the budget."""
    return request.replace(seed=0, max_tokens=1).baseline_key()
