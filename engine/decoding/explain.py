"""What stood to choose at one place of a run, worked out again: p, q and π of the likeliest tokens."""

from collections.abc import Callable
from typing import Any

import mlx.core as mx

from engine.decoding.decode import prefill_step, require_known
from engine.decoding.forward import forward
from engine.decoding.single import unsound
from engine.errors import Cancelled, DecodingError
from engine.events import Candidate, Explained
from engine.law.distribution import Rows, distribution, history_rows
from engine.law.draws import Role, keys, races
from engine.law.shapes import Law, output_law, residual
from engine.pair.caches import make_caches, roll_back
from engine.pair.loading import Pair
from engine.request import Place, Request

#: Tokens told about one by one.
CANDIDATES = 5
#: Tokens before a place that can hold bytes of a character that ends there; the first of a text is among them.
MEMORY = 8


class Explainer:
    """Answers for one pair. Keeps both caches at the last place, so that the next token costs one forward."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._read: list[int] = []
        self._caches: list[list[Any]] = []

    def explain(self, request: Request, place: Place, should_stop: Callable[[], bool] = lambda: False) -> Explained:
        """Tell what the run had to choose from at a place.

        Raises:
            RequestError: the prompt makes no tokens. DecodingError: the models gave no usable probabilities, or do
                not have a token of the place.
            Cancelled: `should_stop` said so.
        """
        require_known(self._pair, (*place.before, *place.shown))
        ids = [*self._pair.text.encode(request.prompt, request.raw, request.system), *place.before]
        target, draft = self._last_rows(ids, should_stop)
        history = history_rows(ids, None, 1, request)
        p = distribution(target, request, self._pair.width, history)
        q = distribution(draft, request, self._pair.width, history)
        for name, rows in (("target", p), ("draft", q)):
            if not rows.whole():
                raise unsound(name)
        law = output_law(p.p, q.p, request.tv_budget, request.shape)
        return self._told(request, place, law, _drawn_from(request, place, law, p, q))

    def _last_rows(self, ids: list[int], should_stop: Callable[[], bool]) -> list[mx.array]:
        """Both models' logits after `ids`, [1, V] each; reads only what the caches lack."""
        start = self._roll_to(ids)
        rows: list[mx.array] = []
        size = prefill_step()
        for begin in range(start, len(ids), size):
            if should_stop():
                raise Cancelled
            step = mx.array(ids[begin : begin + size], dtype=mx.uint32)
            models = (self._pair.target, self._pair.draft)
            rows = [forward(model, caches, step)[-1:] for model, caches in zip(models, self._caches, strict=True)]
            mx.eval(rows, [cache.state for caches in self._caches for cache in caches])
            self._read.extend(ids[begin : begin + size])
        return rows

    def _roll_to(self, ids: list[int]) -> int:
        """Roll the caches back to what they share with `ids`, but for the last id; returns how many that are."""
        same = 0
        for old, new in zip(self._read, ids[:-1], strict=False):
            if old != new:
                break
            same += 1
        try:
            for caches in self._caches:
                roll_back(caches, len(self._read) - same)
        except DecodingError:  # a window that has wrapped: read everything anew
            same = 0
        if same == 0:
            self._caches = [make_caches(model) for model in (self._pair.target, self._pair.draft)]
        self._read = list(ids[:same])
        return same

    def _told(self, request: Request, place: Place, law: Law, pi: mx.array) -> Explained:
        alone = _alone(request, place, law)
        reach = mx.maximum(law.p, law.q)[0]
        count = min(CANDIDATES, reach.shape[0])
        likely = mx.argpartition(-reach, kth=count - 1)[:count]
        numbers: list[int] = likely.tolist()  # type: ignore[assignment]
        ids = sorted(numbers, key=lambda number: -float(reach[number]))
        wanted = [*place.shown, *([] if alone is None else [alone]), *ids]
        chosen = list(dict.fromkeys(wanted))[: max(count, len(place.shown) + 1)]
        candidates = tuple(self._candidate(number, place, law, pi) for number in chosen)
        rest = [max(0.0, 1.0 - sum(getattr(one, name) for one in candidates)) for name in ("p", "q", "pi")]
        return Explained(
            position=len(place.before),
            candidates=candidates,
            others=Candidate(self._pair.width - len(chosen), "", *rest),
            alone=None if alone is None else self._candidate(alone, place, law, pi),
            tv=float(law.mix.d[0]),
        )

    def _candidate(self, number: int, place: Place, law: Law, pi: mx.array) -> Candidate:
        p, q, drawn = (min(1.0, float(rows[0, number])) for rows in (law.p, law.q, pi))
        return Candidate(number, self._pair.text.label(number), p, q, drawn, self._adds(number, place))

    def _adds(self, number: int, place: Place) -> str | None:
        text = self._pair.text
        if text.is_special(number):
            return None
        splitter = text.splitter()
        for before in place.before[-MEMORY:]:
            splitter.add(before)
        return splitter.add(number)


def _drawn_from(request: Request, place: Place, law: Law, p: Rows, q: Rows) -> mx.array:
    """The law that the token there was drawn from, [1, V]: π where a draft was judged, else one model's own."""
    if request.mode == "mentored" and place.drafted:
        return law.pi
    return q.p if request.mode == "draft" else p.p


def _alone(request: Request, place: Place, law: Law) -> int | None:
    """What budget 0 puts there with the same draws; None where it does not follow from the place alone.

    With shared draws it is the target's own pick. With independent draws it is told for a drafted token
    that budget 0 refuses, whose replacement is drawn from (p − q)₊.
    """
    position = len(place.before)
    if request.coupling == "gumbel":
        weights, role = law.p, Role.DRAFT
    elif request.mode == "mentored" and place.drafted and request.verify == "token":
        weights, role = residual(Law(law.p, law.q, output_law(law.p, law.q, 0.0).mix)), Role.RESIDUAL
    else:
        return None
    race = races(keys(request.seed, position, 1, role), weights.shape[-1])
    return int(mx.argmax(race * weights))
