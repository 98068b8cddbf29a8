"""A loaded pair in words and numbers: names, sizes, memory, device."""

from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten

from engine.device import device_name, recommended_bytes
from engine.events import PairInfo
from engine.pair.folder import Folder
from engine.pair.names import short_name, size_in_words, with_size
from engine.pair.text import Text


def parameters(model: Any) -> list[tuple[str, mx.array]]:
    """All parameters of a model with their names."""
    flat: Any = tree_flatten(model.parameters())
    return list(flat)


def describe(folders: tuple[Folder, Folder], models: tuple[Any, Any], text: Text, shared: int) -> PairInfo:
    sizes = [_count(model, folder) for model, folder in zip(models, folders, strict=True)]
    names = [short_name(folder.path) for folder in folders]
    named = names[0].lower() == names[1].lower()
    contexts = [folder.context for folder in folders if folder.context is not None]
    return PairInfo(
        target=str(folders[0].path),
        draft=str(folders[1].path),
        target_name=with_size(names[0], sizes[0]),
        draft_name=size_in_words(sizes[1]) if named else with_size(names[1], sizes[1]),
        vocabulary=shared,
        memory_bytes=mx.get_active_memory(),
        context=min(contexts, default=None),
        device=device_name(),
        has_template=text.has_template,
        has_system=text.has_system,
        recommended_bytes=recommended_bytes(),
    )


def _count(model: Any, folder: Folder) -> int:
    """Parameters; a packed word of a quantised weight counts as 32 / bits of them."""
    quantization = folder.config.get("quantization") or {}
    packed = 32 // int(quantization.get("bits", 32)) if quantization else 1
    total = 0
    for name, value in parameters(model):
        if value.dtype == mx.uint32:
            total += value.size * packed
        elif not name.endswith((".scales", ".biases")):
            total += value.size
    return total
