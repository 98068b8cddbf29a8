"""A loaded pair in words and numbers: names, sizes, memory, device."""

from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten

from engine.device import device_name
from engine.events import PairInfo
from engine.pair.folder import Folder
from engine.pair.text import Text

#: Folder names that say nothing of the model; its parent's name is used.
PLAIN_NAMES = frozenset({"target", "draft", "model", "mlx"})
#: How the folders of a Hugging Face cache begin: "models--owner--name".
CACHED = "models--"


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
        target_name=_with_size(names[0], sizes[0]),
        draft_name=_in_words(sizes[1]) if named else _with_size(names[1], sizes[1]),
        vocabulary=shared,
        memory_bytes=mx.get_active_memory(),
        context=min(contexts, default=None),
        device=device_name(),
        has_template=text.has_template,
    )


def short_name(folder: Path) -> str:
    """A model's name from its folder: "Storypair" for …/storypair/target; a cache's snapshot has its model's name."""
    if ".." in folder.parts:
        folder = folder.resolve()
    folder = folder.absolute()
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith(CACHED):
        return folder.parent.parent.name.rsplit("--", 1)[-1]
    if folder.name.lower() in PLAIN_NAMES and folder.parent.name:
        return folder.parent.name.capitalize()
    return folder.name


def _with_size(name: str, count: int) -> str:
    size = _in_words(count)
    return name if size.lower() in name.lower() else f"{name} {size}"


def _in_words(count: int) -> str:
    if count >= 1e9:
        return f"{count / 1e9:.1f}B".replace(".0B", "B")
    return f"{count / 1e6:.0f}M" if count >= 1e6 else f"{count / 1e3:.0f}K"


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
