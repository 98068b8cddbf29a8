"""A run of the history that stands at the left, in place of target only."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.models.compare.agreement import Agreement
from app.models.runs.comparison import ComparisonModel
from app.models.runs.history import HistoryModel
from app.models.runs.pane import PaneModel
from app.theme import Theme
from app.views.history.pinned_words import finding
from app.views.history.words import setting
from app.views.panes.area import PanesArea
from app.views.panes.foot import SentenceFoot
from app.views.panes.header import PaneHeader
from app.views.panes.pane import Pane
from app.views.panes.token_text import TokenText
from app.views.panes.token_words import tooltip


class PinnedPane(QWidget):
    """Looks like a pane: the pinned run's figures, its text with classes, and where it parts from Mentored."""

    def __init__(self, theme: Theme, history: HistoryModel) -> None:
        super().__init__()
        self._theme = theme
        self.model = PaneModel("mentored", self)
        self.setAccessibleName("Pinned run")
        self.header = PaneHeader(theme, self.model, self)
        self.text = TokenText(theme, self._words, self)
        self.text.setAccessibleName("Pinned text")
        self.foot = SentenceFoot(theme, self)
        self.unpin = QPushButton("Unpin", self.foot)
        self.unpin.setAccessibleName("Unpin")
        self.unpin.setFont(theme.font(11))
        self.unpin.setToolTip("Show target only here again.")
        self.unpin.clicked.connect(lambda: history.pin(None))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.header, self.text, self.foot):
            layout.addWidget(part, 1 if part is self.text else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button stays in the foot's corner."""
        super().resizeEvent(event)
        self.unpin.setGeometry(self.width() - 20 - 58, 7, 58, 22)

    def _words(self, index: int) -> str:
        record = self.model.record
        return tooltip(record.tokens[index], record) if record is not None and index < len(record.tokens) else ""


class Pinning(QObject):
    """Puts the pinned run into the panes and takes it out; marks where Mentored parts from it.

    Attributes:
        pane: what stands at the left while a run is pinned.
        difference: index of the first token at which Mentored parts from the pinned run.
    """

    def __init__(self, theme: Theme, comparison: ComparisonModel, history: HistoryModel, area: PanesArea) -> None:
        super().__init__(area)
        self._comparison, self._history, self._area = comparison, history, area
        self.pane = PinnedPane(theme, history)
        self.pane.hide()
        self.difference: int | None = None
        self._agreement = Agreement()
        area.splitter.insertWidget(0, self.pane)
        history.pinned_changed.connect(self._on_pinned)
        mentored = comparison.panes["mentored"]
        # Connected after the panes' own, so that what stands here is said last.
        for signal in (mentored.reset, mentored.tokens_added, mentored.state_changed, comparison.difference_changed):
            signal.connect(self._compare)

    @property
    def left(self) -> Pane | PinnedPane:
        """The pane at the left."""
        return self.pane if self._history.pinned is not None else self._area.panes["target"]

    def _on_pinned(self) -> None:
        entry = self._history.pinned
        target = self._area.panes["target"]
        sizes = self._area.splitter.sizes()
        self.pane.setVisible(entry is not None)
        target.setVisible(entry is None)
        wide = sizes[0] or sizes[1]
        self._area.splitter.setSizes([wide if entry else 0, 0 if entry else wide, *sizes[2:]])
        if entry is None:
            self._comparison.difference_changed.emit()
            self._comparison.tell("Target only is at the left again.")
            return
        self.pane.header.set_name(f"Pinned  {setting(entry)}")
        self.pane.model.show(entry.record)
        self.pane.model.set_speedup(entry.speedup)
        self.pane.text.show_record(entry.record)
        self._compare()
        self._comparison.tell(f"Pinned at the left: {setting(entry)}. Target only is hidden meanwhile.")

    def _compare(self) -> None:
        """Mark the first difference from the pinned run, in both texts and in words."""
        entry, record = self._history.pinned, self._comparison.panes["mentored"].record
        if entry is None:
            return
        alike = record is not None and self._agreement.upto(entry.record, record) is not None
        self.difference = self._agreement.difference(entry.record, record) if record is not None else None
        self.pane.text.set_difference(self.difference)
        self._area.panes["mentored"].mark_difference(self.difference)
        self.pane.foot.set_finding(finding(entry.record, record, self.difference, alike))
