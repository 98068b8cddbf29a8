"""From logits to the distribution that is sampled: penalty, filters, temperature.

The order and the meaning are mlx-lm's (repetition penalty, top-p, min-p, top-k, temperature last;
filters ignore the temperature), in float32 where mlx-lm works in the model's own precision.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import mlx.core as mx

from engine.law.sums import softmax
from engine.request import Request

NEVER = -math.inf


class Rows(NamedTuple):
    """Probabilities [rows, width], and whether each row's logits gave any [rows]; None where that shows in all of p."""

    p: mx.array
    sound: mx.array | None

    def whole(self) -> bool:
        """Whether every row has probabilities. Waits for the device."""
        sound = mx.isfinite(self.p[:, 0]) if self.sound is None else self.sound
        return bool(mx.all(sound).item())


def distribution(logits: mx.array, request: Request, width: int, history: mx.array | None = None) -> Rows:
    """The sampled distribution of each row.

    Args:
        logits: [rows, V], any float type; 16-bit types are raised to float32.
        width: the target's vocabulary. A narrower V gets zeros; a wider one is cut before
            normalising, so that the draft proposes only what the target knows.
        history: token ids that the repetition penalty looks at, [rows, n]; None for none.
    """
    if logits.dtype not in (mx.float32, mx.float64):
        logits = logits.astype(mx.float32)
    if logits.shape[-1] > width:
        logits = logits[:, :width]
    if logits.shape[-1] < width:  # before the penalty, whose history may hold ids that a narrow draft lacks
        logits = mx.pad(logits, [(0, 0), (0, width - logits.shape[-1])], constant_values=NEVER)
    if history is not None:
        logits = penalised(logits, history, request.repetition_penalty)
    if request.temperature == 0:
        return Rows(greedy(logits), mx.isfinite(mx.logsumexp(logits, axis=-1)))
    left = filtered(logits, request)
    p = softmax(left * (1.0 / request.temperature))
    if shows_in_all(request):
        return Rows(p, None)
    return Rows(p, mx.isfinite(p[:, 0]) & ~mx.any(mx.isnan(logits), axis=-1))  # a filter may have dropped it


def shows_in_all(request: Request) -> bool:
    """Whether one bad logit makes every probability of its row bad: so it is but for argmax and filters."""
    filters = 0 < request.top_p < 1 or request.min_p > 0 or request.top_k > 0
    return request.temperature > 0 and not filters


def greedy(logits: mx.array) -> mx.array:
    """The one-hot argmax distribution: the first of the largest gets 1."""
    best = mx.argmax(logits, axis=-1, keepdims=True)
    return (mx.arange(logits.shape[-1]) == best).astype(logits.dtype)


def penalised(logits: mx.array, history: mx.array, penalty: float) -> mx.array:
    """Divide positive and multiply negative logits of the ids in `history` [rows, n], once each."""
    chosen = mx.take_along_axis(logits, history, axis=-1)
    return mx.put_along_axis(logits, history, mx.where(chosen < 0, chosen * penalty, chosen / penalty), axis=-1)


def filtered(logits: mx.array, request: Request) -> mx.array:
    """Apply top-p, min-p and top-k in mlx-lm's order; what is cut becomes −inf."""
    if 0 < request.top_p < 1:
        logits = top_p(logits, request.top_p)
    if request.min_p > 0:
        floor = mx.max(logits, axis=-1, keepdims=True) + math.log(request.min_p)
        logits = mx.where(logits < floor, NEVER, logits)
    if 0 < request.top_k < logits.shape[-1]:
        logits = top_k(logits, request.top_k)
    return logits


def top_p(logits: mx.array, mass: float) -> mx.array:
    """Keep each id that has less than `mass` of probability strictly above it."""
    ordered = mx.sort(logits, axis=-1)
    probabilities = softmax(ordered)
    above = mx.cumsum(probabilities, axis=-1, reverse=True, inclusive=False)
    dropped = mx.sum(above >= mass, axis=-1, keepdims=True).astype(mx.uint32)
    return mx.where(logits < mx.take_along_axis(ordered, dropped, axis=-1), NEVER, logits)


def top_k(logits: mx.array, count: int) -> mx.array:
    """Keep exactly `count` ids of each row."""
    rest = mx.argpartition(-logits, kth=count - 1, axis=-1)[:, count:]
    return mx.put_along_axis(logits, rest, mx.array(NEVER, logits.dtype), axis=-1)


def history_rows(tail: Sequence[int], drafted: mx.array | None, rows: int, request: Request) -> mx.array | None:
    """Ids that each row's penalty looks at: the last `repetition_context` of (tail + the drafts before it).

    Args:
        tail: the tokens so far, prompt included; at least one.
        drafted: drafted ids on the device, [≥ rows − 1]; None when `rows` is 1.
        rows: how many consecutive positions.

    Returns:
        [rows, n] ids, short rows filled with an id of their own; None where no penalty is asked for.
    """
    if request.repetition_penalty == 1.0:
        return None
    size = request.repetition_context
    recent = list(tail[-size:])
    line = mx.array(recent, dtype=mx.uint32)
    if drafted is not None and rows > 1:
        line = mx.concatenate([line, drafted[: rows - 1].astype(mx.uint32)])
    windows = []
    for row in range(rows):
        end = len(recent) + row
        window = list(range(max(0, end - size), end))
        windows.append(window + [window[0]] * (size - len(window)))
    return line[mx.array(windows)]
