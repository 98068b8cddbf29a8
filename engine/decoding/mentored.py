"""Mentored decoding: the draft proposes K tokens, one target forward checks them all.

A round is one lazy graph: K chained draft steps, the target's rows, the law, the verdict. The host
reads it once, then rolls both caches back to what stays.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import mlx.core as mx

from engine.decoding.burst import Burst
from engine.decoding.forward import forward
from engine.decoding.policy import Policy
from engine.decoding.single import Single, unsound
from engine.decoding.verdict import Judged, Reading, pack, unpack
from engine.device import on_cpu
from engine.events import DRAFTED_KINDS
from engine.law.distribution import Rows, distribution, history_rows
from engine.law.draws import Role, keys, races
from engine.law.shapes import at, output_law
from engine.law.verify import Draws, check, draws
from engine.pair.caches import roll_back
from engine.pair.loading import Pair
from engine.request import Request

#: Up to so many tokens that the draft has not read, one forward for all is the cheaper one.
FEW_UNREAD = 4


class Mentored:
    """The mentored loop over one pair.

    Args:
        ids: prompt and output so far, all but the last in both `caches`.
        first: position of the first token to draw.
    """

    def __init__(
        self, pair: Pair, caches: tuple[list[Any], list[Any]], request: Request, ids: Sequence[int], first: int
    ) -> None:
        self._pair = pair
        self._target_caches, self._draft_caches = caches
        self._request = request
        self._known = list(ids)
        self._unseen = [self._known[-1]]  # tokens that the draft's caches lack
        self._position = first
        self._judged = 0  # positions below it need new draws; with block verification only
        self._cpu = on_cpu()  # there, scheduling waits for the work itself, so the draft is waited for first
        self._plain = Single(pair.target, self._target_caches, "target", request, pair.width)

    def run(self, count: int, policy: Policy) -> Iterator[Burst]:
        """Draw `count` tokens in rounds whose length `policy` chooses."""
        end = self._position + count
        while self._position < end:
            left = end - self._position
            length = min(policy.length(), left)
            if length > 0:
                before = time.perf_counter()
                burst = self._round(length, left)
                try:
                    yield burst
                finally:  # a run that ends with this round tells of it too
                    # Whatever is done with a round before the next one is part of its price.
                    rest_s = time.perf_counter() - before - burst.draft_s
                    policy.observe(length, _kept(burst), burst.draft_s, rest_s, _distances(burst))
            else:
                yield from self._stretch(min(policy.stretch, left), policy)

    def _stretch(self, count: int, policy: Policy) -> Iterator[Burst]:
        """Target-only steps, where drafting does not pay."""
        before = time.perf_counter()
        for burst in self._plain.run(list(self._known), self._position, count):
            self._commit([token.id for token in burst.drawn])
            yield burst
        policy.observe_target((time.perf_counter() - before) / count)

    def _round(self, length: int, left: int) -> Burst:
        start = time.perf_counter()
        bonus = self._request.bonus and length < left
        x, drafted = self._propose(length)
        mx.async_eval(x)
        packed = self._judge(x, drafted, bonus)
        if not self._cpu:
            mx.async_eval(*packed)
        mx.eval(x)
        drafted_at = time.perf_counter()
        mx.eval(*packed)
        reading = unpack(*packed, self._request)
        verify_s = time.perf_counter() - drafted_at
        if not reading.sound:
            raise unsound("pair")
        self._settle(reading, length + bonus)
        return Burst(reading.drawn, reading.drafted, drafted_at - start, verify_s)

    def _propose(self, length: int) -> tuple[mx.array, list[Rows]]:
        """K draft steps chained on the device: ids [K], and each step's distribution."""
        request, width = self._request, self._pair.width
        race = races(keys(request.seed, self._position, length, Role.DRAFT, self._judged), width)
        fed = self._unread()
        drafted: list[Rows] = []
        chosen: list[mx.array] = []
        for i in range(length):
            logits = forward(self._pair.draft, self._draft_caches, fed)[-1:]
            history = self._history(chosen) if request.repetition_penalty != 1.0 else None
            fed, law = self._drawn(logits, race[i], history)
            drafted.append(law)
            chosen.append(fed)
        return mx.concatenate(chosen), drafted

    def _unread(self) -> mx.array:
        """The ids that the draft's first step is fed, [n]. Of many, all but the last are read beforehand.

        Their logits are asked for by nobody, and so never worked out: most of a small draft's work.
        """
        ids = self._unseen
        if len(ids) > FEW_UNREAD:
            forward(self._pair.draft, self._draft_caches, mx.array(ids[:-1], dtype=mx.uint32))
            ids = ids[-1:]
        return mx.array(ids, dtype=mx.uint32)

    def _history(self, chosen: list[mx.array]) -> mx.array | None:
        """What the repetition penalty of the next draft step looks at, [1, n]."""
        drafted = mx.concatenate(chosen) if chosen else None
        rows = history_rows(self._known, drafted, len(chosen) + 1, self._request)
        return None if rows is None else rows[-1:]

    def _drawn(self, logits: mx.array, race: mx.array, history: mx.array | None) -> tuple[mx.array, Rows]:
        """One draft step: an id [1], and the distribution that it was drawn from."""
        law = distribution(logits, self._request, self._pair.width, history)
        return mx.argmax(race * law.p, axis=-1), law

    def _judge(self, x: mx.array, drafted: list[Rows], bonus: bool) -> tuple[mx.array, mx.array]:
        """One target forward over all rows, then the law and the verdict, packed and all lazy."""
        request, length = self._request, len(drafted)
        rows = length + bonus
        last = mx.array(self._known[-1:], dtype=mx.uint32)
        fed = mx.concatenate([last, x[: rows - 1].astype(mx.uint32)])
        logits = forward(self._pair.target, self._target_caches, fed)
        history = history_rows(self._known, x, rows, request)
        keyed = draws(request, self._position, length, self._judged)
        role = Role.DRAFT if request.coupling == "gumbel" else Role.TARGET
        bonus_key = keys(request.seed, self._position + length, 1, role) if bonus else None
        return pack(self._verdict(x, logits, history, drafted, keyed, bonus_key))

    def _verdict(
        self,
        x: mx.array,
        logits: mx.array,
        history: mx.array | None,
        drafted: list[Rows],
        keyed: Draws,
        bonus_key: mx.array | None,
    ) -> Judged:
        """From the target's logits to the verdict, all lazy."""
        request, length = self._request, x.shape[0]
        target = distribution(logits, request, self._pair.width, history)
        q = mx.concatenate([row.p for row in drafted])
        law = output_law(target.p[:length], q, request.tv_budget, request.shape)
        p_x, q_x = at(law.p, x), at(law.q, x)
        verdict = check(law, x, p_x, q_x, request, keyed)
        extra = None if bonus_key is None else self._bonus(target.p[length:], bonus_key)
        told = [rows.sound for rows in (target, *drafted) if rows.sound is not None]
        return Judged(law, x, p_x, q_x, verdict, extra, mx.all(mx.concatenate(told)) if told else None)

    def _bonus(self, p: mx.array, key: mx.array) -> tuple[mx.array, mx.array]:
        """A token of the target's own after a full round: id and probability, [1] each."""
        token = mx.argmax(races(key, p.shape[-1]) * p, axis=-1)
        return token, at(p, token)

    def _settle(self, reading: Reading, rows: int) -> None:
        """Roll both caches back to the accepted prefix, and take in what was emitted."""
        length, emitted = len(reading.drafted), [token.id for token in reading.drawn]
        roll_back(self._target_caches, rows - len(emitted))
        in_draft = min(reading.kept, length - 1)  # the last drafted token was never fed to the draft
        roll_back(self._draft_caches, length - 1 - in_draft)
        if self._request.verify == "block":
            self._judged = max(self._judged, self._position + length)
        self._known.extend(emitted)
        self._position += len(emitted)
        self._unseen = emitted[in_draft:]

    def _commit(self, emitted: list[int]) -> None:
        """Take in tokens that the target drew alone; the draft reads them when it is asked again."""
        self._known.extend(emitted)
        self._position += len(emitted)
        self._unseen.extend(emitted)


def _kept(burst: Burst) -> int:
    """Drafted tokens that stayed."""
    return sum(token.kind in DRAFTED_KINDS for token in burst.drawn)


def _distances(burst: Burst) -> list[float]:
    """d of the positions that were judged: those that stayed, and the first that did not."""
    return [token.tv for token in burst.drawn if token.tv is not None]
