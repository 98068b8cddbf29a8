"""What a run tells the world: frozen dataclasses of Python numbers and strings only."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["accepted", "relaxed", "resampled", "bonus", "target", "draft", "chosen"]
Reason = Literal["end", "length", "stopped"]

DRAFTED_KINDS: frozenset[Kind] = frozenset({"accepted", "relaxed"})
#: Where a drafted token was judged, whatever became of it.
JUDGED_KINDS: frozenset[Kind] = DRAFTED_KINDS | {"resampled"}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A drafted token that was refused: its id, text, and probabilities under target and draft."""

    id: int
    text: str
    p: float
    q: float


@dataclass(frozen=True, slots=True)
class Token:
    """One emitted token and why it is there.

    Attributes:
        text: what it adds to the output; "" for a special token and for the first
            bytes of a character that a later token completes.
        position: absolute output position, from 0.
        kind: accepted (kept at budget 0 too), relaxed (kept only because of the budget),
            resampled, bonus, target or draft; chosen (by the reader, who had the run go on from there).
        p, q: probability of this token under the target and the draft, after
            filters and temperature; None where that model was not asked.
        tv: d, the TV distance of p and q at this position, 0 to 1.
        theta: the share of the draft in the output law, min(1, D/d).
        accept: acceptance probability of the proposal (for a resampled token, the refused one).
        u: the accept draw that it was compared with; None with shared draws.
        critical_budget: the smallest budget that keeps the proposal, TV.
        proposal: the refused proposal of a resampled token.
        stays_from, stays_below: with shared draws, the budgets between which a resampled token would
            have been drawn, TV; None where that is not known.
        round: index of its round, from 0; None outside mentored runs.
        at_s: seconds from the start of the run to the moment it was known.
        special: an end-of-sequence or other special token, which has no text.
    """

    id: int
    text: str
    position: int
    kind: Kind
    p: float | None
    q: float | None
    tv: float | None = None
    theta: float | None = None
    accept: float | None = None
    u: float | None = None
    critical_budget: float | None = None
    proposal: Proposal | None = None
    round: int | None = None
    at_s: float = 0.0
    special: bool = False
    stays_from: float | None = None
    stays_below: float | None = None

    @property
    def spent(self) -> float | None:
        """Spent budget θ·d = min(d, D), TV; None where nothing was checked."""
        return None if self.tv is None or self.theta is None else self.tv * self.theta


@dataclass(frozen=True, slots=True)
class Round:
    """One draft and one check.

    Attributes:
        first: position of its first token. emitted: tokens that it put out and that are shown.
        proposed: drafted tokens. accepted: drafted tokens that are shown.
        draft_s, verify_s: seconds until the drafted ids were known, and from then to the verdict.
        drafted: ids of all drafted tokens; drafted_texts: their texts, one each.
    """

    index: int
    first: int
    proposed: int
    accepted: int
    emitted: int
    draft_s: float
    verify_s: float
    drafted: tuple[int, ...] = ()
    drafted_texts: tuple[str, ...] = ()
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Prefill:
    """Reading the prompt: `done` of `total` tokens."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Stats:
    """The figures of a run. Seconds are wall-clock; rates are tokens over `decode_s`.

    Attributes:
        proposed: all drafted tokens. accepted: drafted tokens that are shown.
        prefill_s: reading the prompt. first_token_s: from the start to the first token.
        decode_s: everything after the prompt was read. total_s: start to end.
        mean_tv, mean_spent: means of d and of min(d, D) over checked tokens; None where none was.
    """

    tokens: int
    proposed: int
    accepted: int
    rounds: int
    prefill_s: float
    first_token_s: float | None
    decode_s: float
    total_s: float
    tokens_per_s: float | None
    mean_tv: float | None
    mean_spent: float | None

    @property
    def acceptance(self) -> float | None:
        """Acceptance rate: accepted / proposed, 0 to 1."""
        return self.accepted / self.proposed if self.proposed else None


@dataclass(frozen=True, slots=True)
class Finished:
    """The run is over: why, and its figures."""

    reason: Reason
    stats: Stats


@dataclass(frozen=True, slots=True)
class Loading:
    """A model is being read, `done` of `total` bytes of weights, or the GPU's kernels are made ready, in steps."""

    name: str
    done: int
    total: int
    what: Literal["weights", "kernels"] = "weights"


@dataclass(frozen=True, slots=True)
class PairInfo:
    """A loaded pair, in words and numbers for the window.

    Attributes:
        target, draft: folders. target_name, draft_name: short names, "Storypair 22M" and "2M".
        vocabulary: shared token ids. memory_bytes: active MLX memory after loading.
        context: the smaller of the two context lengths, tokens; None where neither says.
        device: "CPU" or the accelerator's name. has_template: whether prompts can be chat-formatted.
        has_system: whether the template has a place for a system prompt.
        recommended_bytes: memory that the system recommends models to stay under; 0 where it recommends nothing.
    """

    target: str
    draft: str
    target_name: str
    draft_name: str
    vocabulary: int
    memory_bytes: int
    context: int | None
    device: str
    has_template: bool
    has_system: bool = False
    recommended_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """A command could not be carried out: one sentence, and details for the curious."""

    sentence: str
    details: str = ""
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Unloaded:
    """The pair's memory was given back."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An id that could stand at a place, and its probabilities, each 0 to 1.

    Attributes:
        text: its text by itself, or the name of a special token. adds: what it would add to the output there;
            None for a special token, after which no text goes on.
        p, q: under target and draft. pi: under the law that the run draws from there.
    """

    id: int
    text: str
    p: float
    q: float
    pi: float
    adds: str | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """What a token was drawn from, worked out again from the models.

    Attributes:
        candidates: the token itself, a refused proposal, then the likeliest others. others: all the rest
            together, `id` being how many they are.
        alone: what the target alone (budget 0) puts there after the same tokens and with the same draws;
            None where that does not follow from the place alone.
        tv: d, the TV distance of p and q there, 0 to 1.
    """

    position: int
    candidates: tuple[Candidate, ...]
    others: Candidate
    alone: Candidate | None
    tv: float


Event = Token | Round | Prefill | Finished | Loading | PairInfo | Failed | Unloaded | Explained
