"""Words that differ, marked lightly: a wash and a dashed line under the word."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.models.compare.metrics import Word
from app.theme import Theme
from app.views.panes import token_places
from app.views.panes.token_text import TokenText


class WordMarks(QObject):
    """Paints under one text."""

    def __init__(self, theme: Theme, text: TokenText) -> None:
        super().__init__(text)
        self._theme, self._text = theme, text
        self.words: Sequence[Word] = ()
        text.underlays.append(self._paint)

    def show_words(self, words: Sequence[Word]) -> None:
        """Mark these words and no others."""
        if words != self.words:
            self.words = words
            self._text.viewport().update()

    def rects(self, area: QRect) -> list[QRectF]:
        """Places of the marked words that are in sight, one for each line of each word."""
        document, found = self._text.token_document, list[QRectF]()
        if not self.words or not document.count:
            return found
        top = self._text.verticalScrollBar().value()
        seen = token_places.visible(document, area.top() + top, area.bottom() + top)
        start = max(0, bisect_left(self.words, seen.start, key=lambda word: word.first) - 1)
        for word in self.words[start:]:
            if word.first >= seen.stop or word.last >= document.count:
                break
            found += _lines(
                [rect for index in range(word.first, word.last + 1) for rect in self._text.token_rects(index)]
            )
        return found

    def _paint(self, painter: QPainter, area: QRect) -> None:
        pen = QPen(self._theme.colour("dimmed", 0.7), 1, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        for rect in self.rects(area):
            painter.fillRect(rect.adjusted(-1, -2, 1, 3), self._theme.colour("text", 0.055))
            painter.drawLine(QPointF(rect.left(), rect.bottom() + 3.5), QPointF(rect.right(), rect.bottom() + 3.5))


def _lines(pieces: list[QRectF]) -> list[QRectF]:
    """Pieces of one word joined where they are on the same line."""
    found: list[QRectF] = []
    for piece in pieces:
        if found and abs(found[-1].top() - piece.top()) < 1:
            found[-1] = found[-1].united(piece)
        else:
            found.append(QRectF(piece))
    return found
