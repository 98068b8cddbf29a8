"""The frontier: speed-up against mean spent budget, one point a setting, the unbeaten ones joined by steps."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)

from app.models.sweep.board import Board, step_line
from app.models.sweep.cell import Cell, mark, words
from app.theme import Theme
from app.views.controls.glyphs import pen
from app.views.sweep.frontier_scale import Scale, scale_for
from app.views.sweep.labels import place_labels
from app.views.sweep.picture import Picture
from app.views.sweep.words import spoken
from engine.sweep.plan import Setting

NAME = "Speed-up against mean spent budget"
LEFT, TOP, RIGHT, BOTTOM = 57, 45, 29, 48
#: A click this near takes a point, in points.
NEAR = 14.0
DISC, RING = 5.5, 3.5


class Frontier(Picture):
    """A click or the arrow keys choose a point; a double click or Return opens it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, NAME)
        self._points: dict[Setting, tuple[float, float]] = {}
        self._scale = Scale((0.0, 0.4), (0.5, 1.5), QRectF())
        self.show_board(self.board, None)

    def show_board(self, board: Board, selected: Setting | None) -> None:
        """Show a sweep, with one of its settings selected."""
        self.board, self.selected = board, selected
        self._points = {cell.setting: point for cell in board.measured if (point := _point(cell)) is not None}
        cell = board.cells.get(selected) if selected in self._points else None
        count = len(self._points)
        told = f"{count} measured setting{'s' * (count != 1)}, {len(board.frontier)} of them unbeaten."
        self.setAccessibleDescription(told if cell is None else _spoken(cell, board))
        self.update()

    # Places

    def scale(self) -> Scale:
        """From TV and speed-up to this widget's points, at its present size."""
        area = QRectF(LEFT, TOP, max(40, self.width() - LEFT - RIGHT), max(40, self.height() - TOP - BOTTOM))
        return scale_for(list(self._points.values()), area)

    def spot(self, setting: Setting) -> QPointF | None:
        """Where a setting's point is."""
        point = self._points.get(setting)
        return None if point is None else self.scale().spot(*point)

    def setting_at(self, point: QPointF) -> Setting | None:
        """The nearest point's setting, if it is near."""
        scale = self.scale()
        near = [(QLineF(scale.spot(*at), point).length(), i, one) for i, (one, at) in enumerate(self._points.items())]
        found = min(near, default=None)
        return found[2] if found is not None and found[0] <= NEAR else None

    # Hand and keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go along the axis, up and down along the frontier; Return opens."""
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}
        along = key in (Qt.Key.Key_Up, Qt.Key.Key_Down)
        order = list(self.board.frontier) if along else sorted(self._points, key=lambda one: self._points[one])
        if key in steps and order:
            self.chosen.emit(_next_of(order, self.selected, steps[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected in self._points:
            self.opened.emit(self.selected)
        else:
            super().keyPressEvent(event)

    def copy_data(self) -> None:
        """Put the points on the clipboard, with tabs."""
        lines = ["setting\tmean spent, TV\tspeed-up\tunbeaten"]
        for setting, (spent, speedup) in sorted(self._points.items(), key=lambda item: item[1]):
            unbeaten = "yes" if setting in self.board.frontier else "no"
            lines.append(f"{words(setting)}\t{spent:.4g}\t{speedup:.4g}\t{unbeaten}")
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter)
        legend = [("frontier", 22.0, self._unbeaten_sample), ("beaten", 8.0, self._beaten_sample)]
        self.paint_title(painter, (NAME, "Speed-up by spent budget"), legend)
        if not self.board.rows or not self._points:
            self.paint_hint(painter, "One point a setting, as soon as it is measured.")
            return
        self._scale = self.scale()
        self._paint_grid(painter)
        spots = {setting: self._scale.spot(*point) for setting, point in self._points.items()}
        corners = step_line([self._points[one] for one in self.board.frontier if one in self._points])
        line = [self._scale.spot(*corner) for corner in corners]
        painter.setPen(pen(self.theme.colour("target"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
        self._paint_spots(painter, spots)
        self._paint_labels(painter, spots, line)

    def _paint_grid(self, painter: QPainter) -> None:
        scale, colour = self._scale, self.theme.colour
        area = scale.area
        painter.setFont(self.theme.font(11))
        for height in scale.heights():
            y = scale.spot(0, height).y()
            even = abs(height - 1.0) < 1e-9
            painter.setPen(QPen(colour("text" if even else "grid"), 1.5 if even else 1))
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(colour("secondary"))
            box = QRectF(area.left() - 52, y - 10, 45, 20)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, scale.height_words(height)
            )
        painter.setFont(self.theme.font(12))
        painter.setPen(colour("text"))
        for place in scale.places():
            x = scale.spot(place, 0).x()
            painter.drawText(
                QRectF(x - 30, area.bottom() + 2, 60, 22), Qt.AlignmentFlag.AlignCenter, scale.place_words(place)
            )
        self.paint_axis_title(
            painter, "Mean spent budget, TV per token", QPointF(area.center().x(), area.bottom() + 31)
        )

    def _paint_spots(self, painter: QPainter, spots: dict[Setting, QPointF]) -> None:
        colour = self.theme.colour
        for setting, spot in spots.items():
            if setting not in self.board.frontier:
                painter.setPen(QPen(colour("neutral"), 1.6))
                painter.setBrush(colour("surface"))
                painter.drawEllipse(spot, RING, RING)
        for setting in self.board.frontier:
            if setting in spots:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour("target"))
                painter.drawEllipse(spots[setting], DISC, DISC)
        if self.selected in spots:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("accent" if self.hasFocus() else "text"), 2))
            painter.drawEllipse(spots[self.selected], 9, 9)

    def _paint_labels(self, painter: QPainter, spots: dict[Setting, QPointF], line: list[QPointF]) -> None:
        painter.setFont(self.theme.font(11))
        metrics = QFontMetricsF(painter.font())
        named = [one for one in self.board.frontier if one in spots]
        named.sort(key=lambda one: one != self.selected)
        if self.selected in spots and self.selected not in named:
            named.insert(0, self.selected)
        even = self._scale.spot(0, 1.0).y()
        asked = [(spots[one], metrics.horizontalAdvance(mark(one))) for one in named]
        words = "break-even, 1.0×"
        # The line's own words take what place is left, so that no point is covered.
        boxes, own = place_labels(
            asked, list(spots.values()), line, even, self._scale.area, metrics.horizontalAdvance(words)
        )
        painter.setPen(self.theme.colour("text"))
        for one, box in zip(named, boxes, strict=True):
            if box is not None:
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark(one))
        if own is not None:
            painter.drawText(own, Qt.AlignmentFlag.AlignCenter, words)

    def _unbeaten_sample(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(pen(self.theme.colour("target"), 2))
        painter.drawLine(QPointF(box.left() + 1, box.center().y()), QPointF(box.right() - 1, box.center().y()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("target"))
        painter.drawEllipse(box.center(), 4, 4)

    def _beaten_sample(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(self.theme.colour("neutral"), 1.6))
        painter.drawEllipse(box.center(), RING, RING)


def _point(cell: Cell) -> tuple[float, float] | None:
    """Mean spent budget and speed-up."""
    row = cell.summary
    if row is None or row.mean_spent is None or cell.speedup is None:
        return None
    return row.mean_spent, cell.speedup


def _spoken(cell: Cell, board: Board) -> str:
    known = "Nothing beats it." if cell.setting in board.frontier else "Another setting is as fast for less budget."
    return f"{spoken(cell)} {known}"


def _next_of(order: list[Setting], now: Setting | None, step: int) -> Setting:
    if now not in order:
        return order[0]
    return order[min(max(0, order.index(now) + step), len(order) - 1)]
