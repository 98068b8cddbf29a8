"""A long text without a line break: what an append lays out stays bounded, and nothing is seen of it."""

import random

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeySequence, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.theme import Theme
from app.views.panes.token_breaks import MOST
from app.views.panes.token_text import TokenText
from engine.events import Token
from engine.record import RunRecord
from engine.request import Request

COUNT, BATCH, WIDTH = 3000, 20, 520


def words(seed: int = 1) -> list[Token]:
    """Words of many lengths, some in pieces, with signs between them, and no line break."""
    rng = random.Random(seed)
    tokens: list[Token] = []
    while len(tokens) < COUNT:
        piece = rng.choice(["", "—", "-", ",", ".", " 🙂", "ing", "s"]) if rng.random() < 0.2 else ""
        text = piece or " " + "".join(rng.choice("abcdefghijil") for _ in range(rng.randint(1, 11)))
        tokens.append(Token(len(tokens), text, len(tokens), "accepted", 0.5, 0.5, 0.1, 1.0))
    return tokens


def view_of(qtbot: QtBot, theme: Theme, record: RunRecord, width: int = WIDTH) -> TokenText:
    view = TokenText(theme, str)
    qtbot.addWidget(view)
    view.resize(width, 240)
    with qtbot.waitExposed(view):
        view.show()
    view.show_record(record)
    return view


def laid_out(view: TokenText) -> list[int]:
    """Collects, for each edit, how many characters the blocks have that it lays out."""
    document, found = view.document(), list[int]()

    def on_change(position: int, _removed: int, _added: int) -> None:
        found.append(document.characterCount() - document.findBlock(position).position())

    document.contentsChange.connect(on_change)
    return found


def places(view: TokenText) -> list[list[QRectF]]:
    view.to_start()
    QApplication.processEvents()
    return [view.token_rects(index) for index in range(view.token_document.count)]


@pytest.fixture
def grown(qtbot: QtBot, theme: Theme) -> tuple[TokenText, RunRecord, list[int]]:
    """A view that a text was streamed into, and what each append laid out."""
    record = RunRecord(Request("Mara", max_tokens=COUNT))
    view = view_of(qtbot, theme, record)
    counts, tokens = laid_out(view), words()
    for first in range(0, COUNT, BATCH):
        record.extend(tokens[first : first + BATCH])
        view.append_new()
    return view, record, counts


def test_an_append_lays_out_no_more_at_the_end_than_at_the_beginning(
    grown: tuple[TokenText, RunRecord, list[int]],
) -> None:
    view, record, counts = grown
    assert "\n" not in record.text and len(record.text) > 8 * MOST
    assert len(counts) == COUNT // BATCH and max(counts) < 1.5 * MOST
    assert view.document().blockCount() > 5


