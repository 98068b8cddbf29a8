"""The strip of rounds: a small group of bars for each."""

from typing import get_args

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.models.replay.rounds import RoundPart, RoundsModel
from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.rounds.words import spoken, tooltip
from engine.events import Kind
from engine.record import RunRecord

HEIGHT = 43
#: Where the line begins that says which part is in sight: clear of the status bar, and under a chosen round's frame.
PLACE = HEIGHT - 4
#: Bar and gap, from the widest to the narrowest that still reads, and the room between groups, in points.
PITCH, LEAST_PITCH, GAP = 4.2, 2.4, 5.0
LEAST_GAP = 4.0
LOW, HIGH = 10.0, 18.0
_COLOURS: dict[Kind, str] = {"relaxed": "draft", "resampled": "resampled_line", "bonus": "target"}


class RoundsStrip(QWidget):
    """Accepted bars are low and grey, relaxed ones high and orange, the one drawn at a cut is high and red,
    the bonus is blue; dashes are drafted tokens that were dropped. Rounds that do not fit scroll.

    Attributes:
        hovered: index of the round under the pointer, or None.
    """

    hovered = Signal(object)

    def __init__(self, theme: Theme, rounds: RoundsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._rounds = theme, rounds
        self._first = 0
        self._hovered: int | None = None
        self._linked: int | None = None
        #: The record that `_longest` has counted, how many rounds of it, and what it found.
        self._counted: tuple[RunRecord | None, int, int] = (None, 0, 1)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Rounds")
        rounds.changed.connect(self._refresh)
        rounds.selected_changed.connect(self._refresh)
        theme.changed.connect(self.update)
        self._refresh()

    # Where things are

    def group_rect(self, index: int) -> QRectF:
        """The place of a round's group, also where it is scrolled out of sight."""
        pitch, gap, step = self._measures()
        wide = self._longest() * pitch + (gap - 1)
        return QRectF((index - self._first) * step + 2, 4, wide, HEIGHT - 8)

    def group_at(self, x: float) -> int | None:
        """The round whose group stands at that distance from the left edge."""
        index = self._first + int(x // self._measures()[2])
        return index if x >= 0 and index < min(len(self._rounds.parts), self._first + self.shown()) else None

    def set_linked(self, index: int | None) -> None:
        """Light up the round that the pointer is on here or elsewhere; it is not scrolled to."""
        if index != self._linked:
            self._linked = index
            self.update()

    def shown(self) -> int:
        """How many groups there is room for."""
        return max(1, int(self.width() / self._measures()[2] + 1e-6))

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(640, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """A few groups."""
        return QSize(80, HEIGHT)

    def _longest(self) -> int:
        """Bars of the longest group: the drafted tokens and the bonus. Counted once for each round."""
        rounds = self._rounds
        if rounds.record is not self._counted[0]:
            self._counted = (rounds.record, 0, 1)
        record, done, longest = self._counted
        if done < len(rounds.parts):
            bars = (max(len(p.tokens) + p.unused, p.round.proposed) for p in rounds.parts[done:])
            self._counted = (record, len(rounds.parts), max(longest, *bars))
        return self._counted[2]

    def _measures(self) -> tuple[float, float, float]:
        """Bar pitch, gap, and the distance from group to group."""
        count, longest = max(1, len(self._rounds.parts)), self._longest()
        spare = self.width() / count
        if spare >= longest * PITCH + GAP:
            return PITCH, GAP, min(spare, longest * PITCH + GAP + 4)
        scale = max(
            0.0, (spare - LEAST_GAP - longest * LEAST_PITCH) / (GAP - LEAST_GAP + longest * (PITCH - LEAST_PITCH))
        )
        pitch, gap = LEAST_PITCH + scale * (PITCH - LEAST_PITCH), LEAST_GAP + scale * (GAP - LEAST_GAP)
        return pitch, gap, longest * pitch + gap

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The groups in sight, the chosen one in a frame."""
        painter = QPainter(self)
        if self.hasFocus() and self._rounds.selected is None:
            rounded(painter, QRectF(self.rect()).adjusted(0, 3, 0, -3), None, self._theme.colour("accent"))
        shades = {kind: self._theme.colour(_COLOURS.get(kind, "neutral")) for kind in get_args(Kind)}
        for index in range(self._first, min(len(self._rounds.parts), self._first + self.shown())):
            rect = self.group_rect(index)
            if index == self._rounds.selected:
                rounded(
                    painter,
                    rect.adjusted(-2, 0, 2, 0),
                    self._theme.colour("selection"),
                    self._theme.colour("accent"),
                    width=2,
                )
            elif index in (self._hovered, self._linked):
                rounded(painter, rect, self._theme.colour("selection"), self._theme.colour("accent", 0.6))
            self._paint_group(painter, rect, self._rounds.parts[index], shades)
        self._paint_place(painter)

    def _paint_group(self, painter: QPainter, rect: QRectF, part: RoundPart, shades: dict[Kind, QColor]) -> None:
        pitch, gap, _ = self._measures()
        x, middle = rect.left() + (gap - 1) / 2 + 0.5, HEIGHT / 2
        wide = pitch * 0.76
        for token in part.tokens:
            high = HIGH if token.kind in ("relaxed", "resampled") else LOW
            painter.fillRect(QRectF(x, middle - high / 2, wide, high), shades[token.kind])
            x += pitch
        dash = self._theme.colour("border")
        for _ in range(part.unused):
            painter.fillRect(QRectF(x, middle - 0.75, wide * 0.9, 1.5), dash)
            x += pitch

    def _paint_place(self, painter: QPainter) -> None:
        """Which part of the rounds is in sight, where not all are."""
        count = len(self._rounds.parts)
        if count > self.shown():
            left, wide = self.width() * self._first / count, max(12.0, self.width() * self.shown() / count)
            for place, name in ((QRectF(0, PLACE, self.width(), 3), "line"), (QRectF(left, PLACE, wide, 3), "neutral")):
                rounded(painter, place, self._theme.colour(name), None, radius=1.5)

    # Pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the round under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._rounds.pause()
            self._rounds.select(self.group_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrub while the button is held; otherwise show what a click would choose."""
        index = self.group_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton and index is not None:
            self._rounds.select(index)
        self._hover(index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, where not all rounds fit."""
        delta = event.angleDelta().x() or event.angleDelta().y()
        self._scroll_to(self._first - (1 if delta > 0 else -1) * max(1, self.shown() // 8))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step, Home and End go to the ends, Space plays or pauses, Esc chooses none."""
        rounds, last = self._rounds, len(self._rounds.parts) - 1
        if event.key() == Qt.Key.Key_Escape and rounds.selected is None:
            event.ignore()
            return
        deeds = {
            Qt.Key.Key_Left: lambda: rounds.step(-1),
            Qt.Key.Key_Right: lambda: rounds.step(1),
            Qt.Key.Key_Home: lambda: rounds.select(0),
            Qt.Key.Key_End: lambda: rounds.select(last),
            Qt.Key.Key_Space: lambda: rounds.pause() if rounds.playing else rounds.play(),
            Qt.Key.Key_Escape: lambda: rounds.select(None),
        }
        deed = deeds.get(Qt.Key(event.key()))
        if deed is None:
            super().keyPressEvent(event)
        else:
            deed()

    def event(self, event: QEvent) -> bool:
        """The tooltip of the round under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tooltip(event.globalPos(), self.group_at(event.pos().x()))
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A ring, where nothing is chosen."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        super().focusOutEvent(event)
        self.update()

    # Within

    def _show_tooltip(self, at: QPoint, index: int | None) -> None:
        if index is None:
            QToolTip.hideText()
            return
        words = tooltip(self._rounds.parts[index], index, len(self._rounds.parts))
        QToolTip.showText(at, words, self, self.group_rect(index).toAlignedRect())

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.hovered.emit(index)
            self.update()

    def _refresh(self) -> None:
        rounds, count = self._rounds, len(self._rounds.parts)
        chosen = rounds.selected
        running = rounds.record is not None and not rounds.record.finished
        if chosen is not None and not self._first <= chosen < self._first + self.shown():
            self._scroll_to(chosen - self.shown() // 2)
        elif running and chosen is None:
            self._scroll_to(count)
        else:
            self._scroll_to(self._first)
        self.setAccessibleDescription(spoken(rounds.parts[chosen], chosen, count) if chosen is not None else "")
        self.update()

    def _scroll_to(self, first: int) -> None:
        self._first = max(0, min(first, len(self._rounds.parts) - self.shown()))
        self.update()
