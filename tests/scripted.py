"""An engine without models: made-up events that obey the formulas, told when a test says so."""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.events import (
    Candidate,
    Event,
    Explained,
    Failed,
    Finished,
    Loading,
    PairInfo,
    Prefill,
    Proposal,
    Reason,
    Round,
    Token,
    Unloaded,
)
from engine.record import RunRecord
from engine.request import Place, Request

WORDS = ("the", "moon", "glass", "garden", "signal", "old", "door", "light", "dust", "quiet", "radio", "seed", "wall")
PROMPT_TOKENS = 27
TARGET_S, DRAFT_S, VERIFY_S, PREFILL_S = 0.04, 0.005, 0.05, 0.2


class Clock:
    """Seconds that move only when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Command:
    """One order: its bursts of events, and whether it was cancelled."""

    id: int
    bursts: Iterator[list[Event]]
    request: Request | None = None
    cancelled: bool = False
    seen: RunRecord | None = None


@dataclass
class ScriptedEngine:
    """Has the methods of `EngineThread`; `step` puts out one burst, `finish` all of them.

    Attributes:
        auto: every `drain` steps once, for tests that drive a window through the bridge.
        has_system: whether the pairs that load have a place for a system prompt.
        requests: all runs asked for, in order. failures: sentences for the next commands.
    """

    clock: Clock = field(default_factory=Clock)
    auto: bool = False
    has_system: bool = False
    requests: list[Request] = field(default_factory=list)
    prefixes: list[tuple[int, ...]] = field(default_factory=list)
    asked: list[Place] = field(default_factory=list)
    failures: deque[str] = field(default_factory=deque)
    started: bool = False
    closed: bool = False
    _queue: deque[Command] = field(default_factory=deque)
    _out: list[tuple[int, Event]] = field(default_factory=list)
    _count: int = 0

    def start(self) -> None:
        """Begin; nothing to do here but to note it."""
        self.started = True

    def load(self, target: Path, draft: Path) -> int:
        """A pair that loads in three bursts, or fails where the target's folder is missing."""
        return self._take(self._loads(target, draft))

    def generate(self, request: Request, prefix: Sequence[int] = ()) -> int:
        """A run in bursts, after as many tokens as are given."""
        self.requests.append(request)
        self.prefixes.append(tuple(prefix))
        record = RunRecord(request)
        return self._take(self._runs(request, record, len(prefix)), request, record)

    def explain(self, request: Request, place: Place) -> int:
        """What is shown, two more words, and the rest."""
        self.asked.append(place)
        return self._take(iter([[_explained(request, place)]]))

    def unload(self) -> int:
        """Done at once."""
        return self._take(iter([[Unloaded()]]))

    def cancel(self, command: int | None = None) -> None:
        """As the thread does: a cancelled run ends with what it has, at the next step."""
        for item in self._queue:
            if command in (None, item.id):
                item.cancelled = True

    def step(self, count: int = 1) -> None:
        """Put out the next bursts of whatever is first in the queue."""
        for _ in range(count):
            if not self._queue:
                return
            command = self._queue[0]
            burst = self._stopped(command) if command.cancelled else next(command.bursts)
            for event in burst:
                if command.seen is not None:
                    command.seen.add(event)
                self._out.append((command.id, event))
            if isinstance(burst[-1], (Finished, Failed, PairInfo, Unloaded, Explained)):
                self._queue.popleft()

    @property
    def busy(self) -> bool:
        """Whether any command is left."""
        return bool(self._queue)

    def drain(self) -> list[tuple[int, Event]]:
        """All events since the last time."""
        if self.auto:
            self.step()
        out, self._out = self._out, []
        return out

    def close(self) -> None:
        """End: what runs is cancelled."""
        self.cancel()
        self.step(len(self._queue))
        self.closed = True

    def join(self, timeout: float | None = None) -> bool:
        """There is no thread to wait for."""
        return self.closed

    def _take(
        self, bursts: Iterator[list[Event]], request: Request | None = None, seen: RunRecord | None = None
    ) -> int:
        self._count += 1
        if self.failures:
            bursts = iter([[Failed(self.failures.popleft(), "made up")]])
        self._queue.append(Command(self._count, bursts, request, seen=seen))
        return self._count

    def _loads(self, target: Path, draft: Path) -> Iterator[list[Event]]:
        if not target.is_dir():
            yield [Failed(f"There is no folder {target}.")]
            return
        yield [Loading("Storypair 22M", 0, 44_000_000)]
        yield [Loading("Storypair 22M", 31_000_000, 44_000_000)]
        yield [
            PairInfo(
                str(target), str(draft), "Storypair 22M", "2M", 8192, 54_000_000, 1024, "CPU", True, self.has_system
            )
        ]

    def _runs(self, request: Request, record: RunRecord, first: int = 0) -> Iterator[list[Event]]:
        yield [Prefill(0, PROMPT_TOKENS)]
        self.clock.now += PREFILL_S
        yield [Prefill(24, PROMPT_TOKENS), Prefill(PROMPT_TOKENS, PROMPT_TOKENS)]
        elapsed = PREFILL_S
        length = 1 if request.mode != "mentored" else request.draft_length
        while first + len(record.tokens) < request.max_tokens:
            burst = _round(
                request, record, min(length, request.max_tokens - first - len(record.tokens)), elapsed, first
            )
            spent = {"target": TARGET_S, "draft": DRAFT_S}.get(request.mode, length * DRAFT_S + VERIFY_S)
            elapsed += spent
            self.clock.now += spent
            yield burst
        yield [_finished(record, "length", elapsed)]

    def _stopped(self, command: Command) -> list[Event]:
        if command.seen is None:
            return [Failed("Stopped.")]
        last = command.seen.tokens[-1].at_s if command.seen.tokens else 0.0
        return [_finished(command.seen, "stopped", last)]


