"""What a sweep is asked to measure: the source's table exactly, and sentences for what cannot be meant."""

from collections.abc import Callable

import pytest

from engine.errors import RequestError
from engine.request import Request
from engine.sweep.exports.source import SOURCE_ROWS, source_changes
from engine.sweep.plan import DRAFT, TARGET, Plan, Setting, grid, seeds_from, source_preset
from tests.enginerun import require_plain
from tests.sweep.scripted_runs import cell, small_plan

BASE = Request("x", coupling="gumbel", temperature=0.2, top_p=0.5, bonus=True)


def test_the_source_preset_is_the_sources_table() -> None:
    plan = source_preset(BASE)
    told = [setting.label() for setting in plan.settings]
    assert told == [
        "Target only", "K 4, TV 1", "K 6, TV 1", "K 8, TV 1", "K 8, TV 0.75", "K 8, TV 0.5", "K 4, TV 0", "Draft only",
    ]  # fmt: skip
    assert plan.base == Request("x", temperature=0.7, max_tokens=256, ignore_eos=True)
    assert (len(plan.seeds), plan.repeats, plan.warm_up, plan.preset) == (3, 3, True, "source")
    assert plan.runs == 8 * 9  # target-only, too, has its 3 calls × 3 seeds and no more
    assert set(SOURCE_ROWS) == set(plan.settings)
    assert source_changes(plan) == []


def test_what_differs_from_the_source_is_said() -> None:
    plan = source_preset(BASE, seeds=(0,), repeats=2, max_tokens=40, ignore_eos=False)
    assert source_changes(plan) == [
        "tokens: 40 instead of 256", "end of sequence ignored: no instead of yes", "seeds: 1 instead of 3",
        "calls: 2 instead of 3",
    ]  # fmt: skip


def test_a_grid_has_every_cell_and_target_only_runs_between() -> None:
    plan = grid(Request("x"), (2, 4, 6, 8, 12), (0, 0.25, 0.5, 0.75, 1), draft_only=False)
    assert len(plan.settings) == 25 and plan.baselines == 6 and plan.runs == 3 * 31
    both = grid(Request("x"), (4,), (0.5,), ("fixed", "cost-aware"), draft_only=True)
    assert [one.label() for one in both.settings] == ["K 4, TV 0.5", "cost-aware from K 4, TV 0.5", "Draft only"]


def test_a_settings_run_keeps_the_sampling() -> None:
    made = cell(3, 0.25).request(BASE, 9)
    assert (made.draft_length, made.tv_budget, made.policy, made.seed, made.mode) == (3, 0.25, "fixed", 9, "mentored")
    assert made.baseline_key() == TARGET.request(BASE, 9).baseline_key()
    assert DRAFT.request(BASE, 9).mode == "draft"
    assert Setting("target", "fixed", 3, 0.5) == TARGET  # what means nothing makes no other setting


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cell(17, 0.5), "draft length 17"),
        (lambda: cell(4, float("nan")), "TV budget nan"),
        (lambda: Setting("mentored", "lucky", 4, 0.5), "policy “lucky”"),  # type: ignore[arg-type]
        (lambda: Setting("both"), "mode “both”"),  # type: ignore[arg-type]
        (lambda: grid(BASE, (), (0.5,)), "measures nothing"),
        (lambda: grid(BASE, (4, 4), (0.5,)), "K 4, TV 0.5 is there twice"),
        (lambda: grid(BASE, range(1, 17), [i / 100 for i in range(100)]), "1,600 settings"),
        (lambda: small_plan(seeds=()), "0 seeds"),
        (lambda: small_plan(seeds=(1, 1)), "seed 1 is there twice"),
        (lambda: small_plan(seeds=(-1,)), "seed -1"),
        (lambda: small_plan(repeats=0), "runs per cell 0"),
        (lambda: small_plan(between=-1), "between target-only runs -1"),
        (lambda: grid(BASE, (4,), [i / 300 for i in range(300)], repeats=100), "at most 20,000"),
        (lambda: seeds_from(0, 0), "number of seeds 0"),
        (lambda: seeds_from(2**32 - 1, 2), "seed 4294967295"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(make: Callable[[], Setting | Plan], words: str) -> None:
    with pytest.raises(RequestError) as caught:
        make()
    assert words in caught.value.sentence
    require_plain(caught.value.sentence)
