"""The bar chart of the inspector: p, q and π of the token, of what else stood to choose, and of all the rest."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.inspector.verdict_words import candidates, name_of, others_name
from engine.events import Candidate

AXIS, TOP, RIGHT = 32, 20, 12
#: Under the bars: the letters, and the token's name. Low charts leave the letters out.
LETTERS, NAMES, LOW = 17, 20, 120
BAR, BAR_GAP = 24.0, 5.0
#: A group is at least this wide, for its three numbers and its name.
LEAST_GROUP = 80
SERIES = (("p", "target"), ("q", "draft"), ("π", "output"))


@dataclass(frozen=True, slots=True)
class Group:
    """Three bars over a name."""

    name: str
    values: tuple[float, float, float]
    id: int | None


class CandidateChart(QWidget):
    """One group a candidate. The token itself stands on a tint; the one to go on with has an accent frame.

    Attributes:
        chosen: id of the candidate that was clicked. stepped: the arrow keys asked for the one before or after.
        confirmed: Return was pressed.
    """

    chosen = Signal(int)
    stepped = Signal(int)
    confirmed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[Candidate, ...] = ()
        self._others: Candidate | None = None
        self._choice: Candidate | None = None
        self._message = ""
        self.setAccessibleName("Token probabilities")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setToolTip(
            "p: probability under the target. q: under the draft. π: under the law that the token was drawn from.\n"
            "All after filters and temperature, 0 to 1. Click a bar to choose what to continue with."
        )
        self.copy_action = QAction("Copy data", self)
        self.copy_action.triggered.connect(self.copy_data)
        theme.changed.connect(self.update)

    def show_candidates(
        self, shown: tuple[Candidate, ...], others: Candidate | None, choice: Candidate | None, message: str
    ) -> None:
        """Show these; `message` says why there are not more."""
        self._shown, self._others, self._choice, self._message = shown, others, choice, message
        self.setAccessibleDescription(candidates(shown, others) or message)
        self.update()

    def groups(self) -> list[Group]:
        """What is drawn, from left to right; what there is no room for goes to the others."""
        shown, rest = self._shown, self._others
        room = max(2, int((self.width() - AXIS - RIGHT) // LEAST_GROUP))
        if rest is not None and len(shown) + 1 > room:
            shown, dropped = shown[: room - 1], shown[room - 1 :]
            sums = (sum(getattr(one, name) for one in (rest, *dropped)) for name in ("p", "q", "pi"))
            rest = Candidate(rest.id + len(dropped), "", *sums)
        made = [Group(name_of(one), (one.p, one.q, one.pi), one.id) for one in shown]
        return [*made, Group(others_name(rest), (rest.p, rest.q, rest.pi), None)] if rest and rest.id else made

    def group_rect(self, index: int) -> QRectF:
        """A group's room."""
        wide = (self.width() - AXIS - RIGHT) / max(len(self.groups()), 4)
        return QRectF(AXIS + index * wide, 4, wide, self.height() - 8)

    def sizeHint(self) -> QSize:
        """As in the design."""
        return QSize(640, 176)

    def copy_data(self) -> None:
        """Put the figures on the clipboard, as lines of values with tabs between them."""
        rows = [["token", "p target", "q draft", "π output"]]
        rows += [[group.name, *(f"{value:.6g}" for value in group.values)] for group in self.groups()]
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows) + "\n")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy data."""
        menu = QMenu(self)
        menu.addAction(self.copy_action)
        menu.exec(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the candidate under the pointer."""
        for index, group in enumerate(self.groups()):
            if group.id is not None and self.group_rect(index).contains(event.position()):
                self.chosen.emit(group.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose among the candidates, Return goes on with the chosen one."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Axis, groups, and the message in the room that is left."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        if self.hasFocus():
            rounded(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), None, self._theme.colour("accent"))
        groups = self.groups()
        for index, group in enumerate(groups):
            self._paint_ground(painter, index, group)
        if groups:
            self._paint_axis(painter)
        for index, group in enumerate(groups):
            self._paint_group(painter, self.group_rect(index), group, semibold=index == 0 or self._is_choice(group))
        if self._message:
            self._paint_message(painter, len(groups))

    def _is_choice(self, group: Group) -> bool:
        return self._choice is not None and group.id == self._choice.id

    def _base(self) -> float:
        letters = LETTERS if self.height() >= LOW else 0
        return self.height() - 8 - NAMES - letters

    def _y(self, value: float) -> float:
        return self._base() - value * (self._base() - TOP - 4)

    def _paint_axis(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(11))
        for value in (0.0, 0.5, 1.0):
            y = round(self._y(value)) + 0.5
            painter.fillRect(QRectF(AXIS, y - 0.5, self.width() - AXIS - RIGHT, 1), self._theme.colour("grid"))
            painter.setPen(self._theme.colour("secondary"))
            area = QRectF(0, y - 9, AXIS - 10, 18)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value:.1f}")

    def _paint_ground(self, painter: QPainter, index: int, group: Group) -> None:
        box = self.group_rect(index).adjusted(4, 0, -4, 0)
        if index == 0:
            rounded(painter, box, self._theme.colour("selection"), None)
        elif self._is_choice(group):
            rounded(painter, box, None, self._theme.colour("accent"), width=1.5)

    def _paint_group(self, painter: QPainter, box: QRectF, group: Group, semibold: bool) -> None:
        # Narrow groups spread their bars, so that the three numbers do not run together.
        margin, gap = (20, BAR_GAP) if box.width() >= 3 * BAR + 2 * BAR_GAP + 20 else (10, 8.0)
        bar = min(BAR, (box.width() - margin - 2 * gap) / 3)
        left = box.center().x() - (3 * bar + 2 * gap) / 2
        base = self._base()
        for (letter, colour), value in zip(SERIES, group.values, strict=True):
            top = self._y(value)
            painter.fillRect(QRectF(left, top, bar, max(1.0, base - top)), self._theme.colour(colour))
            painter.setFont(self._theme.font(11))
            painter.setPen(self._theme.colour("text"))
            _centred(painter, QPointF(left + bar / 2, top - 9), _short(value))
            if self.height() >= LOW:
                painter.setPen(self._theme.colour("secondary"))
                _centred(painter, QPointF(left + bar / 2, base + LETTERS / 2 + 1), letter)
            left += bar + gap
        painter.setFont(self._theme.font(13, semibold))
        painter.setPen(self._theme.colour("text"))
        metrics, room = painter.fontMetrics(), int(box.width() - 12)
        whole = group.id is not None or metrics.horizontalAdvance(group.name) <= room
        name = metrics.elidedText(group.name if whole else "others", Qt.TextElideMode.ElideRight, room)
        _centred(painter, QPointF(box.center().x(), self.height() - 8 - NAMES / 2), name)

    def _paint_message(self, painter: QPainter, count: int) -> None:
        left = self.group_rect(count).left() + 12 if count else AXIS
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.colour("secondary"))
        area = QRectF(left, TOP, max(0.0, min(280.0, self.width() - left - RIGHT)), self._base() - TOP)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        room = painter.boundingRect(area, flags, self._message)
        painter.fillRect(room.adjusted(-4, 0, 4, 0), self._theme.colour("window"))  # no grid line through the words
        painter.drawText(area, flags, self._message)


def _centred(painter: QPainter, at: QPointF, words: str) -> None:
    painter.drawText(QRectF(at.x() - 100, at.y() - 10, 200, 20), Qt.AlignmentFlag.AlignCenter, words)


def _short(value: float) -> str:
    """Two decimals; "≈0" for what is not nothing, "0" for what is none."""
    return "0" if value == 0 else "≈0" if value < 0.005 else f"{value:.2f}"
