"""The kept sweeps in the header: a closed list that says which one is shown."""

from datetime import datetime

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.models.sweep.model import SweepModel
from app.models.sweep.past import PastSweep
from app.models.sweep.words import about, cells_words, when
from app.theme import Theme
from app.views.controls.closed_list import ClosedList


class SweepChooser(ClosedList):
    """Opens a menu of the kept sweeps, the newest first.

    Signals:
        open_asked: the last entry, for a file from elsewhere.
    """

    open_asked = Signal()

    def __init__(self, theme: Theme, model: SweepModel) -> None:
        super().__init__(theme)
        self._model = model
        self.setAccessibleName("Kept sweeps")
        self.clicked.connect(self.open)
        model.changed.connect(self._refresh)
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

    def _refresh(self) -> None:
        header = self._model.results.header
        if header is None:
            self.say("Kept sweeps")
            self.setToolTip("Sweeps that were run or stopped before.")
        else:
            cells = sum(setting.mode == "mentored" for setting in header.plan.measured)
            at = when(datetime.fromisoformat(header.date), datetime.now())
            self.say(f"{at}  {cells_words(cells, header.plan.preset)}")
            self.setToolTip(about(header))
        self.setAccessibleDescription(self.text())


def _line(past: PastSweep) -> str:
    """ "14:38  Sweep · 25 cells", and how far one came that was stopped."""
    words = f"{when(past.at, datetime.now())}  {cells_words(past.cells, past.preset)}"
    return words if past.finished else f"{words}, {past.runs} of {past.planned} runs"
