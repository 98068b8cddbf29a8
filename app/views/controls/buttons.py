"""Check boxes, segmented controls, the fold's heading, and the Run button.

As on a Mac, Tab focuses them and a click does not.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QRadioButton, QSizePolicy, QWidget

from app.theme import Theme
from app.views.controls.glyphs import chevron, rounded, tick

BOX = 16


class Check(QCheckBox):
    """A check box with a drawn tick."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(BOX + 9 + self.fontMetrics().horizontalAdvance(self.text()) + 4, 26)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(1, (self.height() - BOX) / 2, BOX, BOX)
        on, enabled = self.isChecked(), self.isEnabled()
        fill = self._theme.colour("accent" if on and enabled else "field")
        border = self._theme.colour("accent" if (on or self.hasFocus()) and enabled else "border")
        if self.hasFocus():
            rounded(painter, box.adjusted(-1, -1, 1, 1), None, self._theme.colour("accent"), radius=5, width=2)
            box.adjust(1.5, 1.5, -1.5, -1.5)
        rounded(painter, box, fill, border, radius=4)
        if on:
            tick(painter, box, self._theme.colour("on_accent" if enabled else "dimmed"))
        painter.setPen(self._theme.colour("text" if enabled else "dimmed"))
        text = self.rect().adjusted(BOX + 9, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


class _Segment(QRadioButton):
    """One choice of a segmented control; Tab comes to the one that is taken, arrow keys go to its neighbours."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if not self.isChecked() and event.reason() in reasons:
            parent = self.parentWidget()
            others = parent.findChildren(_Segment) if parent is not None else []
            taken = next((other for other in others if other.isChecked()), None)
            if taken is not None:
                taken.setFocus(event.reason())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self._theme.font(13)).horizontalAdvance(self.text()) + 22, 26)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        if self.isChecked():
            border = self._theme.colour("accent" if self.hasFocus() else "border")
            rounded(painter, box, self._theme.colour("field"), border, radius=5, width=2 if self.hasFocus() else 1)
        painter.setPen(self._theme.colour("text" if self.isChecked() else "secondary"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Segmented(QWidget):
    """A few choices side by side, one of them taken.

    Signals:
        chosen: the key of a choice that the user took.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str, choices: Sequence[tuple[str, str, str]]) -> None:
        """`choices` are (key, words, tooltip)."""
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._segments: dict[str, _Segment] = {}
        for key, words, tip in choices:
            segment = _Segment(theme, words, self)
            segment.setAccessibleName(f"{name}: {words}")
            segment.setToolTip(tip)
            segment.toggled.connect(lambda on, key=key: self.chosen.emit(key) if on else None)
            row.addWidget(segment)
            self._segments[key] = segment
        theme.changed.connect(self.update)

    def segment(self, key: str) -> QRadioButton:
        """The button of one choice."""
        return self._segments[key]

    def show_choice(self, key: str) -> None:
        """Show a choice that came from elsewhere, without telling anyone."""
        blocked = self.blockSignals(True)
        self._segments[key].setChecked(True)
        self.blockSignals(blocked)

    def paintEvent(self, event: QPaintEvent) -> None:
        rounded(QPainter(self), QRectF(self.rect()), self._theme.colour("well"), self._theme.colour("line"), radius=7)


class FoldHeading(QPushButton):
    """A heading that unfolds what is under it, with a summary of it on the right."""

    def __init__(self, theme: Theme, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._theme, self._summary = theme, ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(words)
        self.setFixedHeight(HEADING)
        theme.changed.connect(self.update)

    def set_summary(self, words: str) -> None:
        """What the fold holds, in a few words."""
        self._summary = words
        self.setAccessibleDescription(words)
        self.update()

    @property
    def summary(self) -> str:
        """The words on the right."""
        return self._summary

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.hasFocus():
            rounded(painter, QRectF(self.rect()), None, self._theme.colour("accent"), width=2)
        secondary = self._theme.colour("secondary")
        chevron(painter, QPointF(11.5, self.height() / 2), secondary, turned=0 if self.isChecked() else -90)
        painter.setPen(self._theme.colour("text"))
        painter.setFont(self._theme.font(13))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(22, 0, 0, 0), middle | Qt.AlignmentFlag.AlignLeft, self.text())
        start = 22 + painter.fontMetrics().horizontalAdvance(self.text()) + 12
        painter.setFont(self._theme.font(11))
        painter.setPen(secondary)
        room = self.rect().adjusted(start, 0, -6, 0)
        words = painter.fontMetrics().elidedText(self._summary, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, words)


HEADING = 26


class RunButton(QPushButton):
    """Run, or Stop while a run goes on, with its shortcut beside the word."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._keys = theme, ""
        self.setFixedHeight(34)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def show_action(self, words: str, keys: str, tip: str) -> None:
        """Take a word and its shortcut."""
        self._keys = keys
        self.setText(words)
        self.setAccessibleName(words)
        self.setToolTip(tip)
        self.update()

    @property
    def keys(self) -> str:
        """The shortcut as it is shown."""
        return self._keys

    def _colours(self) -> tuple[QColor, QColor]:
        """Ground and text."""
        if not self.isEnabled():
            return self._theme.colour("groove"), self._theme.colour("text", 0.72)
        ground = self._theme.colour("accent")
        if self.isDown():
            ground = ground.darker(118)
        elif self.underMouse():
            ground = ground.darker(106) if not self._theme.is_dark else ground.lighter(106)
        return ground, self._theme.colour("on_accent")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground, ink = self._colours()
        box = QRectF(self.rect())
        if self.hasFocus():
            rounded(painter, box, None, self._theme.colour("accent", 0.4), radius=8, width=2)
            box.adjust(2.5, 2.5, -2.5, -2.5)
        rounded(painter, box, ground, None, radius=6.5)
        word, keys = self._theme.font(13, semibold=True), self._theme.font(12)
        wide = QFontMetrics(word).horizontalAdvance(self.text())
        whole = wide + 11 + QFontMetrics(keys).horizontalAdvance(self._keys)
        left = (self.width() - whole) / 2
        centre = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(ink)
        painter.setFont(word)
        painter.drawText(QRectF(left, 0, whole, self.height()), centre, self.text())
        ink.setAlphaF(ink.alphaF() * 0.82)
        painter.setPen(ink)
        painter.setFont(keys)
        painter.drawText(QRectF(left + wide + 11, 0, whole, self.height()), centre, self._keys)
