"""Models of a few symbols with real caches, whose law is a table, and pairs and runs of them."""

import dataclasses
import importlib
from collections.abc import Sequence
from typing import Any

import mlx.core as mx
import mlx.nn as nn
import numpy as np
from mlx_lm.models.llama import Model, ModelArgs
from numpy.typing import NDArray

from engine.decoding import decode
from engine.events import Finished, PairInfo, Token
from engine.pair.caches import make_caches, window
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request

Floats = NDArray[np.float64]
#: mlx-lm's kinds of cache, which have no types.
CACHES: Any = importlib.import_module("mlx_lm.models.cache")
#: The module, whose name the function of the same name hides.
LOOP = importlib.import_module("engine.decoding.decode")
INFO = PairInfo("target", "draft", "Target", "Draft", 8, 0, None, "CPU", False)


class Text:
    """The part of a tokenizer that a run needs: ids are their own text."""

    def __init__(self, prompt: Sequence[int] = (0,), ends: Sequence[int] = ()) -> None:
        self.prompt, self.ends = list(prompt), frozenset(ends)

    def encode(self, prompt: str, raw: bool, system: str = "") -> list[int]:
        return list(self.prompt)

    def splitter(self) -> "Text":
        return self

    def add(self, number: int) -> str:
        return "" if number in self.ends else f"{number} "

    def finish(self) -> str:
        return ""

    def is_special(self, number: int) -> bool:
        return number in self.ends

    def label(self, number: int) -> str:
        return str(number)


class Chain(nn.Module):  # type: ignore[name-defined, misc]
    """A Markov chain: logits `table[last token]`; after every `period` tokens it begins anew with `start`.

    The place in the period is read from the KV cache, so a cache that is rolled back wrongly shows.
    """

    def __init__(self, table: Floats, start: Floats | None = None, period: int = 0, dtype: Any = mx.float32) -> None:
        super().__init__()
        self.layers = [None]
        self.table = mx.array(table, dtype=dtype)
        self.start = None if start is None else mx.array(start, dtype=dtype)
        self.period = period

    def __call__(self, tokens: mx.array, cache: list[Any]) -> mx.array:
        before, count = cache[0].offset, tokens.shape[1]
        cache[0].offset += count  # it has nothing to keep but how much it would have kept
        logits = self.table[tokens]
        if self.start is None:
            return logits
        begins = mx.arange(before, before + count) % self.period == 0
        return mx.where(begins[None, :, None], self.start, logits)


class Recalling(nn.Module):  # type: ignore[name-defined, misc]
    """Logits from all tokens so far, old ones fading; what it recalls is what its KV cache holds. In float64."""

    FADE = 0.7

    def __init__(self, seed: int, width: int = 8, sharpness: float = 2.0, seen: int = 8) -> None:
        super().__init__()
        random = np.random.default_rng(seed)
        self.layers = [None]
        self.embedding = random.normal(size=(seen, 6))
        self.out = random.normal(size=(6, width)) * sharpness / np.sqrt(6)

    def __call__(self, tokens: mx.array, cache: list[Any]) -> mx.array:
        before, count = cache[0].offset, tokens.shape[1]
        new = mx.array(self.embedding, dtype=mx.float64)[tokens][:, None]
        held, _ = cache[0].update_and_fetch(new, new)
        age = np.arange(before, before + count)[:, None] - np.arange(before + count)[None, :]
        weight = mx.array(np.where(age >= 0, self.FADE ** np.maximum(age, 0), 0.0), dtype=mx.float64)
        state: mx.array = weight @ held[:, 0]
        return state @ mx.array(self.out, dtype=mx.float64)

    def logits(self, ids: Sequence[int]) -> Floats:
        """Logits after `ids`, without a cache."""
        age = np.arange(len(ids))[::-1]
        return np.asarray((self.FADE**age @ self.embedding[list(ids)]) @ self.out)


