"""Caches: right after every round, refused where they cannot be rolled back."""

import dataclasses
from collections.abc import Callable
from typing import Any

import mlx.core as mx
import mlx.nn as nn
import numpy as np
import pytest

from engine.errors import DecodingError, PairError, RequestError
from engine.pair.caches import make_caches, require_rollback, roll_back, window
from engine.pair.loading import Pair
from engine.pair.steady import SteadyKVCache, steadied
from tests.engine.edges import check_caches
from tests.engine.toys import CACHES, LOOP, ids, llama, llamas, pair_of, run, settings, sliding

#: Float32 logits of about 1: forwards of one row, of many rows, and over another cache length add up in other orders.
NEAR = 1e-4
WAYS: list[dict[str, Any]] = [
    {"tv_budget": 0.2},
    {"tv_budget": 0.2, "bonus": True, "draft_length": 2},
    {"tv_budget": 1.0, "bonus": True},
    {"tv_budget": 0.0, "coupling": "gumbel"},
    {"tv_budget": 0.2, "verify": "block", "bonus": True, "shape": "clipped"},
    {"tv_budget": 0.3, "policy": "acceptance-rate", "draft_length": 1},
    {"tv_budget": 0.3, "policy": "cost-aware"},
]


class Remade(nn.Module):  # type: ignore[name-defined, misc]
    """A llama whose layers have another kind of cache."""

    def __init__(self, inner: Any, make: Callable[[], Any]) -> None:
        super().__init__()
        self.inner, self.make = inner, make

    @property
    def layers(self) -> Any:
        return self.inner.layers

    def make_cache(self) -> list[Any]:
        return [self.make() for _ in self.layers]

    def __call__(self, tokens: mx.array, cache: list[Any]) -> Any:
        return self.inner(tokens, cache=cache)


class Grouped(Remade):
    """A llama of two layers whose caches are one list."""

    def make_cache(self) -> list[Any]:
        return [CACHES.CacheList(*(CACHES.KVCache() for _ in self.layers))]

    def __call__(self, tokens: mx.array, cache: list[Any]) -> Any:
        return self.inner(tokens, cache=list(cache[0].caches))


def quantised() -> Pair:
    """Both caches in 8 bits; a fresh forward quantises the same keys the same way."""
    pair = llamas(1)
    sides = [
        Remade(model, lambda: CACHES.QuantizedKVCache(group_size=32, bits=8)) for model in (pair.target, pair.draft)
    ]
    return dataclasses.replace(pair, target=sides[0], draft=sides[1])


def grouped() -> Pair:
    target, draft = (Grouped(llama(seed, 8, 2), CACHES.KVCache) for seed in (5, 6))
    return pair_of(target, draft, 8, (1, 2))


PAIRS: dict[str, Callable[[], Pair]] = {"plain": lambda: llamas(1), "quantised": quantised, "grouped": grouped}


@pytest.mark.parametrize("kind", PAIRS)
def test_next_logits_after_every_round(kind: str) -> None:
    pair, rounds = PAIRS[kind](), 0
    for seed, way in enumerate(WAYS):
        request = settings(**({"draft_length": 5, "max_tokens": 14, "seed": seed} | way))
        rounds += check_caches(pair, request, NEAR)
    assert rounds > 24


def test_across_the_step_in_which_a_cache_grows() -> None:
    """mlx-lm grows caches by 256 entries; a rollback may lie across that."""
    pair = llamas(2)
    pair.text.prompt = [1, 2, 3] * 83  # type: ignore[attr-defined]
    assert check_caches(pair, settings(draft_length=6, max_tokens=24, tv_budget=0.1), NEAR) > 3


def test_a_sliding_window_is_right_inside_it_and_refused_past_it() -> None:
    pair = sliding()
    assert pair.window == 40 and isinstance(make_caches(pair.target)[0], CACHES.RotatingKVCache)
    assert check_caches(pair, settings(draft_length=4, max_tokens=33, tv_budget=0.1), NEAR) > 5
    for changes in ({"max_tokens": 34}, {"max_tokens": 33, "draft_length": 5}, {"max_tokens": 100}):
        with pytest.raises(RequestError, match="sliding window of 40") as caught:
            run(pair, settings(**({"draft_length": 4} | changes)))
        assert caught.value.field == "max_tokens"


