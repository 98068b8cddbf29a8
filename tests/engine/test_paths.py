"""F. Runs that must agree token for token, on models with memories in float64, where near-ties cannot part them."""

from typing import Any

import pytest

from engine.errors import RequestError
from engine.request import Request
from tests.engine.paths import (
    check_draft_length_is_free,
    check_full_budget_is_draft_only,
    check_no_budget_is_target_only,
    check_resumed,
    check_same_again,
)
from tests.engine.toys import Recalling as Model
from tests.engine.toys import ids, pair_of, recalling, run, settings

SAMPLINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "cold": {"temperature": 0.3},
    "greedy": {"temperature": 0.0},
    "filters": {"top_p": 0.9, "min_p": 0.05, "top_k": 5},
    "penalty": {"repetition_penalty": 1.4, "repetition_context": 5},
    "long penalty": {"repetition_penalty": 1.2, "repetition_context": 100, "top_k": 6},
}
COUPLINGS = ("independent", "gumbel")


def request(sampling: str, **changes: Any) -> Request:
    return settings(**(SAMPLINGS[sampling] | {"max_tokens": 28, "tv_budget": 0.25, "seed": 5} | changes))


@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_draft_length_never_changes_the_text(sampling: str, coupling: str) -> None:
    check_draft_length_is_free(recalling(), request(sampling, coupling=coupling))


@pytest.mark.parametrize("budget", [0.0, 0.1, 0.6, 1.0])
@pytest.mark.parametrize("shape", ["linear", "clipped"])
def test_nor_at_any_budget_or_shape(shape: str, budget: float) -> None:
    check_draft_length_is_free(recalling(2), request("plain", shape=shape, tv_budget=budget, max_tokens=24), (3, 8))


WAYS: list[dict[str, Any]] = [{}, {"coupling": "gumbel"}, {"verify": "block"}]
#: The clipped shape keeps nothing that the target rules out, so only where that is nothing is it the draft's own.
CLIPPED = [(name, {"shape": "clipped"}) for name in ("plain", "cold", "penalty")]


@pytest.mark.parametrize(("sampling", "way"), [*((name, way) for name in SAMPLINGS for way in WAYS), *CLIPPED])
def test_full_budget_is_draft_only(sampling: str, way: dict[str, Any]) -> None:
    check_full_budget_is_draft_only(recalling(5), request(sampling, **way))


@pytest.mark.parametrize("shape", ["linear", "clipped"])
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_shared_draws_without_budget_are_target_only(sampling: str, shape: str) -> None:
    check_no_budget_is_target_only(recalling(3), request(sampling, shape=shape, draft_length=4))


def test_greedy_without_budget_is_target_only_in_all_ways() -> None:
    """At temperature 0 there is nothing to draw."""
    pair, base = recalling(4), request("greedy", tv_budget=0.0, draft_length=4)
    alone = ids(run(pair, base.replace(mode="target")))
    ways: list[dict[str, Any]] = [{}, {"verify": "block"}, {"coupling": "gumbel"}, {"shape": "clipped"}]
    for way in ways:
        for bonus in (False, True):
            assert ids(run(pair, base.replace(bonus=bonus, **way))) == alone


@pytest.mark.parametrize("mode", ["target", "draft", "mentored"])
def test_the_same_request_gives_the_same_text(mode: str) -> None:
    for way in ({}, {"coupling": "gumbel"}, {"verify": "block", "bonus": True}):
        check_same_again(recalling(), request("plain", mode=mode, draft_length=5, **way))


@pytest.mark.parametrize("mode", ["target", "draft", "mentored"])
@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize("sampling", ["plain", "penalty"])
def test_a_resumed_run_goes_on_as_the_whole_one(sampling: str, coupling: str, mode: str) -> None:
    check_resumed(recalling(), request(sampling, mode=mode, coupling=coupling, draft_length=6), (1, 7, 20, 27))


@pytest.mark.parametrize("policy", ["acceptance-rate", "accepted-length"])
def test_nor_do_policies_change_it(policy: str) -> None:
    base = request("plain", coupling="gumbel")
    assert ids(run(recalling(), base)) == ids(run(recalling(), base.replace(policy=policy, draft_length=2)))


@pytest.mark.parametrize("widths", [(8, 6), (6, 8)])
@pytest.mark.parametrize("sampling", ["plain", "filters", "penalty"])
def test_widths_that_differ(sampling: str, widths: tuple[int, int]) -> None:
    """The draft's logits are fewer or more than the target's; ids past the target's are never drafted."""
    target, draft = (Model(seed, width) for seed, width in enumerate(widths))
    pair = pair_of(target, draft, widths[0], (1, 2))
    base = request(sampling, draft_length=4)
    check_no_budget_is_target_only(pair, base)
    check_full_budget_is_draft_only(pair, base)
    assert max(ids(run(pair, base.replace(mode="draft", temperature=3.0)))) < min(widths)
    if widths[0] > widths[1]:
        assert max(ids(run(pair, base.replace(mode="target", temperature=3.0)))) >= widths[1]


def test_block_verification_and_shared_draws_exclude_each_other() -> None:
    with pytest.raises(RequestError, match="independent draws"):
        settings(verify="block", coupling="gumbel")
