"""A plot that tells which place the pointer is on, and lights up places that the pointer is on elsewhere."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from app.theme import Theme
from app.views.plots.plot import Plot

#: A band is at least this wide, in points: one token of eight thousand is far less.
LEAST_WIDE = 4.0
#: Behind the bars, before the grid.
BEHIND = -5


class PointedPlot(Plot):
    """A plot whose horizontal axis counts tokens or rounds, from 1. Places are indices, from 0.

    Attributes:
        hovered: index of the place under the pointer, or None. clicked: index of the place that was clicked.
    """

    hovered = Signal(object)
    clicked = Signal(int)

    def __init__(self, theme: Theme, title: str, name: str, left: int = 32, right: int = 0) -> None:
        super().__init__(theme, title, name, left, right)
        self._hovered: int | None = None
        self.linked: range | None = None
        self.band = QGraphicsRectItem()
        self.band.setZValue(BEHIND)
        self.band.setVisible(False)
        box: Any = self.item.getViewBox()
        box.addItem(self.band, ignoreBounds=True)
        self.link_line = pg.InfiniteLine(0, angle=90)
        self.link_line.setVisible(False)
        self.item.addItem(self.link_line, ignoreBounds=True)
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMouseTracking(True)

    def places(self) -> int:
        """How many places are known."""
        raise NotImplementedError

    def set_linked(self, places: range | None) -> None:
        """Light up the places that the pointer is on here or elsewhere."""
        known = places is not None and 0 <= places.start < min(places.stop, self.places())
        self.linked = places if known else None
        self._show_link()

    def place_at(self, point: QPointF) -> int | None:
        """The place whose bar stands over or under a point of this widget."""
        area = self.view.mapFrom(self, point.toPoint())
        box = self.item.getViewBox()
        if not box.sceneBoundingRect().contains(QPointF(area)):
            return None
        index = round(box.mapSceneToView(QPointF(area)).x()) - 1
        return index if 0 <= index < self.places() else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which place is under the pointer."""
        self._hover(self.place_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which place was clicked."""
        index = self.place_at(event.position())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(index)

    def leaveEvent(self, event: QEvent) -> None:
        """No place any more."""
        super().leaveEvent(event)
        self._hover(None)

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        self.link_line.setPen(self.pen("accent", 1))
        self.band.setBrush(QBrush(self.theme.colour("selection")))
        self.band.setPen(QPen(Qt.PenStyle.NoPen))

    def _show_link(self) -> None:
        """A line through one place, and a band behind it, or behind several."""
        places = self.linked
        self.band.setVisible(places is not None)
        self.link_line.setVisible(places is not None and len(places) == 1)
        if places is None:
            return
        (left, right), (low, high) = self.item.getViewBox().viewRange()
        least = LEAST_WIDE * (right - left) / max(1.0, float(self.view.width()))
        middle, wide = (places.start + places.stop + 1) / 2, max(least, float(len(places)))
        self.band.setRect(QRectF(middle - wide / 2, low, wide, (high - low) * self.share_of_top()))
        self.link_line.setValue(middle)
        self.link_line.setSpan(0, self.share_of_top())

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.hovered.emit(index)
