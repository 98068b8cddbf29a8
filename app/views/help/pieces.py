"""Small parts of the Help window: wrapped text, a marked word, a swatch, the icon."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.controls.labels import label
from app.views.panes.token_doc import TEXT_SIZE
from app.views.panes.token_paint import ABOVE, BELOW, paint_line, paint_tint
from engine.events import Kind
from engine.paths import resources_dir

SIGN_WIDTH = 46


def text(theme: Theme, words: str, size: float = 13, *, semibold: bool = False, tone: str = "") -> QLabel:
    """Words on as many lines as they need, which can be selected."""
    made = label(theme, words, size, semibold=semibold, tone=tone)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


def column(*parts: QWidget, spacing: int = 8) -> QVBoxLayout:
    """Parts one under the other, at the top."""
    layout = QVBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        layout.addWidget(part)
    return layout


def paragraph(theme: Theme, title: str, words: str) -> QWidget:
    """A title in semibold and what it means under it."""
    holder = QWidget()
    holder.setLayout(column(text(theme, title, semibold=True), text(theme, words, 12, tone="secondary"), spacing=2))
    return holder


def beside(sign: QWidget, words: QWidget) -> QWidget:
    """A sign, and its meaning at its right."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(14)
    sign.setFixedWidth(SIGN_WIDTH)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    return holder


class MarkedWord(QWidget):
    """The word “word” as a token of some class is shown in a text."""

    def __init__(self, theme: Theme, kind: Kind) -> None:
        super().__init__()
        self._theme, self._kind = theme, kind
        self.setFixedHeight(24)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font(TEXT_SIZE))
        wide = QFontMetricsF(painter.font()).horizontalAdvance("word")
        box = QRectF(0, 17 - ABOVE, wide, ABOVE + BELOW)
        paint_tint(painter, self._kind, box, self._theme)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(0, 17, "word")
        paint_line(painter, self._kind, box, self._theme) if self._kind != "accepted" else None


class Swatch(QWidget):
    """A bar of one colour by meaning."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name = theme, name
        self.setFixedHeight(18)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(0, 3, 30, 12)
        rounded(QPainter(self), box, self._theme.colour(self._name), None, radius=3)


class Icon(QWidget):
    """The app's own drawing."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._renderer = QSvgRenderer(str(resources_dir() / "icon" / "mentorscope.svg"), self)
        self._side = side
        self.setFixedSize(side, side)
        self.setAccessibleName("Mentorscope’s icon")

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:
        # The drawing keeps the free margin that the system asks of an icon; here it would look like an indent.
        margin = self._side * 0.11
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, QRectF(self.rect()).adjusted(-margin, -margin, margin, margin))
