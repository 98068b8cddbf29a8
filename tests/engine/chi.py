"""Tests of counts against a law, at a false-alarm rate of one in a million."""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

Floats = NDArray[np.float64]
ALPHA = 1e-6
LEAST = 5.0


def require_law(counts: Floats, law: Floats, what: str = "") -> None:
    """Fail unless counts of independent draws agree with a law: χ² over cells, those expected below 5 put together."""
    require_rows(counts.reshape(1, -1), law.reshape(1, -1), what)


def require_rows(counts: Floats, laws: Floats, what: str = "") -> None:
    """The same for many rows at once, each with a law and a number of draws of its own: one sum of χ²."""
    assert not np.any(counts[laws <= 0]), f"{what}: draws that the law rules out"
    total, freedom = 0.0, 0
    for row, law in zip(counts, laws, strict=True):
        part, cells = _pooled(row, law * row.sum())
        total, freedom = total + part, freedom + max(cells - 1, 0)
    assert freedom > 0, f"{what}: too few draws to tell anything"
    chance = float(chi2.sf(total, freedom))
    assert chance > ALPHA, f"{what}: χ² = {total:.1f} with {freedom} degrees of freedom, p = {chance:.1e}"


def _pooled(counts: Floats, expected: Floats) -> tuple[float, int]:
    """χ² and the number of cells: the rarest are put together until at least 5 are expected of each cell."""
    cells = [[0.0, 0.0]]
    for i in np.argsort(expected):
        if cells[-1][1] >= LEAST:
            cells.append([0.0, 0.0])
        cells[-1][0] += counts[i]
        cells[-1][1] += expected[i]
    if len(cells) > 1 and cells[-1][1] < LEAST:
        seen, wanted = cells.pop()
        cells[-1] = [cells[-1][0] + seen, cells[-1][1] + wanted]
    return sum((seen - wanted) ** 2 / wanted for seen, wanted in cells if wanted > 0), len(cells)


def tv_bound(width: int, draws: int) -> float:
    """What the TV distance of a sample from its law stays below, but for one time in a million."""
    return 0.5 * math.sqrt((width - 1) / draws) + math.sqrt(math.log(1 / ALPHA) / (2 * draws))
