"""Checks of the law without sampling, in float64: what a round emits, worked out in full."""

import functools
import itertools
from collections.abc import Callable
from typing import Any

import mlx.core as mx
import numpy as np
from numpy.typing import NDArray

from engine.law import critical, shapes, verify
from engine.request import Request, Shape
from tests.engine import reference

Floats = NDArray[np.float64]
EXACT = 1e-12
#: mlx's exp has about single precision in float64 too, and block verification works with logarithms.
BLOCK = 1e-6
#: How near to a critical budget the other side is asked for.
NEAR = 1e-7
REQUEST = Request("x")


def exact(values: Any) -> mx.array:
    """A float64 array of MLX."""
    return mx.array(np.asarray(values, dtype=np.float64), dtype=mx.float64)


def plain(values: mx.array) -> Floats:
    """And back."""
    return np.array(values, dtype=np.float64)


def residual(law: shapes.Law, scale: mx.array | None = None) -> mx.array:
    """The residual that the check draws from, whatever has been put in its place."""
    rest: mx.array = vars(verify)["residual"](law, scale)
    return rest


def emitted(p: Floats, q: Floats, budget: float, shape: Shape) -> tuple[Floats, float]:
    """The law of one emitted token, q·a + (Σ q (1 − a))·residual, and the acceptance rate Σ q a."""
    width = len(p)
    rows = [exact(np.tile(part, (width, 1))) for part in (p, q)]
    law = shapes.output_law(rows[0], rows[1], budget, shape)
    judged = verify.check(
        law, mx.arange(width), exact(p), exact(q), REQUEST.replace(shape=shape), verify.draws(REQUEST, 0, width)
    )
    accept = np.where(q > 0, plain(judged.accept), 0.0)
    rest = plain(residual(law.row(mx.array(0))))[0]
    rate = float(np.sum(q * accept))
    refused = float(np.sum(q * (1 - accept)))
    return q * accept + refused * rest / rest.sum(), rate


def check_token_law(p: Floats, q: Floats, budget: float, shape: Shape) -> None:
    """The emitted law is π; TV(p, π) = min(d, D); acceptance is 1 − d + TV(p, π)."""
    law, rate = emitted(p, q, budget, shape)
    pi, d = reference.law(p, q, budget, shape), reference.tv(p, q)
    spent = min(d, budget)
    if shape == "clipped":
        spent = min(spent, float(np.where(p > 0, np.maximum(q - p, 0.0), 0.0).sum()))
        assert not np.any(law[p == 0] > 0) or d <= budget == spent, "mass where the target has none"
    assert np.abs(law - pi).max() < EXACT, f"the emitted law is off by {np.abs(law - pi).max():.1e}"
    assert abs(reference.tv(p, law) - spent) < EXACT, f"TV {reference.tv(p, law)} in place of {spent}"
    assert abs(rate - (1 - d + spent)) < EXACT, f"acceptance {rate} in place of {1 - d + spent}"


def check_wide_law(shape: Shape, width: int, kind: mx.Dtype, near: float) -> None:
    """TV(p, π) = min(d, D) and Σ π = 1 over many ids."""
    random = np.random.default_rng(1)
    p, q = (np.exp(3 * random.normal(size=width)) for _ in range(2))
    p, q = p / p.sum(), q / q.sum()
    for budget in (0.01, 0.2, 0.6, 1.0):
        law = shapes.output_law(mx.array(p[None], dtype=kind), mx.array(q[None], dtype=kind), budget, shape)
        pi = np.array(law.pi, dtype=np.float64)[0]
        off = abs(reference.tv(p, pi) - min(budget, reference.tv(p, q)))
        assert off < near, f"the spent budget is off by {off:.1e}"
        assert abs(pi.sum() - 1) < near


Tree = Callable[[tuple[int, ...]], tuple[Floats, Floats]]


def check_block_law(tree: Tree, width: int, length: int, budget: float, shape: Shape) -> None:
    """Block verification of all drafts of `length` tokens emits the product law of π. `tree`: prefix to (p, q)."""
    law: dict[tuple[int, ...], float] = dict.fromkeys(itertools.product(range(width), repeat=length), 0.0)
    pi = {prefix: reference.law(*tree(prefix), budget, shape) for prefix in _prefixes(width, length)}
    for x in law:
        chance = np.prod([tree(x[:i])[1][x[i]] for i in range(length)])
        if chance > 0:
            for prefix, part in _outcomes(tree, x, budget, shape):
                _spread(law, prefix, chance * part, pi, length)
    for x, part in law.items():
        wanted = np.prod([pi[x[:i]][x[i]] for i in range(length)])
        assert abs(part - wanted) < BLOCK, f"{x} has chance {part:.9f} in place of {wanted:.9f}"


def _prefixes(width: int, length: int) -> list[tuple[int, ...]]:
    return [x for size in range(length) for x in itertools.product(range(width), repeat=size)]


def _outcomes(tree: Tree, x: tuple[int, ...], budget: float, shape: Shape) -> list[tuple[tuple[int, ...], float]]:
    """What comes of one draft: emitted tokens and their chance, over all numbers of kept tokens."""
    p, q = (np.array([tree(x[:i])[side] for i in range(len(x))]) for side in (0, 1))
    law = shapes.output_law(exact(p), exact(q), budget, shape)
    numbers = mx.array(x)
    bounds = verify.block_bounds(law.pi, law.q, shapes.at(law.pi, numbers), shapes.at(law.q, numbers))
    carried, accept = plain(bounds[0]), plain(bounds[1])
    rest = plain(residual(law, bounds[0][:-1]))
    found = []
    for kept, chance in _kept(accept).items():
        if kept == len(x):
            found.append((x, chance))
        elif chance > 0:
            row = rest[kept] / rest[kept].sum()
            found += [((*x[:kept], y), chance * row[y]) for y in range(len(row)) if row[y] > 0]
    assert carried[0] == 1
    return found


