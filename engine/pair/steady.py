"""A key-value cache whose attended length stays the same for a whole block of tokens.

On NVIDIA accelerators every new (rows, length) shape of attention costs tens of milliseconds the
first time that it is met, and a cache that grows and is rolled back meets a new one each round.
This cache hands out whole blocks and a mask, so that a shape comes back round after round.
"""

from typing import Any

import mlx.core as mx
from mlx_lm.models.cache import KVCache

#: Tokens that the view grows by at a time.
BLOCK = 256


class SteadyKVCache(KVCache):
    """An mlx-lm KVCache with a padded view. What lies past the offset is masked, never read."""

    keys: Any
    values: Any
    offset: int

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """Append [B, heads, n, size] keys and values; give the whole blocks that hold them.

        A single row sees just what is there, with no mask: its kernels take any length, and a mask costs more launches.
        """
        begin, end = self.offset, self.offset + keys.shape[2]
        if not self._holds(end):
            self.keys, self.values = _grown(self.keys, keys, end), _grown(self.values, values, end)
        self.keys[..., begin:end, :] = keys
        self.values[..., begin:end, :] = values
        self.offset = end
        if end == begin + 1:
            return self.keys[..., :end, :], self.values[..., :end, :]
        return self.keys, self.values

    def _holds(self, length: int) -> bool:
        return self.keys is not None and length <= self.keys.shape[2]

    def make_mask(self, rows: int, return_array: bool = False, window_size: int | None = None) -> mx.array | None:
        """Which entries each of the next `rows` tokens attends to: [rows, length], or None for one that sees all.

        Boolean, or what is added to the scores once their type is known: layer by layer MLX would turn the one into
        the other.
        """
        end = self.offset + rows
        if rows == 1 and not return_array and (window_size is None or end <= window_size):
            return None
        length = self.keys.shape[2] if self._holds(end) else _blocks(end)
        entries = mx.arange(length)[None]
        own = mx.arange(self.offset, end)[:, None]
        mask = entries <= own
        if window_size is not None:
            mask = mask & (entries > own - window_size)
        if rows == 1:  # only the entries that a single row is given
            mask = mask[:, :end]
        return mask if self.keys is None else mx.where(mask, 0.0, -mx.inf).astype(self.keys.dtype)


def _blocks(length: int) -> int:
    return -(-length // BLOCK) * BLOCK


def _grown(old: mx.array | None, new: mx.array, end: int) -> mx.array:
    """Zeros in whole blocks up to `end`, with what `old` holds at their start."""
    batch, heads, _, size = new.shape
    held = 0 if old is None else old.shape[2]
    fresh = mx.zeros((batch, heads, _blocks(end) - held, size), new.dtype)
    return fresh if old is None else mx.concatenate([old, fresh], axis=2)


def steadied(caches: list[Any]) -> list[Any]:
    """The same caches with each plain KVCache made steady; other kinds are left as they are."""
    make: Any = SteadyKVCache
    return [make() if type(cache) is KVCache else cache for cache in caches]
