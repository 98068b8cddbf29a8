"""Do a target and a draft make a pair, and if not, why not? Told before anything is loaded."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.choose.machine import Machine, guess
from engine.choose.model import Model, look
from engine.choose.tokens import tokens_of
from engine.errors import PairError
from engine.pair.vocabulary import require_same
from engine.request import MAX_DRAFT_LENGTH

#: Tokens of prompt and output together that memory is counted for, where nobody says how many.
LENGTH = 2048
About = Literal["target", "draft", "pair", "memory"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why not: what it is about, one sentence, and technical details ("" for none)."""

    about: About
    sentence: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of two folders.

    Attributes:
        reasons: why they make no pair; none where they do.
        notes: what to know of a pair that can be used, a sentence each.
        shared: token ids that both have, or None where that is not known before loading.
        needed: bytes of both models with their caches for `length` tokens; 0 where a model cannot be used.
    """

    target: Path
    draft: Path
    length: int
    machine: Machine
    reasons: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    shared: int | None = None
    needed: int = 0
    models: tuple[Model | None, Model | None] = field(default=(None, None), repr=False)

    @property
    def compatible(self) -> bool:
        """Whether nothing speaks against loading them."""
        return not self.reasons


def check(target: Path, draft: Path, length: int = LENGTH, machine: Machine | None = None, held: int = 0) -> Verdict:
    """The verdict on two folders. Nothing is loaded, nothing of theirs is run, and no network is asked.

    Args:
        length: tokens of prompt and output together.
        machine: where they are to run; a guess by default.
        held: bytes of a pair that is in use, and stays until the new one is whole.
    """
    machine = machine or guess()
    reasons: list[Reason] = []
    big, small = _looked(target, "target", reasons), _looked(draft, "draft", reasons)
    for model, role in ((big, "target"), (small, "draft")):
        if model is not None:
            reasons += _unfit(model, role, length)
    # No model's caches grow past what it can read.
    length = min([length, *(model.context for model in (big, small) if model is not None and model.context)])
    shared = _shared(big, small, reasons) if big and small else None
    needed = _bytes(big, length, machine) + _bytes(small, length, machine) if big and small else 0
    if needed > machine.limit:
        reasons.append(Reason("memory", _too_large(needed, length, machine)))
    notes = _notes(big, small) if big and small and not reasons else ()
    if needed and not reasons and needed + held > machine.limit:
        both = f"{gigabytes(needed + held)} of {gigabytes(machine.limit)}"
        notes += (f"While it loads, the pair in use stays in memory too: about {both} together.",)
    return Verdict(target, draft, length, machine, tuple(reasons), notes, shared, needed, (big, small))


def _looked(path: Path, role: str, reasons: list[Reason]) -> Model | None:
    try:
        return look(path, role)
    except PairError as error:
        reasons.append(Reason("target" if role == "target" else "draft", error.sentence, error.details))
        return None


def _unfit(model: Model, role: str, length: int) -> list[Reason]:
    """Caches that cannot be rolled back after a refusal."""
    about: About = "target" if role == "target" else "draft"
    start = f"The {role} in “{model.path}”"
    if model.window is not None and length + MAX_DRAFT_LENGTH >= model.window:
        most = model.window - MAX_DRAFT_LENGTH - 1
        words = (
            f"has layers that see only the last {model.window:,} tokens, past which drafts cannot be taken back, and "
            f"{length:,} are asked for: ask for at most {max(0, most):,}, or choose a model with plain attention."
        )
        return [Reason(about, f"{start} {words}")]
    return []


def _shared(big: Model, small: Model, reasons: list[Reason]) -> int | None:
    """Shared token ids; None where they differ, or where only loading can tell."""
    try:
        maps = tokens_of(big.path, "target"), tokens_of(small.path, "draft")
        if maps[0] is None or maps[1] is None:
            return None
        return require_same(maps[0].map, maps[1].map, maps[0].special | maps[1].special)
    except PairError as error:
        about: About = "pair"
        for role in ("target", "draft"):
            if error.sentence.startswith(f"The {role} folder"):
                about = "target" if role == "target" else "draft"
        reasons.append(Reason(about, error.sentence, error.details))
        return None


def _bytes(model: Model, length: int, machine: Machine) -> int:
    return model.loaded_bytes(machine.cpu) + model.cache_bytes(length, machine.cpu)


def _too_large(needed: int, length: int, machine: Machine) -> str:
    whose = "the system recommends for models" if machine.recommended else "this machine should give to models"
    return (
        f"The two need about {gigabytes(needed)} with caches for {length:,} tokens, more than the "
        f"{gigabytes(machine.limit)} that {whose}: choose smaller models, or ask for fewer tokens."
    )


def _notes(big: Model, small: Model) -> tuple[str, ...]:
    notes = []
    if small.parameters >= big.parameters:
        notes.append("The draft is as large as the target, so it will not make it faster.")
    contexts = [model.context for model in (big, small) if model.context is not None]
    if contexts:
        notes.append(f"Prompt and output together may have {min(contexts):,} tokens.")
    return tuple(notes)


def gigabytes(count: int) -> str:
    """Bytes in words: "4.3 GB", "54 MB", "118 kB"."""
    if count >= 1e9:
        return f"{count / 1e9:.1f} GB"
    return f"{count / 1e6:.0f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"
