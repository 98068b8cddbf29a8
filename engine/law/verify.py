"""The check of one round: how many drafted tokens stay, and what replaces the first that does not.

Everything stays on the device; the caller reads the verdict once a round.
"""

from typing import NamedTuple

import mlx.core as mx

from engine.law import critical
from engine.law.draws import Role, keys, races, uniforms
from engine.law.shapes import Law, residual
from engine.law.sums import total
from engine.request import Request


class Verdict(NamedTuple):
    """What a check decided, for K drafted tokens.

    Attributes:
        kept: how many drafted tokens stay, a scalar.
        last: the law of the row of the first refused one, or of the last row where all stay.
        replacement: the id that takes the place of the first refused one, a scalar (of no use where all stay).
        lossless: [K] whether the target alone (budget 0) would have kept the token too.
        accept: [K] acceptance probability; u: [K] the draw; critical: [K] critical budget, TV.
        span: budgets from and below which the replacement is the same, [1] each; None where that is not known.
    """

    kept: mx.array
    last: Law
    replacement: mx.array
    lossless: mx.array
    accept: mx.array
    u: mx.array
    critical: mx.array
    span: tuple[mx.array, mx.array] | None = None


class Draws(NamedTuple):
    """Keys of a round's K positions, [K, 2] each: accept draws, replacements, and the draft's own."""

    accept: mx.array
    residual: mx.array
    shared: mx.array


def draws(request: Request, first: int, count: int, judged: int = 0) -> Draws:
    """The keys of `count` positions from `first` on; `judged` as in `keys`."""
    accept = keys(request.seed, first, count, Role.ACCEPT, judged)
    return Draws(
        accept, keys(request.seed, first, count, Role.RESIDUAL), keys(request.seed, first, count, Role.DRAFT, judged)
    )


def check(law: Law, x: mx.array, p_x: mx.array, q_x: mx.array, request: Request, keyed: Draws) -> Verdict:
    """Judge drafted ids `x` [K] against the rows of `law`. Of the request only the kind of check is read."""
    if request.coupling == "gumbel":
        return _shared(law, x, keyed)
    u = uniforms(keyed.accept)
    if request.verify == "block":
        return _block(law, x, p_x, q_x, u, keyed)
    return _by_token(law, x, p_x, q_x, u, keyed)


def _by_token(law: Law, x: mx.array, p_x: mx.array, q_x: mx.array, u: mx.array, keyed: Draws) -> Verdict:
    """Accept x where u ≤ min(1, π/q), up to the first refusal; then draw from (π − q)₊."""
    accept = mx.minimum(1.0, _pi_of(law, p_x, q_x) / q_x)
    kept = leading(accepts(u, accept))
    row = mx.minimum(kept, x.shape[0] - 1)
    last = law.row(row)
    replacement = draw(residual(last), keyed.residual, row)
    bound = critical.independent(law, p_x, q_x, u)
    return Verdict(kept, last, replacement, accepts(u, mx.minimum(1.0, p_x / q_x)), accept, u, bound)


def _shared(law: Law, x: mx.array, keyed: Draws) -> Verdict:
    """Emit argmax w π with the race weights w that the draft used; a drafted token stays where both agree."""
    w = races(keyed.shared, law.p.shape[-1])
    said = mx.argmax(w * law.pi, axis=-1)
    kept = leading(said == x)
    row = mx.minimum(kept, x.shape[0] - 1)
    lossless = mx.argmax(w * law.p, axis=-1) == x
    nothing = mx.zeros(x.shape, law.p.dtype)
    linear = law.mix.rise is None
    last = law.row(row)
    span = critical.span(last, said[row][None], w[row][None]) if linear else None
    return Verdict(kept, last, said[row], lossless, nothing, nothing, critical.shared(law, x, w), span)


def _block(law: Law, x: mx.array, p_x: mx.array, q_x: mx.array, u: mx.array, keyed: Draws) -> Verdict:
    """Block verification (Sun et al., 2403.10444): accept up to the last i with u_i ≤ h_i."""
    carried, accept = block_bounds(law.pi, law.q, _pi_of(law, p_x, q_x), q_x)
    kept = trailing(accepts(u, accept))
    row = mx.minimum(kept, x.shape[0] - 1)
    last = law.row(row)
    rest = residual(last, carried[row][None])
    alone = trailing(accepts(u, block_bounds(law.p, law.q, p_x, q_x)[1]))
    lossless = mx.arange(x.shape[0]) < alone
    return Verdict(kept, last, draw(rest, keyed.residual, row), lossless, accept, u, mx.full(x.shape, mx.nan))


def block_bounds(pi: mx.array, q: mx.array, pi_x: mx.array, q_x: mx.array) -> tuple[mx.array, mx.array]:
    """P_0 … P_K of block verification, [K + 1], and the acceptance bounds h_1 … h_K, [K].

    P_i = min(1, P_{i−1} π/q) is a reflected walk: log P_i = S_i − max(0, max_{j ≤ i} S_j), S = Σ log π/q.
    """
    walk = mx.cumsum(mx.log(pi_x / q_x))
    log_carried = walk - mx.maximum(0.0, mx.cummax(walk))
    carried = mx.concatenate([mx.ones((1,), pi.dtype), mx.exp(log_carried)])
    gain = total(mx.maximum(carried[1:-1, None] * pi[1:] - q[1:], 0.0))
    room = gain + (1 - carried[1:-1])  # in this order, a carried 1 gives exactly 1 for the smallest gain too
    inner = mx.where(room > 0, gain / mx.where(room > 0, room, 1.0), 1.0)
    return carried, mx.concatenate([inner, carried[-1:]])


def accepts(u: mx.array, probability: mx.array) -> mx.array:
    """Whether a draw accepts. A probability of 0 never does, even at u = 0; NaN never does."""
    return (u <= probability) & (probability > 0)


def leading(kept: mx.array) -> mx.array:
    """How many are true before the first that is not: [K] to a scalar."""
    return mx.sum(mx.cumprod(kept.astype(mx.int32)))


def trailing(kept: mx.array) -> mx.array:
    """The place (from 1) of the last that is true, 0 where none is: [K] to a scalar."""
    return mx.max(mx.where(kept, mx.arange(1, kept.shape[0] + 1), 0))


def draw(weights: mx.array, key: mx.array, row: mx.array) -> mx.array:
    """One id from unnormalised weights [1, V] by the race that `key` [K, 2] has for `row`: a scalar."""
    return mx.argmax(races(key[row][None], weights.shape[-1]) * weights, axis=-1)[0]


def _pi_of(law: Law, p_x: mx.array, q_x: mx.array) -> mx.array:
    """π of one id a row, from its p and q alone: [K]."""
    return law.mix.of(p_x[:, None], q_x[:, None])[:, 0]
