"""A. The law of one token, worked out in float64: emitted = π, its TV distance, its acceptance, its losses."""

from typing import Any

import mlx.core as mx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.law import shapes, verify
from engine.law.sums import softmax
from engine.request import Shape, Verify
from tests.engine import reference
from tests.engine.exact import (
    EXACT,
    Floats,
    check_block_law,
    check_token_law,
    check_wide_law,
    emitted,
    exact,
    plain,
    residual,
)
from tests.engine.examples import EXAMPLES, budgets, pairs

SHAPES: tuple[Shape, ...] = ("linear", "clipped")


CORNERS = {
    "p = q": ([0.2, 0.3, 0.5], [0.2, 0.3, 0.5]),
    "disjoint supports": ([0.5, 0.5, 0, 0], [0, 0, 0.4, 0.6]),
    "zeros in p": ([0.5, 0, 0.5, 0], [0.25, 0.25, 0.25, 0.25]),
    "zeros in q": ([0.25, 0.25, 0.25, 0.25], [0.5, 0, 0.5, 0]),
    "same one-hot": ([0, 1, 0], [0, 1, 0]),
    "other one-hot": ([0, 1, 0], [0, 0, 1]),
    "one-hot p": ([0, 1, 0], [0.2, 0.5, 0.3]),
    "one-hot q": ([0.2, 0.5, 0.3], [0, 1, 0]),
    "nearly the same": ([0.5, 0.5 - 1e-9, 1e-9], [0.5 + 1e-9, 0.5 - 2e-9, 1e-9]),
    "tiny probabilities": ([1 - 1e-30, 1e-30, 0], [1e-20, 1 - 1e-20, 0]),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("budget", [0.0, 0.1, 0.25, 0.5, 0.75, 1.0])
@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str, budget: float, shape: Shape) -> None:
    p, q = (np.array(side, dtype=float) for side in CORNERS[corner])
    check_token_law(p, q, budget, shape)


@pytest.mark.parametrize("shape", SHAPES)
@EXAMPLES
@given(pair=pairs(), budget=budgets)
def test_any_pair(shape: Shape, pair: tuple[Floats, Floats], budget: float) -> None:
    check_token_law(*pair, budget, shape)


@pytest.mark.parametrize("shape", SHAPES)
@EXAMPLES
@given(pair=pairs(), more=st.floats(0, 1))
def test_a_budget_of_the_distance_or_more_gives_the_draft(
    shape: Shape, pair: tuple[Floats, Floats], more: float
) -> None:
    p, q = pair
    assume(shape == "linear" or not np.any((p == 0) & (q > 0)))
    d = reference.tv(p, q)
    law, rate = emitted(p, q, min(1.0, d + 1e-12 + more * (1 - d)), shape)
    assert np.abs(law - q).max() < EXACT and abs(rate - 1) < EXACT


@EXAMPLES
@given(pair=pairs())
def test_no_budget_gives_the_target(pair: tuple[Floats, Floats]) -> None:
    for shape in SHAPES:
        assert np.abs(emitted(*pair, 0.0, shape)[0] - pair[0]).max() < EXACT


@EXAMPLES
@given(pair=pairs(), budget=budgets)
def test_clipped_loses_no_more_than_linear(pair: tuple[Floats, Floats], budget: float) -> None:
    p, q = pair
    linear, clipped = (plain(shapes.output_law(exact(p)[None], exact(q)[None], budget, s).pi)[0] for s in SHAPES)
    for one, other in ((clipped, linear), (clipped / clipped.sum(), linear)):
        assert reference.kl(p, one) <= reference.kl(p, other) + 1e-9
        assert reference.kl(one, p) <= reference.kl(other, p) + 1e-9


def test_clipped_loses_less_by_a_good_part() -> None:
    random = np.random.default_rng(0)
    ratios: Any = []
    for _ in range(50):
        p, q = random.dirichlet(np.full(50, 0.3), size=2)
        linear, clipped = (reference.law(p, q, 0.3, shape) for shape in SHAPES)
        made = plain(shapes.output_law(exact(p)[None], exact(q)[None], 0.3, "clipped").pi)[0]
        assert np.abs(made - clipped).max() < EXACT
        ratios.append(
            (reference.kl(p, clipped) / reference.kl(p, linear), reference.kl(clipped, p) / reference.kl(linear, p))
        )
    assert np.all(np.mean(ratios, axis=0) < [0.95, 0.7])


