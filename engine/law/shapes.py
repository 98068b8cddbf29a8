"""The output law π between target and draft, in two shapes that accept equally often.

Linear is the source's: π = (1 − θ) p + θ q. Clipped loses less information at the same TV:
π = p / clip(p/q, α, β), which never gives mass to a token that the target rules out.
"""

from typing import NamedTuple

import mlx.core as mx

from engine.law.sums import total
from engine.request import Shape

#: Newton steps of the clipped shape; each is exact on its active set, so few are needed.
NEWTON_STEPS = 24


class Mix(NamedTuple):
    """How π is made of p and q in each row: d, θ [rows]; for the clipped shape also 1/α and 1/β [rows]."""

    d: mx.array
    theta: mx.array
    rise: mx.array | None = None
    fall: mx.array | None = None

    def of(self, p: mx.array, q: mx.array) -> mx.array:
        """π where the target has p and the draft q: [rows, n], any ids; one entry needs no others."""
        theta = self.theta[:, None]
        if self.rise is None or self.fall is None:
            return (1 - theta) * p + theta * q
        raised = mx.where(p > 0, mx.minimum(q, self.rise[:, None] * p), 0.0)
        lowered = mx.maximum(q, self.fall[:, None] * p)
        return mx.where(theta >= 1, q, mx.where(p > q, lowered, raised))

    def row(self, row: mx.array) -> "Mix":
        """One row, kept as [1]."""
        parts = [None if part is None else part[row][None] for part in self]
        return Mix(*parts)  # type: ignore[arg-type]


class Law(NamedTuple):
    """p, q [rows, V] and their mix. π is worked out where it is asked for."""

    p: mx.array
    q: mx.array
    mix: Mix

    @property
    def pi(self) -> mx.array:
        """The output law, [rows, V]."""
        return self.mix.of(self.p, self.q)

    def row(self, row: mx.array) -> "Law":
        """One row, kept as [1, V]."""
        return Law(self.p[row][None], self.q[row][None], self.mix.row(row))


def tv_distance(p: mx.array, q: mx.array) -> mx.array:
    """d = ½ Σ |p − q| over the last axis, held to at most 1 against rounding."""
    return mx.minimum(0.5 * total(mx.abs(p - q)), 1.0)


def share(d: mx.array, budget: float | mx.array) -> mx.array:
    """θ = min(1, D/d), and 1 where d = 0: exactly 1 wherever the budget covers the distance."""
    return mx.where(d > budget, budget / d, 1.0)


def output_law(p: mx.array, q: mx.array, budget: float | mx.array, shape: Shape = "linear") -> Law:
    """π for each row. TV(p, π) = min(d, D); for the clipped shape at most that where p has zeros."""
    d = tv_distance(p, q)
    mix = Mix(d, share(d, budget)) if shape == "linear" else clipped(p, q, d, budget)
    return Law(p, q, mix)


def clipped(p: mx.array, q: mx.array, d: mx.array, budget: float | mx.array) -> Mix:
    """π = min(q, p/α) where q > p and max(q, p/β) elsewhere, with the gain and the loss both min(d, D).

    A token with p = 0 gets nothing, so the gain can be less than D: then the loss is held to it.
    """
    up, over = (q > p) & (p > 0), p > q
    low, high = mx.where(up, p, 0.0), mx.where(up, q, 0.0)
    reach = total(high - low)
    gain = mx.minimum(mx.minimum(d, budget), reach)
    rise = mx.where(gain >= reach, mx.inf, _rise(low, high, gain))
    fall = _fall(mx.where(over, p, 0.0), mx.where(over, q, 0.0), gain)
    theta = mx.where(d > 0, gain / mx.where(d > 0, d, 1.0), mx.ones_like(d))
    return Mix(d, theta, rise, fall)


def _rise(p: mx.array, q: mx.array, gain: mx.array) -> mx.array:
    """t = 1/α ≥ 1 with Σ min(q, t p) − p = gain: concave and piecewise linear, so Newton climbs to it."""
    t = mx.ones_like(gain)
    for _ in range(NEWTON_STEPS):
        full = q <= t[..., None] * p
        slope = total(mx.where(full, 0.0, p))
        short = gain - total(mx.minimum(q, t[..., None] * p) - p)
        t = mx.where((slope > 0) & (short > 0), t + short / mx.where(slope > 0, slope, 1.0), t)
    return t


def _fall(p: mx.array, q: mx.array, loss: mx.array) -> mx.array:
    """s = 1/β ≤ 1 with Σ p − max(q, s p) = loss: Newton descends from 1, never past the root."""
    s = mx.ones_like(loss)
    for _ in range(NEWTON_STEPS):
        floor = s[..., None] * p <= q
        slope = total(mx.where(floor, 0.0, p))
        short = loss - total(p - mx.maximum(q, s[..., None] * p))
        s = mx.where((slope > 0) & (short > 0), s - short / mx.where(slope > 0, slope, 1.0), s)
    return mx.maximum(s, 0.0)


def residual(law: Law, scale: mx.array | None = None) -> mx.array:
    """What a refused row draws from, not normalised: (π − q)₊, or (P π − q)₊ with block verification's P.

    For the linear shape π − q = (1 − θ)(p − q), so p − q serves every budget without cancellation.
    Where rounding leaves nothing, p and q agree to the last bits and π itself is right.
    """
    if scale is not None:
        rest = mx.maximum(scale[..., None] * law.pi - law.q, 0.0)
    elif law.mix.rise is None:
        rest = mx.maximum(law.p - law.q, 0.0)
    else:
        rest = mx.maximum(law.pi - law.q, 0.0)
    empty = mx.sum(rest, axis=-1, keepdims=True) <= 0
    return mx.where(empty, law.pi, rest)


def at(rows: mx.array, x: mx.array) -> mx.array:
    """rows[i, x[i]]: [K, V] and ids [K] to [K]."""
    return mx.take_along_axis(rows, mx.expand_dims(x, -1), axis=-1).squeeze(-1)  # quicker asked for than by slices
