"""The text of a pane: tokens stream in, marks and overlays are painted around them."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolTip, QWidget

from app.theme import Theme
from app.views.panes import token_places
from app.views.panes.follow import Follower
from app.views.panes.scroll import ThinScrollBar
from app.views.panes.token_doc import MARGIN, TokenDocument
from app.views.panes.token_paint import MARKED, paint_bar, paint_frame, paint_line, paint_tint
from engine.record import RunRecord


class TokenText(QTextEdit):
    """Read-only, selectable text of one run.

    Attributes:
        hovered: index of the token under the pointer, or None.
    """

    hovered = Signal(object)

    def __init__(self, theme: Theme, words: Callable[[int], str], parent: QWidget | None = None) -> None:
        """`words` tells a token's tooltip by its index."""
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._record: RunRecord | None = None
        self._message = ""
        self._ring = False
        self._difference: int | None = None
        self._selected: int | None = None
        self._flag: int | None = None
        self._hovered: int | None = None
        self._tokens = TokenDocument(theme, self)
        self.setDocument(self._tokens)
        self._set_up()
        theme.changed.connect(self._recolour)
        self._recolour()

    def _set_up(self) -> None:
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBar(ThinScrollBar(self._theme, Qt.Orientation.Vertical))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setMouseTracking(True)
        self.setCursorWidth(0)
        self.follower = Follower(self.verticalScrollBar())

    # What it shows

    def show_record(self, record: RunRecord | None) -> None:
        """Show another run, or none. A run that has ended shows its beginning, a live one its end."""
        self._record = record
        self._selected = self._flag = self._hovered = None
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
        self.follower.hold(True)
        self._tokens.add(self._record.tokens[self._tokens.count :], may_end=not self._record.request.ignore_eos)
        self._tokens.open_gap(self._difference)
        self._keep_cursor()
        self.follower.hold(False)
        self.follower.stick()
        self.viewport().update()

    def set_message(self, sentence: str) -> None:
        """A sentence in place of text while there is none."""
        self._message = sentence
        self.setAccessibleDescription(sentence)
        self.viewport().update()

    def set_difference(self, index: int | None) -> None:
        """Mark the first difference with a bar and a diamond."""
        self._difference = index
        self._tokens.open_gap(index)
        self.viewport().update()

    def set_selected(self, index: int | None) -> None:
        """Frame one token."""
        self._selected = index
        self.viewport().update()

    def set_flag(self, index: int | None) -> None:
        """Put an accent bar and flag before one token, and dim it and all after it."""
        self._flag = index
        self._dim()
        self.viewport().update()

    # Where tokens are

    @property
    def token_document(self) -> TokenDocument:
        """The text and the place of each token in it."""
        return self._tokens

    def token_at(self, point: QPoint) -> int | None:
        """The token under a point of the viewport."""
        return token_places.token_at(self._tokens, QPointF(point) + self._origin()) if self._tokens.count else None

    def token_rects(self, index: int) -> list[QRectF]:
        """A token's rectangles in the viewport, without its leading space."""
        return [rect.translated(-self._origin()) for rect in token_places.rects(self._tokens, index)]

    def show_token(self, index: int) -> None:
        """Scroll so that a token can be seen."""
        rect = self.token_rects(index)[0]
        bar = self.verticalScrollBar()
        if rect.top() < 16 or rect.bottom() > self.viewport().height() - 16:
            bar.setValue(round(bar.value() + rect.center().y() - self.viewport().height() / 2))

    def to_start(self) -> None:
        """Scroll to the first line."""
        self.verticalScrollBar().setValue(0)

    def createMimeDataFromSelection(self) -> QMimeData:
        """The record's own text: no captions, the model's own line ends."""
        cursor = self.textCursor()
        data = QMimeData()
        data.setText(self._tokens.record_text(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tints under the text, lines and overlays over it."""
        painter = QPainter(self.viewport())
        marks = self._marks(event)
        flag = self._flag if self._flag is not None else self._tokens.count
        for index, rect in marks:
            if index < flag:
                paint_tint(painter, self._tokens.tokens[index].kind, rect, self._theme)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        for index, rect in marks:
            paint_line(painter, self._tokens.tokens[index].kind, rect, self._theme, dimmed=index >= flag)
        self._paint_overlays(painter)
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A ring where the keyboard led here."""
        self._ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.setCursorWidth(1 if self._ring else 0)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        self._ring = False
        super().focusOutEvent(event)
        self.viewport().update()

    # Within

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

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

    def _paint_overlays(self, painter: QPainter) -> None:
        colour = self._theme.colour
        if not self._tokens.count and self._message:
            painter.setFont(self._theme.font(13))
            painter.setPen(colour("secondary"))
            area = self.viewport().rect().adjusted(MARGIN, 16, -8, -8)
            painter.drawText(area, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self._message)
        for index, name, flag in ((self._difference, "text", False), (self._flag, "accent", True)):
            rect = self._bar_place(index)
            if rect is not None:
                paint_bar(painter, rect, colour(name), flag)
        if self._selected is not None and self._selected < self._tokens.count:
            paint_frame(painter, self.token_rects(self._selected), colour("accent"))
        if self._ring:
            paint_frame(painter, [QRectF(self.viewport().rect()).adjusted(2, 2, -2, -4)], colour("accent"))

    def _bar_place(self, index: int | None) -> QRectF | None:
        """Before the token; after the last one where the text ended just there."""
        if index is None or not 0 < self._tokens.count >= index:
            return None
        if index < self._tokens.count:
            return self.token_rects(index)[0]
        last = self.token_rects(index - 1)[-1]
        return last.translated(last.width() + 8, 0)

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.hovered.emit(index)

    def _keep_cursor(self) -> None:
        """Text that arrives must not carry the reader's cursor along: Qt would scroll after it."""
        cursor = self.textCursor()
        if not cursor.keepPositionOnInsert():
            cursor.movePosition(QTextCursor.MoveOperation.Start)
            cursor.setKeepPositionOnInsert(True)
            self.setTextCursor(cursor)

    def _dim(self) -> None:
        selections: list[QTextEdit.ExtraSelection] = []
        if self._flag is not None and self._flag < self._tokens.count:
            dim = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setForeground(self._theme.colour("dimmed"))
            cursor = QTextCursor(self._tokens)
            cursor.setPosition(self._tokens.span(self._flag).ink)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            dim.cursor, dim.format = cursor, form
            selections.append(dim)
        self.setExtraSelections(selections)

    def _recolour(self) -> None:
        palette = QPalette(self.palette())
        role = QPalette.ColorRole
        for target, name in (
            (role.Base, "surface"),
            (role.Text, "text"),
            (role.Highlight, "selection"),
            (role.HighlightedText, "text"),
        ):
            palette.setColor(target, self._theme.colour(name))
        self.setPalette(palette)
        self._tokens.recolour()
        self._dim()
        self.viewport().update()
