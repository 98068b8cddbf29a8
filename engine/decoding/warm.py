"""Meet the kernels and shapes of a run before the run, on NVIDIA accelerators, where each new one is dear.

A kernel takes up to seconds to build, once: MLX keeps it on the disk (MLX_PTX_CACHE_DIR, or its
folder in the temporary one). A shape of attention takes tens of milliseconds in each process.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import mlx.core as mx

from engine.decoding.decode import decode
from engine.decoding.forward import forward
from engine.decoding.policy import LONGEST_STRETCH
from engine.device import on_cuda
from engine.errors import MentorscopeError
from engine.events import Loading
from engine.pair.caches import make_caches, roll_back
from engine.pair.few_rows import COUNTS, TURNED, FewRows
from engine.pair.loading import Pair
from engine.pair.steady import BLOCK
from engine.request import Request

#: Contexts that are met beforehand, tokens: the bundled pair's whole one.
CONTEXT = 1024
#: Short runs that between them ask for every way of drawing and judging. They need no sense, only tokens.
#: Top-k and the repetition penalty are left to those who ask for them: their kernel would add seconds to every wait.
RUNS: tuple[dict[str, Any], ...] = (
    {"mode": "target"},
    {"mode": "draft"},
    {"tv_budget": 1.0, "max_tokens": 32},
    {"tv_budget": 0.0, "draft_length": 4, "bonus": True, "max_tokens": 24},
    {"coupling": "gumbel"},
    {"coupling": "gumbel", "bonus": True, "shape": "clipped"},
    {"shape": "clipped"},
    {"verify": "block"},
    *({"verify": "block", "draft_length": left, "max_tokens": 2 * left} for left in (1, 2, 3)),  # a run's last round
    {"policy": "cost-aware", "max_tokens": 40},
    {"temperature": 0.0},
    {"top_p": 0.9, "min_p": 0.01},
)
WORDS = "The kernels of the GPU"


def warm_up(pair: Pair, progress: Callable[[Loading], None] = lambda _: None) -> None:
    """Do beforehand what a first run would wait for; nothing where new kernels and shapes cost nothing.

    Args:
        progress: told after each step; may raise to give up.
    """
    if not on_cuda():
        return
    steps = [*_shapes(pair), *(_short_run(pair, changes) for changes in RUNS)]
    for done, step in enumerate(steps):
        progress(Loading(WORDS, done, len(steps), "kernels"))
        step()


def _shapes(pair: Pair) -> Iterator[Callable[[], None]]:
    """Each row count of a round over each block of the caches: a step for each model and block."""
    context = min(pair.info.context or CONTEXT, pair.window or CONTEXT, CONTEXT)
    for model, most in ((pair.target, TURNED), (pair.draft, LONGEST_STRETCH + 4)):  # what it reads after a stretch
        counts = tuple(count for count in row_counts(model) if count <= most)
        caches = make_caches(model)
        for filled in range(0, context - counts[-1], BLOCK):
            yield partial(_meet, model, caches, counts, filled)


def row_counts(model: Any) -> tuple[int, ...]:
    """The row counts that the model's forwards come in."""
    return model.counts if isinstance(model, FewRows) else COUNTS


def _meet(model: Any, caches: list[Any], counts: tuple[int, ...], filled: int) -> None:
    """Fill the caches up to `filled` tokens, then run each row count once after them."""
    if filled:
        mx.eval(forward(model, caches, mx.zeros((BLOCK,), dtype=mx.uint32)))
    for rows in counts:
        mx.eval(forward(model, caches, mx.zeros((rows,), dtype=mx.uint32)))
        roll_back(caches, rows)


def _short_run(pair: Pair, changes: dict[str, Any]) -> Callable[[], None]:
    request = Request("A", raw=True, ignore_eos=True, max_tokens=12).replace(**changes)
    return lambda: _run(pair, request)


def _run(pair: Pair, request: Request) -> None:
    with suppress(MentorscopeError):  # what is wrong with a pair is told when a person runs it
        for _ in decode(pair, request):
            pass
