"""What a round is expected to cost, from measured times on a machine that is slow now and then."""

import random

import pytest

from engine.decoding.cost import CostModel
from engine.rates import emitted
from tests.engine.costs import LONGEST, best, law_of_times


@pytest.mark.parametrize(("draft_s", "row_s"), [(0.02, 0.0), (0.1, 0.02), (0.05, 0.1), (0.01, 0.25)])
def test_the_best_length_on_a_table_of_times(draft_s: float, row_s: float) -> None:
    costs = law_of_times(draft_s, row_s)
    for acceptance in (0.3, 0.6, 0.8, 0.95, 0.999):
        wanted, rate = best(acceptance, draft_s, row_s)
        found, promised = costs.best_length([emitted(acceptance, k, False) for k in range(1, LONGEST + 1)])
        assert found == wanted and promised == pytest.approx(rate, rel=1e-6)


def test_times_that_follow_no_line() -> None:
    """A check of 5 to 8 rows costs the same: the lengths' own measurements bend the line."""
    costs = CostModel()
    for _ in range(12):
        for length in (2, 4, 5, 8):
            costs.observe_round(length, 0.0, 1.0 if length <= 4 else 2.0)
    assert costs.round_s(4) < 1.15 and costs.round_s(5) > 1.7


def test_one_slow_measurement_counts_for_little() -> None:
    costs = law_of_times(0.05, 0.1)
    before = costs.round_s(5)
    costs.observe_round(5, 50.0, 50.0)
    assert costs.round_s(5) < 1.5 * before


def test_one_slow_time_of_target_only_counts_for_little() -> None:
    costs = CostModel()
    costs.observe_target(1.0)
    costs.observe_target(100.0)
    assert costs.target_s == pytest.approx(1.3)
    costs.observe_target(1.0)
    assert costs.target_s == pytest.approx(1.0, abs=0.02), "what delays a step never speeds one up"


def test_a_slow_spell_does_not_speak_against_what_was_measured_in_it() -> None:
    """The machine takes half as long again for a while, in which only the best length is drafted, then less again."""
    costs = law_of_times(0.05, 0.02, (2, 2, 2, 8, 8, 8, 12, 12, 12, 16, 16, 16) * 3)
    costs.observe_target(1.0)
    alive = [emitted(0.999, k, False) for k in range(1, LONGEST + 1)]
    assert costs.best_length(alive)[0] == 16
    for slow in (1.5, 1.0, 1.5):
        for _ in range(12):
            costs.observe_round(16, slow * 0.8, slow * 1.32)
            assert costs.best_length(alive)[0] == 16, slow
        costs.observe_target(slow)
        assert costs.target_s == pytest.approx(1.0, rel=0.15)
    assert costs.best_length(alive)[1] == pytest.approx(alive[15] / 2.12, rel=0.15)


def test_a_length_off_the_line_is_not_taken_for_a_slow_machine() -> None:
    """A check of 8 rows costs a third of what the other lengths say, on a machine whose pace never changes."""
    costs = law_of_times(0.05, 0.3, (2, 2, 2, 4, 4, 4, 12, 12, 12, 16, 16, 16))
    for _ in range(50):
        costs.observe_round(8, 0.4, 0.5)
    assert costs.round_s(8) == pytest.approx(0.9, rel=0.1)


def test_a_machine_that_stays_slow_is_the_usual_one_at_last() -> None:
    """Else the pace could wander off and leave lengths behind that are seldom drafted."""
    costs, noise = law_of_times(0.05, 0.02), random.Random(1)
    costs.observe_target(1.0)
    for _ in range(1500):
        slow = 2.0 * (1.0 + 0.2 * noise.random()) * (2.0 if noise.random() < 0.05 else 1.0)
        costs.observe_round(8, slow * 0.4, slow * 1.16)
    for length in (2, 5, 8):
        assert costs.round_s(length) == pytest.approx(2.2 * (1 + 0.07 * length), rel=0.25), length


def test_the_first_time_of_a_length_is_left_out() -> None:
    """It may hold one-time work, of compiling or of memory."""
    costs = CostModel()
    for length in (2, 8):
        costs.observe_round(length, 100.0, 100.0)
    assert costs.unknown_length() == 2
    for length in (2, 8):
        costs.observe_round(length, 0.1 * length, 1.0)
    assert costs.unknown_length() is None
    assert costs.round_s(4) == pytest.approx(1.4)
