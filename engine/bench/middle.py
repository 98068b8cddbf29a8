"""The middle of several laps, and how far chance could have moved it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: Resamplings with replacement (Efron's bootstrap), and their seed, so that the same laps give the same figures.
TIMES, SEED = 2000, 1


@dataclass(frozen=True, slots=True)
class Middle:
    """A median, and between which bounds 95 % of the medians of resampled laps fall."""

    median: float
    low: float
    high: float


def middle(laps: Sequence[float]) -> Middle:
    """The median of at least one lap. Of a single lap the bounds are that lap: it tells nothing of chance."""
    values = np.asarray(laps, np.float64)
    drawn = np.random.default_rng(SEED).integers(0, len(values), (TIMES, len(values)))
    low, high = np.quantile(np.median(values[drawn], axis=1), (0.025, 0.975))
    return Middle(float(np.median(values)), float(low), float(high))
