"""Temperature, seed, draws and the most tokens of a run."""

import random

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.buttons import Segmented
from app.views.controls.fields import Number
from app.views.controls.labels import Sentence, label, row
from engine.request import RANGES

TEMPERATURE_TIP = "Below 1 sharpens both models’ choices, above 1 flattens them. 0 always takes the likeliest token."
SEED_TIP = "The number that all random draws follow from. The same settings and seed give the same text."
MAX_TIP = "The most tokens that each pane writes."
DRAWS = {
    "independent": "The panes draw separately, so a difference between them may be chance.",
    "gumbel": "One noise per seed and position: the panes differ only because of the budget.",
}
#: New seeds are short enough to read out.
NEW_SEEDS = range(1, 10_000)


class SamplingSection(QWidget):
    """The rows that both models' sampling shares."""

    def __init__(self, theme: Theme, settings: SettingsModel, binder: Binder) -> None:
        super().__init__()
        self._settings = settings
        low, high, _ = RANGES["temperature"]
        self.temperature = Number(theme, "Temperature", low, high, 0.05, decimals=2)
        self.seed = Number(theme, "Seed", RANGES["seed"][0], RANGES["seed"][1])
        self.new_seed = QPushButton("New seed")
        self.draws = Segmented(
            theme,
            "Draws",
            (("independent", "Independent", DRAWS["independent"]), ("gumbel", "Shared", DRAWS["gumbel"])),
        )
        self.draws_help = Sentence(theme, lines=2)
        self.max_tokens = Number(theme, "Max tokens", RANGES["max_tokens"][0], RANGES["max_tokens"][1], 10)
        self._build(theme)
        self._bind(binder)

    def take_new_seed(self) -> None:
        """Another seed than the one in force."""
        seed = self._settings.value("seed")
        self._settings.set("seed", random.choice([s for s in NEW_SEEDS if s != seed]))

    def _build(self, theme: Theme) -> None:
        self.new_seed.setAccessibleName("New seed")
        self.new_seed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.new_seed.setFixedSize(88, 26)
        self.new_seed.setToolTip("Take another random seed.")
        self.temperature.setToolTip(TEMPERATURE_TIP)
        self.seed.setToolTip(SEED_TIP)
        self.max_tokens.setToolTip(MAX_TIP)
        self.max_tokens.setAccessibleDescription("tokens")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(row(label(theme, "Temperature", tip=TEMPERATURE_TIP), None, self.temperature))
        layout.addWidget(row(label(theme, "Max tokens", tip=MAX_TIP), None, self.max_tokens))
        layout.addWidget(row(label(theme, "Seed", tip=SEED_TIP), None, self.new_seed, self.seed))
        draws = label(theme, "Draws", tip="How the panes’ random draws belong together.")
        layout.addWidget(row(draws, None, self.draws))
        layout.addWidget(row(self.draws_help))

    def _bind(self, binder: Binder) -> None:
        binder.number("temperature", self.temperature)
        binder.number("seed", self.seed)
        binder.number("max_tokens", self.max_tokens)
        self.new_seed.clicked.connect(self.take_new_seed)
        self.draws.chosen.connect(self._take_draws)
        binder.watch("coupling", self._show_draws)

    def _take_draws(self, coupling: str) -> None:
        """Shared draws and block verification exclude each other: go back to tokens in the same step of undo."""
        stack = self._settings.undo_stack
        stack.beginMacro("draws")
        if coupling == "gumbel":
            self._settings.set("verify", "token")
        self._settings.set("coupling", coupling)
        stack.endMacro()

    def _show_draws(self, coupling: str) -> None:
        self.draws.show_choice(coupling)
        self.draws_help.show_words(DRAWS[coupling])
