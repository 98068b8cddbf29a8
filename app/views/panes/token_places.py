"""Where tokens are on the page: rectangles of a laid-out token document."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLine

from app.views.panes.token_doc import TokenDocument
from app.views.panes.token_paint import ABOVE, BELOW

#: How wide the mark of a token without ink is (a new line, for example).
BLANK_WIDTH = 6.0


def rects(document: TokenDocument, index: int) -> list[QRectF]:
    """Rectangles of a token's ink in document coordinates, one for each line that it is on.

    A token without ink gets one narrow rectangle at its place. One without text (the
    first bytes of a character) shares the place of the token that completes it.
    """
    index = _with_text(document, index)
    span = document.span(index)
    found: list[QRectF] = []
    block = document.findBlock(span.ink)
    while block.isValid() and block.position() < span.end:
        found += _in_block(document, block, span.ink - block.position(), span.end - block.position())
        block = block.next()
    return found or [_blank(document, span.start)]


def token_at(document: TokenDocument, point: QPointF) -> int | None:
    """The token whose text lies under a point in document coordinates."""
    offset = document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)
    near = document.index_at(max(0, offset))
    last = document.count - 1
    for index in {near if near is not None else last, document.index_at(max(0, offset - 1))}:
        if index is not None and index >= 0 and any(_row(rect).contains(point) for rect in rects(document, index)):
            return index
    return None


def visible(document: TokenDocument, top: float, bottom: float) -> range:
    """Tokens on the lines between two heights, in document coordinates."""
    layout = document.documentLayout()
    first = layout.hitTest(QPointF(0, top - 2 * ABOVE), Qt.HitTestAccuracy.FuzzyHit)
    last = layout.hitTest(QPointF(document.textWidth(), bottom + 2 * ABOVE), Qt.HitTestAccuracy.FuzzyHit)
    return document.between(max(0, first - 1), max(0, last + 1))


def _with_text(document: TokenDocument, index: int) -> int:
    later = index
    while later < document.count - 1 and document.span(later).end == document.span(later).start:
        later += 1
    return later if document.span(later).end > document.span(later).start else index


def _row(rect: QRectF) -> QRectF:
    """The rectangle grown to its whole line, and over the space before it."""
    return rect.adjusted(-4, -3, 0, 3)


def _in_block(document: TokenDocument, block: QTextBlock, start: int, end: int) -> list[QRectF]:
    layout = block.layout()
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    begin, stop = max(0, start), min(end, block.length() - 1)
    found = []
    while begin < stop:
        line = layout.lineForTextPosition(begin)
        if not line.isValid():
            break
        upto = min(stop, line.textStart() + line.textLength())
        left, right = _x(line, begin), _x(line, upto)
        if right > left:
            found.append(_mark(document, line, QPointF(corner.x() + left, corner.y()), right - left))
        if upto <= begin:
            break
        begin = upto
    return found


def _blank(document: TokenDocument, offset: int) -> QRectF:
    block = document.findBlock(offset)
    layout = block.layout()
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    line = layout.lineForTextPosition(offset - block.position())
    if not line.isValid():
        return QRectF(corner.x(), corner.y(), BLANK_WIDTH, ABOVE + BELOW)
    left = corner.x() + _x(line, offset - block.position())
    return _mark(document, line, QPointF(left, corner.y()), BLANK_WIDTH)


def _mark(document: TokenDocument, line: QTextLine, corner: QPointF, width: float) -> QRectF:
    """A mark's rectangle on a line: its left end, its paragraph's top, and its width are given."""
    above, below = ABOVE * document.scale, BELOW * document.scale
    baseline = corner.y() + line.y() + line.ascent()
    return QRectF(corner.x(), baseline - above, width, above + below)


def _x(line: QTextLine, offset: int) -> float:
    """Where a cursor at that offset stands. Qt's Python wrapper gives the offset back too."""
    place = line.cursorToX(offset)
    return float(place[0] if isinstance(place, tuple) else place)  # type: ignore[arg-type]
