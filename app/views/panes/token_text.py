"""The text of a pane: tokens stream in, marks and overlays are painted around them."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.theme import Theme
from app.views.panes import token_places
from app.views.panes.token_doc import MARGIN
from app.views.panes.token_overlays import Overlays, dimmed, link_bands, paint_link, paint_overlays
from app.views.panes.token_page import TokenPage
from app.views.panes.token_paint import MARKED, paint_frame, paint_line, paint_tint
from engine.record import RunRecord


class TokenText(TokenPage):
    """Read-only, selectable text of one run.

    Attributes:
        hovered: index of the token under the pointer, or None.
    """

    hovered = Signal(object)

    def __init__(self, theme: Theme, words: Callable[[int], str], parent: QWidget | None = None) -> None:
        """`words` tells a token's tooltip by its index."""
        super().__init__(theme, parent)
        self._words = words
        self._record: RunRecord | None = None
        self._message = ""
        self._over = Overlays()
        self._hovered: int | None = None
        #: Called before the text is painted, with the viewport's painter and the area to paint.
        self.underlays: list[Callable[[QPainter, QRect], None]] = []
        theme.changed.connect(self._recolour)
        self._recolour()

    # What it shows

    def show_record(self, record: RunRecord | None) -> None:
        """Show another run, or none. A run that has ended shows its beginning, a live one its end."""
        self._record = record
        self._over.selected = self._over.flag = self._over.linked = self._hovered = None
        self.setExtraSelections([])
        ended = record is not None and record.finished
        self.follower.hold(True)
        self._tokens.restart()
        self.follower.hold(False)
        self.follower.set_following(not ended)
        self.append_new()
        if ended:
            self.to_start()

    def append_new(self) -> None:
        """Append what the record has got since the last call."""
        if self._record is None or len(self._record.tokens) == self._tokens.count:
            return
        held = self.textCursor().anchor(), self.textCursor().position()
        self.follower.hold(True)
        self._tokens.add(self._record.tokens[self._tokens.count :], may_end=not self._record.request.ignore_eos)
        self._tokens.open_gap(self._over.difference)
        self._keep_cursor(*held)
        self.follower.hold(False)
        self.follower.stick()
        self.viewport().update()

    def set_text_size(self, points: int) -> None:
        """Take a text size; the reader stays about where they were."""
        bar = self.verticalScrollBar()
        share = bar.value() / max(1, bar.maximum())
        self.follower.hold(True)
        self._tokens.set_size(points)
        self.append_new()
        self.follower.hold(True)
        bar.setValue(round(share * bar.maximum()))
        self.follower.hold(False)
        self.setExtraSelections(dimmed(self._tokens, self._over.flag, self._theme))

    def set_message(self, sentence: str) -> None:
        """A sentence in place of text while there is none."""
        self._message = sentence
        self.setAccessibleDescription(sentence)
        self.viewport().update()

    def set_difference(self, index: int | None) -> None:
        """Mark the first difference with a bar and a diamond."""
        self._over.difference = index
        self._tokens.open_gap(index)
        self.viewport().update()

    def set_selected(self, index: int | None) -> None:
        """Frame one token."""
        self._over.selected = index
        self.viewport().update()

    def set_linked(self, tokens: range | None) -> None:
        """Lay a quiet band under the tokens that the pointer is on here or elsewhere; the text does not scroll.

        Only what it covers is painted anew, so that the pointer can sweep over a long text.
        """
        if tokens == self._over.linked:
            return
        before, self._over.linked = self._over.linked, tokens
        for part in (before, tokens):
            for band in link_bands(self._tokens, part, self._sight()):
                self.viewport().update(band.translated(-self._origin()).adjusted(-2, -2, 2, 2).toAlignedRect())

    def set_flag(self, index: int | None) -> None:
        """Put an accent bar and flag before one token, and dim it and all after it."""
        self._over.flag = index
        self.setExtraSelections(dimmed(self._tokens, self._over.flag, self._theme))
        self.viewport().update()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines fall otherwise where the width is another one."""
        if event.size().width() != event.oldSize().width():
            self._tokens.join()
            self._tokens.open_gap(self._over.difference)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tints under the text, lines and overlays over it."""
        painter = QPainter(self.viewport())
        for paint in self.underlays:
            paint(painter, event.rect())
        if self._over.linked is not None:
            paint_link(painter, self._tokens, self._over, self._origin(), self._sight(), self._theme)
        marks = self._marks(event)
        flag = self._over.flag if self._over.flag is not None else self._tokens.count
        for index, rect in marks:
            if index < flag:
                paint_tint(painter, self._tokens.tokens[index].kind, rect, self._theme)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        for index, rect in marks:
            paint_line(painter, self._tokens.tokens[index].kind, rect, self._theme, dimmed=index >= flag)
        if not self._tokens.count and self._message:
            self._paint_message(painter)
        paint_overlays(painter, self._tokens, self._over, self._origin(), self._theme)
        if self._ring:
            ring = QRectF(self.viewport().rect()).adjusted(2, 2, -2, -4)
            paint_frame(painter, [ring], self._theme.colour("accent"))
        painter.end()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tooltips of tokens, and which one is under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.token_at(event.pos())
            if index is None:
                QToolTip.hideText()
            else:
                area = self.token_rects(index)[0].toAlignedRect()
                QToolTip.showText(event.globalPos(), self._words(index), self.viewport(), area)
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which token is under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.token_at(event.position().toPoint()))

    # Within

    def _marks(self, event: QPaintEvent) -> list[tuple[int, QRectF]]:
        if not self._tokens.count:
            return []
        origin = self._origin()
        area = event.rect().translated(origin.toPoint())
        return [
            (index, rect.translated(-origin))
            for index in token_places.visible(self._tokens, area.top(), area.bottom())
            if self._tokens.tokens[index].kind in MARKED
            for rect in token_places.rects(self._tokens, index)
        ]

    def _sight(self) -> range:
        """The tokens on the lines that are in sight."""
        top = self._origin().y()
        return token_places.visible(self._tokens, top, top + self.viewport().height())

    def _paint_message(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.colour("secondary"))
        area = self.viewport().rect().adjusted(MARGIN, 16, -8, -8)
        painter.drawText(area, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self._message)

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.hovered.emit(index)

    def _recolour(self) -> None:
        self._take_palette()
        self._tokens.recolour()
        self.setExtraSelections(dimmed(self._tokens, self._over.flag, self._theme))
        self.viewport().update()
