"""A record's tokens as a plain text document, with the place of each one."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from app.theme import Theme
from app.views.panes.token_breaks import SoftBreaks
from engine.events import Token

LINE_HEIGHT = 24
TEXT_SIZE = 15
PARAGRAPH_GAP = 8
MARGIN = 20
#: Kept on one line by spaces that do not break.
END_WORDS = "end\u00a0of\u00a0text"
SPECIAL_WORDS = "special token"
#: Between the last word and an end caption, and never part of what is copied.
CAPTION_GAP = "\u2002"
#: Room that the bar of the first difference gets.
BAR_GAP = 5.0
_CAPTION_PROPERTY = QTextFormat.Property.UserProperty + 1


@dataclass(frozen=True, slots=True)
class Span:
    """Where a token is in the document, in UTF-16 units: [start, end), its ink from `ink`."""

    start: int
    ink: int
    end: int


class TokenDocument(QTextDocument):
    """Real text, so that selection, copy and VoiceOver work; marks are painted over it by the view.

    Offsets count UTF-16 units, as Qt does. Blank lines between paragraphs shrink to a gap.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._size = theme, TEXT_SIZE
        self._tokens: list[Token] = []
        self._starts: list[int] = []
        self._spans: list[Span] = []
        self.setUndoRedoEnabled(False)
        self._breaks = SoftBreaks(self)
        self._selected = range(0)
        self.restart()

    @property
    def count(self) -> int:
        """Tokens in the document."""
        return len(self._tokens)

    @property
    def tokens(self) -> Sequence[Token]:
        """The tokens in the document, in order."""
        return self._tokens

    @property
    def scale(self) -> float:
        """The text's size against the design's."""
        return self._size / TEXT_SIZE

    def set_size(self, points: int) -> None:
        """Take a text size; empties the document."""
        self._size = points
        self.restart()

    def restart(self) -> None:
        """Empty the document and take the theme's font."""
        self._tokens, self._starts, self._spans = [], [], []
        self._gap: int | None = None
        self.clear()
        self._breaks.offsets.clear()
        self.setDefaultFont(self._theme.font(self._size))
        self._cursor = QTextCursor(self)
        self._cursor.setBlockFormat(_line_format(self._line_height()))
        frame = self.rootFrame().frameFormat()
        frame.setLeftMargin(MARGIN)
        frame.setTopMargin(10)
        frame.setBottomMargin(6)
        # The scroll bar beside the text gives the rest of the right margin.
        frame.setRightMargin(10)
        self.rootFrame().setFrameFormat(frame)

    def add(self, tokens: Sequence[Token], may_end: bool = True) -> None:
        """Append tokens within one edit block.

        Args:
            tokens: the next ones, in order.
            may_end: whether a special token at the very end of them ends the text.
        """
        cursor = self._cursor
        cursor.movePosition(QTextCursor.MoveOperation.End)
        position = cursor.position()
        cursor.beginEditBlock()
        self._breaks.end_block(_line_format(self._line_height()), self._is_lead)
        pending: list[str] = []
        for token in tokens:
            if token.special and not token.text:
                self._write(pending)
                last = may_end and token is tokens[-1]
                span = self._write_caption(position, END_WORDS if last else SPECIAL_WORDS)
            else:
                text = _safe(token.text)
                lead = len(text) - len(text.lstrip())
                ink = lead if lead < len(text) else 0
                span = Span(position, position + ink, position + utf16_length(text))
                pending.append(text)
            self._tokens.append(token)
            self._starts.append(span.start)
            self._spans.append(span)
            position = span.end
        self._write(pending)
        cursor.endEditBlock()

    def span(self, index: int) -> Span:
        """The place of a token. One without text stands where its completed character follows."""
        return self._spans[index]

    def index_at(self, offset: int) -> int | None:
        """The token that holds the character after `offset`, or None past the end."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset >= self._spans[index].end:
            return None
        return index

    def between(self, first: int, last: int) -> range:
        """Indices of the tokens that touch the offsets from `first` to `last`."""
        begin = max(0, bisect_right(self._starts, first) - 1)
        return range(begin, min(bisect_left(self._starts, last + 1), len(self._spans)))

    def record_text(self, first: int, last: int) -> str:
        """The record's own text between two offsets, without captions."""
        parts = []
        for index in self.between(first, last):
            span, text = self._spans[index], self._tokens[index].text
            if first <= span.start and span.end <= last:
                parts.append(text)
            elif text:
                units = text.encode("utf-16-le")
                a, b = max(0, first - span.start), max(0, last - span.start)
                parts.append(units[2 * a : 2 * b].decode("utf-16-le", errors="ignore"))
        return "".join(parts)

    def join(self) -> None:
        """Take back the breaks that are no part of the text: lines may fall otherwise from now on."""
        self._breaks.join()

    def keep_whole(self, selected: range) -> None:
        """Have no break within these offsets, which are selected, until others are."""
        self._selected = selected
        if any(offset in selected for offset in self._breaks.offsets):
            self.join()

    def open_gap(self, index: int | None) -> None:
        """Leave room for a bar before one token: its space is spread, no character is added."""
        if self._gap == self._before(index):
            return
        self.join()  # the room moves what follows on its lines
        for offset in (self._gap, self._before(index)):
            if offset is not None and offset < self.characterCount() - 1:
                cursor = QTextCursor(self)
                cursor.setPosition(offset)
                cursor.setPosition(offset + 1, QTextCursor.MoveMode.KeepAnchor)
                form = QTextCharFormat()
                form.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                form.setFontLetterSpacing(0 if offset == self._gap else BAR_GAP)
                cursor.mergeCharFormat(form)
        self._gap = self._before(index)

    def _before(self, index: int | None) -> int | None:
        """Offset of the character before a token's ink, if they share a paragraph."""
        if index is None or index >= self.count:
            return None
        offset = self._spans[index].ink - 1
        return offset if offset >= 0 and self.characterAt(offset) != "\u2029" else None

    def _is_lead(self, offset: int) -> bool:
        """Whether there is the one space that a token begins with, and nothing is made of it."""
        index = self.index_at(offset)
        if index is None or offset == self._gap or offset in self._selected:
            return False
        span = self._spans[index]
        return span.start == offset and span.ink == offset + 1 and self.characterAt(offset) == " "

    def recolour(self) -> None:
        """Take the theme's colour for the captions."""
        for index, token in enumerate(self._tokens):
            if token.special and not token.text:
                cursor = QTextCursor(self)
                cursor.setPosition(self._spans[index].start)
                cursor.setPosition(self._spans[index].end, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(self._caption_format())

    def _write(self, pending: list[str]) -> None:
        lines = "".join(pending).split("\n")
        pending.clear()
        cursor, plain = self._cursor, QTextCharFormat()
        if lines[0]:
            cursor.insertText(lines[0], plain)
        for line in lines[1:]:
            if cursor.block().length() == 1 and cursor.position() > 0:
                cursor.setBlockFormat(_line_format(PARAGRAPH_GAP))
            cursor.insertBlock(_line_format(self._line_height()), plain)
            if line:
                cursor.insertText(line, plain)

    def _line_height(self) -> int:
        return round(LINE_HEIGHT * self.scale)

    def _write_caption(self, position: int, words: str) -> Span:
        text = CAPTION_GAP + words
        self._cursor.insertText(text, self._caption_format())
        return Span(position, position + len(CAPTION_GAP), position + len(text))

    def _caption_format(self) -> QTextCharFormat:
        font: QFont = self._theme.font(11)
        colour: QColor = self._theme.colour("secondary")
        form = QTextCharFormat()
        form.setFont(font)
        form.setForeground(colour)
        form.setProperty(_CAPTION_PROPERTY, True)
        return form


def utf16_length(text: str) -> int:
    """Length in the units that Qt counts: characters beyond U+FFFF take two."""
    return len(text) + sum(character > "\uffff" for character in text)


def _safe(text: str) -> str:
    """The text with what Qt would take for a paragraph end replaced, at the same length."""
    if text.isascii() and "\r" not in text:
        return text
    return text.translate({0x0D: " ", 0x2029: " ", 0xFDD0: "\ufffd", 0xFDD1: "\ufffd"})


def _line_format(height: int) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return form
