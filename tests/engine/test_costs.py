"""The best length by measured times, and what is remembered of a pair from run to run."""

import pytest

from engine.decoding.cost import CostModel
from engine.rates import emitted
from tests.engine.costs import LONGEST, best, law_of_times


@pytest.mark.parametrize(("draft_s", "row_s"), [(0.02, 0.0), (0.1, 0.02), (0.05, 0.1), (0.01, 0.25)])
def test_the_best_length_on_a_table_of_times(draft_s: float, row_s: float) -> None:
    costs = law_of_times(draft_s, row_s)
    for acceptance in (0.3, 0.6, 0.8, 0.95, 0.999):
        _, gain = best(acceptance, draft_s, row_s)
        found, promised = costs.best_length([emitted(acceptance, k, False) for k in range(1, LONGEST + 1)])
        true = emitted(acceptance, found, False) / ((draft_s + row_s) * found + 1.0)
        assert true > 0.96 * gain and promised == pytest.approx(true, rel=0.1)


def test_a_length_known_less_has_the_benefit_of_the_doubt() -> None:
    """Else one that was once taken for a little too dear would never be drafted again."""
    costs = law_of_times(0.05, 0.05, (8,) * 40)
    alive = costs._times.round_costs().tolist()  # all as fast as target-only
    assert costs.best_length(alive)[0] == 1, "the one furthest from what was measured"
    alive[7] *= 2.0
    assert costs.best_length(alive)[0] == 8


def test_what_coming_back_from_the_target_alone_costs() -> None:
    costs = law_of_times(0.05, 0.02)
    for _ in range(20):
        costs.observe_target(1.0)
        costs.observe_round(8, 1.3 * 1.56, after_stretch=True)
        costs.observe_round(8, 1.56)
    assert costs.change() == pytest.approx(0.3, abs=0.06)


def test_the_first_time_of_a_length_is_left_out() -> None:
    """It may hold one-time work, of compiling or of memory."""
    costs = CostModel()
    costs.observe_target(1.0)
    for length in (2, 8):
        costs.observe_round(length, 100.0)
    assert costs.unknown_length() == 2
    for length in (2, 8):
        costs.observe_round(length, 1.0 + 0.1 * length)
    assert costs.unknown_length() is None
    assert costs._times.round_costs()[3] == pytest.approx(1.4, rel=0.06)
