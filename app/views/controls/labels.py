"""Labels by size and tone, hairlines, and rows with the column's padding."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.theme import Theme
from app.theme.style import GROUND, TONE

#: Padding of a row inside the column; sliders have less, so that their handle's ring has room.
PADDING = 6


def label(
    theme: Theme, text: str = "", size: float = 13, *, semibold: bool = False, tone: str = "", tip: str = ""
) -> QLabel:
    """A label; `tone` is "", "secondary", "dimmed" or "error"."""
    made = QLabel(text)
    made.setFont(theme.font(size, semibold))
    made.setTextFormat(Qt.TextFormat.PlainText)
    if tone:
        made.setProperty(TONE, tone)
    made.setToolTip(tip)
    return made


def ground(widget: QWidget, name: str) -> None:
    """Fill a plain widget with a colour by meaning."""
    widget.setProperty(GROUND, name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)


def hairline(vertical: bool = False, length: int | None = None) -> QFrame:
    """A line, one point thick."""
    line = QFrame()
    ground(line, "line")
    if vertical:
        line.setFixedWidth(1)
        if length is not None:
            line.setFixedHeight(length)
    else:
        line.setFixedHeight(1)
    return line


def row(*parts: QWidget | None, spacing: int = 8, padding: int = PADDING, below: int = 0) -> QWidget:
    """Widgets side by side; None is the gap that grows. `below` is room under them, points."""
    widget = QWidget()
    layout = QHBoxLayout(widget)
    layout.setContentsMargins(padding, 0, padding, below)
    layout.setSpacing(spacing)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        else:
            layout.addWidget(part)
    return widget


class Sentence(QLabel):
    """Small text on lines of 16 points, with room kept for a number of lines so that nothing moves."""

    LINE = 16

    def __init__(self, theme: Theme, lines: int = 0, tone: str = "secondary") -> None:
        super().__init__()
        self._theme, self._words = theme, ""
        self.setFont(theme.font(11))
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setProperty(TONE, tone)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if lines:
            self.setMinimumHeight(lines * self.LINE)

    @property
    def words(self) -> str:
        """The text without its markup."""
        return self._words

    def show_words(self, words: str, strong: str = "") -> None:
        """Show a sentence; `strong` comes before it, semibold, in the text's full colour."""
        self._words = strong + words
        ink = self._theme.colour("text").name()
        lead = f'<span style="font-weight:600; color:{ink}">{_escaped(strong)}</span>' if strong else ""
        self.setText(f'<div style="line-height:{self.LINE}px">{lead}{_escaped(words)}</div>')
        self.setAccessibleName(self._words)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
