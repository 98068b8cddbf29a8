"""The history in the header: a closed list that says which run is shown."""

from PySide6.QtWidgets import QWidget

from app.models.runs.history import HistoryModel
from app.theme import Theme
from app.views.controls.closed_list import ClosedList
from app.views.controls.keys import key_text
from app.views.history.popup import HistoryPopup
from app.views.history.words import short, spoken


class HistoryButton(ClosedList):
    """Opens the list of runs under itself."""

    def __init__(self, theme: Theme, history: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._history = history
        self.popup: HistoryPopup | None = None
        self.setToolTip(f"The mentored runs of this session ({key_text('Ctrl+Y')}).")
        self.clicked.connect(self.open)
        history.changed.connect(self._refresh)
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

    def _refresh(self) -> None:
        entries = self._history.entries
        entry = self._history.shown or (entries[0] if entries else None)
        self.setEnabled(entry is not None)
        self.say(short(entry) if entry else "No runs yet")
        self.setAccessibleName("Run history")
        self.setAccessibleDescription(spoken(entry, entry is self._history.pinned) if entry else "No runs yet")