def tables(seed: int, width: int, closeness: float = 0.6, sharpness: float = 1.2) -> tuple[Floats, Floats]:
    """Logits of a target and a draft that resemble it: [width + 1, width] each, the last row to start with."""
    random = np.random.default_rng(seed)
    target = random.normal(size=(width + 1, width)) * sharpness
    return target, target + closeness * random.normal(size=target.shape)


def chains(seed: int, width: int, period: int = 0, closeness: float = 0.6) -> Pair:
    """A pair of chains."""
    target, draft = (
        Chain(table[:width], table[width] if period else None, period) for table in tables(seed, width, closeness)
    )
    return pair_of(target, draft, width)


def recalling(seed: int = 4, prompt: Sequence[int] = (1, 2, 3), ends: Sequence[int] = ()) -> Pair:
    """A pair of models with memories, in float64, and of middling likeness."""
    target, draft = Recalling(seed), Recalling(seed)
    draft.out = draft.out + 0.5 * np.random.default_rng(seed + 1).normal(size=draft.out.shape)
    return pair_of(target, draft, 8, prompt, ends)


def llamas(seed: int = 0, width: int = 8, layers: int = 2, **settings: Any) -> Pair:
    """A pair of mlx-lm llamas with random weights; the draft has one layer."""
    return pair_of(llama(seed, width, layers, **settings), llama(seed + 1, width, 1, **settings), width, (1, 2))


def llama(seed: int, width: int, layers: int, hidden: int = 64, heads: int = 2, **settings: Any) -> Model:
    """One of them, with weights large enough that what came before matters."""
    arguments: dict[str, Any] = {"model_type": "llama", "rms_norm_eps": 1e-5, "tie_word_embeddings": False}
    sizes: dict[str, Any] = {
        "hidden_size": hidden,
        "intermediate_size": hidden,
        "num_attention_heads": heads,
        "vocab_size": width,
    }
    model = Model(ModelArgs(num_hidden_layers=layers, **(arguments | sizes | settings)))
    random = np.random.default_rng(seed)
    weights = [(name, mx.array(value)) for name, value in _weights(model, random)]
    model.load_weights(weights)
    mx.eval(model.parameters())
    return model


def _weights(model: Model, random: np.random.Generator) -> list[tuple[str, Any]]:
    from mlx.utils import tree_flatten

    flat: Any = tree_flatten(model.parameters())
    scales = {name: 1.0 if value.ndim == 1 else 2.0 * value.shape[-1] ** -0.5 for name, value in flat}
    return [
        (name, (np.ones(value.shape) if value.ndim == 1 else random.normal(size=value.shape) * scales[name]))
        for name, value in ((name, value) for name, value in flat)
    ]


def pair_of(target: Any, draft: Any, width: int, prompt: Sequence[int] = (0,), ends: Sequence[int] = ()) -> Pair:
    """A pair as if it had been loaded."""
    text: Any = Text(prompt, ends)
    return Pair(target, draft, text, width, None, INFO)


def sliding() -> Pair:
    """Two llamas whose attention sees 40 tokens back in every other layer."""
    layers: dict[str, Any] = {"sliding_window": 40, "layer_types": ["sliding_attention", "full_attention"]}
    target, draft = (llama(seed, 8, 2, **layers) for seed in (0, 1))
    return dataclasses.replace(pair_of(target, draft, 8, (1, 2)), window=window(make_caches(target)))


def settings(**changes: Any) -> Request:
    """A request at temperature 1 whose prompt is the pair's own."""
    base: dict[str, Any] = {"prompt": "x", "temperature": 1.0}
    return Request(**(base | changes))


def run(pair: Pair, request: Request, prefix: Sequence[int] = ()) -> RunRecord:
    """A whole run."""
    record = RunRecord(request)
    for event in decode(pair, request, prefix=prefix):
        record.add(event)
        if isinstance(event, Token):
            assert event.position == len(prefix) + len(record.tokens) - 1
        if isinstance(event, Finished):
            assert event.stats.tokens == len(record.tokens)
    return record


def ids(record: RunRecord) -> list[int]:
    """The emitted ids."""
    return [token.id for token in record.tokens]
