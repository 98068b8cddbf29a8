"""An engine without models that puts out made-up tokens at a fixed rate; its figures obey the formulas."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.errors import MentorscopeError
from engine.events import Event, Explained, Finished, Kind, Loading, PairInfo, Prefill, Proposal, Round, Token
from engine.record import RunRecord
from engine.request import Place, Request

PROMPT_TOKENS = 32
#: Every paragraph has about this many tokens.
PARAGRAPH = 90
#: The two texts part at this share of their length, so that both cases are gone through.
PARTS_AT = 0.5
#: The share of a round's time that the draft takes.
DRAFT_SHARE = 0.2
TEXT = (
    "the moon greenhouse was quiet and Mara heard a faint signal from behind old glass while Ilyan held their lamp "
    "over pale leaves that had grown for years without any hand to cut them so they walked on through dust toward "
    "one small door where something wonderful seemed to wait patiently in incredible silence"
)
WORDS = tuple(TEXT.split())


class ScriptedBackend:
    """Has the methods of the real backend, and runs in the engine's thread in its place.

    Events come when they are due by the clock: late ones are caught up with, so the rate holds on average.
    """

    def __init__(self, tokens_per_s: float) -> None:
        self._pause = 1.0 / tokens_per_s

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        """There is nothing to load."""
        return PairInfo(str(target), str(draft), "Scripted", "script", len(WORDS), 0, None, "no model", False)

    def generate(
        self,
        request: Request,
        should_stop: Callable[[], bool],
        emit: Callable[[Event], None],
        prefix: Sequence[int] = (),
    ) -> None:
        """Put out `request.max_tokens` tokens, after those of `prefix`."""
        emit(Prefill(PROMPT_TOKENS, PROMPT_TOKENS))
        record, began = RunRecord(request), time.monotonic()
        for burst in _bursts(request, len(prefix), self._pause):
            made = sum(isinstance(event, Token) for event in burst)
            due = began + (len(record.tokens) + made) * self._pause
            time.sleep(max(0.0, due - time.monotonic()))
            if should_stop():
                break
            for event in burst:
                record.add(event)
                emit(event)
        whole = len(prefix) + len(record.tokens) >= request.max_tokens
        emit(Finished("length" if whole else "stopped", record.figures(0.0, time.monotonic() - began)))

    def explain(self, request: Request, place: Place, should_stop: Callable[[], bool]) -> Explained:
        """There are no models to ask."""
        raise MentorscopeError("There are no models here to ask: this run is made up.")

    def unload(self) -> None:
        """There is nothing to give back."""

    def close(self) -> None:
        """There is nothing to leave behind."""


def _bursts(request: Request, first: int, pause: float) -> Iterator[list[Event]]:
    """One token at a time, or the tokens of a round."""
    draw, position, index = random.Random(request.seed), first, 0
    while position < request.max_tokens:
        if request.mode != "mentored":
            yield [_plain(request, position, pause)]
            position += 1
            continue
        burst = _round(request, position, index, draw, pause)
        yield burst
        position += len(burst) - 1
        index += 1


def _round(request: Request, first: int, index: int, draw: random.Random, pause: float) -> list[Event]:
    """The tokens of one round, up to the first refusal, and its `Round`."""
    length = min(request.draft_length, request.max_tokens - first)
    tokens: list[Token] = []
    for position in range(first, first + length):
        tokens.append(_checked(request, position, index, draw, pause))
        if tokens[-1].kind == "resampled":
            break
    accepted = sum(token.kind != "resampled" for token in tokens)
    drafted = tuple(_word(request, position) for position in range(first, first + length))
    texts = tuple(_text(word, first + place) for place, word in enumerate(drafted))
    took = len(tokens) * pause * draw.uniform(0.8, 1.2)
    times = took * DRAFT_SHARE, took * (1 - DRAFT_SHARE)
    end = (first + len(tokens)) * pause
    return [*tokens, Round(index, first, length, accepted, len(tokens), *times, drafted, texts, end)]


def _checked(request: Request, position: int, index: int, draw: random.Random, pause: float) -> Token:
    """A drafted token judged by p/q < u ≤ a, or what came in its place."""
    word, d, u, q = _word(request, position), draw.random() ** 2, draw.random(), 0.6
    r = min(1.0, draw.uniform(0.2, 2.0))
    theta = min(1.0, request.tv_budget / d) if d else 1.0
    accept = min(1.0, (1 - theta) * r + theta)
    critical = 0.0 if u <= r else d * (u - r) / (1 - r)
    kind: Kind = "resampled" if u > accept else "accepted" if u <= r else "relaxed"
    text, at = _text(word, position), (position + 1) * pause
    refused = Proposal(word, text, r * q, q) if kind == "resampled" else None
    new = (word + 1) % len(WORDS) if refused else word
    return Token(new, _text(new, position), position, kind, r * q, q, d, theta, accept, u, critical, refused, index, at)


def _plain(request: Request, position: int, pause: float) -> Token:
    word, kind = _word(request, position), request.mode
    at = (position + 1) * pause
    return Token(word, _text(word, position), position, kind, 0.5, None, at_s=at)  # type: ignore[arg-type]


def _word(request: Request, position: int) -> int:
    """The same word in every pane, until the texts part."""
    parted = position >= PARTS_AT * request.max_tokens
    return random.Random(f"{request.seed}|{position}|{request.mode if parted else ''}").randrange(len(WORDS))


def _text(word: int, position: int) -> str:
    if position and position % PARAGRAPH == 0:
        return "\n\n" + WORDS[word].capitalize()
    return (" " if position else "") + WORDS[word] + ("." if position % 13 == 12 else "")
