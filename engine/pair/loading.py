"""Load a target and a draft from local folders, with progress, and never from the network."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mlx.core as mx

from engine.device import on_cpu, on_cuda
from engine.errors import PairError
from engine.events import Loading, PairInfo
from engine.pair.caches import make_caches, require_rollback, window
from engine.pair.describe import describe, parameters
from engine.pair.few_rows import FewRows
from engine.pair.folder import Folder, examine
from engine.pair.names import short_name
from engine.pair.text import Text
from engine.pair.vocabulary import read_tokens, require_same

#: Weights are read in pieces of about this many bytes, so that progress shows and a stop takes effect.
PIECE = 4 << 20
#: A tokenizer's own limit on prompts, tokens: past any prompt.
NO_LIMIT = 10**30


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


class Narrow:
    """A draft that knows fewer ids than the target. What it does not know reaches it as its last id.

    Without this an id past its embedding would read memory that is not its own.
    """

    def __init__(self, model: Any, width: int) -> None:
        self._model = model
        self._last = width - 1

    def __call__(self, ids: mx.array, *arguments: Any, **named: Any) -> mx.array:
        logits: mx.array = self._model(mx.minimum(ids, self._last), *arguments, **named)
        return logits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)


def load_pair(target: Path, draft: Path, progress: Callable[[Loading], None] = lambda _: None) -> Pair:
    """Load both models.

    Args:
        progress: called after each piece of the weights; may raise to give up.

    Raises:
        PairError: one sentence for whatever is wrong with the folders or the pair.
    """
    folders = examine(target, "target"), examine(draft, "draft")
    maps = read_tokens(folders[0].path, "target"), read_tokens(folders[1].path, "draft")
    shared = None
    if maps[0] is not None and maps[1] is not None:
        shared = require_same(maps[0].map, maps[1].map, maps[0].special | maps[1].special)
    big, ends = _load_model(folders[0], "target", progress)
    small, own_ends = _load_model(folders[1], "draft", progress)
    width = _width(big)
    text = _load_text(folders[0], "target", ends, width)
    if shared is None:
        shared = require_same(text.tokens, _load_text(folders[1], "draft", own_ends).tokens)
    caches = make_caches(big), make_caches(small)
    for made, role, folder in zip(caches, ("target", "draft"), folders, strict=True):
        require_rollback(made, f"The {role} in “{folder.path}”")
    windows = [size for size in map(window, caches) if size is not None]
    info = describe(folders, (big, small), text, shared)
    narrow = _width(small)
    if narrow < width:
        small = Narrow(small, narrow)
    if on_cuda():
        big, small = FewRows(big), FewRows(small)
    return Pair(big, small, text, width, min(windows, default=None), info)


def release() -> None:
    """Give back memory after the last reference to a pair is gone."""
    gc.collect()
    mx.clear_cache()


def _load_model(folder: Folder, role: str, progress: Callable[[Loading], None]) -> tuple[Any, Any]:
    """A model with its weights in memory, and the ids that end its text (one, a list, or None)."""
    start = f"The {role} in “{folder.path}”"
    model, config = _build(folder, start)
    pieces = _read_weights(model, short_name(folder.path))
    while True:
        try:
            event = next(pieces, None)
        except RuntimeError as error:
            raise PairError(_unread(start, error), str(error)) from error
        if event is None:
            return model, config.get("eos_token_id")
        progress(event)


def _build(folder: Folder, start: str) -> tuple[Any, dict[str, Any]]:
    from mlx_lm.utils import load_model

    try:
        model, config = load_model(folder.path, lazy=True)
        if on_cpu():
            _suit_cpu(model, config)
    except RuntimeError as error:
        raise PairError(_unread(start, error), str(error)) from error
    except Exception as error:  # a config can go wrong anywhere in a model's own code
        raise PairError(f"{start} cannot be built: {_reason(error)}.", f"{type(error).__name__}: {error}") from error
    return model, config


def _unread(start: str, error: RuntimeError) -> str:
    if "alloc" in str(error).lower():
        return f"{start} does not fit into this machine's memory: choose a smaller model."
    return f"{start} has damaged weights: download them again."


def _reason(error: Exception) -> str:
    words = str(error)
    if "not supported" in words:
        return "mlx-lm does not know its architecture, so choose another model"
    if "parameters" in words or "shape" in words:
        return "its weights do not fit its config.json, so download it again"
    return "mlx-lm does not understand its config.json, so download it again"


def _suit_cpu(model: Any, config: dict[str, Any]) -> None:
    """On a CPU, half-precision quantised products and float16 are 5 to 40 times slower than float32."""
    kinds = {value.dtype for _, value in parameters(model)}
    if "quantization" in config or mx.float16 in kinds:
        model.set_dtype(mx.float32)


def _read_weights(model: Any, name: str) -> Iterator[Loading]:
    arrays = [value for _, value in parameters(model)]
    total = sum(value.nbytes for value in arrays)
    done, size = 0, 0
    batch: list[mx.array] = []
    yield Loading(name, 0, total)
    for value in arrays:
        batch.append(value)
        size += value.nbytes
        if size >= PIECE:
            mx.eval(batch)
            done += size
            batch, size = [], 0
            yield Loading(name, done, total)
    mx.eval(batch)
    if size or not done:
        yield Loading(name, total, total)


def _load_text(folder: Folder, role: str, ends: Any, width: int | None = None) -> Text:
    from mlx_lm.tokenizer_utils import load as load_tokenizer

    start = f"The {role} folder “{folder.path}”"
    try:
        # Prompts that are too long are refused by `decode`; the tokenizer need not warn of them on stderr too.
        config = {"trust_remote_code": False, "model_max_length": NO_LIMIT}
        tokenizer = load_tokenizer(folder.path, config, eos_token_ids=ends)
    except Exception as error:  # transformers raises many kinds for damaged tokenizers
        details = f"{type(error).__name__}: {error}"
        if "trust_remote_code" in details:
            raise PairError(
                f"{start} has a tokenizer that wants to run code of its own, which Mentorscope never does: "
                "choose another model.",
                details,
            ) from error
        raise PairError(f"{start} has a tokenizer that cannot be read: download it again.", details) from error
    if len(tokenizer) == 0 or not tokenizer.encode("word"):
        raise PairError(f"{start} has a tokenizer that makes nothing of a word: download its tokenizer.json again.")
    return Text(tokenizer, width)


def _width(model: Any) -> int:
    return int(model(mx.array([[0]])).shape[-1])
