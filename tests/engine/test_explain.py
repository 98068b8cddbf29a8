"""What a place is said to have had to choose from is what the run drew from, in whatever order places are asked for."""

import random

import pytest

from engine.decoding.decode import decode
from engine.decoding.explain import Explainer
from engine.errors import Cancelled, DecodingError
from engine.events import Explained, Token
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Place, Request
from tests.engine.toys import ids, llamas, pair_of, recalling, run, settings
from tests.engine.toys import llama as make_llama

BASE = settings(max_tokens=24, tv_budget=0.3, draft_length=5, seed=3)


def explained(pair: Pair, record: RunRecord, index: int) -> Explained:
    return Explainer(pair).explain(record.request, record.place(index))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"coupling": "gumbel", "bonus": True},
        {"shape": "clipped"},
        {"mode": "target"},
        {"mode": "draft"},
        {"repetition_penalty": 1.3, "top_k": 5, "temperature": 0.8},
    ],
    ids=str,
)
def test_the_figures_are_those_of_the_run(changes: dict[str, object]) -> None:
    pair = recalling()
    record = run(pair, BASE.replace(**changes))
    explainer = Explainer(pair)
    for token in record.tokens:
        told = explainer.explain(record.request, record.place(token.position))
        check_told(told, token)


def check_told(told: Explained, token: Token) -> None:
    first, everyone = told.candidates[0], [*told.candidates, told.others]
    assert (told.position, first.id) == (token.position, token.id)
    for name in ("p", "q"):
        known = getattr(token, name)
        assert known is None or getattr(first, name) == pytest.approx(known, abs=1e-6)
    for name in ("p", "q", "pi"):
        assert sum(getattr(one, name) for one in everyone) == pytest.approx(1, abs=1e-6)
    if token.tv is not None:
        assert told.tv == pytest.approx(token.tv, abs=1e-6)
    if token.proposal is not None:
        second = told.candidates[1]
        assert (second.id, second.p) == (token.proposal.id, pytest.approx(token.proposal.p, abs=1e-6))
    judged = token.kind in ("accepted", "relaxed", "resampled")
    own = {"draft": first.q}.get(token.kind, first.p)
    assert judged or first.pi == own


def test_pi_is_the_mix_of_both() -> None:
    pair = recalling()
    record = run(pair, BASE)
    for token in record.tokens:
        if token.theta is not None:
            for one in explained(pair, record, token.position).candidates:
                assert one.pi == pytest.approx((1 - token.theta) * one.p + token.theta * one.q, abs=1e-6)


def test_the_order_of_asking_is_of_no_matter() -> None:
    pair = llamas()
    records = [run(pair, BASE), run(pair, BASE.replace(seed=9))]
    places = [(record, token.position) for record in records for token in record.tokens]
    random.Random(1).shuffle(places)
    kept = Explainer(pair)
    for record, index in places[:30]:
        fresh = explained(pair, record, index)
        again = kept.explain(record.request, record.place(index))
        assert [one.id for one in again.candidates] == [one.id for one in fresh.candidates]
        for one, other in zip(again.candidates, fresh.candidates, strict=True):
            assert (one.p, one.q, one.pi) == pytest.approx((other.p, other.q, other.pi), abs=1e-5)


def test_with_shared_draws_the_target_alone_says_what_target_only_says() -> None:
    pair = recalling()
    request = BASE.replace(coupling="gumbel")
    alone = run(pair, request.replace(mode="target"))
    for mode in ("target", "mentored"):
        for index, token in enumerate(alone.tokens):
            told = Explainer(pair).explain(request.replace(mode=mode), alone.place(index))
            assert told.alone is not None and told.alone.id == token.id
    budget = run(pair, request)
    parted = next(i for i, (a, b) in enumerate(zip(ids(alone), ids(budget), strict=True)) if a != b)
    told = explained(pair, budget, parted)
    assert told.alone is not None and told.alone.id == ids(alone)[parted] != ids(budget)[parted]


def test_with_independent_draws_budget_0_replaces_a_relaxed_token_as_told() -> None:
    """At the first place where budget 0 refuses what the run kept, it draws what was told."""
    pair, found = recalling(), 0
    for seed in range(12):
        record, lossless = (run(pair, BASE.replace(seed=seed, tv_budget=budget)) for budget in (0.3, 0.0))
        parted = next((i for i, (a, b) in enumerate(zip(ids(record), ids(lossless), strict=True)) if a != b), None)
        if parted is not None and record.tokens[parted].kind == "relaxed":
            told = explained(pair, record, parted)
            assert told.alone is not None and told.alone.id == ids(lossless)[parted]
            found += 1
    assert found > 5


def test_what_does_not_follow_from_the_place_is_not_told() -> None:
    pair = recalling()
    for changes in ({"verify": "block"}, {"mode": "target"}, {"mode": "draft"}):
        record = run(pair, BASE.replace(**changes))
        assert all(explained(pair, record, token.position).alone is None for token in record.tokens[:6])


def test_a_window_that_has_wrapped_is_read_anew() -> None:
    """A rotating cache cannot be rolled back past its window; the answer is right all the same."""
    from mlx_lm.models.cache import RotatingKVCache

    made = make_llama(0, 8, 2), make_llama(1, 8, 1)
    for model in made:
        model.make_cache = lambda model=model: [RotatingKVCache(max_size=16) for _ in model.layers]
    pair = pair_of(*made, 8, (1, 2))
    record = run(pair, BASE.replace(mode="target", max_tokens=30))
    kept = Explainer(pair)
    for index in (29, 3, 28, 12):
        again, fresh = kept.explain(record.request, record.place(index)), explained(pair, record, index)
        for one, other in zip(again.candidates, fresh.candidates, strict=True):
            assert (one.id, one.p) == (other.id, pytest.approx(other.p, abs=1e-5))


def test_it_stops_when_it_is_told_to() -> None:
    pair = recalling()
    record = run(pair, BASE)
    with pytest.raises(Cancelled):
        Explainer(pair).explain(record.request, record.place(20), lambda: True)


def test_a_vocabulary_of_three_has_no_more_candidates() -> None:
    from tests.engine.toys import chains

    pair = chains(1, 3)
    record = run(pair, Request("x", temperature=1.0, max_tokens=4))
    told = explained(pair, record, 2)
    assert len(told.candidates) == 3 and told.others.id == 0


@pytest.mark.parametrize("strange", [-1, 10**4, 2**32, 10**30])
def test_ids_that_the_models_do_not_have_are_refused(strange: int) -> None:
    """A damaged run file, or one of a folder whose models were replaced, may hold any number."""
    pair = recalling()
    for place in (Place((1, strange, 1), (1,)), Place((1,), (1, strange))):
        with pytest.raises(DecodingError, match="does not have"):
            Explainer(pair).explain(BASE, place)
    with pytest.raises(DecodingError, match="does not have"):
        next(decode(pair, BASE, prefix=(strange,)))