def test_it_looks_as_if_there_were_no_breaks_and_is_copied_as_it_is(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    whole = view_of(qtbot, theme, record)
    assert whole.document().blockCount() == 1
    assert places(view) == places(whole)
    spans = [view.token_document.span(index) for index in range(COUNT)]
    assert spans == [whole.token_document.span(index) for index in range(COUNT)]
    assert view.document().size() == whole.document().size()
    at = view.document().findBlockByNumber(3).position()
    for first, last in ((at - 4, at + 4), (at - 1, at), (at - 1, at + 1), (at, at + 3)):
        assert view.token_document.record_text(first, last) == _utf16(record.text, first, last)
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == record.text


def test_another_width_takes_the_breaks_back_and_moves_no_cursor(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    at = view.document().findBlockByNumber(2).position()
    for anchor, position in ((at - 1, at + 60), (at, at - 60)):
        cursor = view.textCursor()
        cursor.setPosition(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        view.setTextCursor(cursor)
        view.resize(view.width() - 60, 240)
        QApplication.processEvents()
        assert view.document().blockCount() == 1
        assert (view.textCursor().anchor(), view.textCursor().position()) == (anchor, position)
    assert places(view) == places(view_of(qtbot, theme, record, WIDTH - 120))
    # What comes then is bounded again.
    counts = laid_out(view)
    for _ in range(4):
        record.extend(Token(1, " more", len(record.tokens) + i, "accepted", 0.5, 0.5) for i in range(BATCH))
        view.append_new()
    assert max(counts[1:]) < 1.5 * MOST


def after_third_break(view: TokenText) -> int:
    """The token that the fourth block begins with."""
    index = view.token_document.index_at(view.document().findBlockByNumber(3).position())
    assert index is not None
    return index


def test_the_room_of_a_difference_is_laid_out_as_without_breaks(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    whole, first = view_of(qtbot, theme, record), after_third_break(view)
    for index in (first, 400):
        for one in (view, whole):
            one.set_difference(index)
        assert places(view) == places(whole)
    for index, width in ((first, WIDTH - 1), (first, WIDTH - 40), (None, WIDTH)):
        for one in (view, whole):
            one.set_difference(index)
            one.resize(width, 240)
        assert places(view) == places(whole)


def test_a_difference_behind_a_break_gets_its_room_at_another_width(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    first = view.token_document.index_at(view.document().findBlockByNumber(3).position())
    view.set_difference(first)
    whole = view_of(qtbot, theme, record, WIDTH - 60)
    whole.set_difference(first)
    view.resize(WIDTH - 60, 240)
    assert places(view) == places(whole)


def test_words_and_paragraphs_do_not_end_at_a_break(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    whole = view_of(qtbot, theme, record)
    at = view.document().findBlockByNumber(3).position()
    for start, key in (
        (at - 2, QKeySequence.StandardKey.SelectNextWord),
        (at, QKeySequence.StandardKey.SelectPreviousWord),
    ):
        found = []
        for one in (view, whole):
            one.moveCursor(QTextCursor.MoveOperation.Start)
            cursor = one.textCursor()
            cursor.setPosition(start)
            one.setTextCursor(cursor)
            QTest.keySequence(one, QKeySequence(key))
            found.append((one.textCursor().anchor(), one.textCursor().position()))
        assert found[0] == found[1] and found[0][0] != found[0][1]


def test_a_third_click_selects_the_paragraph(grown: tuple[TokenText, RunRecord, list[int]]) -> None:
    view, record, _ = grown
    assert view.document().blockCount() > 5
    place = view.token_rects(COUNT - 4)[0].center().toPoint()
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.createMimeDataFromSelection().text() == record.text


def test_what_is_selected_looks_as_if_there_were_no_breaks(
    qtbot: QtBot, theme: Theme, grown: tuple[TokenText, RunRecord, list[int]]
) -> None:
    view, record, _ = grown
    whole, first = view_of(qtbot, theme, record), after_third_break(view)
    pictures = []
    for one in (view, whole):
        one.selectAll()
        one.show_token(first)
        QApplication.processEvents()
        pictures.append(one.viewport().grab().toImage())
    assert pictures[0] == pictures[1]
    record.extend(Token(1, " more", COUNT + i, "accepted", 0.5, 0.5) for i in range(200))
    end = view.textCursor().selectionEnd()
    for _ in range(3):
        view.append_new()
        record.extend(Token(1, " more", len(record.tokens) + i, "accepted", 0.5, 0.5) for i in range(200))
    assert view.document().blockCount() == 2 and view.document().lastBlock().position() > end
    assert view.textCursor().selectionEnd() == end


def _utf16(text: str, first: int, last: int) -> str:
    return text.encode("utf-16-le")[2 * first : 2 * last].decode("utf-16-le", errors="ignore")


def _either_way(first: str, seed: int = 3) -> list[Token]:
    """Hebrew, Arabic and Latin words with digits and brackets; the first word says the direction of the text."""
    rng, tokens = random.Random(seed), [Token(0, first, 0, "accepted", 0.5, 0.5)]
    while len(tokens) < COUNT:
        kind = rng.choice(["אבגדהוז", "אבגדהוז", "ابتثجح", "abcdefgh", "abcdefgh", "12", "!", "(", "“"])
        said = "".join(rng.choice(kind) for _ in range(rng.randint(1, 9))) if len(kind) > 2 else kind
        said = f"({rng.choice(['אב 12', 'ab', 'ab גד'])})" if said == "(" else said
        tokens.append(Token(len(tokens), " " + said, len(tokens), "relaxed", 0.5, 0.5))
    return tokens


@pytest.mark.parametrize("first", ["Hello", "שלום"])
def test_a_text_that_goes_either_way_is_set_as_without_breaks(qtbot: QtBot, theme: Theme, first: str) -> None:
    record = RunRecord(Request("Mara", max_tokens=COUNT))
    view, tokens = view_of(qtbot, theme, record), _either_way(first)
    for begin in range(0, COUNT, BATCH):
        record.extend(tokens[begin : begin + BATCH])
        view.append_new()
    assert view.document().blockCount() > 5
    assert places(view) == places(view_of(qtbot, theme, record))