@pytest.mark.parametrize(("kind", "near"), [(mx.float64, 1e-10), (mx.float32, 1e-6)])
@pytest.mark.parametrize("width", [20_000, 151_936])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_large_vocabulary(shape: Shape, width: int, kind: mx.Dtype, near: float) -> None:
    """Newton's steps reach the budget, to 1e-6 in float32 too."""
    check_wide_law(shape, width, kind, near)


@pytest.mark.parametrize("width", [20_000, 151_936, 151_937])
def test_probabilities_of_a_large_vocabulary(width: int) -> None:
    """They are exp(x − log Σ exp x) to float32, also where the width is no multiple of anything."""
    logits = 3 * np.random.default_rng(2).normal(size=(2, width))
    wanted = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    p = np.array(softmax(mx.array(logits, dtype=mx.float32)), dtype=np.float64)
    assert np.all(np.abs(p / wanted - 1) < 5e-6)
    assert np.abs(p.sum(axis=-1) - 1).max() < 1e-6


@EXAMPLES
@given(pair=pairs(), budget=budgets)
def test_the_residual_is_never_empty(pair: tuple[Floats, Floats], budget: float) -> None:
    """In float32, where rounding can leave nothing of p − q."""
    p, q = (mx.array(side, dtype=mx.float32)[None] for side in pair)
    for shape in SHAPES:
        law = shapes.output_law(p, q, budget, shape)
        for scale in (None, mx.array([1.0]), mx.array([1.0 - 2.0**-24])):
            rest = np.array(residual(law, scale))
            assert rest.sum() > 0 and np.all(rest >= 0)
            assert not np.any(rest[(np.array(law.pi) == 0) & (np.array(law.p) == 0)] > 0)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("width", "length"), [(2, 1), (2, 2), (2, 4), (3, 3), (4, 2)])
def test_block_verification_by_enumeration(width: int, length: int, shape: Shape) -> None:
    for seed, budget in enumerate((0.0, 0.15, 0.4, 1.0)):
        check_block_law(random_tree(seed, width), width, length, budget, shape)


def random_tree(seed: int, width: int) -> Any:
    """p and q that depend on the whole prefix, some with zeros and some the same."""

    def tree(prefix: tuple[int, ...]) -> tuple[Floats, Floats]:
        random = np.random.default_rng([seed, *prefix])
        p, q = random.dirichlet(np.full(width, 0.7), size=2)
        if random.random() < 0.2:
            p[random.integers(width)] = 0.0
        if random.random() < 0.2:
            q[random.integers(width)] = 0.0
        return (p / p.sum(), p / p.sum()) if random.random() < 0.1 else (p / p.sum(), q / q.sum())

    return tree


def test_block_keeps_more_than_token() -> None:
    """Σ over drafts of the kept tokens: block verification is no worse, and better somewhere."""
    verifies: tuple[Verify, ...] = ("token", "block")
    gains = []
    for seed in range(4):
        kept = dict.fromkeys(verifies, 0.0)
        tree = random_tree(seed, 3)
        for x in np.ndindex(3, 3):
            p, q = (np.array([tree(x[:i])[side] for i in range(2)]) for side in (0, 1))
            weight = q[0, x[0]] * q[1, x[1]]
            if weight == 0:
                continue
            ratio = [p[i, x[i]] / q[i, x[i]] for i in range(2)]
            _, h = verify.block_bounds(
                exact(p), exact(q), exact([p[i, x[i]] for i in range(2)]), exact([q[i, x[i]] for i in range(2)])
            )
            h1, h2 = plain(h)
            a1, a2 = min(1.0, ratio[0]), min(1.0, ratio[1])
            kept["token"] += weight * (a1 + a1 * a2)
            kept["block"] += weight * (2 * h2 + (1 - h2) * h1)
        gains.append(kept["block"] - kept["token"])
    assert min(gains) > -1e-9 and max(gains) > 1e-3
