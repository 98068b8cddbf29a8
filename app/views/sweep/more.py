"""What is folded away in the Sweep tab: policies, first seed, draws, and the sampling that Compare shares."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.settings.model import SettingsModel
from app.models.sweep.form import SweepForm
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.buttons import Check, Segmented
from app.views.controls.fields import Number
from app.views.controls.labels import label, row
from app.views.controls.length import POLICIES
from app.views.controls.more import MoreSection
from app.views.controls.sampling import DRAWS, SEED_TIP
from engine.request import RANGES

OWN_CHECKS = (
    ("draft_only", "Draft-only runs too", "Measure the draft alone as well, once a round of all settings."),
    ("warm_up", "Warm up first", "Begin with a short run of each kind that is not counted."),
    ("ignore_eos", "Write on past the end of text", "Every run writes all its tokens, so that times can be compared."),
)


class SweepMore(QWidget):
    """The fold of Compare, with the sweep's own rows on top of it."""

    def __init__(self, theme: Theme, form: SweepForm, settings: SettingsModel, binder: Binder) -> None:
        super().__init__()
        self._form, self._settings = form, settings
        self.fold = MoreSection(theme, settings, binder)
        self.heading = self.fold.heading
        self.policies = {key: Check(theme, words) for key, words, _ in POLICIES}
        self.checks = {name: Check(theme, words) for name, words, _ in OWN_CHECKS}
        low, high, _ = RANGES["seed"]
        self.seed = Number(theme, "First seed", low, high)
        choices = (("independent", "Independent", DRAWS["independent"]), ("gumbel", "Shared", DRAWS["gumbel"]))
        self.draws = Segmented(theme, "Draws", choices)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.fold)
        self._add_rows(theme)
        self._bind(binder)
        form.changed.connect(self._show)
        # After the fold, which would sum up only what Compare shares.
        settings.changed.connect(lambda _: self._show())
        self._show()

    def _add_rows(self, theme: Theme) -> None:
        # The sweep has its own answer to whether runs end with the text.
        shared = self.fold.checks["ignore_eos"].parentWidget()
        if shared is not None:
            shared.hide()
        rows = self.fold.body.layout()
        assert isinstance(rows, QVBoxLayout)
        own: list[QWidget] = [
            row(label(theme, "Policies", tip="Each one is a row of the map for each draft length."), None)
        ]
        for key, _, tip in POLICIES:
            self.policies[key].setToolTip(tip)
            self.policies[key].setAccessibleName(f"Policy: {self.policies[key].text()}")
            own.append(row(self.policies[key], None))
        self.seed.setToolTip(SEED_TIP)
        own.append(row(label(theme, "First seed", tip=SEED_TIP), None, self.seed))
        own.append(row(label(theme, "Draws", tip="How the runs’ random draws belong together."), None, self.draws))
        for name, _, tip in OWN_CHECKS:
            self.checks[name].setToolTip(tip)
            own.append(row(self.checks[name], None))
        for place, widget in enumerate(own):
            rows.insertWidget(place, widget)

    def _bind(self, binder: Binder) -> None:
        binder.number("seed", self.seed)
        binder.watch("coupling", self.draws.show_choice)
        self.draws.chosen.connect(self._take_draws)
        for policy, box in self.policies.items():
            box.clicked.connect(lambda on, policy=policy: self._take_policy(policy, on))
        for name, box in self.checks.items():
            box.clicked.connect(lambda on, name=name: self._form.set(name, on))

    def _take_draws(self, coupling: str) -> None:
        """Shared draws and block verification exclude each other."""
        self._settings.undo_stack.beginMacro("draws")
        if coupling == "gumbel":
            self._settings.set("verify", "token")
        self._settings.set("coupling", coupling)
        self._settings.undo_stack.endMacro()

    def _take_policy(self, policy: str, on: bool) -> None:
        others = [one for one in self._form.value("policies") if one != policy]
        self._form.set("policies", [*others, policy] if on else others)

    def _show(self) -> None:
        source = self._form.source
        for policy, box in self.policies.items():
            box.setChecked(policy in self._form.value("policies"))
        for name, box in self.checks.items():
            box.setChecked(bool(self._form.value(name)) or source)
        self.fold.body.setEnabled(not source)
        value = self._settings.value
        draws = "shared draws" if value("coupling") == "gumbel" else "independent"
        self.heading.set_summary(
            "as in the source" if source else f"top-p {value('top_p'):.2f} · {draws} · {value('shape')}"
        )
