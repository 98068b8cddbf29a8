"""Few rows at a time, as on NVIDIA accelerators: other kernels and padded counts, the same logits, caches and text."""

from dataclasses import replace
from typing import Any

import mlx.core as mx
import numpy as np
import pytest
from mlx.nn import quantize  # type: ignore[attr-defined]
from mlx.nn.layers.embedding import Embedding
from mlx.nn.layers.linear import Linear

from engine.decoding.forward import forward
from engine.pair import few_rows
from engine.pair.caches import make_caches
from engine.pair.few_rows import COUNTS, QUANTISED_COUNTS, TURNED, FewRows
from engine.pair.loading import Narrow, Pair
from tests.engine.edges import check_caches
from tests.engine.toys import ids, llama, llamas, run, settings

NEAR = 1e-4


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Rows of every product that was turned."""
    rows: list[int] = []
    real = few_rows._turned

    def noted(weight: mx.array, x: mx.array) -> mx.array:
        rows.append(x.shape[-2])
        return real(weight, x)

    monkeypatch.setattr(few_rows, "_turned", noted)
    return rows


def logits_after(model: Any, count: int) -> tuple[Any, Any]:
    """Logits of `count` ids after five others, and of one more after those: what the caches hold shows in it."""
    caches = make_caches(model)
    mx.eval(model(mx.array([[1, 2, 3, 4, 5]]), cache=caches))
    rows = forward(model, caches, mx.arange(count) % 8)
    assert [cache.offset for cache in caches] == [5 + count] * len(caches)
    return np.array(rows), np.array(forward(model, caches, mx.array([6])))


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 17, 18, 40])
@pytest.mark.parametrize("way", [{}, {"attention_bias": True}, {"tie_word_embeddings": True}])
def test_the_logits_and_the_caches_are_the_models_own(count: int, way: dict[str, Any], turned: list[int]) -> None:
    model = llama(3, 8, 2, **way)
    own, after = logits_after(model, count)
    few, few_after = logits_after(FewRows(model), count)
    assert own.shape == few.shape
    assert np.abs(own - few).max() < NEAR and np.abs(after - few_after).max() < NEAR
    padded = next(one for one in COUNTS if one >= count)
    assert set(turned) == ({padded} if 1 < padded <= TURNED else set())
    if turned:
        assert len(turned) == 2 * 7 + 1, "seven products a layer, and the head"


def test_a_turned_product_is_that_of_each_row_alone() -> None:
    layer, x = Linear(64, 24, bias=False), mx.random.normal((1, 5, 64), key=mx.random.key(1))
    alone = mx.concatenate([layer(x[:, i : i + 1]) for i in range(5)], axis=1)
    assert np.abs(np.array(few_rows._turned(layer["weight"], x) - alone)).max() < 1e-5


@pytest.mark.parametrize("wrong", [False, True])
def test_the_layers_are_their_own_again(wrong: bool) -> None:
    """mlx-lm runs the same models, in the bench: outside of `rows` they are what it made them."""
    model = FewRows(llama(3, 8, 2))
    if wrong:
        with pytest.raises(AttributeError):
            model.rows(mx.arange(4), [object()] * 2)
    else:
        model.rows(mx.arange(4), make_caches(model))
    kinds = {type(module) for _, module in model.named_modules()}
    assert {Linear, Embedding} <= kinds
    assert not kinds & {few_rows._TurnedLinear, few_rows._TurnedEmbedding}


def test_heavy_weights_are_read_once_for_all_rows(turned: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Read once a row, they would take longer than what is saved."""
    monkeypatch.setattr(few_rows, "TURNED_BYTES", 4 * 64 * 64 * 4)
    model = FewRows(llama(3, 8, 1))
    logits_after(model, 4)
    assert len(turned) == 8
    turned.clear()
    logits_after(model, 5)
    assert turned == [8], "the head alone is that small"


def test_quantised_weights_have_counts_of_their_own(turned: list[int]) -> None:
    """Their kernel of few rows takes its time for each: four rows are better padded to eight."""
    model = llama(3, 8, 1)
    quantize(model, group_size=32, bits=8)
    few = FewRows(model)
    assert few.counts == QUANTISED_COUNTS and 4 not in few.counts
    own, after = logits_after(model, 4)
    padded, padded_after = logits_after(few, 4)
    assert np.abs(own - padded).max() < NEAR and np.abs(after - padded_after).max() < NEAR
    assert not turned


def few(pair: Pair) -> Pair:
    return replace(pair, target=FewRows(pair.target), draft=FewRows(pair.draft))


@pytest.mark.parametrize("way", [{"tv_budget": 0.3}, {"tv_budget": 0.6, "bonus": True}, {"coupling": "gumbel"}])
def test_runs_are_the_same(way: dict[str, Any], turned: list[int]) -> None:
    request = settings(**({"draft_length": 5, "max_tokens": 24} | way))
    assert ids(run(few(llamas(4)), request)) == ids(run(llamas(4), request))
    assert turned
    assert check_caches(few(llamas(4)), request, NEAR) > 2


def test_a_narrow_draft_keeps_to_what_it_knows() -> None:
    """Its own guard stands inside: ids past its embedding reach it as its last one."""
    draft = llama(5, 6, 1)
    rows = FewRows(Narrow(draft, 6)).rows(mx.array([7, 7, 5, 5]), make_caches(draft))
    assert np.abs(np.array(rows - FewRows(draft).rows(mx.array([5, 5, 5, 5]), make_caches(draft)))).max() < NEAR
