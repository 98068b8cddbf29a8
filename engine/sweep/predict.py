"""Speed-ups of cells that were not measured, from cost and acceptance; and how wrong that is where it was measured."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from engine.rates import emitted, stayed
from engine.sweep.cost import Cost, Measured, fit, measured
from engine.sweep.plan import Setting
from engine.sweep.sample import Sample
from engine.sweep.summary import Summary

#: Held-out cells below which an error says nothing.
FEWEST_CELLS = 3


@dataclass(frozen=True, slots=True)
class Prediction:
    """A cell that was not measured.

    Attributes:
        speedup: expected times as fast as target-only. chance: that a drafted token stays, 0 to 1.
        outside: whether the draft length or the budget lies outside what was measured.
    """

    speedup: float
    chance: float
    outside: bool


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Each measured cell predicted from all others.

    Attributes:
        pairs: (setting, predicted, measured) speed-ups.
        typical, worst: median and largest of |predicted / measured − 1|.
    """

    pairs: tuple[tuple[Setting, float, float], ...]
    typical: float
    worst: float


class Model:
    """Predicts fixed draft lengths: `speedup = t₁ E / (draft(K) + verify(K) + overhead)`, E from the chance to stay.

    Args:
        chances: by (K, D), from measured cells. bonus: whether full rounds draw one more token.
    """

    def __init__(self, cost: Cost, chances: Mapping[tuple[int, float], float], bonus: bool) -> None:
        self.cost, self._bonus = cost, bonus
        self._curves: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for (length, budget), chance in sorted(chances.items()):
            self._curves[length].append((budget, chance))
        self._lowest = {length: curve[0][0] for length, curve in self._curves.items()}
        for curve in self._curves.values():
            if curve[-1][0] < 1.0:
                curve.append((1.0, 1.0))  # budget 1 is the draft's own law: every token stays

    def predict(self, length: int, budget: float) -> Prediction:
        """The cell of K drafted tokens at budget D."""
        usable = {k: curve for k, curve in self._curves.items() if self._lowest[k] <= budget}
        curves = usable or self._curves
        chance = along([(k, along(curve, budget)) for k, curve in sorted(curves.items())], length)
        rate = emitted(chance, length, self._bonus) / self.cost.round_s(length)
        inside = bool(usable) and min(self._curves) <= length <= max(self._curves)
        return Prediction(rate * self.cost.target_s, chance, not inside)


def model_of(samples: Iterable[Sample], bonus: bool = False) -> Model | None:
    """The model of a sweep; None where too little was measured to fit it (two draft lengths and target-only)."""
    kept = list(samples)
    return _model(measured(kept), chances_of(kept), bonus)


def predictions(model: Model, lengths: Sequence[int], budgets: Sequence[float]) -> dict[Setting, Prediction]:
    """All cells of a grid, measured or not."""
    cells = [Setting("mentored", "fixed", length, budget) for length in lengths for budget in budgets]
    return {cell: model.predict(cell.draft_length, cell.tv_budget) for cell in cells}


def held_out(samples: Iterable[Sample], rows: Sequence[Summary], bonus: bool = False) -> HeldOut | None:
    """Predict each measured cell from all others; None where fewer than three can be.

    Args:
        rows: the summaries of these samples.
    """
    kept = list(samples)
    data, chances = measured(kept), chances_of(kept)
    pairs = []
    for row in rows:
        model = _model(data, chances, bonus, without=row.setting) if row.setting.fixed else None
        if model is not None and row.speedup is not None:
            guess = model.predict(row.setting.draft_length, row.setting.tv_budget).speedup
            pairs.append((row.setting, guess, row.speedup.median))
    if len(pairs) < FEWEST_CELLS:
        return None
    errors = [abs(guess / true - 1) for _, guess, true in pairs]
    return HeldOut(tuple(pairs), median(errors), max(errors))


def error_words(check: HeldOut | None) -> str:
    """The model's error in a sentence."""
    if check is None:
        return (
            "The cost model could not be checked: that needs target-only and at least three measured cells of "
            "fixed draft lengths, two of them different."
        )
    return (
        f"The cost model, tried on each of {len(check.pairs)} measured cells without that cell, was off by "
        f"{100 * check.typical:.0f} % (median), at worst by {100 * check.worst:.0f} %."
    )


def chances_of(samples: Iterable[Sample]) -> dict[Setting, float]:
    """The chance that a drafted token stays, by fixed setting, from all its rounds."""
    sums: dict[Setting, list[int]] = defaultdict(lambda: [0, 0])
    for sample in samples:
        if sample.setting.fixed and sample.proposed:
            found = sums[sample.setting]
            found[0] += sample.accepted
            found[1] += sample.proposed
    return {setting: chance_of(a / p, setting.draft_length) for setting, (a, p) in sums.items()}


def chance_of(acceptance: float, length: int) -> float:
    """Solve `stayed(a, K) / K = acceptance` for a, by bisection: a token counts only if all before it were kept."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if stayed(middle, length) / length < acceptance else (low, middle)
    return high


def along(points: Sequence[tuple[float, float]], x: float) -> float:
    """Linear interpolation through points sorted by x; outside them the nearest one's value."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def _model(
    data: Measured, chances: Mapping[Setting, float], bonus: bool, without: Setting | None = None
) -> Model | None:
    cost = fit(data, without)
    known = {(one.draft_length, one.tv_budget): chance for one, chance in chances.items() if one != without}
    return Model(cost, known, bonus) if cost is not None and known and cost.round_s(1) > 0 else None
