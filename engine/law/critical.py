"""Critical budgets: the smallest budget that keeps a drafted token, in closed form where there is one.

All functions take rows: scalars of the drafted token x as [rows], whole distributions as [rows, V],
and give D* in TV, [rows]; 0 where the target alone keeps the token too, infinity where no budget
keeps it (the clipped shape never gives mass to what the target rules out).
"""

import math

import mlx.core as mx

from engine.law.shapes import Law, at
from engine.law.sums import total

#: Halvings of the joint condition of shared draws with the clipped shape; enough for float32.
HALVINGS = 40


def independent(law: Law, p_x: mx.array, q_x: mx.array, u: mx.array) -> mx.array:
    """For a separate accept draw u. Linear: D* = d (u − r)/(1 − r), r = p(x)/q(x); clipped: 1/α* = u/r."""
    r = p_x / q_x
    needed = u > r
    if law.mix.rise is None:
        return mx.where(needed, law.mix.d * (u - r) / (1 - r), 0.0)  # where r is 1, none is needed: u < 1
    t = mx.where(needed, u / mx.maximum(r, 1e-30), 1.0)
    budget = mx.where(needed, _gain(law, t), 0.0)
    return mx.where(needed & (p_x <= 0), math.inf, budget)


def shared(law: Law, x: mx.array, w: mx.array) -> mx.array:
    """For race weights w [rows, V] shared by draft and output.

    Linear: every score w_y π(y) is linear in θ, so D* = d · max over rivals y of a_y / (a_y + b_y) with
    a_y = w_y p_y − w_x p_x > 0 and b_y = w_x q_x − w_y q_y ≥ 0.
    """
    wp, wq = w * law.p, w * law.q
    wp_x, wq_x = at(wp, x), at(wq, x)
    if law.mix.rise is not None:
        # Two gathers like the others: one of booleans would be a kernel of its own, seconds to build on some devices.
        return _shared_clipped(law, wp, wq, wp_x, wq_x, at(law.q, x) > at(law.p, x))
    a = wp - wp_x[:, None]
    b = mx.maximum(wq_x[:, None] - wq, 0.0)
    theta = mx.where(a > 0, a / mx.where(a > 0, a + b, 1.0), 0.0)
    return law.mix.d * mx.max(theta, axis=-1)


def span(law: Law, y: mx.array, w: mx.array) -> tuple[mx.array, mx.array]:
    """Between which budgets shared draws emit y [rows], linear shape: [from, below), infinity where nothing ends it.

    A rival's lead over y is linear in θ: a = w_r p_r − w_y p_y at θ = 0, b = w_r q_r − w_y q_y at θ = 1.
    """
    a = w * law.p - at(w * law.p, y)[:, None]
    b = w * law.q - at(w * law.q, y)[:, None]
    lost, won = mx.minimum(b, 0.0), mx.minimum(a, 0.0)
    low = mx.where(a > 0, a / mx.where(a > 0, a - lost, 1.0), 0.0)
    high = mx.where(b > 0, -won / mx.where(b > 0, b - won, 1.0), mx.inf)
    return law.mix.d * mx.max(low, axis=-1), law.mix.d * mx.min(high, axis=-1)


def _shared_clipped(law: Law, wp: mx.array, wq: mx.array, wp_x: mx.array, wq_x: mx.array, risen: mx.array) -> mx.array:
    """The clipped shape: bounds on 1/α and 1/β apart, then the joint bound by halving."""
    over = law.p > law.q
    rival = wp > wp_x[:, None]
    top_over = mx.max(mx.where(rival & over, wp, 0.0), axis=-1)
    top_risen = mx.max(mx.where(rival, wq, 0.0), axis=-1)
    by_fall = _loss(law, mx.where(top_over > 0, wq_x / mx.where(top_over > 0, top_over, 1.0), 1.0))
    possible = wp_x > 0
    by_rise = _gain(law, mx.where(possible, top_risen / mx.where(possible, wp_x, 1.0), 1.0))
    joint = _joint(law, mx.where(possible, top_over / mx.where(possible, wp_x, 1.0), 1.0))
    budget = mx.where(risen, mx.maximum(mx.maximum(by_rise, by_fall), joint), by_fall)
    budget = mx.where(mx.any(rival, axis=-1), budget, 0.0)
    reach = total(mx.where((law.q > law.p) & (law.p > 0), law.q - law.p, 0.0))
    return mx.where((risen & ~possible) | (budget > reach), math.inf, budget)


def _joint(law: Law, ratio: mx.array) -> mx.array:
    """The budget at which (1/α) / (1/β) reaches `ratio`: gain(t) grows and loss(t / ratio) shrinks with t."""
    low, high = mx.ones_like(ratio), mx.maximum(ratio, 1.0)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        enough = _gain(law, middle) >= _loss(law, middle / mx.maximum(ratio, 1.0))
        low, high = mx.where(enough, low, middle), mx.where(enough, middle, high)
    return mx.where(ratio > 1, _gain(law, high), 0.0)


def _gain(law: Law, t: mx.array) -> mx.array:
    """TV gained by tokens with q > p when 1/α = t: Σ min(q, t p) − p."""
    up = law.q > law.p
    return total(mx.where(up, mx.minimum(law.q, mx.maximum(t, 1.0)[:, None] * law.p) - law.p, 0.0))


def _loss(law: Law, s: mx.array) -> mx.array:
    """TV lost by tokens with p > q when 1/β = s: Σ p − max(q, s p)."""
    over = law.p > law.q
    return total(mx.where(over, law.p - mx.maximum(law.q, mx.minimum(s, 1.0)[:, None] * law.p), 0.0))
