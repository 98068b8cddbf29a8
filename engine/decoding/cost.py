"""What is known of a pair from its runs so far: what rounds cost on this machine, and how far its models lie apart."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from engine.decoding.times import Times
from engine.request import Request


class CostModel:
    """Kept from run to run of a pair. Costs are in target-only tokens.

    The first measurement of each length is left out, since it may hold one-time work.

    Attributes:
        since_target: drafted runs' tokens since target-only was timed; None before it was.
        surprised: whether its time was a surprise then.
    """

    #: Lengths to choose from. Near neighbours differ by little, on accelerators each is a graph of its own to build
    #: (`engine.pair.few_rows` says to which rows they are padded), and what is measured often is known well.
    LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16)
    FIRST_LENGTHS = (2, 8)
    #: How many standard deviations of its time a length is given for not being known well.
    BENEFIT = 1.5
    #: Positions of a run, seeds of a prompt, and prompts, whose distances are remembered.
    REMEMBERED, SEEDS, PROMPTS = 128, 3, 8

    def __init__(self) -> None:
        self._times = Times()
        self._seen: dict[int, int] = {}
        self.since_target: int | None = None
        self.surprised = False
        self._distances: dict[Any, dict[int, deque[float]]] = {}

    def begin(self) -> None:
        """A run begins."""
        self._times.begin()

    def observe_round(self, length: int, seconds: float, after_stretch: bool = False) -> None:
        """A round of that draft length took these seconds; whether it came after tokens drawn by the target alone."""
        self._seen[length] = self._seen.get(length, 0) + 1
        if self._seen[length] > 1:
            self._times.add_round(length, seconds, after_stretch)

    def observe_target(self, seconds: float) -> None:
        """Target-only tokens took these seconds each."""
        self.since_target = 0
        self.surprised = self._times.add_target(seconds)

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

    def change(self) -> float:
        """What a round takes longer after a stretch of the target alone, as a share of its time."""
        return self._times.change()

    def best_length(self, emitted: Sequence[float]) -> tuple[int, float]:
        """The length of `LENGTHS` to draft, and how many times as fast as target-only the fastest is expected to be.

        A length that is known less is given the benefit of the doubt where another one promises hardly more.

        Args:
            emitted: expected tokens of a round of 1, 2, …, MAX_DRAFT_LENGTH drafted tokens.
        """
        gains = (np.array(emitted) / self._times.round_costs())[_CHOICES]
        best = int(np.argmax(gains * (1.0 + self.BENEFIT * self._times.doubts()[_CHOICES])))
        return CostModel.LENGTHS[best], float(gains.max())


_CHOICES = np.array(CostModel.LENGTHS) - 1


@lru_cache(maxsize=16)  # asked for after every round
def _scene(request: Request) -> Any:
    """What distances depend on, but for chance: they do not depend on the budget."""
    return request.replace(seed=0, max_tokens=1).baseline_key()
