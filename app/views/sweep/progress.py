"""How much of a sweep is done: a line under the header while it runs."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.models.sweep import words
from app.models.sweep.model import SweepModel
from app.theme import Theme


class ProgressLine(QWidget):
    """Two points thick, and always there, so that nothing moves; empty unless a sweep runs."""

    def __init__(self, theme: Theme, model: SweepModel) -> None:
        super().__init__()
        self._theme, self._model = theme, model
        self.setFixedHeight(2)
        self.setAccessibleName("Progress of the sweep")
        model.changed.connect(self._refresh)
        theme.changed.connect(self.update)

    @property
    def share(self) -> float:
        """Of all timed runs, how many are done, 0 to 1."""
        now = self._model.progress
        return now.done / now.total if now else 0.0

    def _refresh(self) -> None:
        now = self._model.progress
        self.setAccessibleDescription(words.progress(now) if now and self._model.running else "No sweep runs.")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A share of the width."""
        if self._model.running:
            painter = QPainter(self)
            painter.fillRect(self.rect(), self._theme.colour("line"))
            painter.fillRect(QRectF(0, 0, self.width() * self.share, 2), self._theme.colour("accent"))
