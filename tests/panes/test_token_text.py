"""The text view: places, marks, copy, autoscroll, hover."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QImage, QKeySequence
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.theme import Theme
from app.views.panes.token_doc import END_WORDS
from app.views.panes.token_paint import MARKED
from app.views.panes.token_text import TokenText
from engine.events import Finished, Token
from engine.record import RunRecord
from engine.request import Request
from tests.panes.fakes import mentored_record


def tokens_of(*texts: str, kind: str = "accepted") -> list[Token]:
    return [Token(i + 1, text, i, kind, 0.5, 0.5, 0.1, 1.0) for i, text in enumerate(texts)]  # type: ignore[arg-type]


def record_with(tokens: list[Token]) -> RunRecord:
    record = RunRecord(Request("Mara"))
    for token in tokens:
        record.add(token)
    return record


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> TokenText:
    text = TokenText(theme, lambda index: f"token {index}")
    qtbot.addWidget(text)
    text.resize(520, 240)
    with qtbot.waitExposed(text):
        text.show()
    return text


def picture(view: TokenText) -> QImage:
    return view.viewport().grab().toImage()


def colours_in(image: QImage, rect: QRectF) -> set[str]:
    area = rect.toAlignedRect().intersected(image.rect())
    xs, ys = range(area.left(), area.right() + 1), range(area.top(), area.bottom() + 1)
    return {image.pixelColor(x, y).name().upper() for x in xs for y in ys}


def test_copy_gives_the_records_own_text(qtbot: QtBot, view: TokenText) -> None:
    record = mentored_record()
    view.show_record(record)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    view.copy()
    assert QApplication.clipboard().text() == record.text
    assert view.toPlainText().endswith("end of text")
    assert " " not in END_WORDS  # it may not break over two lines
    assert not view.isUndoRedoEnabled()


def test_copy_keeps_line_ends_split_characters_and_odd_signs(view: TokenText) -> None:
    record = record_with(tokens_of("One", "\n", "\n", " two", "", "", " 🙂", "\r\n", "a\u2029b", " naïve\n\nend"))
    view.show_record(record)
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == record.text


def test_copy_of_a_part_of_a_token(view: TokenText) -> None:
    view.show_record(record_with(tokens_of("Moon", " 🙂🙃", " dust")))
    cursor = view.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(7, cursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == "on 🙂"


def test_offsets_hold_each_tokens_text(view: TokenText) -> None:
    record = mentored_record()
    view.show_record(record)
    document = view.token_document
    at = 0
    for index, token in enumerate(record.tokens):
        span = document.span(index)
        assert span.start == at <= span.ink <= span.end
        assert document.record_text(span.start, span.end) == token.text
        at = span.end
    assert document.index_at(document.span(5).start) == 5


def test_tokens_in_batches_are_placed_as_tokens_at_once(view: TokenText) -> None:
    tokens = tokens_of("One", " more", "", " word", "\n\n", "Two", ".")
    whole, grown = record_with(tokens), RunRecord(Request("Mara"))
    view.show_record(whole)
    spans = [view.token_document.span(i) for i in range(len(tokens))]
    text = view.toPlainText()
    view.show_record(grown)
    for token in tokens:
        grown.add(token)
        view.append_new()
    assert [view.token_document.span(i) for i in range(len(tokens))] == spans
    assert view.toPlainText() == text


@pytest.mark.parametrize("kind", ["relaxed", "resampled", "bonus", "accepted", "target", "draft"])
def test_the_mark_covers_the_word_and_not_its_space(view: TokenText, theme: Theme, kind: str) -> None:
    first, second = Token(1, "They", 0, "accepted", 0.5, 0.5), Token(2, " found", 1, kind, 0.5, 0.5)  # type: ignore[arg-type]
    view.show_record(record_with([first, second]))
    (rect,) = view.token_rects(1)
    (before,) = view.token_rects(0)
    assert rect.left() - before.right() > 3
    image, colours = picture(view), theme.colours
    inside = colours_in(image, rect.adjusted(1, -1, -1, 2))
    space = colours_in(image, QRectF(before.right() + 1, rect.top(), rect.left() - before.right() - 2, 22))
    assert space == {colours.surface}
    tints = {"relaxed": colours.relaxed_tint, "resampled": colours.resampled_tint}
    for name, colour in tints.items():
        assert (colour in inside) == (name == kind)
    assert (colours.resampled_line in inside) == (kind == "resampled")
    above = colours_in(image, QRectF(rect.left() + 2, rect.top() - 2, rect.width() - 4, 3))
    assert (above != {colours.surface}) == (kind in MARKED)


def test_underlines_differ_in_shape_not_only_in_colour(view: TokenText, theme: Theme) -> None:
    for kind, unbroken in (("resampled", True), ("relaxed", False)):
        view.show_record(record_with([Token(1, "word", 0, kind, 0.5, 0.5)]))  # type: ignore[arg-type]
        (rect,) = view.token_rects(0)
        image = picture(view)
        row = [
            image.pixelColor(x, int(rect.bottom()) + 1).name()
            for x in range(int(rect.left()) + 2, int(rect.right()) - 2)
        ]
        assert (len(set(row)) == 1) == unbroken


def test_a_new_line_that_only_the_budget_kept_can_be_seen(view: TokenText, theme: Theme) -> None:
    view.show_record(record_with([Token(1, "One.", 0, "accepted", 0.5, 0.5), Token(2, "\n", 1, "relaxed", 0.5, 0.5)]))
    assert theme.colours.relaxed_tint in colours_in(picture(view), view.token_rects(1)[0])


def test_a_split_character_has_one_place(view: TokenText) -> None:
    view.show_record(record_with(tokens_of("A", "", "", " é", " b")))
    assert view.token_rects(1) == view.token_rects(3) != view.token_rects(4)


def test_token_at_finds_every_token(view: TokenText) -> None:
    record = mentored_record()
    view.resize(520, 900)
    view.show_record(record)
    for index, token in enumerate(record.tokens):
        if token.text.strip() or token.special:
            rect = view.token_rects(index)[0]
            assert view.token_at(rect.center().toPoint()) == index, token
    assert view.token_at(QPoint(500, 890)) is None


@pytest.mark.parametrize("first", ["Hello", "שלום"])
def test_words_from_right_to_left_have_their_own_places(view: TokenText, first: str) -> None:
    """A token is found in the middle of its mark, which is as wide as its words and covers no other."""
    texts = (first, " אבגד", " abc", " l", " ב", " 12", " سلام", "!", " (אב", " 3.5", ")", " xy", "ות", " ש", ".") * 8
    view.show_record(record_with(tokens_of(*texts)))
    for index, text in enumerate(texts):
        view.show_token(index)
        rects = view.token_rects(index)
        assert all(view.token_at(rect.center().toPoint()) == index for rect in rects), text
        width = QFontMetricsF(view.document().defaultFont()).horizontalAdvance(text.strip())
        assert sum(rect.width() for rect in rects) == pytest.approx(width, abs=1), text
        following = view.token_rects(index + 1) if index + 1 < len(texts) else []
        assert not any(one.adjusted(0.1, 0, -0.1, 0).intersects(other) for one in rects for other in following), text


@pytest.mark.parametrize("texts", [("one", " two", " ten"), ("שלום", " אבגד", " ות")])
def test_the_bar_of_a_difference_stands_between_two_words(
    view: TokenText, theme: Theme, texts: tuple[str, ...]
) -> None:
    view.show_record(record_with(tokens_of(*texts)))
    view.set_difference(1)
    QApplication.processEvents()
    one, other = sorted((view.token_rects(0)[0], view.token_rects(1)[0]), key=QRectF.left)
    between = QRectF(one.right(), one.center().y(), other.left() - one.right(), 2)
    assert between.width() > 4 and QColor(theme.colours.text).name().upper() in colours_in(picture(view), between)


def test_theme_switch_recolours(view: TokenText, theme: Theme) -> None:
    view.show_record(mentored_record())
    relaxed = next(i for i, token in enumerate(mentored_record().tokens) if token.kind == "relaxed")
    theme.choose("dark")
    image = picture(view)
    assert image.pixelColor(3, 3) == QColor(theme.colours.surface)
    assert theme.colours.relaxed_tint in colours_in(image, view.token_rects(relaxed)[0])
    theme.choose("light")
    assert theme.colours.relaxed_tint in colours_in(picture(view), view.token_rects(relaxed)[0])


def test_autoscroll_follows_until_the_reader_scrolls_up(qtbot: QtBot, view: TokenText) -> None:
    record = RunRecord(Request("Mara"))
    view.show_record(record)
    bar = view.verticalScrollBar()

    def more(count: int = 120) -> None:
        for _ in range(count):
            record.add(Token(1, " word", len(record.tokens), "accepted", 0.5, 0.5))
        view.append_new()
        qtbot.wait(1)

    more()
    more()
    assert bar.maximum() > 100
    assert bar.value() == bar.maximum()
    bar.setValue(40)
    more()
    assert bar.value() == 40
    bar.setValue(bar.maximum())
    more()
    assert bar.value() == bar.maximum()
    view.resize(420, 200)
    qtbot.wait(1)
    assert bar.value() == bar.maximum()


def test_a_finished_run_shows_its_beginning(qtbot: QtBot, view: TokenText) -> None:
    record = record_with(tokens_of(*[" word"] * 600))
    record.add(Finished("length", record.figures(0.1, 1.0)))
    view.show_record(record)
    qtbot.wait(1)
    assert view.verticalScrollBar().maximum() > 100
    assert view.verticalScrollBar().value() == 0


@pytest.mark.qt_log_ignore("does not support raise")
def test_hovering_tells_the_token_and_its_tooltip(qtbot: QtBot, view: TokenText) -> None:
    view.show_record(mentored_record())
    point = view.token_rects(7)[0].center().toPoint()
    with qtbot.waitSignal(view.hovered) as heard:
        qtbot.mouseMove(view.viewport(), point)
    assert heard.args == [7]
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, view.viewport().mapToGlobal(point)))
    assert QToolTip.text() == "token 7"
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_overlays_leave_the_text_alone(view: TokenText, theme: Theme) -> None:
    record = mentored_record()
    view.show_record(record)
    plain = view.toPlainText()
    view.set_difference(21)
    view.set_selected(30)
    view.set_flag(40)
    assert view.toPlainText() == plain
    image = picture(view)
    frame = view.token_rects(30)[0]
    assert image.pixelColor(round(frame.center().x()), round(frame.top()) - 1) == QColor(theme.colours.accent)
    tints = {theme.colours.relaxed_tint, theme.colours.resampled_tint}
    after = [i for i in range(40, 70) if record.tokens[i].kind in ("relaxed", "resampled")]
    assert after and not any(tints & colours_in(image, view.token_rects(i)[0]) for i in after)
    view.set_flag(None)
    assert all(tints & colours_in(picture(view), view.token_rects(i)[0]) for i in after if i < 60)


def test_the_bar_of_the_difference_gets_room_of_its_own(view: TokenText) -> None:
    view.show_record(mentored_record())
    before = view.token_rects(21)[0].left() - view.token_rects(20)[0].right()
    view.set_difference(21)
    opened = view.token_rects(21)[0].left() - view.token_rects(20)[0].right()
    assert opened == pytest.approx(before + 5, abs=0.6)
    view.set_difference(None)
    assert view.token_rects(21)[0].left() - view.token_rects(20)[0].right() == pytest.approx(before, abs=0.1)


def test_the_keyboard_reaches_the_text_and_leaves_it(qtbot: QtBot, view: TokenText) -> None:
    view.show_record(mentored_record())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keySequence(view, QKeySequence(QKeySequence.StandardKey.SelectAll))
    assert view.textCursor().hasSelection()
    assert view.tabChangesFocus()


def test_eight_thousand_tokens_in_batches(qtbot: QtBot, view: TokenText) -> None:
    kinds = ("accepted", "relaxed", "resampled", "bonus")
    tokens = [
        Token(i, "\n\n" if i % 90 == 89 else " word", i, kinds[i % 4], 0.5, 0.5, 0.1, 1.0)  # type: ignore[arg-type]
        for i in range(8000)
    ]
    record = RunRecord(Request("Mara", max_tokens=8000))
    view.show_record(record)
    for first in range(0, len(tokens), 40):
        for token in tokens[first : first + 40]:
            record.add(token)
        view.append_new()
        QApplication.processEvents()
    assert view.token_document.count == 8000
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    last = view.token_rects(7999)[0]
    assert 0 < last.center().y() < view.viewport().height()
    assert view.token_at(QPointF(last.center()).toPoint()) == 7999


@pytest.mark.parametrize("points", [13, 18])
def test_the_text_size_changes_text_and_marks_alike(qtbot: QtBot, view: TokenText, points: int) -> None:
    record = mentored_record()
    view.show_record(record)
    view.set_difference(21)
    before = view.token_rects(4)[0]
    view.set_text_size(points)
    assert view.token_document.count == len(record.tokens)
    after = view.token_rects(4)[0]
    assert after.height() == pytest.approx(before.height() * points / 15)
    assert after.width() == pytest.approx(before.width() * points / 15, rel=0.1)
    assert view.token_at(after.center().toPoint()) == 4
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == record.text
