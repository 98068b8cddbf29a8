"""The order of the runs, and what is left of it after a stop."""

from collections import Counter

import pytest

from engine.events import Finished
from engine.record import RunRecord
from engine.request import Request
from engine.sweep.pace import duration, estimate
from engine.sweep.plan import TARGET, source_preset
from engine.sweep.run import Schedule, carry_out, jobs, lap_order
from tests.scripted import DRAFT_S, PREFILL_S, TARGET_S, VERIFY_S
from tests.sweep.scripted_runs import cell, sample, scripted_run, small_plan, swept


@pytest.mark.parametrize("plan", [small_plan(), small_plan(between=0, draft_only=True), source_preset(Request("x"))])
def test_every_lap_has_each_setting_once_and_its_target_only_runs(plan) -> None:
    for lap in range(plan.laps):
        order = Counter(lap_order(plan, lap))
        assert order.pop(TARGET) == plan.baselines
        assert order == Counter(plan.measured)
    assert len(list(jobs(plan))) == plan.runs


def test_target_only_stands_before_between_and_after_the_cells() -> None:
    order = lap_order(small_plan(), 0)
    assert [i for i, setting in enumerate(order) if setting == TARGET] == [0, 4, 6]


def test_laps_differ_in_order_and_each_seed_comes_as_often() -> None:
    plan = small_plan()
    assert len({tuple(lap_order(plan, lap)) for lap in range(plan.laps)}) == plan.laps
    assert Counter(plan.seed_of(lap) for lap in range(plan.laps)) == {3: 2, 4: 2}


def test_the_warm_up_is_short_and_not_counted() -> None:
    plan = small_plan()
    schedule, seen = Schedule(plan), []
    carry_out(schedule, scripted_run, lambda sample: None, lambda job, progress: seen.append(job))
    warm = [job for job in seen if job.warm_up]
    assert {job.setting for job in warm} == {TARGET, cell(2, 0.5), cell(4, 0.5)} and len(warm) == 3
    assert all(job.request.max_tokens <= 32 for job in warm)
    assert len(schedule.samples) == plan.runs == len(seen) - len(warm)
    first = Schedule(small_plan(warm_up=False)).next_job()
    assert first is not None and not first.warm_up


def test_a_stopped_run_stays_to_be_done_and_ends_the_sweep() -> None:
    schedule, count = Schedule(small_plan(warm_up=False)), 0

    def run(request: Request) -> RunRecord:
        nonlocal count
        count += 1
        record = RunRecord(request)
        if count == 4:
            record.add(Finished("stopped", record.figures(0.0, 0.0)))
            return record
        return scripted_run(request)

    kept: list = []
    assert not carry_out(schedule, run, kept.append)
    due = schedule.next_job()
    assert len(kept) == 3 == schedule.progress().done and due is not None and due.place == 3
    assert carry_out(schedule, scripted_run, kept.append)
    assert [(one.lap, one.place) for one in kept] == [(job.lap, job.place) for job in jobs(schedule.plan)]


def test_resuming_neither_loses_nor_repeats_a_run_wherever_it_was_stopped() -> None:
    plan = small_plan()
    whole = swept(plan)
    for count in range(plan.runs + 1):
        later = Schedule(plan, whole[:count], session=1)
        carry_out(later, scripted_run, lambda sample: None)
        assert Counter((one.lap, one.place) for one in later.samples) == Counter((one.lap, one.place) for one in whole)
        assert {one.session for one in later.samples[count:]} <= {1}


def test_a_record_of_another_run_is_refused() -> None:
    schedule = Schedule(small_plan())
    job = schedule.next_job()
    assert job is not None
    with pytest.raises(ValueError):
        schedule.take(job, scripted_run(job.request.replace(seed=99)))


def test_the_time_left_comes_from_the_measured_speeds() -> None:
    plan = small_plan(warm_up=False)
    schedule = Schedule(plan)
    assert schedule.progress().left_s is None  # nothing was measured
    samples = swept(plan)
    half = Schedule(plan, samples[: plan.runs // 2])
    rest = sum(one.total_s for one in samples[plan.runs // 2 :])
    assert half.progress().left_s == pytest.approx(rest, rel=0.2)
    assert Schedule(plan, samples).progress().left_s == 0
    assert estimate(plan, samples) == pytest.approx(sum(one.total_s for one in samples), rel=0.2)
    assert estimate(plan, []) is None


def test_a_sample_has_the_figures_of_its_run() -> None:
    first = next(one for one in swept(small_plan()) if one.setting == TARGET)
    assert first.total_s == pytest.approx(PREFILL_S + 12 * TARGET_S)
    assert first.tokens_per_s == pytest.approx(1 / TARGET_S)
    assert first.nll == pytest.approx(0.6931, abs=1e-3)
    mentored = next(one for one in swept(small_plan()) if one.setting == cell(4, 0.5))
    assert mentored.rounds == len(mentored.timings) > 0
    full = mentored.timings[0]
    assert (full.length, full.draft_s, full.verify_s) == (4, pytest.approx(4 * DRAFT_S), VERIFY_S)
    assert mentored.draft_s == pytest.approx(DRAFT_S * mentored.proposed)
    assert mentored.acceptance == mentored.accepted / mentored.proposed
    assert sample(tokens=0).tokens_per_s is None


def test_durations_in_words() -> None:
    told = [duration(seconds) for seconds in (0.4, 59.4, 60, 289, 3599, 3600, 7500)]
    assert told == ["0 s", "59 s", "1 min", "4 min 49 s", "59 min 59 s", "1 h", "2 h 5 min"]
