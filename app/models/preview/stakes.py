"""What another budget would change in a recorded run, known without any model.

A token stays while the budget is within its own span: an accepted one always, a relaxed one from its critical
budget on, a resampled one below the budget that would keep the refused proposal. With shared draws the replacement
too depends on the budget, so there the engine records its span; where it did not, the token may change at any other
budget. A bonus token stays while everything before it does.
"""

from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from engine.events import Proposal, Token
from engine.rates import emitted, stayed
from engine.record import RunRecord
from engine.request import Request

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Change:
    """The first token that another budget would change.

    Attributes:
        position: its place, from 0. sure: False where its span is not known, so that it may change.
        becomes: the token that would stand there instead, or None where that is not known.
    """

    position: int
    sure: bool = True
    becomes: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """Figures that a run at another budget should come near to; None where the run does not tell.

    Attributes:
        acceptance: accepted / proposed, 0 to 1. total_s: seconds. spent: mean of min(d, D), TV.
        speedup: against target only.
    """

    acceptance: float | None
    rounds: int | None
    tokens_per_s: float | None
    total_s: float | None
    spent: float | None
    speedup: float | None


class Stakes:
    """A record's tokens as spans of budgets, made once so that each move of the slider is cheap."""

    def __init__(self, record: RunRecord) -> None:
        self.record = record
        self.budget = record.request.tv_budget
        spans = [
            (0.0, inf, True) if index < record.given else _span(token, record.request)
            for index, token in enumerate(record.tokens)
        ]
        self._low = np.array([low for low, _, _ in spans])
        self._high = np.array([high for _, high, _ in spans])
        self._sure = [sure for _, _, sure in spans]
        self._distance = np.array([token.tv for token in record.tokens if token.tv is not None])

    @property
    def distance(self) -> Floats:
        """d of every checked token, TV."""
        return self._distance

    def first_change(self, budget: float) -> Change | None:
        """The first token that changes, or may change, at that budget; None where all stay."""
        if budget == self.budget:
            return None
        outside = (budget < self._low) | (budget >= self._high)
        if not outside.any():
            return None
        at = int(np.argmax(outside))
        token = self.record.tokens[at]
        kept = token.kind == "resampled" and token.critical_budget is not None and budget >= token.critical_budget
        return Change(at, self._sure[at] or kept, token.proposal if kept else None)

    def acceptance(self, budget: float) -> float | None:
        """The chance that a drafted token stays: 1 − mean(max(0, d − D)) over checked tokens, 0 to 1."""
        return 1.0 - float(np.mean(np.maximum(0.0, self._distance - budget))) if len(self._distance) else None

    def predict(self, budget: float, speedup: float | None) -> Prediction:
        """Figures at another budget: this run's own, scaled by what the acceptance does to a round's length."""
        record, stats = self.record, self.record.stats
        was, now = self.acceptance(self.budget), self.acceptance(budget)
        if was is None or now is None or stats is None or not stats.rounds:
            return Prediction(None, None, None, None, None, None)
        length, bonus = record.request.draft_length, record.request.bonus
        longer = emitted(now, length, bonus) / emitted(was, length, bonus)
        share = (stats.acceptance or 0.0) * stayed(now, length) / max(stayed(was, length), 1e-9)
        speed = stats.tokens_per_s
        whole = record.made if record.kept else stats.tokens
        return Prediction(
            acceptance=min(share, 1.0),
            rounds=max(1, round(stats.rounds / longer)),
            tokens_per_s=speed * longer if speed else None,
            total_s=None if record.kept or not speed else stats.prefill_s + whole / (speed * longer),
            spent=float(np.mean(np.minimum(self._distance, budget))),
            speedup=speedup * longer if speedup is not None else None,
        )


def obstacle(record: RunRecord | None, request: Request) -> str:
    """Why a change of the budget cannot be previewed, in one sentence; "" where it can or where there is no run."""
    if record is None or not record.tokens:
        return ""
    if request.verify == "block":
        return "No preview: block verification judges whole rounds, so tokens have no budgets of their own."
    if request.policy != "fixed":
        return "No preview: an adaptive policy drafts by what came before, so other rounds would follow."
    if record.request.replace(tv_budget=request.tv_budget) != request:
        return "No preview: other settings have changed since this run."
    return ""


def _span(token: Token, request: Request) -> tuple[float, float, bool]:
    """From which and below which budget a token stays, and whether that is known."""
    critical = token.critical_budget
    if token.kind == "relaxed":
        return (request.tv_budget if critical is None else critical, inf, critical is not None)
    if token.kind != "resampled":
        return (0.0, inf, True)
    below = inf if critical is None else critical
    if request.coupling == "independent" and request.shape == "linear":
        return (0.0, below, True)
    if request.coupling == "gumbel" and request.shape == "linear" and token.stays_from is not None:
        return (token.stays_from, min(below, inf if token.stays_below is None else token.stays_below), True)
    return (request.tv_budget, float(np.nextafter(request.tv_budget, 2.0)), False)
