"""The pair in use, in the header: which models, whether they fit each other, and the way to others."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.models.runs import words
from app.models.runs.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.glyphs import chevron, pen, rounded, tick

ARROW = "←"
TIP = "The target, and the draft that writes for it (←). Both read the same tokens, which a pair must. Click to choose."
Part = tuple[str, QFont, QColor, int]


class PairChip(QPushButton):
    """A sign, the names, and what is known of the pair; a click opens the chooser, the menu key its menu."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._comparison = theme, comparison
        self._menu = menu
        self.setFixedHeight(30)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(TIP)
        self.clicked.connect(menu.actions()[0].trigger)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self.open_menu)
        comparison.pair_changed.connect(self._refresh)
        comparison.loading_changed.connect(self._refresh)
        theme.changed.connect(self.update)
        self._refresh()

    @property
    def words(self) -> str:
        """All that the chip says, for VoiceOver and tests."""
        return "  ".join(text for text, *_ in self._parts())

    def open_menu(self) -> None:
        """Show the menu under the chip."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        wide = sum(QFontMetrics(font).horizontalAdvance(text) + gap for text, font, _, gap in self._parts())
        return QSize(wide + 30 + 22, 30)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _refresh(self) -> None:
        self.setAccessibleName(f"Pair: {self.words}")
        self.updateGeometry()
        self.update()

    def _parts(self) -> list[Part]:
        """Text, font, colour, and the gap before it in points."""
        plain, strong = self._theme.font(13), self._theme.font(13, semibold=True)
        text, secondary = self._theme.colour("text"), self._theme.colour("secondary")
        pair, loading = self._comparison.pair, self._comparison.loading
        if loading is not None:
            return [(words.loading(loading), plain, text, 0)]
        if pair is None:
            return [("No pair loaded", strong, text, 0), ("open one to begin", plain, secondary, 8)]
        return [
            (pair.target_name, strong, text, 0),
            (ARROW, plain, secondary, 9),
            (pair.draft_name, strong, text, 9),
            (f"compatible · same {pair.vocabulary:,} tokens", plain, secondary, 9),
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.underMouse() or self.hasFocus()
        if lively:
            border = self._theme.colour("accent") if self.hasFocus() else None
            rounded(painter, QRectF(self.rect()), self._theme.colour("text", 0.05), border, width=2)
        self._paint_sign(painter, QRectF(8, self.height() / 2 - 6.75, 13.5, 13.5))
        left = 30
        for text, font, colour, gap in self._parts():
            left += gap
            painter.setFont(font)
            painter.setPen(colour)
            wide = QFontMetrics(font).horizontalAdvance(text)
            painter.drawText(QRectF(left, 0, wide + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
            left += wide
        if lively:
            chevron(painter, QPointF(self.width() - 12, self.height() / 2 + 0.8), self._theme.colour("secondary"))

    def _paint_sign(self, painter: QPainter, box: QRectF) -> None:
        """A ticked disc for a pair that fits; a ring for none or one still being read."""
        if self._comparison.pair is not None and self._comparison.loading is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawEllipse(box)
            tick(painter, box, self._theme.colour("on_accent"), 1.6)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(self._theme.colour("secondary"), 1.5))
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
