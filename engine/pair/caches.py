"""Key-value caches: made, advanced, rolled back, and never silently wrong."""

from collections.abc import Sequence
from typing import Any

from mlx_lm.models.cache import CacheList, RotatingKVCache, make_prompt_cache

from engine.device import on_cuda
from engine.errors import DecodingError, PairError
from engine.pair.steady import steadied


def make_caches(model: Any, rolled_back: bool = True) -> list[Any]:
    """A fresh cache for each layer of `model`.

    Args:
        rolled_back: whether several rows at a time will be added and dropped again. Then the shapes are
            kept steady where new ones are dear.
    """
    caches = list(make_prompt_cache(model))
    return steadied(caches) if rolled_back and on_cuda() else caches


def require_rollback(caches: Sequence[Any], start: str) -> None:
    """Raise `PairError` where a layer's cache cannot be rolled back to an accepted prefix.

    Args:
        start: how the sentence begins: which model.
    """
    layers = _flat(caches)
    stuck = [type(cache).__name__ for cache in layers if not cache.is_trimmable()]
    if stuck:
        raise PairError(
            f"{start} keeps a running state in {len(stuck)} of its {len(layers)} layers, which cannot be rolled back "
            "after a refusal: choose a model with plain attention.",
            f"not trimmable: {', '.join(sorted(set(stuck)))}",
        )


def window(caches: Sequence[Any]) -> int | None:
    """The smallest sliding window in tokens, or None where no layer has one.

    A window cache can be rolled back only until it wraps; past that it is silently wrong.
    """
    sizes = [cache.max_size for cache in _flat(caches) if isinstance(cache, RotatingKVCache)]
    return min(sizes, default=None)


def roll_back(caches: Sequence[Any], count: int) -> None:
    """Drop the last `count` entries of every layer.

    Raises:
        DecodingError: a layer dropped another number.
    """
    if count == 0:
        return
    for cache in _flat(caches):
        dropped = cache.trim(count) if cache.is_trimmable() else 0
        if dropped != count:
            raise DecodingError(
                "A model's cache could not be rolled back, so the run was stopped: choose fewer tokens.",
                f"{type(cache).__name__} dropped {dropped} of {count}",
            )


def _flat(caches: Sequence[Any]) -> list[Any]:
    """All single caches, lists of caches opened."""
    flat: list[Any] = []
    for cache in caches:
        flat.extend(_flat(cache.caches) if isinstance(cache, CacheList) else [cache])
    return flat
