"""The kept sweeps in the header: a closed list that says which one is shown."""

from datetime import datetime
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy

from app.models.sweep.model import SweepModel
from app.models.sweep.past import PastSweep
from app.models.sweep.words import about, cells_words, when
from app.theme import Theme
from app.views.controls.glyphs import chevron, rounded

WIDTH, HEIGHT = 226, 26
#: Points left of the words, and on both sides of them, the chevron's among them.
LEFT, BESIDE = 11, 42


class SweepChooser(QAbstractButton):
    """Opens a menu of the kept sweeps, the newest first.

    Signals:
        open_asked: the last entry, for a file from elsewhere.
    """

    open_asked = Signal()

    def __init__(self, theme: Theme, model: SweepModel) -> None:
        super().__init__()
        self._theme, self._model = theme, model
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Kept sweeps")
        self.clicked.connect(self.open)
        model.changed.connect(self._refresh)
        theme.changed.connect(self.update)
        self._refresh()

    def open(self) -> None:
        """Show the menu, its right edge under this one's."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.mapToGlobal(self.rect().bottomRight())
        menu.popup(QPointF(corner.x() - menu.sizeHint().width() + 1, corner.y() + 5).toPoint())

    def menu(self) -> QMenu:
        """The sweeps, read anew, and the way to other files."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for past in self._model.past():
            action = QAction(_line(past), menu)
            action.setCheckable(True)
            action.setChecked(past.path == self._model.path)
            action.setEnabled(not self._model.running)
            action.setToolTip(f"{past.pair}\n{past.path.name}")
            action.triggered.connect(lambda _=False, path=past.path: self._model.open(path))
            menu.addAction(action)
        if menu.isEmpty():
            menu.addAction("No sweeps yet").setEnabled(False)
        menu.addSeparator()
        menu.addAction("Open sweep…", self.open_asked.emit).setEnabled(not self._model.running)
        return menu

    def sizeHint(self) -> QSize:
        """As wide as its words, which an older day makes longer."""
        words = QFontMetricsF(self._theme.font(13)).horizontalAdvance(self.text())
        return QSize(max(WIDTH, ceil(words) + BESIDE), HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As a combo box looks."""
        painter, colour = QPainter(self), self._theme.colour
        focus = self.hasFocus()
        rounded(painter, QRectF(self.rect()), colour("field"), colour("accent" if focus else "border"), width=1 + focus)
        painter.setFont(self._theme.font(13))
        painter.setPen(colour("text"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect().adjusted(LEFT, 0, LEFT - BESIDE, 0), middle, self.text())
        chevron(painter, QPointF(self.width() - 14.5, self.height() / 2), colour("secondary"))

    def _refresh(self) -> None:
        header = self._model.results.header
        if header is None:
            self.setText("Kept sweeps")
            self.setToolTip("Sweeps that were run or stopped before.")
        else:
            cells = sum(setting.mode == "mentored" for setting in header.plan.measured)
            at = when(datetime.fromisoformat(header.date), datetime.now())
            self.setText(f"{at}  {cells_words(cells, header.plan.preset)}")
            self.setToolTip(about(header))
        self.setAccessibleDescription(self.text())
        self.updateGeometry()
        self.update()


def _line(past: PastSweep) -> str:
    """ "14:38  Sweep · 25 cells", and how far one came that was stopped."""
    words = f"{when(past.at, datetime.now())}  {cells_words(past.cells, past.preset)}"
    return words if past.finished else f"{words}, {past.runs} of {past.planned} runs"
