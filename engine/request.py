"""What a run is asked to do: one frozen, validated dataclass."""

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.errors import RequestError

Mode = Literal["mentored", "target", "draft"]
Coupling = Literal["independent", "gumbel"]
Shape = Literal["linear", "clipped"]
Verify = Literal["token", "block"]
Policy = Literal["fixed", "acceptance-rate", "accepted-length", "cost-aware"]

MAX_DRAFT_LENGTH = 16
MAX_SEED = 2**32 - 1

#: field -> (lowest, highest, plain name, unit or "")
RANGES: dict[str, tuple[float, float, str]] = {
    "tv_budget": (0.0, 1.0, "TV budget"),
    "draft_length": (1, MAX_DRAFT_LENGTH, "draft length"),
    "temperature": (0.0, 5.0, "temperature"),
    "top_p": (0.0, 1.0, "top-p"),
    "top_k": (0, 1_000_000, "top-k"),
    "min_p": (0.0, 1.0, "min-p"),
    "repetition_penalty": (0.1, 10.0, "repetition penalty"),
    "repetition_context": (1, 4096, "repetition context"),
    "seed": (0, MAX_SEED, "seed"),
    "max_tokens": (1, 100_000, "max tokens"),
}
CHOICES: dict[str, tuple[str, ...]] = {
    "mode": get_args(Mode),
    "coupling": get_args(Coupling),
    "shape": get_args(Shape),
    "verify": get_args(Verify),
    "policy": get_args(Policy),
}
#: What only the mentored run depends on; the baselines are kept while these change.
MENTORED_ONLY = frozenset({"mode", "tv_budget", "draft_length", "bonus", "shape", "verify", "policy"})


@dataclass(frozen=True, slots=True)
class Request:
    """All settings of one run. Raises `RequestError` where one is out of range.

    Attributes:
        temperature: 0 is greedy (the one-hot argmax distribution).
        top_p: nucleus mass; 0 and 1 both switch it off, as in mlx-lm.
        top_k: 0 switches it off.
        min_p: 0 switches it off.
        repetition_penalty: 1 switches it off; `repetition_context` counts tokens,
            the prompt's included.
        tv_budget: D, the most that each output token's law may lean from the
            target's towards the draft's, in total-variation distance.
        draft_length: K, drafted tokens a round (the start value of an adaptive policy).
        bonus: after a fully accepted round, draw one more token from the target.
        coupling: "independent" draws, as in the source, or "gumbel": noise shared by
            draft and target at each position.
        raw: give the prompt to the model as it is, without the chat template.
        system: what the chat template's system turn says; "" for the template's own, or none. Raw prompts go without.
    """

    prompt: str
    mode: Mode = "mentored"
    raw: bool = False
    tv_budget: float = 0.4
    draft_length: int = 8
    bonus: bool = False
    coupling: Coupling = "independent"
    shape: Shape = "linear"
    verify: Verify = "token"
    policy: Policy = "fixed"
    temperature: float = 0.7
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    repetition_context: int = 20
    seed: int = 0
    max_tokens: int = 160
    ignore_eos: bool = False
    system: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.prompt, str) or not self.prompt.strip():
            raise RequestError("prompt", "The prompt is empty: write a sentence for the story to begin from.")
        if not isinstance(self.system, str):
            raise RequestError("system", "The system prompt is no text: give a text, or leave it empty.")
        for name, (low, high, words) in RANGES.items():
            check_range(name, getattr(self, name), low, high, words)
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise RequestError(name, f"The {name} “{getattr(self, name)}” is not known: choose {_listed(allowed)}.")
        if self.verify == "block" and self.coupling == "gumbel":
            raise RequestError(
                "verify", "Block verification needs independent draws: choose independent draws, or verify by token."
            )

    def replace(self, **changes: Any) -> "Request":
        """A copy with some fields changed, validated anew."""
        return dataclasses.replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """All fields as plain JSON values."""
        return dataclasses.asdict(self)

    def baseline_key(self) -> tuple[Any, ...]:
        """What target-only and draft-only runs depend on: everything but the mentored settings."""
        return tuple(getattr(self, f.name) for f in dataclasses.fields(self) if f.name not in MENTORED_ONLY)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the output of a run.

    Attributes:
        before: the output ids in front of it. shown: ids to be told about whatever their chances: the token
            that stands there first, then a refused proposal.
        drafted: whether a drafted token was judged there, by itself.
    """

    before: tuple[int, ...]
    shown: tuple[int, ...]
    drafted: bool = False


def check_range(name: str, value: float, low: float, high: float, words: str) -> None:
    """Raise `RequestError` unless `value` is a number from `low` to `high`; NaN is none."""
    whole = isinstance(low, int)
    right_kind = isinstance(value, int) if whole else isinstance(value, (int, float))
    if isinstance(value, bool) or not right_kind or not low <= value <= high:
        number = "a whole number" if whole else "a number"
        raise RequestError(name, f"The {words} {value} is out of range: give {number} from {low:g} to {high:.10g}.")


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1]
