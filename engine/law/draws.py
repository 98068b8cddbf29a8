"""Random numbers keyed by (seed, absolute output position, role).

A draw depends on nothing else, so the text does not depend on how rounds fall. An MLX key is
two unsigned 32-bit numbers; (seed, 4 · position + role) is a key of its own for each draw.
"""

from enum import IntEnum

import mlx.core as mx

from engine.request import MAX_DRAFT_LENGTH


class Role(IntEnum):
    """What a draw is for. With shared draws every token takes DRAFT's noise."""

    DRAFT = 0
    ACCEPT = 1
    RESIDUAL = 2
    TARGET = 3


#: Numbers from here on are those of positions that are judged again: past any position of a run.
AGAIN = 2**24


def keys(seed: int, first: int, count: int, role: Role, judged: int = 0) -> mx.array:
    """Keys of `count` positions from `first` on, shape [count, 2], uint32.

    Args:
        judged: positions below it take numbers of this round's own. Block verification needs that: how much a
            round kept depends on the draws of all its positions, also of those that the next round judges again.
    """
    places = [first + i if first + i >= judged else AGAIN + (MAX_DRAFT_LENGTH + 1) * first + i for i in range(count)]
    return mx.array([[seed, 4 * place + role] for place in places], dtype=mx.uint32)


def uniforms(key: mx.array) -> mx.array:
    """One uniform draw in [2⁻²⁵, 1) a key: shape [n, 2] to [n].

    Zero is lifted to half a step, so that a draw can never equal a zero probability.
    """
    draw = mx.vmap(lambda k: mx.random.uniform(shape=(), key=k))(key)
    return mx.maximum(draw, 2.0**-25)


def races(key: mx.array, width: int) -> mx.array:
    """Race weights w = e^G of Gumbel noise G, `width` a key: shape [n, 2] to [n, width].

    The id with the largest w · probability is a draw from that distribution (the Gumbel-max trick
    without its logarithms: w is one over an exponential draw). The draw is kept off 0, where w would be 0
    and an id without probability as good as the only one that has some.
    """
    draw = mx.vmap(lambda k: mx.random.uniform(low=2.0**-32, shape=(width,), key=k))(key)
    return -1.0 / mx.log(draw)
