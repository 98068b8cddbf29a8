"""The output law π between target and draft, in two shapes that accept equally often.

Linear is the source's: π = (1 − θ) p + θ q. Clipped loses less information at the same TV:
π = p / clip(p/q, α, β), which never gives mass to a token that the target rules out.
"""

from typing import NamedTuple

import mlx.core as mx

from engine.request import Shape

#: Newton steps of the clipped shape; each is exact on its active set, so few are needed.
NEWTON_STEPS = 24


class Law(NamedTuple):
    """Rows of one check: p, q, π [rows, V]; d, θ [rows]; what refused rows draw from is `residual`.

    `rise` and `fall` are 1/α and 1/β of the clipped shape, [rows]; None for the linear shape.
    """

    p: mx.array
    q: mx.array
    pi: mx.array
    d: mx.array
    theta: mx.array
    rise: mx.array | None = None
    fall: mx.array | None = None


def tv_distance(p: mx.array, q: mx.array) -> mx.array:
    """d = ½ Σ |p − q| over the last axis, held to at most 1 against rounding."""
    return mx.minimum(0.5 * mx.sum(mx.abs(p - q), axis=-1), 1.0)


def share(d: mx.array, budget: float) -> mx.array:
    """θ = min(1, D/d), and 1 where d = 0: exactly 1 wherever the budget covers the distance."""
    return mx.where(d > budget, budget / mx.where(d > budget, d, 1.0), mx.ones_like(d))


def output_law(p: mx.array, q: mx.array, budget: float, shape: Shape = "linear") -> Law:
    """π for each row. TV(p, π) = min(d, D); for the clipped shape at most that where p has zeros."""
    d = tv_distance(p, q)
    theta = share(d, budget)
    if shape == "linear":
        mix = theta[..., None]
        return Law(p, q, (1 - mix) * p + mix * q, d, theta)
    return clipped(p, q, d, budget)


def clipped(p: mx.array, q: mx.array, d: mx.array, budget: float) -> Law:
    """π = min(q, p/α) where q > p and max(q, p/β) elsewhere, with the gain and the loss both min(d, D).

    A token with p = 0 gets nothing, so the gain can be less than D: then the loss is held to it.
    """
    up = (q > p) & (p > 0)
    low, high = mx.where(up, p, 0.0), mx.where(up, q, 0.0)
    reach = mx.sum(high - low, axis=-1)
    gain = mx.minimum(mx.minimum(d, budget), reach)
    rise = _rise(low, high, gain)
    over = p > q
    fall = _fall(mx.where(over, p, 0.0), mx.where(over, q, 0.0), gain)
    raised = mx.where(gain[..., None] >= reach[..., None], q, mx.minimum(q, rise[..., None] * p))
    raised = mx.where(p > 0, raised, 0.0)
    lowered = mx.maximum(q, fall[..., None] * p)
    pi = mx.where(over, lowered, mx.where(q > p, raised, p))
    theta = mx.where(d > 0, gain / mx.where(d > 0, d, 1.0), mx.ones_like(d))
    whole = (theta >= 1)[..., None]
    return Law(p, q, mx.where(whole, q, pi), d, theta, rise, fall)


def _rise(p: mx.array, q: mx.array, gain: mx.array) -> mx.array:
    """t = 1/α ≥ 1 with Σ min(q, t p) − p = gain: concave and piecewise linear, so Newton climbs to it."""
    t = mx.ones_like(gain)
    for _ in range(NEWTON_STEPS):
        full = q <= t[..., None] * p
        slope = mx.sum(mx.where(full, 0.0, p), axis=-1)
        short = gain - mx.sum(mx.minimum(q, t[..., None] * p) - p, axis=-1)
        t = mx.where((slope > 0) & (short > 0), t + short / mx.where(slope > 0, slope, 1.0), t)
    return t


def _fall(p: mx.array, q: mx.array, loss: mx.array) -> mx.array:
    """s = 1/β ≤ 1 with Σ p − max(q, s p) = loss: Newton descends from 1, never past the root."""
    s = mx.ones_like(loss)
    for _ in range(NEWTON_STEPS):
        floor = s[..., None] * p <= q
        slope = mx.sum(mx.where(floor, 0.0, p), axis=-1)
        short = loss - mx.sum(p - mx.maximum(q, s[..., None] * p), axis=-1)
        s = mx.where((slope > 0) & (short > 0), s - short / mx.where(slope > 0, slope, 1.0), s)
    return mx.maximum(s, 0.0)


def residual(law: Law, scale: mx.array | None = None) -> mx.array:
    """What a refused row draws from, not normalised: (π − q)₊, or (P π − q)₊ with block verification's P.

    For the linear shape π − q = (1 − θ)(p − q), so p − q serves every budget without cancellation.
    Where rounding leaves nothing, p and q agree to the last bits and π itself is right.
    """
    if scale is not None:
        rest = mx.maximum(scale[..., None] * law.pi - law.q, 0.0)
    elif law.rise is None:
        rest = mx.maximum(law.p - law.q, 0.0)
    else:
        rest = mx.maximum(law.pi - law.q, 0.0)
    empty = mx.sum(rest, axis=-1, keepdims=True) <= 0
    return mx.where(empty, law.pi, rest)


def at(rows: mx.array, x: mx.array) -> mx.array:
    """rows[i, x[i]]: [K, V] and ids [K] to [K]."""
    return mx.take_along_axis(rows, x[:, None], axis=-1)[:, 0]
