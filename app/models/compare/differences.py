"""What the panes say of each other, kept up to date: the first difference, and the speed-ups."""

from PySide6.QtCore import QObject, Signal

from app.models.compare.agreement import Agreement
from app.models.compare.versus import speedup
from app.models.runs.pane import PaneModel
from app.models.runs.panes import PaneName


class Differences(QObject):
    """Follows the panes' records as they are replaced; those that grow are told by `refresh`.

    Attributes:
        first: position of the first token at which Mentored leaves Target only, or None. changed: it is another one.
    """

    changed = Signal()

    def __init__(self, panes: dict[PaneName, PaneModel], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.first: int | None = None
        self._panes, self._agreement = panes, Agreement()
        for pane in panes.values():
            pane.reset.connect(self.refresh)

    def refresh(self) -> None:
        """Bring the first difference and the speed-ups up to date."""
        target = self._panes["target"]
        left, right = target.record, self._panes["mentored"].record
        found = self._agreement.difference(left, right) if left is not None and right is not None else None
        if found != self.first:
            self.first = found
            self.changed.emit()
        for pane in self._panes.values():
            pane.set_speedup(speedup(pane, target))
