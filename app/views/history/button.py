"""The history in the header: a closed list that says which run is shown."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.models.runs.history import HistoryModel
from app.theme import Theme
from app.views.controls.glyphs import chevron, rounded
from app.views.controls.keys import key_text
from app.views.history.popup import HistoryPopup
from app.views.history.words import short, spoken

WIDTH, HEIGHT = 226, 26


class HistoryButton(QAbstractButton):
    """Opens the list of runs under itself."""

    def __init__(self, theme: Theme, history: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._history = theme, history
        self.popup: HistoryPopup | None = None
        self.setFixedSize(WIDTH, HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(f"The mentored runs of this session ({key_text('Ctrl+Y')}).")
        self.clicked.connect(self.open)
        history.changed.connect(self._refresh)
        theme.changed.connect(self.update)
        self._refresh()

    def open(self) -> None:
        """Show the list, its right edge under this one's."""
        if not self._history.entries or (self.popup is not None and self.popup.isVisible()):
            return
        self.popup = HistoryPopup(self._theme, self._history, self)
        corner = self.mapToGlobal(self.rect().bottomRight())
        self.popup.move(corner.x() - self.popup.width() + 1, corner.y() + 5)
        self.popup.show()
        self.popup.focus_shown()

    def sizeHint(self) -> QSize:
        """Fixed."""
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As a combo box looks."""
        painter, colour = QPainter(self), self._theme.colour
        focus = self.hasFocus()
        ground = colour("field" if self.isEnabled() else "side")
        rounded(painter, QRectF(self.rect()), ground, colour("accent" if focus else "border"), width=2 if focus else 1)
        painter.setFont(self._theme.font(13))
        painter.setPen(colour("text" if self.isEnabled() else "dimmed"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect().adjusted(11, 0, -28, 0), middle, self.text())
        if self.isEnabled():
            chevron(painter, QPointF(self.width() - 14.5, self.height() / 2), colour("secondary"))

    def _refresh(self) -> None:
        entries = self._history.entries
        entry = self._history.shown or (entries[0] if entries else None)
        self.setEnabled(entry is not None)
        self.setText(short(entry) if entry else "No runs yet")
        self.setAccessibleName("Run history")
        self.setAccessibleDescription(spoken(entry, entry is self._history.pinned) if entry else "No runs yet")
        self.update()
