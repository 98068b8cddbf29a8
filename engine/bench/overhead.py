"""What a round costs beside the two models' forwards, and whether memory stays flat."""

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median

import mlx.core as mx

from engine.decoding.decode import decode
from engine.decoding.forward import forward
from engine.decoding.mentored import Mentored
from engine.decoding.policy import Fixed
from engine.events import Token
from engine.pair.caches import make_caches, roll_back
from engine.pair.loading import Pair
from engine.request import Request


def outside_forwards(pair: Pair, request: Request, repeats: int) -> dict[str, float]:
    """Seconds of a whole round, of its bare forwards with the same shapes, and the share of the rest: medians.

    Rounds and bare forwards alternate over caches of the same length, and the share is that of each round and its
    neighbour, so that a machine that slows down or speeds up counts for little. The budget is held at 1, where all
    K tokens stay, so that every round has the same shape.
    """
    request = request.replace(tv_budget=1.0, bonus=False, ignore_eos=True, mode="mentored")
    ids = pair.text.encode(request.prompt, request.raw, request.system)
    caches = make_caches(pair.target), make_caches(pair.draft)
    for model, made in zip((pair.target, pair.draft), caches, strict=True):
        mx.eval(model(mx.array([ids[:-1]]), cache=made))
    loop = Mentored(pair, caches, request, ids, 0)
    length = request.draft_length
    rounds, bare = [], []
    for _ in range(repeats + 1):
        bare.append(_timed(lambda: _bare(pair, caches, length)))
        rounds.append(_timed(lambda: next(loop.run(length, Fixed(length)))))
    share = median(1 - one / whole for one, whole in zip(bare[1:], rounds[1:], strict=True))
    return {"round_s": median(rounds[1:]), "forwards_s": median(bare[1:]), "outside_share": max(0.0, share)}


def _bare(pair: Pair, caches: tuple[list[object], list[object]], length: int) -> None:
    """K draft steps and one K-row target forward, nothing sampled, then undone."""
    one, rows = mx.array([5], dtype=mx.uint32), mx.full((length,), 5, dtype=mx.uint32)
    outputs = [forward(pair.draft, caches[1], one) for _ in range(length)]
    mx.async_eval(outputs)
    checked = forward(pair.target, caches[0], rows)
    mx.eval(outputs)
    mx.eval(checked)
    roll_back(caches[0], length)
    roll_back(caches[1], length)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def memory_growth(pair: Pair, request: Request, tokens: int) -> dict[str, float]:
    """Active bytes after a tenth of `tokens` and after all, and the growth that the caches do not explain."""
    request = request.replace(max_tokens=tokens, ignore_eos=True, mode="mentored")
    pair = replace(pair, info=replace(pair.info, context=None))  # past the context the text is poor, the cost is not
    marks: list[tuple[int, int]] = []
    mx.reset_peak_memory()
    for event in decode(pair, request):
        if isinstance(event, Token) and event.position in (tokens // 10, tokens - 1):
            marks.append((event.position + 1, mx.get_active_memory()))
    peak = mx.get_peak_memory()  # of the run: what follows reads all tokens at once
    grown = marks[-1][1] - marks[0][1]
    cached = _cache_bytes(pair, marks[-1][0]) - _cache_bytes(pair, marks[0][0])
    return {
        "tokens": float(tokens),
        "active_after_tenth": float(marks[0][1]),
        "active_at_end": float(marks[-1][1]),
        "growth_beyond_caches": float(grown - cached),
        "peak": float(peak),
    }


def _cache_bytes(pair: Pair, tokens: int) -> int:
    """What both models' caches hold for that many tokens."""
    total = 0
    for model in (pair.target, pair.draft):
        caches = make_caches(model)
        mx.eval(model(mx.zeros((1, tokens), dtype=mx.uint32), cache=caches))
        total += sum(cache.nbytes for cache in caches)
    return total
