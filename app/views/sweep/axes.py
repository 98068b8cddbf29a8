"""Draft lengths and TV budgets as lists, and the choice of the source's table instead."""

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.models.sweep.form import SOURCE_REPEATS, SOURCE_SEEDS, SOURCE_TOKENS, SweepForm
from app.theme import Theme
from app.views.controls.fields import HEIGHT, Combo
from app.views.controls.labels import Sentence, label, row
from engine.sweep.plan import SOURCE

LENGTHS_TIP = "K: how many tokens the draft proposes in a round. Whole numbers with commas between."
BUDGETS_TIP = "D: how far each output token’s law may lean to the draft, in TV, 0 to 1. Numbers with commas between."
PRESET_TIP = "Your own grid, or the settings that the source’s author measured."
SOURCE_WORDS = (
    f"The source’s settings: target only; K 4, 6 and 8 at TV 1; K 8 at 0.75 and 0.5; K 4 at 0; draft only. "
    f"{SOURCE_SEEDS} seeds, {SOURCE_REPEATS} runs each, {SOURCE_TOKENS} tokens, temperature 0.70, no filters, "
    "written on past the end of text. Its own figures stand beside yours."
)


class ListField(QWidget):
    """A heading, a line of text, and what is wrong with it."""

    def __init__(self, theme: Theme, name: str, heading: str, tip: str, form: SweepForm) -> None:
        super().__init__()
        self._form, self._name = form, name
        self.field = QLineEdit()
        self.field.setObjectName("path")
        self.field.setAccessibleName(heading)
        self.field.setToolTip(tip)
        self.field.setFixedHeight(HEIGHT)
        self.message = Sentence(theme, tone="error")
        self._message_row = row(self.message)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        title = label(theme, heading, semibold=True, tip=tip)
        title.setBuddy(self.field)
        self.head = row(title, None)
        layout.addWidget(self.head)
        layout.addWidget(row(self.field))
        layout.addWidget(self._message_row)
        self.field.textEdited.connect(lambda text: form.set(name, text))
        form.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        text = self._form.value(self._name)
        if text != self.field.text():
            self.field.setText(text)
            self.field.setCursorPosition(0)
        problem = self._form.problem(self._name)
        self.message.show_words(problem)
        self._message_row.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem)
        if self.field.property("wrong") != bool(problem):
            self.field.setProperty("wrong", bool(problem))
            self.field.style().polish(self.field)


class AxesSection(QWidget):
    """Both lists; with the source's table they give way to a sentence."""

    def __init__(self, theme: Theme, form: SweepForm) -> None:
        super().__init__()
        self._form = form
        self.preset = Combo(theme, "Settings to measure", 132)
        self.preset.setToolTip(PRESET_TIP)
        self.preset.addItem("Own grid", "")
        self.preset.addItem("Source table", SOURCE)
        self.lists = {
            "lengths": ListField(theme, "lengths", "Draft lengths, tokens", LENGTHS_TIP, form),
            "budgets": ListField(theme, "budgets", "TV budgets", BUDGETS_TIP, form),
        }
        self.source = Sentence(theme)
        self.source.show_words(SOURCE_WORDS)
        self._source_row = row(self.source)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        layout.addWidget(row(label(theme, "Settings", semibold=True, tip=PRESET_TIP), None, self.preset))
        layout.addWidget(self._source_row)
        for part in self.lists.values():
            layout.addWidget(part)
        self.preset.activated.connect(lambda index: form.set("preset", self.preset.itemData(index)))
        form.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.preset.setCurrentIndex(self.preset.findData(self._form.value("preset")))
        self._source_row.setVisible(self._form.source)
        for part in self.lists.values():
            part.setVisible(not self._form.source)
