"""One forward of a model over its caches."""

from typing import Any

import mlx.core as mx

from engine.pair.few_rows import FewRows


def forward(model: Any, caches: list[Any], ids: mx.array) -> mx.array:
    """Logits [n, V] of `ids` [n], which are added to the caches."""
    if isinstance(model, FewRows) and ids.shape[0] > 1:
        return model.rows(ids, caches)
    logits: mx.array = model(ids[None], cache=caches)[0]
    return logits
