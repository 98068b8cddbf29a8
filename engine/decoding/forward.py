"""One forward of a model over its caches, in shapes that come back."""

from typing import Any

import mlx.core as mx

from engine.device import on_cuda
from engine.pair.caches import roll_back

#: Row counts that a forward is padded to on NVIDIA accelerators, where each new count costs tens of milliseconds;
#: 2 rows took longer than 4 there.
STEPS = (1, 4, 8, 12, 17, 32, 64)


def forward(model: Any, caches: list[Any], ids: mx.array) -> mx.array:
    """Logits [n, V] of `ids` [n], which are added to the caches."""
    count = ids.shape[0]
    spare = _padded(count) - count if on_cuda() else 0
    if spare:
        ids = mx.concatenate([ids, mx.zeros((spare,), ids.dtype)])
    logits: mx.array = model(ids[None], cache=caches)[0]
    if not spare:
        return logits
    roll_back(caches, spare)
    return logits[:count]


def _padded(count: int) -> int:
    return next((step for step in STEPS if step >= count), count)
