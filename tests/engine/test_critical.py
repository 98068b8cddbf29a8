"""A. Critical budgets: a drafted token stays exactly where the budget is at least as large."""

import mlx.core as mx
import numpy as np
import pytest

from engine.law import critical, shapes
from engine.request import Shape
from tests.engine.exact import Floats, check_critical, check_shared_critical, check_span, exact, plain

SHAPES: tuple[Shape, ...] = ("linear", "clipped")
CASES = 1500


def cases(seed: int, count: int, width: int) -> tuple[Floats, Floats, np.random.Generator]:
    """Random rows of p and q, a third with zeros on either side, a few the same on both."""
    random = np.random.default_rng(seed)
    p, q = (random.dirichlet(np.full(width, 0.6), size=count) for _ in range(2))
    for rows in (p, q):
        holes = (random.random(rows.shape) < 0.3) & (random.random((count, 1)) < 0.3)
        rows[holes & (rows < rows.max(axis=1, keepdims=True))] = 0.0
        rows /= rows.sum(axis=1, keepdims=True)
    same = random.random(count) < 0.05
    q[same] = p[same]
    return p, q, random


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("width", [2, 3, 8])
def test_independent_draws(width: int, shape: Shape) -> None:
    p, q, random = cases(width, CASES, width)
    x = np.array([random.choice(width, p=row) for row in q])
    check_critical(p, q, x, random.random(CASES), shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("width", [2, 3, 8])
def test_shared_draws(width: int, shape: Shape) -> None:
    p, q, random = cases(10 + width, CASES, width)
    check_shared_critical(p, q, 1 / random.exponential(size=p.shape), shape)


@pytest.mark.parametrize("budget", [0.0, 0.1, 0.3, 1.0])
@pytest.mark.parametrize("width", [2, 3, 8])
def test_spans(width: int, budget: float) -> None:
    p, q, random = cases(20 + width, CASES, width)
    check_span(p, q, 1 / random.exponential(size=p.shape), budget)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_budget_of_the_run_does_not_matter(shape: Shape) -> None:
    p, q, random = cases(3, 200, 6)
    w = exact(1 / random.exponential(size=p.shape))
    x = mx.argmax(w * exact(q), axis=-1)
    u = exact(random.random(200))
    found = []
    for budget in (0.0, 0.2, 1.0):
        law = shapes.output_law(exact(p), exact(q), budget, shape)
        found.append(plain(critical.independent(law, shapes.at(law.p, x), shapes.at(law.q, x), u)))
        found.append(plain(critical.shared(law, x, w)))
    for one, other in zip(found, found[2:], strict=False):
        np.testing.assert_array_equal(one, other)


def test_what_the_target_rules_out_is_never_kept_by_the_clipped_shape() -> None:
    p, q = exact([[0.5, 0.5, 0.0]]), exact([[0.2, 0.2, 0.6]])
    law = shapes.output_law(p, q, 1.0, "clipped")
    x = mx.array([2])
    assert plain(critical.independent(law, exact([0.0]), exact([0.6]), exact([0.3])))[0] == np.inf
    assert plain(critical.shared(law, x, exact([[1.0, 1.0, 1.0]])))[0] == np.inf


def test_one_case_by_hand() -> None:
    """d = 0.4, r = 0.25/0.5, u = 0.75: D* = 0.4 · 0.25/0.5 = 0.2."""
    p, q = exact([[0.25, 0.75 - 0.1, 0.1]]), exact([[0.5, 0.25, 0.25]])
    law = shapes.output_law(p, q, 0.0, "linear")
    assert plain(law.mix.d)[0] == pytest.approx(0.4, abs=1e-15)
    assert plain(critical.independent(law, exact([0.25]), exact([0.5]), exact([0.75])))[0] == pytest.approx(0.2)
