"""What stands under a pane's text: the first difference, the spend strip, or the draft's own words."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.theme import Theme
from app.views.panes.difference_words import Badge, Finding
from app.views.panes.gauge import SpendGauge
from app.views.panes.spend_bars import INSET
from app.views.panes.spend_strip import HEIGHT as STRIP_HEIGHT
from app.views.panes.spend_strip import SpendStrip
from app.views.panes.token_doc import MARGIN
from app.views.panes.token_paint import paint_diamond
from engine.record import RunRecord
from engine.request import Request

HEIGHT = 89
LINE = 16
#: Least distance between the captions over the strip.
SPACE = 14
TITLE_TIP = "Compared token by token, counted from 1; the prompt’s tokens do not count."


class Foot(QWidget):
    """The surface with a rule at its top, and small labels."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._labels: list[tuple[QLabel, bool, str]] = []
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The surface and its rule."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        painter.fillRect(QRect(0, 0, self.width(), 1), self._theme.colour("grid"))

    def _label(self, semibold: bool = False, colour: str = "secondary") -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        # The application's style sheet colours labels by this.
        label.setProperty("tone", colour)
        self._labels.append((label, semibold, colour))
        return label

    def _restyle(self) -> None:
        for label, semibold, name in self._labels:
            label.setFont(self._theme.font(11, semibold))
            palette = label.palette()
            palette.setColor(palette.ColorRole.WindowText, self._theme.colour(name))
            label.setPalette(palette)
        self.update()


class Paragraph(QLabel):
    """Small text on lines of a fixed height."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def lines(self) -> int:
        """How many lines the text takes at this width."""
        return self._laid_out().lineCount()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Line by line."""
        painter = QPainter(self)
        painter.setPen(self._theme.colour("secondary"))
        self._laid_out().draw(painter, QPointF(0, 0))

    def _laid_out(self) -> QTextLayout:
        layout = self._with_lines(LINE)
        # Four lines fit when they stand closer.
        return layout if layout.lineCount() <= 3 else self._with_lines(LINE - 2)

    def _with_lines(self, pitch: int) -> QTextLayout:
        layout = QTextLayout(self.text(), self._theme.font(11))
        layout.beginLayout()
        line, count = layout.createLine(), 0
        while line.isValid():
            line.setLineWidth(max(1, self.width()))
            line.setPosition(QPointF(0, pitch * count + (pitch - line.height()) / 2))
            line, count = layout.createLine(), count + 1
        layout.endLayout()
        return layout


class SentenceFoot(Foot):
    """A small title with a mark before it, and a sentence that wraps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._badge: Badge = "none"
        self.title = self._label(semibold=True, colour="text")
        self.sentence = Paragraph(theme, self)
        self._restyle()

    def set_finding(self, finding: Finding) -> None:
        """Show another finding."""
        self._badge = finding.badge
        self.title.setText(finding.title)
        self.title.setToolTip("" if finding.badge == "none" else TITLE_TIP)
        self.sentence.setText(finding.sentence)
        self.sentence.setToolTip(finding.sentence)
        self._place()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The labels follow the width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The mark: a diamond for a difference, a tick for agreement."""
        super().paintEvent(event)
        painter = QPainter(self)
        if self._badge in ("difference", "lossless-difference"):
            paint_diamond(painter, QPointF(MARGIN + 4.5, 16), self._theme.colour("text"), 4.5)
        elif self._badge == "lossless":
            self._paint_tick(painter)

    def _paint_tick(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        x, y = MARGIN + 6.0, 16.0
        painter.drawEllipse(QPointF(x, y), 6, 6)
        pen = QPen(self._theme.colour("on_accent"), 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline([QPointF(x - 2.6, y + 0.2), QPointF(x - 0.7, y + 2.1), QPointF(x + 2.8, y - 1.9)])

    def _place(self) -> None:
        indent = {"none": 0, "agree": 0, "lossless": 18}.get(self._badge, 15)
        room = max(0, self.width() - 2 * MARGIN)
        self.title.setGeometry(MARGIN + indent, 8, max(0, room - indent), 17)
        self.sentence.setGeometry(MARGIN, 28, room, HEIGHT - 30)


class MentoredFoot(Foot):
    """The spend strip with its captions, and the gauge of its mean."""

    def __init__(self, theme: Theme, words: Callable[[int], str], parent: QWidget | None = None) -> None:
        """`words` tells a token's tooltip by its index."""
        super().__init__(theme, parent)
        self._own: float | None = None
        self._previewed: float | None = None
        self._caption = self._label()
        self._caption.setText("Spent budget per token, TV")
        self._caption.setToolTip("Bars: min(d, D) of each checked token, in TV. Mean spent is their mean.")
        self._budget = self._label()
        self._budget.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._budget.setToolTip("D, the most that each output token may lean to the draft, in TV.")
        self.gauge = SpendGauge(theme, self)
        self.strip = SpendStrip(theme, words, self)
        self._restyle()

    def take(self, record: RunRecord | None) -> None:
        """Show a record, or what it has got since the last call."""
        self._own = record.request.tv_budget if record else None
        self.strip.take(record)
        self._show_budget()

    def set_preview(self, budget: float | None, first: int | None) -> None:
        """Show the spend at another budget, dimmed from the first token on that it changes; None for the run's own."""
        self._previewed = budget
        self.strip.set_preview(budget, first)
        self._show_budget()

    def _show_budget(self) -> None:
        budget = self._own if self._previewed is None else self._previewed
        previewed = self._previewed is not None
        after = ", preview" if previewed else ""
        self.gauge.show_mean(self.strip.mean_spent(), budget, previewed)
        self._budget.setText("" if budget is None else f"dashed line: budget {budget:.2f}{after}")
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip follows the width."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        room = max(0, self.width() - 2 * MARGIN)
        caption, budget = self._caption.sizeHint().width(), self._budget.sizeHint().width()
        self._caption.setGeometry(MARGIN, 7, min(caption, room), 17)
        self._budget.setGeometry(MARGIN + room - budget, 7, budget, 17)
        # Where it is narrow, the words of the dashed line give way first, whose budget the column says too.
        spare = room - caption - SPACE
        with_words, track = self.gauge.sizeHint().width(), self.gauge.minimumSizeHint().width()
        named = budget + SPACE + with_words <= spare
        wide = with_words if with_words <= spare else track
        right = MARGIN + room - (budget + SPACE) * named
        self._budget.setVisible(named)
        self.gauge.setGeometry(right - wide, 7, wide, 17)
        self.gauge.setVisible(track <= spare)
        self.strip.setGeometry(MARGIN - INSET, 24, room + 2 * INSET, STRIP_HEIGHT)


def draft_finding(request: Request | None) -> Finding:
    """What is true of the draft alone, under these settings of the mentored run."""
    sentence = "The draft writes this alone; the target checks none of it."
    if request is not None and not request.bonus and request.verify == "token":
        sentence += " Mentored at TV budget 1 writes this same text."
    return Finding("none", "Unchecked draft", sentence)
