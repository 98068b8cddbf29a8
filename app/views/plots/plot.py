"""What the plots share: a title row, fixed axes in the theme's colours, and "Copy data"."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGraphicsItem, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.theme import Theme
from app.views.controls.menu import pop_up

TITLE_HEIGHT = 34
AXIS_LEFT, AXIS_BOTTOM = 32, 22
#: Room over the highest line, for half of its number and for markers.
TOP_PAD = 8
#: Height of a plot's area, in points, from which its vertical axis has all its numbers.
LEAST_FOR_NUMBERS = 56


class PlotTitle(QLabel):
    """A semibold title, words after it, and samples of the colours."""

    def __init__(self, theme: Theme, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._title = theme, title
        self._after = ""
        self._keys: list[tuple[str, str]] = []
        self.setFixedHeight(TITLE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_title(self, title: str, after: str) -> None:
        """Another title, and the words after it."""
        self._title = title
        self.set_words(after)

    def set_words(self, after: str, keys: Sequence[tuple[str, str]] = ()) -> None:
        """The words after the title, and pairs of a colour's meaning and its word."""
        self._after, self._keys = after, list(keys)
        self.setText(self._title + after)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Everything on one line; what does not fit is left out whole, from the right."""
        painter = QPainter(self)
        painter.setFont(self._theme.font(12, semibold=True))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(0, 22, self._title)
        x = painter.fontMetrics().horizontalAdvance(self._title)
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.colour("secondary"))
        metrics = painter.fontMetrics()
        for part in self._after.split("  "):
            if x + metrics.horizontalAdvance(part) <= self.width():
                painter.drawText(x, 22, part)
                x += metrics.horizontalAdvance(part + "  ")
        x += 4
        for name, word in self._keys:
            if x + 13 + metrics.horizontalAdvance(word) > self.width():
                break
            painter.fillRect(QRectF(x, 13, 9, 9), self._theme.colour(name))
            painter.drawText(x + 14, 22, word)
            x += 14 + metrics.horizontalAdvance(word) + 10


class Plot(QWidget):
    """One plot. Ranges are set, never found; the pointer moves nothing.

    Subclasses fill `item` with their own graphics, and give `_rows` for "Copy data".
    """

    def __init__(self, theme: Theme, title: str, name: str, left: int = AXIS_LEFT, right: int = 0) -> None:
        super().__init__()
        self.theme = theme
        self.title = PlotTitle(theme, title, self)
        self.view = pg.PlotWidget(self, background=None, enableMenu=False)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plot itself takes the focus, with its name
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.item: Any = self.view.getPlotItem()
        self.grid: list[Any] = []
        self._pixels: float | None = None
        self._set_up_item(left, right)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.title)
        layout.addWidget(self.view, 1)
        self.copy_action = QAction("Copy data", self)
        self.copy_action.triggered.connect(self.copy_data)
        theme.changed.connect(self.restyle)

    def _set_up_item(self, left: int, right: int) -> None:
        item = self.item
        item.layout.setContentsMargins(0, 0, right, 0)
        item.hideButtons()
        item.setMouseEnabled(False, False)
        item.disableAutoRange()
        item.getViewBox().setDefaultPadding(0)
        # End dots, end numbers and words beside the bars reach over the edge.
        item.getViewBox().setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        for side, size in (("left", left), ("bottom", AXIS_BOTTOM)):
            axis = item.getAxis(side)
            offset = 8 if side == "left" else 6
            axis.setStyle(
                tickLength=0, tickTextOffset=offset, autoExpandTextSpace=False, hideOverlappingLabels=False, tickAlpha=0
            )
            (axis.setWidth if side == "left" else axis.setHeight)(size)
            axis.setPen(None)
        self.view.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_axes(self, first: float, last: float, top: float, places: Sequence[int], heights: Sequence[str]) -> None:
        """Set both ranges and their numbers.

        Args:
            first, last: left and right end of the horizontal axis.
            top: upper end of the vertical axis, which begins at 0.
            places: numbers under the horizontal axis.
            heights: words beside the vertical axis, evenly from 0 to `top`.
        """
        box = self.item.getViewBox()
        # A little more than the data: half a number above, half a line below.
        highest = top / self.share_of_top()
        box.setRange(xRange=(first, last), yRange=(-0.004 * top, highest), padding=0, disableAutoRange=True)
        self.item.getAxis("bottom").setTicks([[(place, str(place)) for place in places]])
        steps = [(top * i / (len(heights) - 1), words) for i, words in enumerate(heights)]
        # Where the numbers would touch, only the ends are named.
        roomy = self.view.height() - AXIS_BOTTOM > LEAST_FOR_NUMBERS
        self.item.getAxis("left").setTicks([steps if roomy else [steps[0], steps[-1]]])
        self._draw_grid([height for height, _ in steps])

    def share_of_top(self) -> float:
        """How far up the plot's area the top of the vertical axis is, 0 to 1."""
        area = max(40.0, float(self.view.height()) - AXIS_BOTTOM)
        return (area - TOP_PAD) / area

    def restyle(self) -> None:
        """Take the theme's colours and fonts anew."""
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setTickFont(self.theme.font(11))
            axis.setTextPen(self.theme.colour("secondary"))
        for line in self.grid:
            line.setPen(self.pen("grid", 1))
        # The view keeps a picture of its ground, in the colours of before.
        self.view.resetCachedContent()
        self.title.update()

    def set_pixels(self, ratio: float | None) -> None:
        """Draw for so many device pixels a point, for a picture; None for the screen's own."""
        if ratio != self._pixels:
            self._pixels = ratio
            self.restyle()

    def pen(self, name: str, width: float, dashed: bool = False) -> QPen:
        """A pen in one of the theme's colours, its width in points.

        The scene's pens are cosmetic, and Qt counts their width in device pixels.
        """
        pen = QPen(self.theme.colour(name), width * (self._pixels or self.view.devicePixelRatioF()))
        pen.setCosmetic(True)
        if dashed:
            pen.setDashPattern([4, 2.5])
        return pen

    def copy_data(self) -> None:
        """Put the data on the clipboard, as lines of values with tabs between them."""
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in self._rows()) + "\n")

    def event(self, event: QEvent) -> bool:
        """Pens follow the screen's pixels."""
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show):
            self.restyle()
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu with "Copy data"."""
        pop_up(self, self.copy_action, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A ring where the keyboard is."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.drawLine(QPointF(0, 29), QPointF(self.width(), 29))

    def _rows(self) -> list[list[str]]:
        raise NotImplementedError

    def _draw_grid(self, heights: Sequence[float]) -> None:
        """Lines move and are never taken out: a scene can still paint what Python has let go of."""
        while len(self.grid) < len(heights):
            line = pg.InfiniteLine(0, angle=0, pen=self.pen("grid", 1))
            line.setZValue(-10)
            self.item.addItem(line, ignoreBounds=True)
            self.grid.append(line)
        for line, height in zip(self.grid, heights, strict=False):
            line.setValue(height)
        for index, line in enumerate(self.grid):
            line.setVisible(index < len(heights))
