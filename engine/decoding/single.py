"""One model by itself: target-only and draft-only decoding, double-buffered.

The next step is on its way to the device before the last token is read, as in mlx-lm, so that
target-only is an honest baseline.
"""

import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import mlx.core as mx

from engine.decoding.burst import Burst, Drawn
from engine.decoding.forward import forward
from engine.errors import DecodingError
from engine.law.distribution import Rows, distribution, history_rows
from engine.law.draws import Role, keys, races
from engine.law.shapes import at
from engine.request import Request

#: Positions whose noise is drawn at once, which saves launches.
RACES = 16


class _Step(NamedTuple):
    """A step under way: the id [1], and what the host reads at once: [2] id and probability, [3] soundness too.

    What is told are uint32 numbers, of the probability the bits of its float32: launches are saved by not converting.
    """

    token: mx.array
    told: mx.array


class Single:
    """Draws from one model token by token. `kind` is "target" or "draft"."""

    def __init__(self, model: Any, caches: list[Any], kind: str, request: Request, width: int) -> None:
        self._model = model
        self._caches = caches
        self._kind = kind
        self._request = request
        self._width = width
        shared = request.coupling == "gumbel"
        self._first = mx.array([True, False])
        self._races: mx.array | None = None
        self._raced_from = 0
        self._end = 0
        self._role = Role.DRAFT if shared or kind == "draft" else Role.TARGET

    def run(self, ids: Sequence[int], first: int, count: int) -> Iterator[Burst]:
        """Draw `count` tokens after `ids`, of which all but the last are in the caches.

        Args:
            ids: prompt and output so far. first: position of the first token to draw.
        """
        known, self._end = list(ids), first + count
        step = self._step(mx.array(known[-1:], dtype=mx.uint32), known, None, first)
        for position in range(first, first + count):
            ahead = None
            if position + 1 < first + count:
                ahead = self._step(step.token, known, step.token, position + 1)
            drawn = self._read(step)
            known.append(drawn.id)
            yield Burst((drawn,))
            if ahead is not None:
                step = ahead

    def _step(self, fed: mx.array, known: list[int], unread: mx.array | None, position: int) -> _Step:
        logits = forward(self._model, self._caches, fed)
        rows = 1 if unread is None else 2
        history = history_rows(known, unread, rows, self._request)
        history = None if history is None else history[-1:]
        law = distribution(logits, self._request, self._width, history)
        token = mx.argmax(self._race(position, law.p.shape[-1]) * law.p, axis=-1)
        step = _Step(token, self._told(token, law))
        mx.async_eval(*step)
        return step

    def _told(self, token: mx.array, law: Rows) -> mx.array:
        """One array for the host, since each read waits for the device."""
        bits = at(law.p, token).astype(mx.float32).view(mx.uint32)
        if law.sound is None:  # then an unsound row has no number for a probability
            return mx.where(self._first, token, bits)
        return mx.concatenate([token, bits, law.sound.astype(mx.uint32)])

    def _race(self, position: int, width: int) -> mx.array:
        """The race weights of a position, [1, width], made for several positions at once."""
        if self._races is None or not 0 <= position - self._raced_from < self._races.shape[0]:
            count = min(RACES, self._end - position)
            self._raced_from = position
            self._races = races(keys(self._request.seed, position, count, self._role), width)
        row = position - self._raced_from
        return self._races[row : row + 1]

    def _read(self, step: _Step) -> Drawn:
        told: list[int] = step.told.tolist()  # type: ignore[assignment]
        token, (probability,) = told[0], struct.unpack("f", struct.pack("I", told[1]))
        if not math.isfinite(probability) or not all(told[2:]):
            raise unsound(self._kind)
        if self._kind == "draft":
            return Drawn(token, "draft", q=probability)
        return Drawn(token, "target", p=probability)


def unsound(model: str) -> DecodingError:
    """The error for a row of logits with no finite sum."""
    return DecodingError(
        f"The {model} gave no usable probabilities, so the run was stopped: its weights may be damaged."
    )
