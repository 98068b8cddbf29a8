"""The sections of a left column, scrolling above what stays put."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.views.controls.labels import PADDING, ground, hairline

#: What is left of the 16 points of padding beside a row's own.
EDGE = 16 - PADDING


class Sections(QScrollArea):
    """Sections below each other.

    Attributes:
        edge: stands under the area; a line that cuts what goes on below it, not seen where nothing does.
    """

    def __init__(self, parts: Iterable[QWidget | int]) -> None:
        """`parts`: the sections, with the room between them in points."""
        super().__init__()
        self.edge = hairline()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        content = QWidget()
        self._content = QVBoxLayout(content)
        self._content.setSpacing(0)
        for part in parts:
            if isinstance(part, int):
                self._content.addSpacing(part)
            else:
                self._content.addWidget(part)
        self._content.addStretch(1)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._fit_padding)
        self._fit_padding(0, 0)

    def _fit_padding(self, low: int, high: int) -> None:
        """A scroll bar takes its width from the padding, so that nothing moves sideways."""
        bar = self.verticalScrollBar().sizeHint().width() if high > low else 0
        self._content.setContentsMargins(EDGE, 16, max(0, EDGE - bar), 8)
        ground(self.edge, "line" if bar else "side")
        self.edge.style().polish(self.edge)
