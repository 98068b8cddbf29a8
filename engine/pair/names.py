"""What a model is called, from its folder and its size."""

import re
from pathlib import Path

#: Folder names that say nothing of the model; its parent's name is used.
PLAIN_NAMES = frozenset({"target", "draft", "model", "mlx"})
#: How the folders of a Hugging Face cache begin: "models--owner--name".
CACHED = "models--"
#: A size in a name: the 0.5B of "Qwen2.5-0.5B-Instruct-4bit".
SIZED = re.compile(r"(?<![\w.])\d+(\.\d+)?[bm](?![a-z])", re.IGNORECASE)


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


def with_size(name: str, count: int) -> str:
    """The name and its number of parameters, unless the name says it."""
    return name if SIZED.search(name) else f"{name} {size_in_words(count)}"


def size_in_words(count: int) -> str:
    """A number of parameters: "7.6B", "22M", "117K"."""
    if count >= 1e9:
        return f"{count / 1e9:.1f}B".replace(".0B", "B")
    return f"{count / 1e6:.0f}M" if count >= 1e6 else f"{count / 1e3:.0f}K"
