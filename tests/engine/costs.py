"""Made-up times of rounds, and the best length by them."""

from engine.decoding.cost import CostModel
from engine.rates import emitted

LONGEST = 16


def best(acceptance: float, draft_s: float, row_s: float) -> tuple[int, float]:
    """The best length on that machine, and how many times as fast as target-only, from the formula."""
    lengths = [k for k in CostModel.LENGTHS if k <= LONGEST]
    rates = {k: emitted(acceptance, k, False) / ((draft_s + row_s) * k + 1.0) for k in lengths}
    length = max(rates, key=lambda k: rates[k])
    return length, rates[length]


def law_of_times(draft_s: float, row_s: float, lengths: tuple[int, ...] = (2, 2, 2, 8, 8, 8, 5, 5, 5)) -> CostModel:
    """Rounds on a machine on which a draft step takes `draft_s`, a check 1 s and `row_s` a row, a target step 1 s."""
    costs = CostModel()
    costs.observe_target(1.0)
    for length in lengths:
        costs.observe_round(length, (draft_s + row_s) * length + 1.0)
    return costs
