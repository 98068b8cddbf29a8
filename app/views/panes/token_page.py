"""A read-only page of tokens: where each one is, what is copied of them, and a ring where the keyboard is."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from app.theme import Theme
from app.views.panes import token_places
from app.views.panes.follow import Follower
from app.views.panes.scroll import ThinScrollBar
from app.views.panes.token_doc import TokenDocument

#: What goes by words or paragraphs, which would end at a break that is no part of the text.
_BY_WORDS = tuple(
    getattr(QKeySequence.StandardKey, verb + place)
    for verb in ("MoveTo", "Select")
    for place in ("NextWord", "PreviousWord", "StartOfBlock", "EndOfBlock")
)


class TokenPage(QTextEdit):
    """Text that is selected and scrolled, but not changed. Points and rectangles are the viewport's."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring = False
        self._tokens = TokenDocument(theme, self)
        self.setDocument(self._tokens)
        self._set_up()

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
        self.selectionChanged.connect(self._keep_selection_whole)
        self.follower = Follower(self.verticalScrollBar())

    @property
    def token_document(self) -> TokenDocument:
        """The text and the place of each token in it."""
        return self._tokens

    def token_at(self, point: QPoint) -> int | None:
        """The token under a point."""
        return token_places.token_at(self._tokens, QPointF(point) + self._origin()) if self._tokens.count else None

    def token_rects(self, index: int) -> list[QRectF]:
        """A token's rectangles, without its leading space."""
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
        # Qt's own object, emptied: one made in Python would still be on the clipboard when Python has gone, and crash.
        data = super().createMimeDataFromSelection()
        data.text()  # makes Qt fill it now, not over what follows
        data.clear()
        data.setText(self._tokens.record_text(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Words and paragraphs are those of the text."""
        if any(event.matches(key) for key in _BY_WORDS):
            self._tokens.join()
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The third click that may follow selects a paragraph, as the text has it."""
        self._tokens.join()
        super().mouseDoubleClickEvent(event)

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

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _keep_selection_whole(self) -> None:
        cursor = self.textCursor()
        self._tokens.keep_whole(range(cursor.selectionStart(), cursor.selectionEnd()))

    def _keep_cursor(self, anchor: int, position: int) -> None:
        """Text that arrives must not carry the reader's cursor along, nor either end of a selection."""
        cursor = self.textCursor()
        if (cursor.anchor(), cursor.position()) != (anchor, position):
            at = self.verticalScrollBar().value()
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
            self.verticalScrollBar().setValue(at)

    def _take_palette(self) -> None:
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