@functools.cache
def _numbers_kept(trailing: Callable[[mx.array], mx.array], length: int) -> list[tuple[tuple[bool, ...], int]]:
    """What the engine keeps for each pattern of single decisions."""
    patterns = itertools.product((False, True), repeat=length)
    return [(pattern, int(np.array(trailing(mx.array(pattern))))) for pattern in patterns]


def _kept(accept: Floats) -> dict[int, float]:
    """Chance of each number of kept tokens."""
    chances = dict.fromkeys(range(len(accept) + 1), 0.0)
    for pattern, kept in _numbers_kept(verify.trailing, len(accept)):
        chances[kept] += float(np.prod(np.where(pattern, accept, 1 - accept)))
    return chances


def _spread(
    law: dict[tuple[int, ...], float],
    prefix: tuple[int, ...],
    chance: float,
    pi: dict[tuple[int, ...], Floats],
    length: int,
) -> None:
    """Give a chance to all continuations of a prefix, by π."""
    if len(prefix) == length:
        law[prefix] += chance
        return
    for y, part in enumerate(pi[prefix]):
        if part > 0:
            _spread(law, (*prefix, y), chance * part, pi, length)


def check_critical(p: Floats, q: Floats, x: NDArray[np.int64], u: Floats, shape: Shape) -> None:
    """Independent draws, rows of cases: a token is accepted exactly where the budget is at least D*."""

    def accepted(budget: Floats) -> NDArray[np.bool_]:
        law = shapes.output_law(exact(p), exact(q), exact(budget), shape)
        pi_x = shapes.at(law.pi, mx.array(x))
        return np.array(verify.accepts(exact(u), mx.minimum(1.0, pi_x / shapes.at(law.q, mx.array(x)))))

    law = shapes.output_law(exact(p), exact(q), 0.3, shape)
    rows = mx.array(x)
    _require_threshold(
        plain(critical.independent(law, shapes.at(law.p, rows), shapes.at(law.q, rows), exact(u))), accepted
    )


def check_shared_critical(p: Floats, q: Floats, w: Floats, shape: Shape) -> None:
    """The same for shared draws: the race of π gives the drafted token exactly where the budget is at least D*."""
    x = mx.argmax(exact(w * q), axis=-1)

    def accepted(budget: Floats) -> NDArray[np.bool_]:
        law = shapes.output_law(exact(p), exact(q), exact(budget), shape)
        return np.array(mx.argmax(exact(w) * law.pi, axis=-1) == x)

    law = shapes.output_law(exact(p), exact(q), 0.3, shape)
    _require_threshold(plain(critical.shared(law, x, exact(w))), accepted)


def check_span(p: Floats, q: Floats, w: Floats, budget: float) -> None:
    """Shared draws, linear shape: the race gives what it gives at `budget` exactly from the span's start to its end.

    Where p and q are the same no budget matters, and nothing is ever replaced.
    """
    p, q, w = (side[np.any(p != q, axis=1)] for side in (p, q, w))

    def said(budgets: Floats) -> NDArray[np.int64]:
        law = shapes.output_law(exact(p), exact(q), exact(budgets), "linear")
        return np.array(mx.argmax(exact(w) * law.pi, axis=-1))

    law = shapes.output_law(exact(p), exact(q), budget, "linear")
    y = said(np.full(len(p), budget))
    start, end = (plain(bound) for bound in critical.span(law, mx.array(y), exact(w)))
    assert np.all((start >= 0) & (start <= budget + EXACT) & (end > budget))
    steps = [np.full_like(start, step) for step in np.linspace(0, 1, 21)]
    for asked in steps + [bound + off for bound in (start, end) for off in (-NEAR, NEAR)]:
        asked = np.clip(np.where(np.isfinite(asked), asked, 1.0), 0.0, 1.0)
        sure = np.minimum(np.abs(asked - start), np.abs(asked - end)) > NEAR / 2
        wrong = sure & ((said(asked) == y) != ((asked >= start) & (asked < end)))
        assert not wrong.any(), f"at budgets {asked[wrong]} with spans from {start[wrong]} to {end[wrong]}"


def _require_threshold(bound: Floats, accepted: Callable[[Floats], NDArray[np.bool_]], near: float = NEAR) -> None:
    """`accepted` must turn from false to true at `bound`, in each row."""
    assert not np.any(np.isnan(bound)) and np.all(bound >= 0)
    whole = np.ones_like(bound)
    for budget in [step * whole for step in np.linspace(0, 1, 21)] + [bound - near, bound + near]:
        asked = np.clip(np.where(np.isfinite(budget), budget, 1.0), 0.0, 1.0)
        sure = (np.abs(asked - bound) > near / 2) | ~np.isfinite(bound) | ((bound == 0) & (asked == 0))
        wrong = sure & (accepted(asked) != (asked >= bound))
        assert not wrong.any(), f"at budgets {asked[wrong]} with critical budgets {bound[wrong]}"
