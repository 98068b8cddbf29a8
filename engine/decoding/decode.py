"""One run from a request to events: prefill, then the loop of its mode, told token by token."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

import mlx.core as mx

from engine.decoding.burst import Burst, Drawn, Refused
from engine.decoding.cost import CostModel
from engine.decoding.mentored import Mentored
from engine.decoding.policy import make_policy
from engine.decoding.single import Single
from engine.device import on_cpu
from engine.errors import DecodingError, RequestError
from engine.events import DRAFTED_KINDS, Event, Finished, Prefill, Proposal, Reason, Round, Token
from engine.pair.caches import make_caches
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request

#: Prompt tokens a forward of the prefill; more costs memory, fewer costs speed.
PREFILL_STEP = 512
#: On a CPU the time goes with the tokens, not with the forwards: small steps cost nothing, and a stop is heard soon.
CPU_PREFILL_STEP = 16
#: Tokens of a target-only run that its time is worth keeping for.
ENOUGH = 8


def decode(
    pair: Pair,
    request: Request,
    should_stop: Callable[[], bool] = lambda: False,
    prefix: Sequence[int] = (),
    costs: CostModel | None = None,
) -> Iterator[Event]:
    """Run one request.

    Args:
        should_stop: asked before each round (each token without rounds) and each step of the prefill.
        prefix: output ids to take as given; the first token drawn has position len(prefix).
        costs: measured times of this pair, used and brought up to date by the cost-aware policy.

    Yields:
        Prefill, Token and Round events, the tokens of a round before the round, and one Finished at the end.

    Raises:
        RequestError: the prompt makes no tokens, or prompt and output exceed the models' context.
        DecodingError: the models gave no usable probabilities, a cache could not be rolled back, or `prefix` holds an
            id that the models do not have.
    """
    return _Run(pair, request, should_stop, prefix, costs or CostModel()).events()


class _Run:
    def __init__(
        self,
        pair: Pair,
        request: Request,
        should_stop: Callable[[], bool],
        prefix: Sequence[int],
        costs: CostModel,
    ) -> None:
        self._pair, self._request, self._should_stop, self._costs = pair, request, should_stop, costs
        self._start = time.perf_counter()
        self._prompt = pair.text.encode(request.prompt, request.raw, request.system)
        require_room(pair, request, len(self._prompt))
        require_known(pair, prefix)
        self._prefix = list(prefix)
        self._splitter = pair.text.splitter()
        for number in self._prefix:
            self._splitter.add(number)
        self._models = [pair.target] if request.mode != "draft" else []
        self._models += [pair.draft] if request.mode != "target" else []
        self._caches = [make_caches(model, request.mode == "mentored") for model in self._models]
        self._record = RunRecord(request)
        self._prefill_s = 0.0

    def events(self) -> Iterator[Event]:
        """All events of the run; the record keeps the figures."""
        for event in self._told():
            self._record.add(event)
            yield event

    def _told(self) -> Iterator[Event]:
        reason: Reason = "stopped"
        for progress in self._prefill():
            yield progress
            if self._should_stop():
                break
        else:
            self._prefill_s = self._now()
            reason = yield from self._tokens()
        self._prefill_s = self._prefill_s or self._now()
        yield Finished(reason, self._record.figures(self._prefill_s, self._now()))

    def _now(self) -> float:
        return time.perf_counter() - self._start

    def _prefill(self) -> Iterator[Prefill]:
        """Read all but the last token into the caches, a step at a time."""
        ids = self._prompt + self._prefix
        total = len(ids)
        size = prefill_step()
        for begin in range(0, total - 1, size):
            yield Prefill(begin, total)
            step = mx.array([ids[begin : min(begin + size, total - 1)]], dtype=mx.uint32)
            for model, caches in zip(self._models, self._caches, strict=True):
                model(step, cache=caches)
                mx.eval([cache.state for cache in caches])
        yield Prefill(total, total)

    def _bursts(self) -> Iterator[Burst]:
        request, ids, first = self._request, self._prompt + self._prefix, len(self._prefix)
        count = request.max_tokens - first
        if request.mode == "mentored":
            loop = Mentored(self._pair, (self._caches[0], self._caches[1]), request, ids, first)
            return loop.run(count, make_policy(request, self._costs))
        single = Single(self._models[0], self._caches[0], request.mode, request, self._pair.width)
        bursts = single.run(ids, first, count)
        return self._timed(bursts) if request.mode == "target" else bursts

    def _timed(self, bursts: Iterator[Burst]) -> Iterator[Burst]:
        """Keep the time of a token of this target-only run, less the first, which may hold one-time work."""
        first_s, tokens = 0.0, 0
        try:
            for burst in bursts:
                first_s = first_s or self._now()
                tokens += 1
                yield burst
        finally:
            if tokens > ENOUGH:
                self._costs.begin()
                self._costs.observe_target((self._now() - first_s) / (tokens - 1))

    def _tokens(self) -> Generator[Event, None, Reason]:
        """Tokens and rounds until the end of text, the token limit, or a stop; returns which."""
        position = len(self._prefix)
        for burst in self._bursts():
            shown = self._cut(burst)
            ended = self._ends(shown[-1])
            last = ended or position + len(shown) >= self._request.max_tokens
            at_s = self._now()
            for i, drawn in enumerate(shown):
                final = last and i == len(shown) - 1
                yield self._token(drawn, position + i, at_s, burst, final)
            if burst.drafted:
                yield self._round(burst, shown, position, at_s)
            position += len(shown)
            if last:
                return "end" if ended else "length"
            if self._should_stop():
                return "stopped"
        return "length"

    def _cut(self, burst: Burst) -> tuple[Drawn, ...]:
        """The tokens that are shown: up to and with the first end of sequence."""
        for i, drawn in enumerate(burst.drawn):
            if self._ends(drawn):
                return burst.drawn[: i + 1]
        return burst.drawn

    def _ends(self, drawn: Drawn) -> bool:
        return not self._request.ignore_eos and drawn.id in self._pair.text.ends

    def _token(self, drawn: Drawn, position: int, at_s: float, burst: Burst, final: bool) -> Token:
        text = self._splitter.add(drawn.id) + (self._splitter.finish() if final else "")
        return Token(
            id=drawn.id,
            text=text,
            position=position,
            kind=drawn.kind,
            p=drawn.p,
            q=drawn.q,
            tv=drawn.tv,
            theta=drawn.theta,
            accept=drawn.accept,
            u=drawn.u,
            critical_budget=drawn.critical_budget,
            proposal=self._proposal(drawn.refused),
            stays_from=drawn.stays_from,
            stays_below=drawn.stays_below,
            round=len(self._record.rounds) if burst.drafted else None,
            at_s=at_s,
            special=self._pair.text.is_special(drawn.id),
        )

    def _proposal(self, refused: Refused | None) -> Proposal | None:
        if refused is None:
            return None
        return Proposal(refused.id, self._pair.text.label(refused.id), refused.p, refused.q)

    def _round(self, burst: Burst, shown: tuple[Drawn, ...], first: int, at_s: float) -> Round:
        return Round(
            index=len(self._record.rounds),
            first=first,
            proposed=len(burst.drafted),
            accepted=sum(drawn.kind in DRAFTED_KINDS for drawn in shown),
            emitted=len(shown),
            draft_s=burst.draft_s,
            verify_s=burst.verify_s,
            drafted=burst.drafted,
            drafted_texts=tuple(self._pair.text.label(number) for number in burst.drafted),
            at_s=at_s,
        )


def prefill_step() -> int:
    """Prompt tokens a forward on this device."""
    return CPU_PREFILL_STEP if on_cpu() else PREFILL_STEP


def require_room(pair: Pair, request: Request, prompt: int) -> None:
    """Raise `RequestError` where the prompt and the new tokens do not fit the models."""
    needed = prompt + request.max_tokens
    context, window = pair.info.context, pair.window
    if context is not None and prompt >= context:
        raise RequestError(
            "prompt",
            f"The prompt's {prompt:,} tokens leave no room in the models' context of {context:,}: shorten the prompt.",
        )
    if context is not None and needed > context:
        raise RequestError(
            "max_tokens",
            f"The prompt's {prompt:,} tokens and {request.max_tokens:,} new ones exceed the models' context of "
            f"{context:,}: ask for at most {context - prompt:,} or shorten the prompt.",
        )
    if window is not None and needed + request.draft_length >= window:
        raise RequestError(
            "max_tokens",
            f"The prompt's {prompt:,} tokens and {request.max_tokens:,} new ones reach the models' sliding window of "
            f"{window:,}, past which drafts cannot be taken back: ask for fewer.",
        )


def require_known(pair: Pair, ids: Iterable[int]) -> None:
    """Raise `DecodingError` where a recorded id is none of the pair's: looking it up would end the process."""
    strange = next((number for number in ids if not 0 <= number < pair.width), None)
    if strange is not None:
        raise DecodingError(
            f"This run has a token, number {strange}, that the loaded pair does not have: it was made with other "
            "models, so press Run for a run of these."
        )
