"""The row of rounds in the window: clicks, keys, marks in the text, words."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from tests.frame.conftest import Desk
from tests.panes.fakes import mentored_record, target_record

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def full(desk: Desk) -> Desk:
    """Both panes as in the design."""
    desk.comparison.panes["target"].show(target_record())
    desk.comparison.panes["mentored"].show(mentored_record())
    return desk


def test_it_counts_then_tells_which(full: Desk, qtbot: QtBot) -> None:
    row = full.window.additions.rounds.row
    assert row.label.text() == "21 rounds" and row.height() == 44
    assert row.strip.accessibleName() == "Rounds"
    spot = row.strip.group_rect(6).center().toPoint()
    qtbot.mouseClick(row.strip, LEFT, pos=spot)
    assert row.label.text() == "Round 7 of 21"
    assert row.strip.accessibleDescription().startswith("Round 7 of 21. Proposed 8 tokens")


def test_keys_and_buttons_step(full: Desk, qtbot: QtBot) -> None:
    rounds = full.window.additions.rounds
    qtbot.keyClick(full.window, Qt.Key.Key_BracketRight, CTRL)
    qtbot.keyClick(full.window, Qt.Key.Key_BracketRight, CTRL)
    assert rounds.model.selected == 1
    qtbot.keyClick(full.window, Qt.Key.Key_BracketLeft, CTRL)
    assert rounds.model.selected == 0 and not rounds.row.back.isEnabled()
    qtbot.mouseClick(rounds.row.on, LEFT)
    assert rounds.model.selected == 1
    for key, chosen in ((Qt.Key.Key_End, 20), (Qt.Key.Key_Left, 19), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Escape, None)):
        qtbot.keyClick(rounds.row.strip, key)
        assert rounds.model.selected == chosen


def test_play_becomes_pause(full: Desk, qtbot: QtBot) -> None:
    rounds = full.window.additions.rounds
    qtbot.mouseClick(rounds.row.play, LEFT)
    assert rounds.model.playing and rounds.row.play.accessibleName() == "Pause"
    qtbot.keyClick(rounds.row.strip, Qt.Key.Key_Space)
    assert not rounds.model.playing and rounds.row.play.accessibleName() == "Play the rounds"


def test_the_chosen_rounds_tokens_are_marked_in_the_text(full: Desk, qtbot: QtBot) -> None:
    rounds, text = full.window.additions.rounds, full.window.panes.panes["mentored"].text
    assert rounds.marks.bands() == []
    rounds.model.select(1)
    bands, tokens = rounds.marks.bands(), rounds.model.parts[1].tokens
    assert bands[0].left() < text.token_rects(tokens[0].position)[0].left()
    assert bands[-1].right() > text.token_rects(tokens[-1].position)[-1].right()
    picture = text.viewport().grab().toImage()
    at = bands[0].topLeft().toPoint() + QPoint(4, 1)
    assert picture.pixelColor(at * picture.devicePixelRatio()) == QColor(full.theme.colours.selection)


def test_relaxed_bars_are_higher_than_accepted_ones(full: Desk) -> None:
    strip = full.window.additions.rounds.row.strip
    part = next(i for i, p in enumerate(full.window.additions.rounds.model.parts) if p.tokens[0].kind == "relaxed")
    picture = strip.grab().toImage()
    rect, ratio = strip.group_rect(part), picture.devicePixelRatio()
    column = [QColor(picture.pixelColor(int((rect.left() + 4) * ratio), int(y * ratio))) for y in range(strip.height())]
    assert sum(colour == QColor(full.theme.colours.draft) for colour in column) == 18


def test_no_rounds_no_buttons(desk: Desk) -> None:
    row = desk.window.additions.rounds.row
    assert row.label.text() == "No rounds yet"
    assert not any(button.isEnabled() for button in (row.back, row.play, row.on))
    desk.comparison.run()
    desk.finish()
    assert "round" in row.label.text() and row.play.isEnabled()


def test_many_rounds_scroll_to_the_chosen_one(full: Desk, qtbot: QtBot) -> None:
    from tests.panes.fakes import MENTORED_TEXT, Request, record_of, run_events

    request = Request("Mara", coupling="gumbel", bonus=True, max_tokens=5000)
    full.comparison.panes["mentored"].show(record_of(request, run_events(request, MENTORED_TEXT * 8)))
    rounds = full.window.additions.rounds
    assert rounds.row.strip.shown() < len(rounds.model.parts)
    rounds.model.select(len(rounds.model.parts) - 1)
    rect = rounds.row.strip.group_rect(len(rounds.model.parts) - 1)
    assert rect.left() >= 0 and rect.right() <= rounds.row.strip.width() + 2
