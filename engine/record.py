"""A run as it was recorded: collects events, counts, and finds first differences."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.events import DRAFTED_KINDS, JUDGED_KINDS, Event, Finished, Kind, Prefill, Reason, Round, Stats, Token
from engine.request import Place, Request

_Event = TypeVar("_Event", Token, Round)


@dataclass
class RunRecord:
    """All events of one run. Feed it with `add`; it never needs a model or a window.

    Attributes:
        tokens: emitted tokens in order; `tokens[i].position` is `i`.
        rounds: rounds in order; empty for target-only and draft-only runs.
        prefill: the last reading of prompt progress, or None before it began.
        reason: why the run ended; None while it runs.
        stats: the engine's own figures, once finished.
        kept: tokens at the beginning that were taken over from an earlier run; seconds and rates count only what
            came after them. first_change: position of the first token that may differ from that run.
        given: tokens at the beginning, up to the one that the reader chose, which no setting changes.
    """

    request: Request
    target: str = ""
    draft: str = ""
    tokens: list[Token] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    prefill: Prefill | None = None
    reason: Reason | None = None
    stats: Stats | None = None
    counts: Counter[Kind] = field(default_factory=Counter)
    kept: int = 0
    first_change: int = 0
    given: int = 0
    _lengths: Counter[int] = field(default_factory=Counter)
    _kept_rounds: int = 0
    _proposed: int = 0
    _checked: int = 0
    _tv: float = 0.0
    _spent: float = 0.0

    def add(self, event: Event) -> None:
        """Take one event of this run; other kinds of event are ignored."""
        if isinstance(event, Token):
            self._add_token(event)
        elif isinstance(event, Round):
            self.rounds.append(_later(event, "index", self._kept_rounds))
            self._proposed += event.proposed
            self._lengths[event.proposed] += 1
        elif isinstance(event, Prefill):
            self.prefill = event
        elif isinstance(event, Finished):
            stats = event.stats
            self.reason = event.reason
            self.stats = self.figures(stats.prefill_s, stats.total_s) if self.kept else stats

    def extend(self, events: Iterable[Event]) -> None:
        """Take several events, in order."""
        for event in events:
            self.add(event)

    def keep(self, tokens: Sequence[Token], rounds: Sequence[Round], first_change: int) -> None:
        """Begin with what an earlier run put out, in whole rounds; the record must be empty."""
        for token in tokens:
            self._add_token(replace(token, at_s=0.0))
        for one in rounds:
            self.add(replace(one, at_s=0.0))
        self.kept, self.first_change, self._kept_rounds = len(tokens), first_change, len(rounds)

    def _add_token(self, token: Token) -> None:
        token = _later(token, "round", self._kept_rounds)
        self.tokens.append(token)
        self.counts[token.kind] += 1
        if token.tv is not None and token.spent is not None:
            self._checked += 1
            self._tv += token.tv
            self._spent += token.spent

    @property
    def branch(self) -> tuple[int, ...]:
        """Ids of the tokens that are given; empty where the reader chose none."""
        return tuple(token.id for token in self.tokens[: self.given])

    def place(self, index: int) -> Place:
        """Where a token stands, to ask what stood to choose there."""
        token = self.tokens[index]
        shown = (token.id,) if token.proposal is None else (token.id, token.proposal.id)
        before = tuple(earlier.id for earlier in self.tokens[:index])
        return Place(before, shown, token.kind in JUDGED_KINDS)

    @property
    def finished(self) -> bool:
        """Whether the run has ended, for whatever reason."""
        return self.reason is not None

    @property
    def made(self) -> int:
        """Tokens that this run put out itself."""
        return len(self.tokens) - self.kept

    @property
    def text(self) -> str:
        """The output so far."""
        return "".join(token.text for token in self.tokens)

    @property
    def proposed(self) -> int:
        """All drafted tokens of the rounds so far."""
        return self._proposed

    @property
    def accepted(self) -> int:
        """Drafted tokens that are shown."""
        return sum(self.counts[kind] for kind in DRAFTED_KINDS)

    @property
    def lengths(self) -> Counter[int]:
        """How many rounds drafted each number of tokens; 0 counts tokens that the target drew without a draft."""
        alone = self.counts["target"] if self.request.mode == "mentored" else 0
        return self._lengths + Counter({0: alone})

    @property
    def mean_tv(self) -> float | None:
        """Mean of d over checked tokens, TV."""
        return self._tv / self._checked if self._checked else None

    @property
    def mean_spent(self) -> float | None:
        """Mean of min(d, D) over checked tokens, TV."""
        return self._spent / self._checked if self._checked else None

    def figures(self, prefill_s: float, total_s: float) -> Stats:
        """The figures up to now.

        Args:
            prefill_s: seconds that reading the prompt took.
            total_s: seconds from the start of the run to now, or to its end.
        """
        decode_s = max(0.0, total_s - prefill_s)
        return Stats(
            tokens=len(self.tokens),
            proposed=self.proposed,
            accepted=self.accepted,
            rounds=len(self.rounds),
            prefill_s=prefill_s,
            first_token_s=self.tokens[self.kept].at_s if self.made else None,
            decode_s=decode_s,
            total_s=total_s,
            tokens_per_s=self.made / decode_s if self.made and decode_s > 0 else None,
            mean_tv=self.mean_tv,
            mean_spent=self.mean_spent,
        )


def _later(event: _Event, name: str, by: int) -> _Event:
    """The event with its round's number counted on from the rounds that were kept."""
    number = getattr(event, name)
    return event if not by or number is None else replace(event, **{name: number + by})


def length_words(record: RunRecord) -> str:
    """The histogram of chosen draft lengths in words: "4 drafted in 12 rounds, 8 in 3"."""
    rounds = [(length, count) for length, count in sorted(record.lengths.items()) if length]
    words = [f"{length} in {count}" for length, count in rounds]
    if words:
        length, count = rounds[0]
        words[0] = f"{length} drafted in {count} round{'s' * (count != 1)}"
    alone = record.lengths.get(0, 0)
    return ", ".join([*words, f"{alone} token{'s' * (alone != 1)} without a draft"] if alone else words or ["none yet"])


def first_difference(left: RunRecord, right: RunRecord) -> int | None:
    """Position of the first token whose ids differ, or None where one is a prefix of the other so far.

    Two finished runs of which one is shorter differ where the shorter one ends.
    """
    for a, b in zip(left.tokens, right.tokens, strict=False):
        if a.id != b.id:
            return a.position
    short, long = sorted((left, right), key=lambda run: len(run.tokens))
    if short.finished and short.reason != "stopped" and len(short.tokens) < len(long.tokens):
        return len(short.tokens)
    return None
