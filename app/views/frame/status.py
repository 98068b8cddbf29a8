"""The status bar: device, memory, what goes on, and what the next run starts from."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.labels import ground, label

HEIGHT = 26


class StatusBar(QWidget):
    """26 points high. The sentence is cut with an ellipsis where the window is narrow; its tooltip has it whole."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, settings: SettingsModel) -> None:
        super().__init__()
        self._theme, self._comparison, self._settings = theme, comparison, settings
        ground(self, "side")
        self.setFixedHeight(HEIGHT)
        self.device = label(theme, "", 11, tone="secondary", tip="Where the models run.")
        self.memory = label(theme, "", 11, tone="secondary", tip="Memory that both models’ weights take.")
        self.sentence = label(theme, "", 11, tone="secondary")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sampling = label(
            theme, "", 11, tone="secondary", tip="What the random draws follow from, and how far they stray."
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(24)
        row.addWidget(self.device)
        row.addWidget(self.memory)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.sampling)
        comparison.pair_changed.connect(self._show_pair)
        comparison.status_changed.connect(lambda _: self._show_sentence())
        settings.changed.connect(lambda _: self._show_sampling())
        self._show_pair()
        self._show_sampling()
        self._show_sentence()

    def _show_pair(self) -> None:
        pair = self._comparison.pair
        self.device.setText(pair.device if pair else "")
        self.memory.setText(f"Model memory {pair.memory_bytes / 1e6:.0f} MB" if pair else "")
        self.device.setVisible(pair is not None)
        self.memory.setVisible(pair is not None)

    def _show_sampling(self) -> None:
        value = self._settings.value
        self.sampling.setText(f"Seed {value('seed')} · temperature {value('temperature'):.2f}")

    def _show_sentence(self) -> None:
        words = self._comparison.status
        room = max(0, self.sentence.width())
        self.sentence.setText(self.sentence.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))
        self.sentence.setToolTip(words)
        self.sentence.setAccessibleName(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sentence()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("side"))
        painter.fillRect(0, 0, self.width(), 1, self._theme.colour("line"))
