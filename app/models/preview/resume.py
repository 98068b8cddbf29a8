"""Goes on from a recorded run at another budget: what is kept of it, re-classed, and where the engine takes over.

The engine takes over at the beginning of a round, since that is where a run from scratch would be too: the rounds,
their figures and the bonus tokens are then those of a run from scratch.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace

from app.models.preview.stakes import Change, Stakes, obstacle
from engine.events import Round, Token
from engine.record import RunRecord
from engine.request import Request


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a continued run takes over: tokens and rounds, re-classed for its budget.

    Attributes:
        first_change: position of the first token that may differ. whole: the run stays as it is, to its end.
        given: tokens up to the one that the reader chose, which no setting changes.
    """

    tokens: tuple[Token, ...]
    rounds: tuple[Round, ...]
    first_change: int
    whole: bool = False
    given: int = 0

    @property
    def ids(self) -> tuple[int, ...]:
        """The output ids that the engine takes as given."""
        return tuple(token.id for token in self.tokens)


def continuation(record: RunRecord | None, request: Request) -> Beginning | None:
    """What `request`, which differs only in its budget, can take over from a run; None to run from scratch."""
    if record is None or record.stats is None or obstacle(record, request) or not can_continue(request):
        return as_given(record) if record is not None and record.given else None
    change = Stakes(record).first_change(request.tv_budget)
    if change is None and record.reason in ("end", "length"):
        everything = _tokens(record, len(record.tokens), request)
        return Beginning(everything, tuple(record.rounds), len(record.tokens), whole=True, given=record.given)
    rounds = whole_rounds(record, change)
    count = max(record.given, rounds[-1].first + rounds[-1].emitted if rounds else 0)
    if not 0 < count <= len(record.tokens):
        return as_given(record) if record.given else None
    at = len(record.tokens) if change is None else change.position
    return Beginning(_tokens(record, count, request), tuple(rounds), at, given=record.given)


def as_given(record: RunRecord) -> Beginning:
    """The beginning of a run up to the token that the reader chose, for other settings of what follows."""
    rounds = tuple(one for one in record.rounds if one.first < record.given)
    return Beginning(tuple(record.tokens[: record.given]), rounds, record.given, given=record.given)


def whole_rounds(record: RunRecord, change: Change | None) -> list[Round]:
    """The rounds that end before a change; all where there is none."""
    if change is None:
        return record.rounds
    ends = [one.first + one.emitted for one in record.rounds]
    return record.rounds[: bisect_right(ends, change.position)]


def can_continue(request: Request) -> bool:
    """Whether the figures at another budget follow from those of a run: the clipped shape's do not."""
    return request.shape == "linear"


def kept_whole(record: RunRecord, start: Beginning, request: Request) -> RunRecord:
    """A finished run as it is at another budget that changes none of its tokens; the times are those of the run."""
    assert record.stats is not None and start.whole
    made = RunRecord(request, record.target, record.draft, prefill=record.prefill, reason=record.reason)
    for token in start.tokens:
        made.add(token)
    for one in start.rounds:
        made.add(one)
    made.kept = made.first_change = len(start.tokens)
    made.given = start.given
    made.stats = replace(record.stats, mean_spent=made.mean_spent)
    return made


def _tokens(record: RunRecord, count: int, request: Request) -> tuple[Token, ...]:
    """The first tokens of a run, those that are given as they were judged."""
    given = record.given
    return (*record.tokens[:given], *(_at_budget(token, request) for token in record.tokens[given:count]))


def _at_budget(token: Token, request: Request) -> Token:
    """A token whose verdict stays, with the mix and the acceptance probability of another budget.

    Its class stays too: accepted or relaxed is a matter of the critical budget alone.
    """
    if token.tv is None:
        return token
    theta = 1.0 if token.tv <= request.tv_budget else request.tv_budget / token.tv
    judged = token.proposal or token
    accept = token.accept
    if accept is not None and judged.p is not None and judged.q:
        accept = min(1.0, (1 - theta) * judged.p / judged.q + theta)
    return replace(token, theta=theta, accept=accept)
