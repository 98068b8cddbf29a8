"""What a round costs beside the two models' forwards, and whether memory stays flat."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import mlx.core as mx

from engine.decoding.forward import forward
from engine.decoding.mentored import Mentored
from engine.decoding.policy import Fixed
from engine.pair.caches import make_caches, roll_back
from engine.pair.loading import Pair
from engine.request import Request


def outside_forwards(pair: Pair, request: Request, repeats: int) -> dict[str, float]:
    """Seconds of a whole round, of its bare forwards with the same shapes, and the share of the rest: medians.

    Rounds and bare forwards alternate over caches of the same length, and the share is that of each round and its
    neighbour, so that a machine that slows down or speeds up counts for little. The budget is held at 1, where all
    K tokens stay, so that every round has the same shape. After `max_tokens` tokens it begins anew, so that the
    caches are as long as those of a run.

    Returns:
        round_s, forwards_s: medians, seconds. outside_share: the median of each round's share, below 0 where nothing
        can be told from the noise.
    """
    request = request.replace(tv_budget=1.0, bonus=False)
    length = request.draft_length
    rounds, bare = [], []
    room = 0
    for _ in range(repeats + 1):
        if room < length:
            caches, loop = _begun(pair, request)
            room = max(request.max_tokens, length)
        room -= length
        bare.append(_timed(_bare, pair, caches, length))
        rounds.append(_timed(next, loop.run(length, Fixed(length))))
    share = median(1 - one / whole for one, whole in zip(bare[1:], rounds[1:], strict=True))
    return {"round_s": median(rounds[1:]), "forwards_s": median(bare[1:]), "outside_share": share}


def _bare(pair: Pair, caches: tuple[list[Any], list[Any]], length: int) -> None:
    """K draft steps and one K-row target forward, nothing sampled, then undone."""
    one, rows = mx.array([5], dtype=mx.uint32), mx.full((length,), 5, dtype=mx.uint32)
    outputs = [forward(pair.draft, caches[1], one) for _ in range(length)]
    mx.async_eval(outputs)
    checked = forward(pair.target, caches[0], rows)
    mx.eval(outputs)
    mx.eval(checked)
    roll_back(caches[0], length)
    roll_back(caches[1], length)


def _timed(work: Callable[..., object], *given: object) -> float:
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start


def memory_growth(pair: Pair, request: Request, tokens: int) -> dict[str, float]:
    """Active bytes after a tenth of `tokens` and after all, and the growth that is not the caches'."""
    caches, loop = _begun(pair, request)  # past the context the text is poor, the cost is not
    marks: list[tuple[int, int]] = []
    mx.reset_peak_memory()
    done = 0
    for burst in loop.run(tokens, Fixed(request.draft_length)):
        done += len(burst.drawn)
        if done >= (tokens if marks else tokens // 10):
            held = sum(cache.nbytes for made in caches for cache in made)
            marks.append((mx.get_active_memory(), held))
    (early, early_held), (late, late_held) = marks[0], marks[-1]
    return {
        "tokens": float(tokens),
        "active_after_tenth": float(early),
        "active_at_end": float(late),
        "growth_beyond_caches": float(late - late_held - early + early_held),
        "peak": float(mx.get_peak_memory()),
    }


def _begun(pair: Pair, request: Request) -> tuple[tuple[list[Any], list[Any]], Mentored]:
    """Both models' caches with all of the prompt but its last token, and the loop over them."""
    ids = pair.text.encode(request.prompt, request.raw, request.system)
    caches = make_caches(pair.target), make_caches(pair.draft)
    for model, made in zip((pair.target, pair.draft), caches, strict=True):
        if len(ids) > 1:
            mx.eval(model(mx.array([ids[:-1]]), cache=made))
    return caches, Mentored(pair, caches, request, ids, 0)
