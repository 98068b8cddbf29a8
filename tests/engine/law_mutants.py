"""Bugs of block verification, each a change of one real function of the law."""

from typing import Any

import mlx.core as mx

from engine.law import verify


def walk_without_ceiling(original: Any) -> Any:
    """P_i = π/q of all tokens, not held to 1."""

    def block_bounds(pi: mx.array, q: mx.array, pi_x: mx.array, q_x: mx.array) -> tuple[mx.array, mx.array]:
        _, accept = original(pi, q, pi_x, q_x)
        walk = mx.concatenate([mx.ones((1,), pi.dtype), mx.cumprod(pi_x / q_x)])
        return walk, mx.concatenate([accept[:-1], mx.minimum(walk[-1:], 1.0)])

    return block_bounds


def told_by_its_own_law(original: Any) -> Any:
    """All that stays is called accepted, not only what the target alone keeps."""

    def block(law: Any, x: mx.array, *rest: Any) -> verify.Verdict:
        found: verify.Verdict = original(law, x, *rest)
        return found._replace(lossless=mx.arange(x.shape[0]) < found.kept)

    return block


def rounded_room(original: Any) -> Any:
    """(gain + 1) − P in float32 loses the gain."""

    def block_bounds(pi: mx.array, q: mx.array, pi_x: mx.array, q_x: mx.array) -> tuple[mx.array, mx.array]:
        carried, accept = original(pi, q, pi_x, q_x)
        gain = mx.sum(mx.maximum(carried[1:-1, None] * pi[1:] - q[1:], 0.0), axis=-1)
        room = gain + 1 - carried[1:-1]
        inner = mx.where(room > 0, gain / mx.where(room > 0, room, 1.0), 1.0)
        return carried, mx.concatenate([inner, accept[-1:]])

    return block_bounds
