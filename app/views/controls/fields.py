"""Combo boxes and number fields, 26 points high, with drawn arrows."""

from PySide6.QtCore import QEvent, QLocale, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QWidget

from app.theme import Theme
from app.views.controls.glyphs import chevron, triangle

HEIGHT = 26
NUMBER_WIDTH = 76
#: What a number field needs beside its digits: padding, cursor, arrows.
AROUND = 38


def passes_undo_on(event: QEvent) -> bool:
    """Whether a field must leave this event alone, so that ⌘Z and ⇧⌘Z reach the window's own undo."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


class Combo(QComboBox):
    """A combo box with a drawn chevron. The wheel scrolls the column, unless it has the focus."""

    def __init__(self, theme: Theme, name: str, width: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setFixedHeight(HEIGHT)
        if width is not None:
            self.setFixedWidth(width)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.colour("secondary" if self.isEnabled() else "border")
        chevron(painter, QPointF(self.width() - 14.5, self.height() / 2 + 0.8), colour)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Number(QDoubleSpinBox):
    """A number field, right-aligned, in whole numbers when `decimals` is 0.

    A double underneath in either case: seeds go to 2³² − 1, which an int spin box cannot hold.
    Shift makes a step `shift` times as large.
    """

    def __init__(
        self,
        theme: Theme,
        name: str,
        low: float,
        high: float,
        step: float = 1,
        *,
        decimals: int = 0,
        shift: int = 10,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._shift, self._large = theme, shift, False
        self.setAccessibleName(name)
        # Figures elsewhere in the window use a point and no grouping; so does this field.
        locale = QLocale.c()
        locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
        self.setLocale(locale)
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setFixedSize(NUMBER_WIDTH, HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().installEventFilter(self)
        self.lineEdit().textChanged.connect(self._fit)
        theme.changed.connect(self.update)

    def number(self) -> int | float:
        """The value: an int where the field holds whole numbers."""
        return round(self.value()) if self.decimals() == 0 else self.value()

    def show_number(self, value: float) -> None:
        """Show a value that came from elsewhere, without telling anyone."""
        if round(value, self.decimals()) == self.value():
            return  # it is the field's own echo; writing it anew would disturb who is typing
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)

    def _fit(self, text: str) -> None:
        """A long number gets the room to be read."""
        self.setFixedWidth(max(NUMBER_WIDTH, self.fontMetrics().horizontalAdvance(text) + AROUND))

    def stepBy(self, steps: int) -> None:
        super().stepBy(steps * self._shift if self._large else steps)

    def event(self, event: QEvent) -> bool:
        if passes_undo_on(event):
            event.ignore()
            return False
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if passes_undo_on(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        super().keyPressEvent(event)
        self._large = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._large = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.colour("secondary" if self.isEnabled() else "border")
        middle = self.height() / 2
        triangle(painter, QPointF(self.width() - 11.5, middle - 3.7), colour, up=True)
        triangle(painter, QPointF(self.width() - 11.5, middle + 3.7), colour, up=False)
