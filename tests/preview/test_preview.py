"""A preview tells what a run from scratch does: which token changes first, and what it becomes."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from app.models.preview.resume import Beginning, continuation, kept_whole
from app.models.preview.stakes import Change, Stakes, obstacle
from engine.decoding import decode
from engine.pair.loading import Pair
from engine.record import RunRecord, first_difference
from engine.request import Request
from tests.engine.toys import ids, recalling, run, settings

BUDGETS = (0.0, 0.05, 0.12, 0.2, 0.31, 0.4, 0.55, 0.7, 0.9, 1.0)
WAYS: dict[str, dict[str, Any]] = {
    "independent": {},
    "bonus": {"bonus": True},
    "shared": {"coupling": "gumbel"},
    "shared bonus": {"coupling": "gumbel", "bonus": True},
    "penalty": {"repetition_penalty": 1.3, "top_k": 6},
}
BASE = settings(max_tokens=48, draft_length=5, tv_budget=0.2)


def check_budgets(pair: Pair, base: RunRecord, budgets: tuple[float, ...]) -> None:
    """At every budget: the first change is where it was told, and the continued run is the run from scratch."""
    stakes = Stakes(base)
    for budget in budgets:
        request = base.request.replace(tv_budget=budget)
        scratch = run(pair, request)
        change = stakes.first_change(budget)
        told = change.position if change else None
        assert told == first_difference(base, scratch), f"{base.request.tv_budget} to {budget}"
        if change is not None and change.becomes is not None:
            assert scratch.tokens[change.position].id == change.becomes.id
        check_continued(pair, base, scratch)


def check_continued(pair: Pair, base: RunRecord, scratch: RunRecord) -> None:
    """Ids, classes, figures and rounds of a continued run are those of the run from scratch."""
    start = continuation(base, scratch.request)
    if start is None:
        return
    made = kept_whole(base, start, scratch.request) if start.whole else continued(pair, scratch.request, start)
    assert ids(made) == ids(scratch) and made.text == scratch.text
    for one, other in zip(made.tokens, scratch.tokens, strict=True):
        assert (one.kind, one.round, one.proposal and one.proposal.id) == (
            other.kind, other.round, other.proposal and other.proposal.id,
        )  # fmt: skip
        for name in ("p", "q", "tv", "theta", "accept", "u", "critical_budget", "stays_from", "stays_below"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=2e-5), name
    plain = [replace(one, draft_s=0, verify_s=0, at_s=0) for one in made.rounds]
    assert plain == [replace(one, draft_s=0, verify_s=0, at_s=0) for one in scratch.rounds]
    assert made.stats is not None and scratch.stats is not None
    for name in ("tokens", "proposed", "accepted", "rounds"):
        assert getattr(made.stats, name) == getattr(scratch.stats, name)
    assert made.stats.mean_spent == pytest.approx(scratch.stats.mean_spent, abs=1e-5)


def continued(pair: Pair, request: Request, start: Beginning) -> RunRecord:
    """What the queue and the engine make of a beginning."""
    record = RunRecord(request)
    record.keep(start.tokens, start.rounds, start.first_change)
    for event in decode(pair, request, prefix=start.ids):
        record.add(event)
    return record


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_first_change_and_continuation_are_those_of_a_run_from_scratch(way: str, seed: int) -> None:
    pair = recalling(seed)
    for budget in (0.2, 0.5):
        base = run(pair, BASE.replace(seed=seed, tv_budget=budget, **WAYS[way]))
        check_budgets(pair, base, BUDGETS)


@pytest.mark.parametrize("coupling", ["independent", "gumbel"])
def test_bundled_pair(bundled: Pair, coupling: str) -> None:
    request = Request(
        "The moon greenhouse was quiet until the mechanic", max_tokens=30, tv_budget=0.4, seed=7,
        draft_length=4, coupling=coupling,
    )  # fmt: skip
    base = run(bundled, request)
    for budget in (0.3, 0.5, 0.05):
        start = continuation(base, request.replace(tv_budget=budget))
        scratch = run(bundled, request.replace(tv_budget=budget))
        change = Stakes(base).first_change(budget)
        assert (change.position if change else None) == first_difference(base, scratch)
        if start is not None and not start.whole:
            assert ids(continued(bundled, scratch.request, start)) == ids(scratch)


def test_spans_meet_at_the_budgets_of_the_run() -> None:
    base = run(recalling(3), BASE.replace(coupling="gumbel", tv_budget=0.3, max_tokens=80))
    spans = [(token.stays_from, token.stays_below) for token in base.tokens if token.kind == "resampled"]
    assert spans and all(low is not None and high is not None and low <= 0.3 < high for low, high in spans)


def test_nothing_changes_at_the_runs_own_budget() -> None:
    assert Stakes(run(recalling(), BASE)).first_change(BASE.tv_budget) is None


def test_the_clipped_shape_only_says_may() -> None:
    pair = recalling()
    base = run(pair, BASE.replace(shape="clipped", tv_budget=0.1))
    stakes = Stakes(base)
    for budget in BUDGETS:
        scratch = run(pair, base.request.replace(tv_budget=budget))
        change, found = stakes.first_change(budget), first_difference(base, scratch)
        if change is None:
            assert found is None
        else:
            assert change.position == found if change.sure else found is None or change.position <= found
    assert continuation(base, base.request.replace(tv_budget=0.9)) is None


def test_obstacles_have_a_sentence() -> None:
    base = run(recalling(), BASE)
    assert obstacle(None, BASE) == "" and obstacle(base, BASE.replace(tv_budget=0.9)) == ""
    for changes, word in (
        ({"verify": "block"}, "block verification"),
        ({"policy": "cost-aware"}, "policy"),
        ({"seed": 5}, "other settings"),
    ):
        sentence = obstacle(base, BASE.replace(**changes))
        assert sentence.startswith("No preview: ") and word in sentence
        assert continuation(base, BASE.replace(**changes)) is None


def test_acceptance_rises_with_the_budget_and_the_prediction_starts_at_the_run() -> None:
    base = run(recalling(), BASE)
    stakes = Stakes(base)
    curve = [stakes.acceptance(budget) for budget in BUDGETS]
    assert all(one is not None and other is not None and one <= other for one, other in pairwise(curve))
    assert curve[-1] == pytest.approx(1.0, abs=1e-6)
    same = stakes.predict(BASE.tv_budget, 1.5)
    assert base.stats is not None
    assert (same.rounds, same.speedup) == (base.stats.rounds, pytest.approx(1.5))
    assert same.acceptance == pytest.approx(base.stats.acceptance)
    assert same.tokens_per_s == pytest.approx(base.stats.tokens_per_s)
    assert same.total_s == pytest.approx(base.stats.total_s)
    more = stakes.predict(1.0, 1.5)
    assert more.acceptance is not None and same.acceptance is not None and more.acceptance > same.acceptance
    assert more.rounds is not None and same.rounds is not None and more.rounds < same.rounds


def test_a_refused_proposal_comes_back_when_the_budget_rises() -> None:
    base = run(recalling(), BASE.replace(tv_budget=0.0))
    first = next(token for token in base.tokens if token.kind == "resampled")
    assert Stakes(base).first_change(1.0) == Change(first.position, True, first.proposal)
