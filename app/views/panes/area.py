"""The panes side by side, and the legend under them."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QSplitterHandle, QVBoxLayout, QWidget

from app.models.runs.comparison import ComparisonModel
from app.models.runs.panes import PANES, PaneName
from app.theme import Theme
from app.views.panes.legend import Legend
from app.views.panes.pane import Pane
from app.views.panes.scroll import ThinScrollBar

#: Three panes take at least this much each; below that they scroll sideways.
LEAST_WIDTH = 319


class PanesArea(QWidget):
    """Target only, Mentored and, where it is asked for, Draft only."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self.panes: dict[PaneName, Pane] = {name: Pane(theme, comparison, name) for name in PANES}
        self.splitter = _Splitter(theme)
        for pane in self.panes.values():
            self.splitter.addWidget(pane)
        self.legend = Legend(theme)
        self._scroll = _SidewaysArea(theme, self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(self.legend)
        mentored = comparison.panes["mentored"]
        mentored.reset.connect(self._refresh_legend)
        mentored.figures_changed.connect(self._refresh_legend)
        comparison.settings.changed.connect(self._on_setting)
        self._show_draft()
        self._refresh_legend()

    def show_start(self) -> None:
        """Scroll every text to its first line."""
        for pane in self.panes.values():
            pane.text.to_start()

    def set_text_size(self, points: int) -> None:
        """Take a size for the generated text, in points; 15 is the design's."""
        for pane in self.panes.values():
            pane.text.set_text_size(points)

    def _refresh_legend(self) -> None:
        self.legend.take(self._comparison.panes["mentored"].record)

    def _on_setting(self, name: str) -> None:
        if name == "draft_pane":
            self._show_draft()

    def _show_draft(self) -> None:
        shown = bool(self._comparison.settings.value("draft_pane"))
        was = self.panes["draft"].isVisibleTo(self.splitter)
        self.panes["draft"].setVisible(shown)
        count = 3 if shown else 2
        self.splitter.setMinimumWidth(count * LEAST_WIDTH + count - 1)
        if shown != was or not self.isVisible():
            self.splitter.share()


class _Divider(QSplitterHandle):
    """One point of line; Qt lets the pointer take it a few points to both sides."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The line."""
        QPainter(self).fillRect(self.rect(), self._theme.colour("line"))

    def sizeHint(self) -> QSize:
        """One point across."""
        return QSize(1, 1)


class _Splitter(QSplitter):
    """Panes of equal width until one is dragged."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def share(self) -> None:
        """Give the panes that are shown the same width."""
        self.setSizes([1000] * self.count())

    def createHandle(self) -> QSplitterHandle:
        """A divider in the theme's line colour."""
        return _Divider(self._theme, self.orientation(), self)


class _SidewaysArea(QScrollArea):
    """Scrolls only sideways: its content always has its height."""

    def __init__(self, theme: Theme, content: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBar(ThinScrollBar(theme, Qt.Orientation.Horizontal))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        self._content = content
        self.setMinimumWidth(2 * LEAST_WIDTH + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The content takes the whole height, whatever its own wishes."""
        super().resizeEvent(event)
        self._content.setMaximumHeight(max(1, self.viewport().height()))
