"""Where tokens are on the page: rectangles of a laid-out token document."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine

from app.views.panes.token_breaks import RIGHT_TO_LEFT
from app.views.panes.token_doc import TokenDocument
from app.views.panes.token_paint import ABOVE, BELOW

#: How wide the mark of a token without ink is (a new line, for example).
BLANK_WIDTH = 6.0
#: Pieces of a token that are no farther apart than this are one, in points.
NEAR = 0.5
#: So much of the space before a token is taken for the token, in points.
ROOM = 4.0
#: Tokens before one, in which the letters are looked for that say how it is written.
FAR = 6


def rects(document: TokenDocument, index: int) -> list[QRectF]:
    """Rectangles of a token's ink in document coordinates, one for each line that it is on.

    A token without ink gets one narrow rectangle at its place. One without text (the
    first bytes of a character) shares the place of the token that completes it.
    """
    index = _with_text(document, index)
    span = document.span(index)
    found: list[QRectF] = []
    either_way = _either_way(document, index)
    block = document.findBlock(span.ink)
    while block.isValid() and block.position() < span.end:
        at = block.position()
        found += _in_block(document, block, span.ink - at, span.end - at, either_way)
        block = block.next()
    return found or [_blank(document, span.start)]


def leftwards(document: TokenDocument, index: int) -> bool:
    """Whether a token stands in a paragraph that goes from right to left."""
    layout = document.findBlock(document.span(index).start).layout()
    return bool(layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft)


def token_at(document: TokenDocument, point: QPointF) -> int | None:
    """The token whose text lies under a point in document coordinates."""
    offset = document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)
    near = document.index_at(max(0, offset))
    before = document.index_at(max(0, offset - 1))
    first = near if near is not None else document.count - 1
    # Where directions meet, the nearest place for a cursor may be at the other end of what is beside the point.
    on_line = document.between(_line_around(document, offset - 1)[0], _line_around(document, offset)[1])
    likely: list[int] = [before if before is not None else first, first, *on_line]
    for room in (0, ROOM):
        for index in likely:
            if index >= 0 and any(_row(rect, room).contains(point) for rect in rects(document, index)):
                return index
    return None


def visible(document: TokenDocument, top: float, bottom: float) -> range:
    """Tokens on the lines between two heights, in document coordinates."""
    layout = document.documentLayout()
    first = layout.hitTest(QPointF(0, top - 2 * ABOVE), Qt.HitTestAccuracy.FuzzyHit)
    last = layout.hitTest(QPointF(document.textWidth(), bottom + 2 * ABOVE), Qt.HitTestAccuracy.FuzzyHit)
    # From right to left a line does not end at its right.
    return document.between(max(0, _line_around(document, first)[0] - 1), max(0, _line_around(document, last)[1] + 1))


def _with_text(document: TokenDocument, index: int) -> int:
    later = index
    while later < document.count - 1 and document.span(later).end == document.span(later).start:
        later += 1
    return later if document.span(later).end > document.span(later).start else index


def _row(rect: QRectF, room: float) -> QRectF:
    """The rectangle grown to its whole line, and over so much of the space before it."""
    return rect.adjusted(-room, -3, 0, 3)


def _in_block(document: TokenDocument, block: QTextBlock, start: int, end: int, either_way: bool) -> list[QRectF]:
    layout = block.layout()
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    begin, stop = max(0, start), min(end, block.length() - 1)
    found = []
    while begin < stop:
        line = layout.lineForTextPosition(begin)
        if not line.isValid():
            break
        upto = min(stop, line.textStart() + line.textLength())
        for left, right in _stretches(layout, line, begin, upto, either_way):
            found.append(_mark(document, line, QPointF(corner.x() + left, corner.y()), right - left))
        if upto <= begin:
            break
        begin = upto
    return found


def _either_way(document: TokenDocument, index: int) -> bool:
    """Whether a token may be written from right to left, in part or as a sign that follows such letters.

    Also where what follows is: a cursor behind the token stands where that begins, which is at its other side.
    """
    text = document.tokens[index].text + document.characterAt(document.span(index).end)
    for earlier in range(index, max(-1, index - FAR), -1):
        if RIGHT_TO_LEFT.search(text):
            return True
        if any(map(str.isalpha, text)):
            return False
        text = document.tokens[max(0, earlier - 1)].text
    return False


def _stretches(
    layout: QTextLayout, line: QTextLine, begin: int, upto: int, either_way: bool
) -> list[tuple[float, float]]:
    """From where to where its characters from `begin` to `upto` reach on a line: in one piece from left to right."""
    if not either_way and layout.textOption().textDirection() != Qt.LayoutDirection.RightToLeft:
        left, right = _x(line, begin), _x(line, upto)
        return [(left, right)] if right > left else []
    found: list[tuple[float, float]] = []
    for piece in sorted((run.boundingRect() for run in line.glyphRuns(begin, upto - begin)), key=QRectF.left):
        left, right = piece.left(), piece.right()
        if found and left <= found[-1][1] + NEAR:
            left, right = found[-1][0], max(right, found.pop()[1])
        if right > left:
            found.append((left, right))
    return found


def _line_around(document: TokenDocument, offset: int) -> tuple[int, int]:
    """Where the line begins and ends that holds an offset."""
    block = document.findBlock(max(0, offset))
    line = block.layout().lineForTextPosition(offset - block.position())
    if not line.isValid():
        return offset, offset
    return block.position() + line.textStart(), block.position() + line.textStart() + line.textLength()


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
