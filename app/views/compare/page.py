"""The Measures tab: one row for each text, one column for each figure; draft lengths below."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.theme import Theme
from app.theme.style import TONE
from app.views.compare.lengths import LEAST, LengthBars
from app.views.compare.words import COLUMNS
from engine.record import RunRecord

MARGIN, HEAD, ROW, NAME = 20, 30, 26, 172
#: Columns are at most this wide; below `NARROW` the note at the right gives way.
COLUMN, NARROW, NOTE = 168, 900, 250
#: The draft lengths under the rows are at most this high.
TALLEST = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One text: its name, a value for each column, and tooltips for those that need their own ("" otherwise)."""

    name: str
    values: tuple[str, ...]
    tips: tuple[str, ...]


class ComparePage(QWidget):
    """Captions, rows, and a note of what the figures do not say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName("Measures")
        self._heads = [self._label(column.caption, 11, "secondary", column.tooltip) for column in COLUMNS]
        self.note = self._label("", 11, "secondary", "")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.rows: list[list[QLabel]] = []
        self.lengths = LengthBars(theme, NAME, self)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_rows(self, rows: list[Row], note: str, mentored: RunRecord | None = None) -> None:
        """Show these texts' figures, and the draft lengths of a mentored run."""
        self.lengths.take(mentored)
        while len(self.rows) < len(rows):
            self.rows.append([self._label("", 13, "", "") for _ in range(1 + len(COLUMNS))])
        for labels, row in zip(self.rows, rows, strict=False):
            cells = zip(labels[1:], row.values, row.tips, COLUMNS, strict=True)
            labels[0].setText(row.name)
            for label, value, tip, column in cells:
                label.setText(value)
                label.setToolTip(f"{tip}\n{column.tooltip}" if tip else column.tooltip)
                label.setAccessibleName(f"{row.name}, {column.caption}: {value}")
        for index, labels in enumerate(self.rows):
            for label in labels:
                label.setVisible(index < len(rows))
        self.note.setText(note)
        self._restyle()
        self._place()

    def shown(self) -> list[list[str]]:
        """The rows as they are read."""
        return [[label.text() for label in labels] for labels in self.rows if not labels[0].isHidden()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns follow the width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A rule under the captions and between rows."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        right = MARGIN + NAME + self._column() * len(COLUMNS)
        for index in range(len(self.shown())):
            painter.fillRect(QRectF(MARGIN, self._top(index), right - MARGIN, 1), self._theme.colour("grid"))

    def _top(self, index: int) -> int:
        head = HEAD if self.height() > 120 else 22
        return head + index * self._pitch()

    def _pitch(self) -> int:
        return ROW + 4 if self.height() > 150 else min(ROW, max(18, (self.height() - 24) // max(1, len(self.shown()))))

    def _column(self) -> int:
        room = self.width() - 2 * MARGIN - NAME - (NOTE + 32 if self.width() >= NARROW else 0)
        return max(90, min(COLUMN, room // len(COLUMNS)))

    def _place(self) -> None:
        wide = self._column()
        for index, head in enumerate(self._heads):
            head.setGeometry(MARGIN + NAME + index * wide, self._top(0) - 22, wide - 8, 20)
        for index, labels in enumerate(self.rows):
            top = self._top(index) + 1
            labels[0].setGeometry(MARGIN, top, NAME - 8, self._pitch() - 1)
            for column, label in enumerate(labels[1:]):
                label.setGeometry(MARGIN + NAME + column * wide, top, wide - 8, self._pitch() - 1)
        top = self._top(len(self.shown())) + 8
        room = min(self.height() - top - 8, TALLEST)
        self.lengths.setVisible(room >= LEAST and bool(self.lengths.counts))
        self.lengths.setGeometry(MARGIN, top, NAME + wide * len(COLUMNS), max(0, room))
        self.note.setVisible(self.width() >= NARROW)
        left = MARGIN + NAME + len(COLUMNS) * wide + 32
        self.note.setGeometry(left, 10, max(0, self.width() - left - MARGIN), max(0, self.height() - 16))

    def _label(self, words: str, size: int, tone: str, tip: str) -> QLabel:
        label = QLabel(words, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setToolTip(tip)
        label.setProperty("points", size)
        label.setProperty(TONE, tone)
        return label

    def _restyle(self) -> None:
        for label in [*self._heads, self.note, *(label for row in self.rows for label in row)]:
            named = any(label is row[0] for row in self.rows)
            label.setFont(self._theme.font(label.property("points"), semibold=named))
        self.update()
