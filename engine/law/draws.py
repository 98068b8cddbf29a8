"""Random numbers keyed by (seed, absolute output position, role).

A draw depends on nothing else, so the text does not depend on how rounds fall. An MLX key is
two unsigned 32-bit numbers; (seed, 4 · position + role) is a key of its own for each draw.
"""

from enum import IntEnum

import mlx.core as mx


class Role(IntEnum):
    """What a draw is for. With shared draws every token takes DRAFT's noise."""

    DRAFT = 0
    ACCEPT = 1
    RESIDUAL = 2
    TARGET = 3


def keys(seed: int, first: int, count: int, role: Role) -> mx.array:
    """Keys of `count` positions from `first` on, shape [count, 2], uint32."""
    return mx.array([[seed, 4 * (first + i) + role] for i in range(count)], dtype=mx.uint32)


def uniforms(key: mx.array) -> mx.array:
    """One uniform draw in [2⁻²⁵, 1) a key: shape [n, 2] to [n].

    Zero is lifted to half a step, so that a draw can never equal a zero probability.
    """
    draw = mx.vmap(lambda k: mx.random.uniform(shape=(), key=k))(key)
    return mx.maximum(draw, 2.0**-25)


def races(key: mx.array, width: int) -> mx.array:
    """Race weights w = e^G of Gumbel noise G, `width` a key: shape [n, 2] to [n, width].

    The id with the largest w · probability is a draw from that distribution (the Gumbel-max trick
    without its logarithms: w is one over an exponential draw).
    """
    draw = mx.vmap(lambda k: mx.random.uniform(shape=(width,), key=k))(key)
    return mx.reciprocal(-mx.log(draw))
