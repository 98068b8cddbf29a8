"""Meet the shapes of a run before the run, where each new one is dear."""

from collections.abc import Callable

import mlx.core as mx

from engine.decoding.forward import STEPS, forward
from engine.pair.caches import make_caches, roll_back
from engine.pair.loading import Pair
from engine.pair.steady import BLOCK

#: Row counts of rounds up to 16 drafted tokens and the bonus.
ROWS = tuple(step for step in STEPS if step <= 17)


def warm_up(pair: Pair, blocks: int = 2, give_up: Callable[[], bool] = lambda: False) -> None:
    """Run each row count of a round once, over the first `blocks` of the caches."""
    for model in (pair.target, pair.draft):
        caches = make_caches(model)
        for block in range(blocks):
            for rows in ROWS:
                if give_up():
                    return
                mx.eval(forward(model, caches, mx.zeros((rows,), dtype=mx.uint32)))
                roll_back(caches, rows)
            if block + 1 < blocks:
                mx.eval(forward(model, caches, mx.zeros((BLOCK,), dtype=mx.uint32)))
