"""What the Sweep tab's column asks for: kept between starts, checked, and turned into a plan."""

import json
from typing import Any, cast

from PySide6.QtCore import QObject, QSettings, Signal

from app.models.settings.model import SettingsModel
from app.models.sweep.lists import budgets_of, lengths_of
from engine.errors import RequestError
from engine.request import RANGES, Policy, Request
from engine.sweep.plan import MOST_REPEATS, MOST_SEEDS, POLICIES, SOURCE, Plan, grid, seeds_from, source_preset

DEFAULTS: dict[str, Any] = {
    "preset": "",
    "lengths": "2, 4, 6, 8, 12",
    "budgets": "0, 0.25, 0.5, 0.75, 1",
    "policies": ["fixed"],
    "seeds": 1,
    "repeats": 3,
    "tokens": 80,
    "ignore_eos": True,
    "warm_up": True,
    "draft_only": True,
}
NUMBERS: dict[str, tuple[int, int]] = {
    "seeds": (1, MOST_SEEDS),
    "repeats": (1, MOST_REPEATS),
    "tokens": (1, int(RANGES["max_tokens"][1])),
}
#: What the source's table fixes; fields of its own plan.
SOURCE_SEEDS, SOURCE_REPEATS, SOURCE_TOKENS, SOURCE_TEMPERATURE = 3, 3, 256, 0.7
_GROUP = "sweep"


class SweepForm(QObject):
    """The axes and counts of the next sweep; prompt and sampling are those of the comparison.

    Signals:
        changed: something that the next plan depends on has changed.
    """

    changed = Signal()

    def __init__(self, settings: SettingsModel, store: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings, self._store = settings, store
        self._values = dict(DEFAULTS)
        self._restore()
        settings.changed.connect(lambda _: self.changed.emit())

    def value(self, name: str) -> Any:
        """A key of `DEFAULTS`."""
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Take a value, whatever is typed; `problem` says what is wrong with it."""
        if value != self._values[name]:
            self._values[name] = value
            self._store.setValue(f"{_GROUP}/{name}", json.dumps(value))
            self.changed.emit()

    @property
    def source(self) -> bool:
        """Whether the source's table is to be run."""
        return bool(self._values["preset"] == SOURCE)

    def problem(self, name: str) -> str:
        """What is wrong with the typed list "lengths" or "budgets"; "" where nothing is."""
        try:
            (lengths_of if name == "lengths" else budgets_of)(self._values[name])
        except RequestError as problem:
            return problem.sentence
        return ""

    def plan(self) -> Plan:
        """The sweep that is asked for. Raises `RequestError` where it cannot be meant."""
        base = self.settings.request()
        first = base.seed
        if self.source:
            return source_preset(base, seeds_from(first, SOURCE_SEEDS), SOURCE_REPEATS)
        value = self._values
        lengths, budgets = lengths_of(value["lengths"]), budgets_of(value["budgets"])
        if not value["policies"]:
            raise RequestError("policies", "No policy is chosen: tick at least one under More.")
        return grid(
            self._base(base),
            lengths,
            budgets,
            [policy for policy in POLICIES if policy in value["policies"]],
            draft_only=value["draft_only"],
            seeds=seeds_from(first, value["seeds"]),
            repeats=value["repeats"],
            warm_up=value["warm_up"],
        )

    def take(self, plan: Plan) -> None:
        """Show the axes of a sweep that is shown, so that it can be run again or changed."""
        cells = [setting for setting in plan.measured if setting.mode == "mentored"]
        values: dict[str, Any] = {"preset": plan.preset}
        if plan.preset != SOURCE:
            lengths = sorted({cell.draft_length for cell in cells})
            budgets = sorted({cell.tv_budget for cell in cells})
            used: set[Policy] = {cell.policy for cell in cells}
            values |= {
                "lengths": ", ".join(str(length) for length in lengths),
                "budgets": ", ".join(f"{budget:g}" for budget in budgets),
                "policies": [policy for policy in POLICIES if policy in used],
                "seeds": len(plan.seeds),
                "repeats": plan.repeats,
                "tokens": plan.base.max_tokens,
                "ignore_eos": plan.base.ignore_eos,
                "warm_up": plan.warm_up,
                "draft_only": len(cells) < len(plan.measured),
            }
        for name, value in values.items():
            self.set(name, value)

    def _base(self, base: Request) -> Request:
        value = self._values
        return base.replace(mode="mentored", max_tokens=value["tokens"], ignore_eos=value["ignore_eos"])

    def _restore(self) -> None:
        """Read what `set` kept; what is damaged or out of range keeps its default."""
        for name, default in DEFAULTS.items():
            try:
                value = json.loads(str(self._store.value(f"{_GROUP}/{name}")))
            except ValueError:
                continue
            if type(value) is type(default) and _fits(name, value):
                self._values[name] = value


def _fits(name: str, value: Any) -> bool:
    if name in NUMBERS:
        low, high = NUMBERS[name]
        return low <= cast(int, value) <= high
    if name == "policies":
        return all(policy in POLICIES for policy in value)
    return name != "preset" or value in ("", SOURCE)
