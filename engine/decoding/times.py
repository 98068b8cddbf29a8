"""How long a target-only token and rounds take: a Kalman filter on logarithms of seconds. No MLX."""

import math

import numpy as np
from numpy.typing import NDArray

from engine.request import MAX_DRAFT_LENGTH

#: Where the filter's state keeps target-only's token, the rounds of 1 to MAX_DRAFT_LENGTH drafted tokens, how much
#: longer all of them take just now (the pace), and how much longer a round takes after a stretch without drafts.
_TARGET, _PACE, _AFTER = 0, MAX_DRAFT_LENGTH + 1, MAX_DRAFT_LENGTH + 2
_ROUNDS = slice(1, _PACE)
_SIZE = MAX_DRAFT_LENGTH + 3

#: One number a draft length, from 1 on.
Costs = NDArray[np.float64]


class Times:
    """Times of rounds against that of a target-only token; what is known of one length tells of its neighbours.

    Machines slow down and speed up within seconds, for all lengths and target-only alike. So the logarithm of what
    is measured is taken for the sum of a kind's own and of the pace, which wanders. A filter that knows how sure it
    is of either puts a change down to the pace where the kind is known well, and learns of the kind where the pace
    is. Only what kinds take against each other is ever asked for, so it does not matter what the pace is told from.
    """

    #: Standard deviations, of natural logarithms: of one measurement at first, of the pace from one to the next and
    #: from run to run, and of a kind's own drift.
    MEASURED, WANDER, BETWEEN, DRIFT = 0.1, 0.02, 0.2, 0.0015
    #: How much each measurement says of the first of these, and the least that it can be.
    NOTICED, LEAST = 0.02, 0.03
    #: A measurement that is off by more standard deviations tells of a machine that has become slower or faster.
    JUMP = 3.0
    #: Before anything was measured, standard deviations: of a round's extra against a target-only token, of its
    #: slope over log(K + 3), which is nearly a line where the time is one, of bends in it, and how far they reach.
    LEVEL, SLOPE, SLOPE_SURE, BEND, REACH = 1.0, 0.9, 0.4, 0.15, 0.6
    #: A round's extra after a stretch, likewise, and how sure that is. The seconds of anything could be any.
    AFTER, AFTER_SURE, ANY = 0.1, 0.1, 10.0

    def __init__(self) -> None:
        at = np.log(np.arange(1, MAX_DRAFT_LENGTH + 1) + 3.0)
        self._mean, self._cov, self._drift = np.zeros(_SIZE), np.zeros((_SIZE, _SIZE)), np.zeros(_SIZE)
        self._mean[_ROUNDS] = self.SLOPE * at - 1.0
        bends = self.BEND**2 * np.exp(-(((at[:, None] - at) / self.REACH) ** 2) / 2)
        self._cov[_ROUNDS, _ROUNDS] = self.LEVEL**2 + self.SLOPE_SURE**2 * np.outer(at, at) + bends
        self._cov[:_PACE, :_PACE] += self.ANY**2
        self._mean[_AFTER], self._cov[_AFTER, _AFTER] = self.AFTER, self.AFTER_SURE**2
        self._drift[:_PACE], self._drift[_PACE] = self.DRIFT**2, self.WANDER**2
        self._variances = self._cov.reshape(-1)[:: _SIZE + 1]  # a view of the diagonal
        self._noise = self.MEASURED**2

    def begin(self) -> None:
        """A run begins: since the last one the pace may have changed."""
        self._cov[_PACE, _PACE] += self.BETWEEN**2

    def add_round(self, length: int, seconds: float, after_stretch: bool) -> None:
        """A round of so many drafted tokens took so long."""
        self._add(length, seconds, after_stretch)

    def add_target(self, seconds: float) -> bool:
        """A target-only token took so long. Whether that was a surprise."""
        return self._add(_TARGET, seconds, False)

    def _add(self, kind: int, seconds: float, after_stretch: bool) -> bool:
        """Take a measurement, the sum of its kind's part of the state and the pace; whether it is off by far."""
        mean, cov = self._mean, self._cov
        self._variances += self._drift
        off, towards = math.log(max(seconds, 1e-9)) - mean[kind] - mean[_PACE], cov[kind] + cov[_PACE]
        if after_stretch:
            off, towards = off - mean[_AFTER], towards + cov[_AFTER]
        known = towards[kind] + towards[_PACE] + after_stretch * towards[_AFTER]
        surprising = off * off > self.JUMP**2 * (known + self._noise)
        noise = min(max(off * off - known, self.LEAST**2), self.JUMP**2 * self._noise)
        if surprising:
            self.begin()
            towards[_PACE] += self.BETWEEN**2
            known += self.BETWEEN**2
        gain = towards / (known + self._noise)
        mean += off * gain
        cov -= towards[:, None] * gain
        self._noise += self.NOTICED * (noise - self._noise)
        return bool(surprising)

    def round_costs(self) -> Costs:
        """Expected times of rounds of 1, 2, … drafted tokens, in target-only tokens."""
        costs: Costs = np.exp(self._mean[_ROUNDS] - self._mean[_TARGET])
        return costs

    def doubts(self) -> Costs:
        """How unsure these are: standard deviations of their natural logarithms."""
        target = self._cov[_TARGET]
        doubts: Costs = np.sqrt(np.maximum(self._variances[_ROUNDS] + target[_TARGET] - 2.0 * target[_ROUNDS], 0.0))
        return doubts

    def change(self) -> float:
        """What a round takes longer after a stretch, as a share of its time."""
        return max(math.expm1(self._mean[_AFTER]), 0.0)
