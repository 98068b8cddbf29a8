"""Tokenizers that come with a program of their own. Nothing of a model folder is ever run."""

import json
from pathlib import Path

from engine.errors import PairError

#: Classes that transformers has itself; next to one of these a folder's own code is left alone.
OWN_CLASSES = ("Fast", "TokenizersBackend", "LlamaTokenizer", "Qwen2Tokenizer", "GPT2Tokenizer", "GemmaTokenizer")


def require_own_tokenizer(path: Path, start: str) -> None:
    """Raise `PairError` where the tokenizer is a program in the folder."""
    file = path / "tokenizer_config.json"
    try:
        config = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise PairError(f"{start} has a damaged tokenizer_config.json: download it again.", str(error)) from error
    if not isinstance(config, dict):
        raise PairError(f"{start} has a damaged tokenizer_config.json: download it again.")
    remote = config.get("auto_map")
    brings_one = isinstance(remote, dict) and "AutoTokenizer" in remote
    if brings_one and not str(config.get("tokenizer_class", "")).endswith(OWN_CLASSES):
        words = "has a tokenizer that wants to run code of its own, which Mentorscope never does: choose another model."
        raise PairError(f"{start} {words}", f"auto_map: {remote}")
