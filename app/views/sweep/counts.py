"""How often and how long: seeds, runs, tokens; and the temperature, which Compare shares."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.settings.model import SettingsModel
from app.models.sweep.form import NUMBERS, SOURCE_REPEATS, SOURCE_SEEDS, SOURCE_TEMPERATURE, SOURCE_TOKENS, SweepForm
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.fields import Number
from app.views.controls.labels import label, row
from app.views.controls.sampling import TEMPERATURE_TIP
from engine.request import RANGES

TIPS = {
    "seeds": "How many seeds, one after the other from the first one, which is under More. "
    "More seeds say more of other texts.",
    "repeats": "Timed runs of each setting with each seed. More runs say more of the machine’s noise.",
    "tokens": "The tokens that every run writes.",
}
WORDS = {"repeats": "Runs per cell", "tokens": "Tokens per run"}
FIXED = {"seeds": SOURCE_SEEDS, "repeats": SOURCE_REPEATS, "tokens": SOURCE_TOKENS}


class CountsSection(QWidget):
    """Four rows of numbers. The source's table fixes all of them."""

    def __init__(self, theme: Theme, form: SweepForm, settings: SettingsModel, binder: Binder) -> None:
        super().__init__()
        self._form, self._settings = form, settings
        self.seeds_label = label(theme, "", tip=TIPS["seeds"])
        self.numbers: dict[str, Number] = {}
        low, high, _ = RANGES["temperature"]
        self.temperature = Number(theme, "Temperature", low, high, 0.05, decimals=2)
        self.temperature.setToolTip(TEMPERATURE_TIP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for name, (least, most) in NUMBERS.items():
            field = Number(theme, WORDS.get(name, "Seeds"), least, most, 10 if name == "tokens" else 1)
            field.setToolTip(TIPS[name])
            field.valueChanged.connect(lambda _, name=name, field=field: form.set(name, field.number()))
            self.numbers[name] = field
            words = self.seeds_label if name == "seeds" else label(theme, WORDS[name], tip=TIPS[name])
            layout.addWidget(row(words, None, field))
        layout.addWidget(row(label(theme, "Temperature", tip=TEMPERATURE_TIP), None, self.temperature))
        self.temperature.valueChanged.connect(self._take_temperature)
        self._binder = binder
        form.changed.connect(self._show)
        self._show()

    def _take_temperature(self) -> None:
        if not self._form.source:
            self._binder.put("temperature", self.temperature.number())

    def _show(self) -> None:
        source = self._form.source
        self.seeds_label.setText(f"Seeds, from {self._settings.value('seed')}")
        for name, field in self.numbers.items():
            field.setEnabled(not source)
            field.show_number(FIXED[name] if source else self._form.value(name))
        self.temperature.setEnabled(not source)
        self.temperature.show_number(SOURCE_TEMPERATURE if source else self._settings.value("temperature"))