def _explained(request: Request, place: Place) -> Explained:
    """The words of the place, then two others and the end of the text; the target alone says the first other one."""
    others = [id for id in range(len(WORDS)) if id not in place.shown][:2]
    shown = [*place.shown, *others]
    made = [Candidate(id, f" {WORDS[id]}", 0.2, 0.1, 0.15, f" {WORDS[id]}") for id in shown]
    made.append(Candidate(99, "<|end|>", 0.05, 0.05, 0.05))
    rest = Candidate(len(WORDS) - len(shown), "", 0.1, 0.2, 0.15)
    alone = made[len(place.shown)] if place.drafted else None
    return Explained(len(place.before), tuple(made), rest, alone, 0.5)


def _finished(record: RunRecord, reason: Reason, total_s: float) -> Finished:
    return Finished(reason, record.figures(min(PREFILL_S, total_s), total_s))


def _round(request: Request, record: RunRecord, length: int, elapsed: float, before: int) -> list[Event]:
    """The tokens of one round (one token outside mentored runs), and its `Round`."""
    first = before + len(record.tokens)
    events: list[Event] = []
    accepted = 0
    for position in range(first, min(first + length, request.max_tokens)):
        token = _token(request, position, len(record.rounds), elapsed)
        events.append(token)
        accepted += token.kind in ("accepted", "relaxed")
        if token.kind == "resampled":
            break
    if request.mode == "mentored":
        drafted = tuple(_word(request, position, "draft") for position in range(first, first + length))
        texts = tuple(f" {WORDS[id]}" for id in drafted)
        index, at_s = len(record.rounds), elapsed + length * DRAFT_S + VERIFY_S
        events.append(
            Round(index, first, length, accepted, len(events), length * DRAFT_S, VERIFY_S, drafted, texts, at_s)
        )
    return events


def _word(request: Request, position: int, who: str) -> int:
    """The same word for target and draft at about every other position."""
    draw = random.Random(f"{request.prompt}|{request.seed}|{position}")
    ids = {"target": draw.randrange(len(WORDS)), "draft": draw.randrange(len(WORDS))}
    return ids["target" if draw.random() < 0.5 else who]


def _token(request: Request, position: int, index: int, elapsed: float) -> Token:
    """One token; a mentored one by p/q < u ≤ a with figures that fit together."""
    text, at_s = " {}", elapsed + TARGET_S
    if request.mode != "mentored":
        id = _word(request, position, request.mode)
        p, q = (0.5, None) if request.mode == "target" else (None, 0.5)
        return Token(id, text.format(WORDS[id]), position, request.mode, p, q, at_s=at_s)
    drafted, own = _word(request, position, "draft"), _word(request, position, "target")
    draw = random.Random(f"{request.seed}|{position}|figures")
    d, u = 0.1 + 0.8 * draw.random(), draw.random()
    q = 0.6
    p = 0.6 if drafted == own else 0.6 * draw.random()
    theta = min(1.0, request.tv_budget / d)
    r = p / q
    accept = min(1.0, (1 - theta) * r + theta)
    critical = 0.0 if u <= r else d * (u - r) / (1 - r)
    common = {"tv": d, "theta": theta, "accept": accept, "u": u, "critical_budget": critical, "round": index}
    if u <= accept:
        kind = "accepted" if u <= r else "relaxed"
        return Token(drafted, text.format(WORDS[drafted]), position, kind, p, q, at_s=at_s, **common)
    refused = Proposal(drafted, text.format(WORDS[drafted]), p, q)
    return Token(own, text.format(WORDS[own]), position, "resampled", 0.7, 0.1, proposal=refused, at_s=at_s, **common)
