"""One setting of a sweep as the window shows it: its figures, how far it has come, and its names."""

from dataclasses import dataclass
from typing import Literal

from engine.request import Policy
from engine.sweep.plan import Setting
from engine.sweep.summary import Summary

#: What is known of a cell: nothing, some or all of its runs, or only what the model of cost says.
Known = Literal["nothing", "some", "all", "predicted"]
#: Beside the heat map there is little room.
POLICY_SHORT: dict[Policy, str] = {
    "fixed": "",
    "acceptance-rate": "rate",
    "accepted-length": "length",
    "cost-aware": "cost",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A setting and what is known of it.

    Attributes:
        planned: timed runs that are to be done; 0 for a setting that is only predicted.
        summary: the figures of the runs that are done, or None.
        predicted: speed-up that the model of cost expects, or None.
    """

    setting: Setting
    planned: int = 0
    summary: Summary | None = None
    predicted: float | None = None

    @property
    def runs(self) -> int:
        """Timed runs that are done."""
        return self.summary.runs if self.summary else 0

    @property
    def known(self) -> Known:
        """How far it has come."""
        if self.summary is not None and self.summary.speedup is not None:
            return "all" if self.runs >= self.planned else "some"
        return "nothing" if self.predicted is None else "predicted"

    @property
    def speedup(self) -> float | None:
        """Median of the paired ratios; predicted where nothing was measured."""
        if self.summary is not None and self.summary.speedup is not None:
            return self.summary.speedup.median
        return self.predicted

    @property
    def straddles(self) -> bool:
        """Whether its runs reach both sides of 1.0×, or touch it; one run reaches nowhere."""
        return self.summary is not None and self.runs > 1 and self.summary.straddles


def budget_words(budget: float) -> str:
    """Two decimals, or more where the budget has them."""
    return f"{budget:.2f}" if abs(budget * 100 - round(budget * 100)) < 1e-9 else f"{budget:.4g}"


def row_words(setting: Setting) -> str:
    """What stands beside its row: "8", or "cost 4" for a policy that begins at 4."""
    return f"{POLICY_SHORT[setting.policy]} {setting.draft_length}".strip()


def mark(setting: Setting) -> str:
    """The setting beside a point: "K 4, 0.25"."""
    if setting.mode != "mentored":
        return f"{setting.mode.capitalize()} only"
    return f"K {row_words(setting)}, {budget_words(setting.tv_budget)}"


def words(setting: Setting) -> str:
    """The setting in words, as a sentence begins: "4 drafted tokens, TV budget 0.25"."""
    if setting.mode != "mentored":
        return f"{setting.mode.capitalize()} only"
    drafted = f"{setting.draft_length} drafted token{'s' * (setting.draft_length != 1)}"
    if setting.policy != "fixed":
        policy = setting.policy.replace("-", " ") if setting.policy != "cost-aware" else setting.policy
        drafted = f"{policy.capitalize()} policy from {drafted}"
    return f"{drafted}, TV budget {budget_words(setting.tv_budget)}"
