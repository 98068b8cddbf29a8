"""Speed-ups are ratios of runs that stood side by side; drifts cancel, and what straddles 1.0× says so."""

import math

import pytest

from engine.sweep.plan import DRAFT, TARGET
from engine.sweep.summary import summarise
from tests.sweep.scripted_runs import cell, sample, small_plan, swept

CELL = cell(4, 0.5)


def test_ratios_are_paired_so_that_a_slow_lap_changes_nothing() -> None:
    runs = []
    for lap, heat in enumerate((1.0, 3.0, 1.5)):
        runs += [
            sample(TARGET, 2.0 * heat, lap, 0),
            sample(CELL, 1.0 * heat, lap, 1),
            sample(TARGET, 2.0 * heat, lap, 2),
        ]
    target, mentored = summarise(runs)
    assert mentored.speedup is not None
    assert (mentored.speedup.low, mentored.speedup.median, mentored.speedup.high) == pytest.approx((2.0, 2.0, 2.0))
    assert mentored.clearly_faster and not mentored.straddles
    assert target.speedup is not None and target.speedup.median == 1.0 and target.runs == 6


def test_a_drift_within_a_lap_cancels_between_the_two_target_only_runs_beside() -> None:
    runs = [sample(TARGET, 1.0, 0, 0), sample(CELL, 1.5, 0, 1), sample(TARGET, 2.0, 0, 2), sample(TARGET, 9.0, 0, 7)]
    assert summarise(runs)[1].speedup.median == pytest.approx(1.0)  # type: ignore[union-attr]


def test_a_run_is_never_paired_with_another_lap_or_across_a_resumed_session() -> None:
    lonely = summarise([sample(TARGET, 1.0, 0, 0), sample(CELL, 1.0, 1, 1)])[1]
    assert lonely.speedup is None and not lonely.straddles and not lonely.clearly_faster
    runs = [sample(TARGET, 2.0, 0, 0, 0), sample(CELL, 1.0, 0, 1, 0), sample(TARGET, 6.0, 0, 2, 1)]
    assert summarise(runs)[1].speedup.median == pytest.approx(2.0)  # type: ignore[union-attr]
    runs = [sample(TARGET, 2.0, 0, 0, 0), sample(CELL, 1.0, 0, 1, 1)]  # one target-only run a lap: better than none
    assert summarise(runs)[1].speedup.median == pytest.approx(2.0)  # type: ignore[union-attr]


def test_end_to_end_counts_the_prompt() -> None:
    runs = [sample(TARGET, 3.0, 0, 0), sample(CELL, 1.0, 0, 1)]
    row = summarise(runs)[1]
    assert row.speedup.median == pytest.approx(3.0) and row.end_to_end.median == pytest.approx(2.0)  # type: ignore[union-attr]


def test_the_range_tells_what_straddles() -> None:
    runs = []
    for lap, seconds in enumerate((0.8, 1.0, 1.25)):
        runs += [sample(TARGET, 1.0, lap, 0), sample(CELL, seconds, lap, 1)]
    row = summarise(runs)[1]
    assert row.speedup is not None and row.straddles and not row.clearly_faster
    assert (row.speedup.low, row.speedup.median, row.speedup.high) == pytest.approx((0.8, 1.0, 1.25))
    assert not summarise(runs[:2])[1].clearly_faster  # a single run has no range


def test_acceptance_pools_all_rounds_and_rounds_are_means() -> None:
    runs = [sample(CELL, proposed=10, accepted=9, rounds=2), sample(CELL, lap=1, proposed=30, accepted=11, rounds=5)]
    row = summarise(runs)[0]
    assert row.acceptance == pytest.approx(0.5) and row.rounds == 3.5 and row.accepted == 10


def test_the_likelihood_gap_is_taken_seed_by_seed() -> None:
    runs = [sample(seed=1, nll=1.0), sample(seed=2, lap=1, nll=3.0)]
    runs += [sample(CELL, place=1, seed=1, nll=1.5), sample(CELL, lap=1, place=1, seed=2, nll=3.1)]
    assert summarise(runs)[1].gap == pytest.approx(0.3)
    assert summarise([*runs, sample(DRAFT, place=2, seed=1)])[2].gap is None  # the target was not asked
    assert summarise([runs[0], sample(CELL, seed=1, nll=math.inf)])[1].gap == math.inf


def test_target_only_comes_first_then_the_order_of_the_plan() -> None:
    plan = small_plan(draft_only=True)
    rows = summarise(reversed(swept(plan)), plan.settings)
    assert [row.setting for row in rows] == [TARGET, *plan.settings]
    assert all(row.runs == 4 and row.seeds == 2 for row in rows[1:])
