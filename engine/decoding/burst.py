"""What a loop hands on before it has text: drawn tokens, and the round that they came from."""

from dataclasses import dataclass

from engine.events import Kind


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused proposal: its id and its probabilities under target and draft."""

    id: int
    p: float
    q: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """One emitted token; the fields are those of `engine.events.Token`."""

    id: int
    kind: Kind
    p: float | None = None
    q: float | None = None
    tv: float | None = None
    theta: float | None = None
    accept: float | None = None
    u: float | None = None
    critical_budget: float | None = None
    refused: Refused | None = None
    stays_from: float | None = None
    stays_below: float | None = None


@dataclass(frozen=True, slots=True)
class Burst:
    """Tokens that became known together; a mentored round also says what it drafted and how long it took."""

    drawn: tuple[Drawn, ...]
    drafted: tuple[int, ...] = ()
    draft_s: float = 0.0
    verify_s: float = 0.0
