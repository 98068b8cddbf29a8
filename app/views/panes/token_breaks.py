"""Breaks in a text that has none: Qt lays a block out whole when something is appended, so a long one is ended.

A block ends where a line does already, at the space before a word: the space gives its place to the end of the block,
and nothing is seen to change, nor does any offset. Where lines may fall otherwise, the spaces come back first, and
where words or paragraphs are asked for, which would end at a break, or where one is selected: Qt would show it.
"""

import re
import unicodedata
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

#: A block of more characters than this is ended at its next append.
MOST = 2000
#: Lines, from the last one up, among which one is looked for that begins with a word after a space.
LINES = 40
#: Text in Latin letters, with digits, signs and emoji: none of it is set otherwise by what stands before it.
_PLAIN = re.compile(
    "[\0-\u024f\u1e00-\u1eff\u2000-\u200d\u2010-\u2027\u202f-\u205f\u2070-\u2bff\ufe0f\U0001f000-\U0001faff]*"
)
#: A character that is written from right to left, or says so of what follows.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
#: What sets a direction until it is taken back.
_EMBEDDED = re.compile("[\u202a-\u202e\u2066-\u2069]")


class SoftBreaks:
    """The breaks of one document that are no part of its text.

    Attributes:
        offsets: of the spaces that were replaced, in order.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self.offsets: list[int] = []

    def end_block(self, form: QTextBlockFormat, may_end: Callable[[int], bool]) -> None:
        """End the last block before one of its last lines, if it is long.

        Args:
            form: the format of the block that begins there.
            may_end: whether the character at an offset is a space that can be replaced.
        """
        block = self._document.lastBlock()
        layout = block.layout()
        if block.length() <= MOST:
            return
        for number in range(layout.lineCount() - 1, max(0, layout.lineCount() - LINES), -1):
            offset = block.position() + layout.lineAt(number).textStart() - 1
            if may_end(offset) and _stands_alone(block, offset + 1 - block.position()):
                self._after(offset).insertBlock(form, QTextCharFormat())
                self._take(offset)
                self.offsets.append(offset)
                return

    def join(self) -> None:
        """Put all spaces back."""
        if not self.offsets:
            return
        offsets, self.offsets = self.offsets, []
        whole = QTextCursor(self._document)
        whole.beginEditBlock()
        for offset in reversed(offsets):
            self._after(offset).insertText(" ", QTextCharFormat())
            self._take(offset)
        whole.endEditBlock()

    # What takes a character's place comes behind it, and then it goes: so no cursor that stands beside it moves.

    def _after(self, offset: int) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.setPosition(offset + 1)
        return cursor

    def _take(self, offset: int) -> None:
        self._after(offset).deletePreviousChar()


def _stands_alone(block: QTextBlock, begin: int) -> bool:
    """Whether a block's text from an offset on is set as it is now in a block of its own.

    Digits and signs take direction and script from what stands before them, and a block its direction from its first
    letter: so where there may be several of these, a letter has to begin it, of the block's own direction. A pair
    of brackets counts as one sign (rule N0 of Unicode's bidirectional algorithm), and must not be parted.
    """
    text = block.text()
    if _PLAIN.fullmatch(text):
        return True
    units = text.encode("utf-16-le")
    before, first = (units[: 2 * begin].decode("utf-16-le"), units[2 * begin :].decode("utf-16-le")[:1])
    own = ("L",) if block.textDirection() == Qt.LayoutDirection.LeftToRight else ("R", "AL")
    if _EMBEDDED.search(text) or not first.isalpha() or unicodedata.bidirectional(first) not in own:
        return False
    open_pair = any(before.count(left) > before.count(right) for left, right in ("()", "[]", "{}"))
    return not (open_pair and RIGHT_TO_LEFT.search(text))
