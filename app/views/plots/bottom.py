"""The bottom area: tabs, and the plots of the mentored run."""

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.models.compare.versus import comparable
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneState
from app.theme import Theme
from app.views.plots.acceptance import AcceptancePlot
from app.views.plots.distance import DistancePlot
from app.views.plots.plot import Plot
from app.views.plots.tabs import MARGIN, TabButton, TabRow
from app.views.plots.times import TimesPlot

HEIGHT, SMALL_HEIGHT = 262, 180
#: Below either of these one plot shows at a time.
WIDE, TALL = 960, 230
EVERY_MS = 250
#: While a run goes on the plots follow one after the other, this far apart, so that no frame has to draw them all.
APART_MS = 30
STRETCH = (467, 242, 303)
SWITCHES = ("TV distance", "Accepted", "Time per round")
ENDED = (PaneState.DONE, PaneState.STOPPED, PaneState.FAILED, PaneState.EMPTY, PaneState.WAITING)


class BottomArea(QWidget):
    """Tabs over three plots; where there is little room, one plot and buttons to switch.

    Later parts add their own tab and page with `add_page`.
    """

    def __init__(self, theme: Theme, comparison: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._comparison = theme, comparison
        self.distance, self.acceptance, self.times = DistancePlot(theme), AcceptancePlot(theme), TimesPlot(theme)
        self.plots: tuple[Plot, ...] = (self.distance, self.acceptance, self.times)
        self._chosen, self._brief = 0, False
        self.setMinimumHeight(SMALL_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.tabs = TabRow(theme, self)
        self.tabs.add("Plots")
        self.switches = self._make_switches()
        self.tabs.set_side(self.switches)
        self.plots_page = self._make_page()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.plots_page, 1)
        self._pages: list[tuple[QWidget, QWidget | None]] = [(self.plots_page, None)]
        self.tabs.chosen.connect(self._turn_to)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(EVERY_MS)
        self._soon.timeout.connect(self._refresh_next)
        self._next = 0
        self._connect()
        self._arrange()
        self.refresh()

    def sizeHint(self) -> QSize:
        """As high as in the design."""
        return QSize(1120, HEIGHT)

    def add_page(self, title: str, page: QWidget, side: QWidget | None = None) -> int:
        """Add a tab with its page, and what stands at the right of the tabs meanwhile; returns the tab's index."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(1 + len(self._pages), page, 1)
        self._pages.append((page, side))
        page.hide()
        if side is not None:
            self.tabs.set_side(side)
            side.hide()
        return self.tabs.add(title)

    def refresh(self) -> None:
        """Bring all plots up to date at once."""
        self._soon.stop()
        self._next = 0
        for index in range(len(self.plots)):
            self._refresh_one(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show one plot or three, and fit bars to the new width."""
        super().resizeEvent(event)
        self._arrange()
        if self.isVisible():
            self._all_at_once()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while hidden."""
        super().showEvent(event)
        self._all_at_once()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing to keep up to date."""
        super().hideEvent(event)
        self._soon.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The window's colour."""
        QPainter(self).fillRect(self.rect(), self._theme.colour("window"))

    def _make_page(self) -> QWidget:
        page = QWidget(self)
        row = QHBoxLayout(page)
        row.setContentsMargins(MARGIN, 0, MARGIN, 8)
        row.setSpacing(32)
        for plot, stretch in zip(self.plots, STRETCH, strict=True):
            row.addWidget(plot, stretch)
        return page

    def _make_switches(self) -> QWidget:
        side = QWidget(self)
        row = QHBoxLayout(side)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        group = QButtonGroup(side)
        for index, words in enumerate(SWITCHES):
            button = TabButton(self._theme, words, 11, side)
            button.setAccessibleName(f"Show the plot {words}")
            button.setChecked(index == 0)
            group.addButton(button, index)
            row.addWidget(button)
        group.idClicked.connect(self._choose)
        return side

    def _choose(self, index: int) -> None:
        self._chosen = index
        self._arrange()

    def _turn_to(self, index: int) -> None:
        for place, (page, side) in enumerate(self._pages):
            page.setVisible(place == index)
            if side is not None:
                side.setVisible(place == index)
        self._arrange()

    def _arrange(self) -> None:
        self._brief = self.width() < WIDE or self.height() < TALL
        self.switches.setVisible(self._brief and not self.plots_page.isHidden())
        for index, plot in enumerate(self.plots):
            plot.setVisible(not self._brief or index == self._chosen)

    def _connect(self) -> None:
        mentored, target = self._comparison.panes["mentored"], self._comparison.panes["target"]
        mentored.reset.connect(self.refresh)
        mentored.tokens_added.connect(self._refresh_soon)
        mentored.rounds_added.connect(self._refresh_soon)
        for pane in (mentored, target):
            pane.state_changed.connect(self._refresh_on_end)
        self._comparison.difference_changed.connect(self._refresh_soon)
        self._theme.changed.connect(self.update)

    def _all_at_once(self) -> None:
        # Once the layout has settled.
        QTimer.singleShot(0, self, self.refresh)

    def _refresh_one(self, index: int) -> None:
        target, mentored = self._comparison.panes["target"], self._comparison.panes["mentored"]
        if index == 0:
            self.distance.take(mentored.record, self._comparison.first_difference)
        elif index == 1:
            self.acceptance.take(mentored.record)
        else:
            figures = target.figures() if target.state is PaneState.DONE and comparable(target, mentored) else None
            self.times.take(mentored.record, figures.tokens_per_s if figures else None)

    def _refresh_next(self) -> None:
        self._refresh_one(self._next)
        self._next = (self._next + 1) % len(self.plots)
        if self._next:
            self._soon.start(APART_MS)

    def _refresh_soon(self) -> None:
        # A hidden area catches up when it is shown.
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(EVERY_MS)

    def _refresh_on_end(self) -> None:
        # The first plot at once and the others behind it: the end is when everything else is brought up to date too.
        if self._comparison.panes["mentored"].state in ENDED:
            self._soon.stop()
            self._next = 0
            self._refresh_next()
