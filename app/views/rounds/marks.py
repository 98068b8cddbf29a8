"""The tokens of the chosen round, marked in the mentored text."""

from PySide6.QtCore import QObject, QRect, QRectF
from PySide6.QtGui import QPainter

from app.models.replay.rounds import RoundsModel
from app.theme import Theme
from app.views.panes.token_text import TokenText


class RoundMarks(QObject):
    """Paints a band behind the tokens of the chosen round, with a bar at both its ends."""

    def __init__(self, theme: Theme, rounds: RoundsModel, text: TokenText) -> None:
        super().__init__(text)
        self._theme, self._rounds, self._text = theme, rounds, text
        text.underlays.append(self._paint)
        rounds.selected_changed.connect(self._show)

    def bands(self) -> list[QRectF]:
        """One rectangle for each line that the round's tokens are on, in the text's viewport."""
        found: list[QRectF] = []
        for index in self._indices():
            for rect in self._text.token_rects(index):
                grown = rect.adjusted(-2, -3, 2, 4)
                if found and abs(found[-1].top() - grown.top()) < 1:
                    found[-1] = found[-1].united(grown)
                else:
                    found.append(grown)
        return found

    def _indices(self) -> range:
        chosen = self._rounds.selected
        count = self._text.token_document.count
        if chosen is None or self._rounds.by_token or not self._rounds.parts[chosen].tokens:
            return range(0)
        tokens = self._rounds.parts[chosen].tokens
        return range(tokens[0].position, min(count, tokens[-1].position + 1))

    def _show(self) -> None:
        indices = self._indices()
        if indices:
            self._text.show_token(indices[-1])
            self._text.show_token(indices[0])
        self._text.viewport().update()

    def _paint(self, painter: QPainter, _area: QRect) -> None:
        bands = self.bands()
        for band in bands:
            painter.fillRect(band, self._theme.colour("selection"))
        if bands:
            accent, first, last = self._theme.colour("accent"), bands[0], bands[-1]
            painter.fillRect(QRectF(first.left() - 1, first.top(), 2, first.height()), accent)
            painter.fillRect(QRectF(last.right() - 1, last.top(), 2, last.height()), accent)
