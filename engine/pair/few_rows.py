"""Forwards of a few rows on NVIDIA accelerators, where what a round costs is what the processor asks for.

Two things make a few rows dear there. Each new count of rows costs tens of milliseconds the first time that it is
met, so rows are padded to a few counts. And products of two rows or more go to cuBLAS: preparing one takes the
processor 14 to 22 µs, against 6 µs for MLX's own kernel of a single row. A check of a few drafted tokens by a small
model has some eighty of them, so they are turned round: the weights times each row as a column, a batch of products
of that kernel. Each row's product then comes out bit for bit as it does alone.
"""

from typing import Any

import mlx.core as mx
from mlx.nn.layers.base import Module
from mlx.nn.layers.embedding import Embedding
from mlx.nn.layers.linear import Linear
from mlx.nn.layers.quantized import QuantizedLinear

from engine.pair.caches import roll_back

#: Row counts that a forward is padded to; 2 rows took longer than 4.
COUNTS = (1, 4, 8, 12, 17, 32, 64)
#: With quantised weights the kernel of few rows takes its time for each of them, that of 8 and more for all together.
QUANTISED_COUNTS = (1, 8, 12, 17, 32, 64)
#: Most rows whose products are turned: 16 drafted tokens and the bonus.
TURNED = 17
#: Rows times bytes of a weight past which reading it once a row takes longer than preparing the product.
TURNED_BYTES = 32 << 20


class FewRows:
    """A model on an NVIDIA accelerator. A plain call is the model's own; `rows` is for a few tokens at a time.

    Attributes:
        counts: the row counts that `rows` pads to.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        modules: list[Any] = [module for _, module in model.named_modules()]
        self._products = [(one, type(one), _TURNED[type(one)]) for one in modules if type(one) in _TURNED]
        quantised = any(isinstance(one, QuantizedLinear) for one in modules)
        self.counts = QUANTISED_COUNTS if quantised else COUNTS

    def __call__(self, ids: mx.array, *arguments: Any, **named: Any) -> mx.array:
        logits: mx.array = self._model(ids, *arguments, **named)
        return logits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def rows(self, ids: mx.array, caches: list[Any]) -> mx.array:
        """Logits [n, V] of `ids` [n], which are added to the caches."""
        count = ids.shape[0]
        padded = next((one for one in self.counts if one >= count), count)
        if padded == count:
            return self._forward(ids, caches)
        logits = self._forward(mx.concatenate([ids, mx.zeros((padded - count,), ids.dtype)]), caches)
        roll_back(caches, padded - count)
        return logits[:count]

    def _forward(self, ids: mx.array, caches: list[Any]) -> mx.array:
        if not 1 < ids.shape[0] <= TURNED:
            return self(ids[None], cache=caches)[0]
        for module, _, turned in self._products:
            object.__setattr__(module, "__class__", turned)
        try:
            return self(ids[None], cache=caches)[0]
        finally:
            for module, plain, _ in self._products:
                object.__setattr__(module, "__class__", plain)


class _TurnedLinear(Linear):
    def __call__(self, x: mx.array) -> mx.array:
        if _heavy(self, x):
            return super().__call__(x)
        product = _turned(self["weight"], x)
        return product + self["bias"] if "bias" in self else product


class _TurnedEmbedding(Embedding):
    def as_linear(self, x: mx.array) -> mx.array:
        return x @ self["weight"].T if _heavy(self, x) else _turned(self["weight"], x)


_TURNED: dict[type, type] = {Linear: _TurnedLinear, Embedding: _TurnedEmbedding}


def _heavy(module: Module, x: mx.array) -> bool:
    return bool(x.shape[-2] * module["weight"].nbytes > TURNED_BYTES)


def _turned(weight: mx.array, x: mx.array) -> mx.array:
    """x [..., n, in] times the transpose of `weight` [out, in], row by row: [..., n, out]."""
    return (weight @ mx.expand_dims(x, -1)).squeeze(-1)
