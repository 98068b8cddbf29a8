"""Filters and penalty are mlx-lm's own, on both sides; and what the penalty looks at, row by row."""

from collections.abc import Iterator
from typing import Any

import mlx.core as mx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlx_lm.sample_utils import apply_min_p, apply_top_k, apply_top_p, make_repetition_penalty

from engine.law.distribution import distribution, history_rows
from engine.request import Request
from tests.engine import reference
from tests.engine.examples import EXAMPLES
from tests.engine.toys import settings

WIDTH = 40


@pytest.fixture(autouse=True)
def uncompiled() -> Iterator[None]:
    """mlx-lm compiles its filters anew for each value of a setting, which takes longer than all the rest."""
    mx.disable_compile()
    yield
    mx.enable_compile()


def peers(logits: mx.array, request: Request, tokens: list[int]) -> mx.array:
    """mlx-lm's processor and filters in the order of its sampler, temperature last."""
    if request.repetition_penalty != 1:
        logits = make_repetition_penalty(request.repetition_penalty, request.repetition_context)(tokens, logits)
    logprobs = logits - mx.logsumexp(logits, axis=-1, keepdims=True)
    if 0 < request.top_p < 1:
        logprobs = apply_top_p(logprobs, request.top_p)
    if request.min_p:
        logprobs = apply_min_p(logprobs, request.min_p, 1)
    if request.top_k:
        logprobs = apply_top_k(logprobs, request.top_k)
    return mx.softmax(logprobs / request.temperature, axis=-1)


@st.composite
def samplings(draw: st.DrawFn) -> dict[str, Any]:
    """Sampling settings, each filter on half of the time."""
    return {
        "temperature": draw(st.sampled_from([0.2, 0.7, 1.0, 1.8])),
        "top_p": draw(st.one_of(st.just(1.0), st.floats(0.02, 0.98))),
        "min_p": draw(st.one_of(st.just(0.0), st.floats(0.01, 0.9))),
        "top_k": draw(st.one_of(st.just(0), st.integers(1, WIDTH - 1))),
        "repetition_penalty": draw(st.sampled_from([1.0, 0.6, 1.3])),
        "repetition_context": draw(st.sampled_from([1, 4, 30])),
    }


@EXAMPLES
@given(sampling=samplings(), seed=st.integers(0, 10_000))
def test_as_in_mlx_lm_and_as_in_the_reference(sampling: dict[str, Any], seed: int) -> None:
    random = np.random.default_rng(seed)
    logits = random.normal(size=(1, WIDTH)).astype(np.float32) * 2
    tokens = random.integers(0, WIDTH, 12).tolist()
    request = settings(**sampling)
    ours = distribution(mx.array(logits), request, WIDTH, history_rows(tokens, None, 1, request))
    theirs = peers(mx.array(logits), request, tokens)
    literal = reference.distribution(logits[0].astype(float), request, WIDTH, reference.window(tokens, request))
    assert ours.whole()
    np.testing.assert_allclose(np.array(ours.p), np.array(theirs), atol=2e-6)
    np.testing.assert_allclose(np.array(ours.p)[0], literal, atol=2e-6)


@pytest.mark.parametrize("way", [{}, {"top_k": WIDTH}, {"top_k": 10 * WIDTH}, {"top_p": 0.0}, {"min_p": 0.0}], ids=str)
def test_filters_that_leave_all(way: dict[str, Any]) -> None:
    logits = mx.random.normal((3, WIDTH), key=mx.random.key(1))
    np.testing.assert_allclose(
        np.array(distribution(logits, settings(**way), WIDTH).p), np.array(mx.softmax(logits, axis=-1)), atol=1e-6
    )


@pytest.mark.parametrize("way", [{"top_k": 1}, {"min_p": 1.0}, {"top_p": 1e-6}, {"temperature": 0.0}], ids=str)
def test_settings_that_leave_one(way: dict[str, Any]) -> None:
    logits = mx.random.normal((3, WIDTH), key=mx.random.key(2))
    one_hot = np.eye(WIDTH)[np.array(mx.argmax(logits, axis=-1))]
    np.testing.assert_array_equal(np.array(distribution(logits, settings(**way), WIDTH).p), one_hot)


def test_greedy_takes_the_first_of_the_largest() -> None:
    p = distribution(mx.array([[1.0, 3.0, 3.0, 0.0]]), settings(temperature=0.0), 4).p
    assert p.tolist() == [[0, 1, 0, 0]]


@pytest.mark.parametrize("kind", [mx.float16, mx.bfloat16])
def test_half_precision_is_raised_before_anything_else(kind: mx.Dtype) -> None:
    logits = mx.random.normal((2, 1000), key=mx.random.key(3)).astype(kind)
    p = distribution(logits, settings(), 1000).p
    assert p.dtype == mx.float32
    assert abs(np.array(p)[0].astype(float).sum() - 1) < 1e-5


def test_width_of_the_target() -> None:
    """A narrow row gets zeros; a wide one is cut, and what is left sums to 1."""
    logits = mx.array([[0.0, 1.0, 2.0, 3.0]])
    narrow, wide = (np.array(distribution(logits, settings(), width).p)[0] for width in (6, 3))
    assert narrow[4:].tolist() == [0, 0] and wide.shape == (3,)
    assert narrow.sum() == pytest.approx(1, abs=1e-6) and wide.sum() == pytest.approx(1, abs=1e-6)


@EXAMPLES
@given(
    tail=st.lists(st.integers(0, 30), min_size=1, max_size=12),
    drafted=st.lists(st.integers(0, 30), max_size=6),
    size=st.integers(1, 15),
)
def test_history_of_each_row(tail: list[int], drafted: list[int], size: int) -> None:
    """The last `size` of the tokens so far and the drafts before the row, and no draft of the row or after it."""
    request = settings(repetition_penalty=1.1, repetition_context=size)
    rows = len(drafted) + 1
    made = history_rows(tail, mx.array([*drafted, 99], mx.int32) if drafted else None, rows, request)
    assert made is not None
    for row, looked_at in enumerate(np.array(made).tolist()):
        assert set(looked_at) == set((tail + drafted[:row])[-size:])


def test_history_is_none_without_penalty() -> None:
    assert history_rows([1, 2], None, 1, settings()) is None


def test_an_id_that_came_twice_is_penalised_once() -> None:
    request = settings(repetition_penalty=2.0)
    logits = mx.array([[1.0, -1.0, 2.0]])
    once, twice = (
        distribution(logits, request, 3, mx.array([history])).p.tolist() for history in ([0, 1, 1], [0, 0, 1])
    )
    assert once == twice
    np.testing.assert_allclose(once, np.array(mx.softmax(mx.array([[0.5, -2.0, 2.0]]), axis=-1)), atol=1e-6)
