"""Overlays of a token text: the first difference, the selected token, what a drag would change, what is pointed at."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.panes import token_places
from app.views.panes.token_doc import TokenDocument
from app.views.panes.token_paint import paint_bar, paint_frame

#: From the last word to the bar of a difference that lies behind it.
AFTER_END = 8
#: From where a token begins to the bar before it, twice, in a paragraph that goes from right to left.
BEFORE = 6


@dataclass
class Overlays:
    """Positions of the tokens that carry one; None where there is none.

    Attributes:
        linked: the tokens that the pointer is on, here or in another view; one, or those of a round.
    """

    difference: int | None = None
    selected: int | None = None
    flag: int | None = None
    linked: range | None = None


def paint_overlays(
    painter: QPainter, document: TokenDocument, overlays: Overlays, origin: QPointF, theme: Theme
) -> None:
    """Bars and frame, over the text.

    Args:
        origin: the document's point that lies at the painter's top left corner.
    """
    for index, name, flag in ((overlays.difference, "text", False), (overlays.flag, "accent", True)):
        place = _bar_place(document, index)
        if place is not None:
            paint_bar(painter, place.translated(-origin), theme.colour(name), flag)
    if overlays.selected is not None and overlays.selected < document.count:
        rects = [rect.translated(-origin) for rect in token_places.rects(document, overlays.selected)]
        paint_frame(painter, rects, theme.colour("accent"))


def link_bands(document: TokenDocument, tokens: range | None, sight: range) -> list[QRectF]:
    """The band under linked tokens, in document coordinates: one piece for each line in `sight` that they are on."""
    found: list[QRectF] = []
    if tokens is None:
        return found
    for index in range(max(tokens.start, sight.start), min(tokens.stop, sight.stop, document.count)):
        for rect in token_places.rects(document, index):
            grown = rect.adjusted(-2, -3, 2, 4)
            if found and abs(found[-1].top() - grown.top()) < 1:
                found[-1] = found[-1].united(grown)
            else:
                found.append(grown)
    return found


def paint_link(
    painter: QPainter, document: TokenDocument, overlays: Overlays, origin: QPointF, sight: range, theme: Theme
) -> None:
    """The band of the tokens that the pointer is on, under the text: a tint in a thin frame."""
    for band in link_bands(document, overlays.linked, sight):
        rounded(painter, band.translated(-origin), theme.colour("selection"), theme.colour("accent", 0.6), radius=3)


def dimmed(document: TokenDocument, first: int | None, theme: Theme) -> list[QTextEdit.ExtraSelection]:
    """What to show in the dimmed colour: everything from one token on, without a change of the text."""
    if first is None or first >= document.count:
        return []
    dim = QTextEdit.ExtraSelection()
    form = QTextCharFormat()
    form.setForeground(theme.colour("dimmed"))
    cursor = QTextCursor(document)
    cursor.setPosition(document.span(first).ink)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    dim.cursor, dim.format = cursor, form
    return [dim]


def _bar_place(document: TokenDocument, index: int | None) -> QRectF | None:
    """What the bar stands left of: the token, or the room before one from right to left, or behind the last one."""
    if index is None or not 0 < document.count >= index:
        return None
    leftwards = token_places.leftwards(document, min(index, document.count - 1))
    if index < document.count:
        rect = token_places.rects(document, index)[0]
        return rect.translated(rect.width() + BEFORE, 0) if leftwards else rect
    last = token_places.rects(document, index - 1)[-1]
    return last.translated(-AFTER_END if leftwards else last.width() + AFTER_END, 0)
