"""Look at a model folder before loading it, so that a bad one gets a sentence of its own."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PairError
from engine.pair.weights import examine_weights, refuse_pointer

TOKENIZER_FILES = ("tokenizer.json", "tokenizer.model", "vocab.json")


@dataclass(frozen=True, slots=True)
class Folder:
    """A model folder that has all its parts: its path, `config.json`, and weight files."""

    path: Path
    config: dict[str, Any]
    weights: tuple[Path, ...]

    @property
    def context(self) -> int | None:
        """Context length in tokens, where the config says (models that also see keep it with their text part)."""
        part = self.config.get("text_config")
        for config in (self.config, part if isinstance(part, dict) else {}):
            value = config.get("max_position_embeddings")
            if isinstance(value, int) and value > 0:
                return value
        return None


def examine(path: Path, role: str) -> Folder:
    """Check the folder's parts without reading the weights.

    Args:
        path: the folder, also relative or beginning with "~". role: "target" or "draft", for the sentence.

    Raises:
        PairError: naming the folder, what is wrong with it, and the mend.
    """
    start = f"The {role} folder “{path}”"
    try:
        return _examine(path.expanduser().absolute(), start)
    except (OSError, RuntimeError) as error:  # RuntimeError: the home folder of a user who is not known
        raise PairError(f"{start} cannot be read: check the path and your right to read it.", str(error)) from error


def _examine(path: Path, start: str) -> Folder:
    if not path.exists():
        raise PairError(f"{start} does not exist: check the path.")
    if not path.is_dir():
        raise PairError(f"{start} is a file: give the folder that holds config.json and the weights.")
    if not any(path.iterdir()):
        raise PairError(f"{start} is empty: download the model into it again.")
    config = _config(path, start)
    weights = examine_weights(path, start)
    there = [path / name for name in TOKENIZER_FILES if (path / name).is_file()]
    if not there:
        raise PairError(f"{start} has no tokenizer: add its tokenizer.json.")
    for file in there:
        refuse_pointer(file, start)
    return Folder(path, config, weights)


def _config(path: Path, start: str) -> dict[str, Any]:
    file = path / "config.json"
    if not file.is_file():
        raise PairError(f"{start} has no config.json: give a folder with a model in the MLX layout.")
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # not JSON, or not even text, or nested without end
        raise PairError(f"{start} has a damaged config.json: download it again.", str(error)) from error
    if not isinstance(config, dict):
        raise PairError(f"{start} has a config.json that is no object of settings: download it again.")
    if not isinstance(config.get("model_type"), str):
        raise PairError(f"{start} has a config.json without a model_type: download it again.")
    if config.get("model_file") is not None:
        raise PairError(f"{start} wants to run code of its own, which Mentorscope never does: choose another model.")
    return config