def test_running_states_are_refused_with_the_reason() -> None:
    caches = [CACHES.KVCache(), CACHES.ArraysCache(2), CACHES.CacheList(CACHES.KVCache(), CACHES.ArraysCache(1))]
    with pytest.raises(PairError, match="running state in 2 of its 4 layers, which cannot be rolled back"):
        require_rollback(caches, "The target")
    require_rollback(
        [
            CACHES.KVCache(),
            CACHES.QuantizedKVCache(),
            CACHES.CacheList(CACHES.KVCache(), CACHES.KVCache()),
            CACHES.RotatingKVCache(8),
        ],
        "The target",
    )


def test_the_smallest_window_counts() -> None:
    assert window([CACHES.KVCache()]) is None
    assert (
        window(
            [
                CACHES.KVCache(),
                CACHES.RotatingKVCache(64),
                CACHES.CacheList(CACHES.RotatingKVCache(32), CACHES.KVCache()),
            ]
        )
        == 32
    )


def test_a_rollback_that_falls_short_is_an_error() -> None:
    """Whatever the layer: none may be silently wrong."""
    row = mx.zeros((1, 1, 3, 8))
    for cache, count in ((CACHES.KVCache(), 4), (CACHES.CacheList(CACHES.KVCache(), CACHES.KVCache()), 4)):
        for part in getattr(cache, "caches", [cache]):
            part.update_and_fetch(row, row)
        roll_back([cache], 0)
        with pytest.raises(DecodingError, match="could not be rolled back"):
            roll_back([cache], count)
    wrapped = CACHES.RotatingKVCache(4)
    for _ in range(6):
        wrapped.update_and_fetch(row[:, :, :1], row[:, :, :1])
    with pytest.raises(DecodingError, match="could not be rolled back"):
        roll_back([wrapped], 1)


def test_the_draft_catches_up_after_a_stretch_of_the_target_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds, a stretch without drafts, rounds again: the text of shared draws at TV 0 stays target-only's."""
    lengths = iter([3, 0, 0, 2, 4, 0, 1, 5] * 20)

    class Mixed:
        stretch = 3

        def length(self) -> int:
            return next(lengths)

        def observe(self, *_: Any) -> None:
            pass

        def observe_target(self, _: float) -> None:
            pass

    monkeypatch.setattr(LOOP, "make_policy", lambda request, costs: Mixed())
    request = settings(coupling="gumbel", tv_budget=0.0, max_tokens=40)
    mixed = run(llamas(3), request)
    assert {token.kind for token in mixed.tokens} == {"accepted", "resampled", "target"}
    assert ids(mixed) == ids(run(llamas(3), request.replace(mode="target")))
    lengths = iter([3, 0, 0, 2, 4, 0, 1, 5] * 20)
    assert check_caches(llamas(3), request.replace(bonus=True), NEAR) > 5


def test_the_llamas_look_back() -> None:
    """The random models' logits depend on more than the last token, or the caches above would prove nothing."""
    for model in (llama(1, 8, 2), llama(2, 8, 1)):
        one, other = (np.array(model(mx.array([[first, 3, 4]])))[0, -1] for first in (1, 2))
        assert np.abs(one - other).max() > 0.1


@pytest.mark.parametrize("held", [9, 249])
def test_steady_caches_are_as_right_as_plain_ones(monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    """Whole blocks and a mask for many rows, the bare entries for one; across the end of a block too."""
    pair = llamas(2)
    pair.text.prompt = [1, 2, 3] * (held // 3)  # type: ignore[attr-defined]
    monkeypatch.setattr(LOOP, "make_caches", lambda model, rolled_back=True: steadied(make_caches(model)))
    for way in ({"tv_budget": 0.1}, {"tv_budget": 0.6, "bonus": True}, {"tv_budget": 0.0, "coupling": "gumbel"}):
        assert check_caches(pair, settings(**({"draft_length": 5, "max_tokens": 16} | way)), NEAR) > 2


@pytest.mark.parametrize("rows", [1, 3])
def test_the_mask_of_a_steady_cache_with_a_window(rows: int) -> None:
    cache, row = SteadyKVCache(), mx.zeros((1, 1, 1, 8))
    for _ in range(9):
        cache.update_and_fetch(row, row)
    mask: Any = cache.make_mask(rows, window_size=4)
    keys, _ = cache.update_and_fetch(*[mx.zeros((1, 1, rows, 8))] * 2)
    assert mask.shape == (rows, keys.shape[2])
    seen = [[i for i, value in enumerate(line) if value == 0] for line in mask.tolist()]
    assert seen == [list(range(9 + i - 3, 9 + i + 1)) for i in range(rows)]
    assert SteadyKVCache().make_mask(1) is None
