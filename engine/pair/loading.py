"""Load a target and a draft from local folders, with progress, and never from the network."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mlx.core as mx

from engine.errors import PairError
from engine.events import Loading, PairInfo
from engine.pair.caches import make_caches, require_rollback, window
from engine.pair.describe import describe, on_cpu, parameters, short_name
from engine.pair.folder import Folder, examine
from engine.pair.text import Text
from engine.pair.vocabulary import read_token_map, require_same

#: Weights are read in pieces of about this many bytes, so that progress shows and a stop takes effect.
PIECE = 4 << 20


@dataclass(frozen=True, slots=True)
class Pair:
    """A loaded pair. Belongs to the thread that loaded it.

    Attributes:
        width: the target's number of logits; drafts are brought to it.
        window: the smallest sliding window of either model, tokens, or None.
    """

    target: Any
    draft: Any
    text: Text
    width: int
    window: int | None
    info: PairInfo


def load_pair(target: Path, draft: Path, progress: Callable[[Loading], None] = lambda _: None) -> Pair:
    """Load both models.

    Args:
        progress: called after each piece of the weights; may raise to give up.

    Raises:
        PairError: one sentence for whatever is wrong with the folders or the pair.
    """
    folders = examine(target, "target"), examine(draft, "draft")
    maps = [read_token_map(folder.path) for folder in folders]
    shared = require_same(maps[0], maps[1]) if maps[0] is not None and maps[1] is not None else None
    big = _load_model(folders[0], "target", progress)
    small = _load_model(folders[1], "draft", progress)
    text = _load_text(folders[0], "target")
    if shared is None:
        other = _load_text(folders[1], "draft")
        shared = require_same(_map_of(text), _map_of(other))
    caches = make_caches(big), make_caches(small)
    for made, role in zip(caches, ("target", "draft"), strict=True):
        require_rollback(made, role)
    windows = [size for size in map(window, caches) if size is not None]
    info = describe(folders, (big, small), text, shared)
    return Pair(big, small, text, _width(big), min(windows, default=None), info)


def release() -> None:
    """Give back memory after the last reference to a pair is gone."""
    gc.collect()
    mx.clear_cache()


def _load_model(folder: Folder, role: str, progress: Callable[[Loading], None]) -> Any:
    from mlx_lm.utils import load_model

    start = f"The {role} in “{folder.path}”"
    try:
        model, _ = load_model(folder.path, lazy=True)
        if on_cpu():
            _suit_cpu(model, folder.config)
        for event in _read_weights(model, short_name(folder.path)):
            progress(event)
    except (ValueError, KeyError, TypeError) as error:
        raise PairError(f"{start} could not be built: {_reason(error)}", str(error)) from error
    except RuntimeError as error:
        raise PairError(f"{start} has damaged weights: download them again.", str(error)) from error
    return model


def _reason(error: Exception) -> str:
    words = str(error)
    if "not supported" in words:
        return "this mlx-lm does not know its architecture. Choose another model."
    if "parameters" in words or "shape" in words:
        return "its weights do not fit its config.json. Download the model again."
    return "its config.json is not one that mlx-lm understands. Download the model again."


def _suit_cpu(model: Any, config: dict[str, Any]) -> None:
    """On a CPU, half-precision quantised products and float16 are 5 to 40 times slower than float32."""
    kinds = {value.dtype for _, value in parameters(model)}
    if "quantization" in config or mx.float16 in kinds:
        model.set_dtype(mx.float32)


def _read_weights(model: Any, name: str) -> Iterator[Loading]:
    arrays = [value for _, value in parameters(model)]
    total = sum(value.nbytes for value in arrays)
    done, batch = 0, []
    yield Loading(name, 0, total)
    for value in arrays:
        batch.append(value)
        if sum(item.nbytes for item in batch) >= PIECE:
            mx.eval(batch)
            done += sum(item.nbytes for item in batch)
            batch = []
            yield Loading(name, done, total)
    mx.eval(batch)
    yield Loading(name, total, total)


def _load_text(folder: Folder, role: str) -> Text:
    from mlx_lm.tokenizer_utils import load as load_tokenizer

    try:
        tokenizer = load_tokenizer(folder.path, eos_token_ids=folder.config.get("eos_token_id"))
    except Exception as error:  # transformers raises many kinds for damaged tokenizers
        raise PairError(
            f"The {role}'s tokenizer in “{folder.path}” could not be read: download it again.", str(error)
        ) from error
    if len(tokenizer) == 0 or not tokenizer.encode("word"):
        raise PairError(f"The {role} folder “{folder.path}” has no usable tokenizer: add its tokenizer.json.")
    return Text(tokenizer)


def _map_of(text: Text) -> dict[int, str]:
    return {int(number): token for token, number in text.tokenizer.get_vocab().items()}


def _width(model: Any) -> int:
    return int(model(mx.array([[0]])).shape[-1])
