"""The open list of runs."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.models.runs.history import Entry, HistoryModel
from app.theme import Theme
from app.views.controls.glyphs import rounded, tick
from app.views.controls.labels import ground, label
from app.views.history.words import COLUMNS, TOOLTIPS, cells, spoken, tooltip

#: Left edge and width of each column, in points; figures stand at their right edge.
PLACES = ((30, 44), (78, 62), (146, 24), (174, 84), (264, 60), (330, 53))
ROW, PIN, WIDTH = 30, 62, 474
MOST_SHOWN = 10


class HistoryRow(QAbstractButton):
    """One run; a click shows it. The one that is shown has a tick."""

    def __init__(self, theme: Theme, entry: Entry, shown: bool, pinned: bool) -> None:
        super().__init__()
        self._theme, self.entry, self._shown = theme, entry, shown
        self.setFixedHeight(ROW)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(spoken(entry, pinned))
        self.setToolTip(tooltip(entry))

    def sizeHint(self) -> QSize:
        """Up to the pin."""
        return QSize(WIDTH - PIN - 20, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The columns."""
        painter, colour = QPainter(self), self._theme.colour
        if self.hasFocus() or self.underMouse():
            border = colour("accent") if self.hasFocus() else None
            rounded(painter, QRectF(self.rect()), colour("selection"), border, radius=4)
        if self._shown:
            tick(painter, QRectF(8, self.height() / 2 - 8, 16, 16), colour("accent"))
        painter.setFont(self._theme.font(13))
        painter.setPen(colour("text"))
        for column, (left, wide) in enumerate(PLACES):
            side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
            box = QRectF(left, 0, wide, self.height())
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, cells(self.entry)[column])


class PinButton(QAbstractButton):
    """Pin or Unpin, in a word."""

    def __init__(self, theme: Theme, entry: Entry, pinned: bool) -> None:
        super().__init__()
        self._theme, self._pinned = theme, pinned
        self.setFixedSize(PIN, ROW)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setText("Unpin" if pinned else "Pin")
        self.setAccessibleName(f"{self.text()} the run: {spoken(entry, pinned)}")
        self.setToolTip(
            "Show target only at the left again."
            if pinned
            else "Keep this run at the left, in place of target only, to compare two budgets."
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The word in a pill; filled while pinned."""
        painter, colour = QPainter(self), self._theme.colour
        inside = QRectF(self.rect()).adjusted(8, 4, -2, -4)
        edge = "accent" if self.hasFocus() or self._pinned else "border"
        fill = colour("selection") if self._pinned or self.underMouse() else colour("field")
        rounded(painter, inside, fill, colour(edge), radius=5, width=2 if self.hasFocus() else 1)
        painter.setFont(self._theme.font(11))
        painter.setPen(colour("text"))
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, self.text())


class HistoryPopup(QFrame):
    """All runs, the newest first. Arrows move, Return shows, P pins, Esc closes."""

    def __init__(self, theme: Theme, history: HistoryModel, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme, self._history = theme, history
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName("Run history")
        ground(self, "surface")
        self.rows: list[HistoryRow] = []
        self.pins: list[PinButton] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(2)
        layout.addWidget(self._heads())
        layout.addWidget(self._list())
        layout.addWidget(self._help())
        self.setFixedWidth(WIDTH)
        self.adjustSize()

    def focus_shown(self) -> None:
        """Begin at the run that is shown, or at the newest."""
        shown = next((row for row in self.rows if row.entry is self._history.shown), self.rows[0])
        shown.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, show, pin, close."""
        focus = self.focusWidget()
        at = next((i for i, pair in enumerate(zip(self.rows, self.pins, strict=True)) if focus in pair), 0)
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if key in moves:
            self.rows[min(max(0, at + moves[key]), len(self.rows) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton):
            focus.click()
        elif key == Qt.Key.Key_P:
            self.pins[at].click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A surface with a hairline around it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        painter.setPen(self._theme.colour("border"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _heads(self) -> QWidget:
        heads = QWidget()
        heads.setFixedHeight(22)
        for words, tip, (left, wide) in zip(COLUMNS, TOOLTIPS, PLACES, strict=True):
            head = label(self._theme, words, 11, tone="secondary", tip=tip)
            head.setParent(heads)
            side = Qt.AlignmentFlag.AlignLeft if left == PLACES[0][0] else Qt.AlignmentFlag.AlignRight
            head.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            head.setGeometry(left, 0, wide, 22)
        return heads

    def _list(self) -> QWidget:
        inside = QWidget()
        ground(inside, "surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for entry in self._history.entries:
            pinned = entry is self._history.pinned
            row = HistoryRow(self._theme, entry, entry is self._history.shown, pinned)
            pin = PinButton(self._theme, entry, pinned)
            row.clicked.connect(lambda _=False, entry=entry: self._show(entry))
            pin.clicked.connect(lambda _=False, entry=entry: self._pin(entry))
            line = QHBoxLayout()
            line.setContentsMargins(0, 0, 0, 0)
            line.addWidget(row, 1)
            line.addWidget(pin)
            column.addLayout(line)
            self.rows.append(row)
            self.pins.append(pin)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedHeight(ROW * min(MOST_SHOWN, len(self.rows)))
        return area

    def _help(self) -> QLabel:
        words = label(
            self._theme, "↩ shows a run again   ·   P pins it at the left   ·   esc closes", 11, tone="secondary"
        )
        words.setContentsMargins(8, 6, 0, 0)
        return words

    def _show(self, entry: Entry) -> None:
        self.close()
        self._history.show(entry)

    def _pin(self, entry: Entry) -> None:
        self.close()
        self._history.pin(None if entry is self._history.pinned else entry)
