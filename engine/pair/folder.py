"""Look at a model folder before loading it, so that a bad one gets a sentence of its own."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PairError

POINTER_START = b"version https://git-lfs"
TOKENIZER_FILES = ("tokenizer.json", "tokenizer.model", "vocab.json")


@dataclass(frozen=True, slots=True)
class Folder:
    """A model folder that has all its parts: its path, `config.json`, and weight files."""

    path: Path
    config: dict[str, Any]
    weights: tuple[Path, ...]

    @property
    def context(self) -> int | None:
        """Context length in tokens, where the config says."""
        value = self.config.get("max_position_embeddings")
        return value if isinstance(value, int) and value > 0 else None


def examine(path: Path, role: str) -> Folder:
    """Check the folder's parts without reading the weights.

    Args:
        path: the folder. role: "target" or "draft", for the sentence.

    Raises:
        PairError: naming the folder, what is wrong with it, and the mend.
    """
    start = f"The {role} folder “{path}”"
    if not path.exists():
        raise PairError(f"{start} does not exist: check the path.")
    if not path.is_dir():
        raise PairError(f"{start} is a file: give the folder that holds config.json and the weights.")
    if not any(path.iterdir()):
        raise PairError(f"{start} is empty: download the model into it again.")
    config = _config(path, start)
    weights = _weights(path, start)
    if not any((path / name).is_file() for name in TOKENIZER_FILES):
        raise PairError(f"{start} has no tokenizer: add its tokenizer.json.")
    return Folder(path, config, weights)


def _config(path: Path, start: str) -> dict[str, Any]:
    file = path / "config.json"
    if not file.is_file():
        raise PairError(f"{start} has no config.json: give a folder with a model in the MLX layout.")
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise PairError(f"{start} has a damaged config.json: download it again.", str(error)) from error
    if not isinstance(config, dict) or not isinstance(config.get("model_type"), str):
        raise PairError(f"{start} has a config.json without a model_type: download it again.")
    if "model_file" in config:
        raise PairError(f"{start} wants to run code of its own, which Mentorscope never does: choose another model.")
    return config


def _weights(path: Path, start: str) -> tuple[Path, ...]:
    files = tuple(sorted(path.glob("model*.safetensors")))
    if not files:
        raise PairError(f"{start} has no weights (model*.safetensors): download them again.")
    for file in files:
        with file.open("rb") as opened:
            if opened.read(len(POINTER_START)) == POINTER_START:
                raise PairError(
                    f"In {start[0].lower()}{start[1:]}, {file.name} is a Git LFS pointer: run “git lfs pull”."
                )
    missing = _missing_shards(path, start)
    if missing:
        raise PairError(f"{start} lacks {len(missing)} of its weight files ({missing[0]}): download them again.")
    return files


def _missing_shards(path: Path, start: str) -> list[str]:
    index = path / "model.safetensors.index.json"
    if not index.is_file():
        return []
    try:
        named = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (json.JSONDecodeError, KeyError, AttributeError, UnicodeDecodeError) as error:
        raise PairError(f"{start} has a damaged weight index: download {index.name} again.", str(error)) from error
    return sorted(name for name in named if not (path / name).is_file())
