"""The Compare tab, the marks of differing words, and panes that scroll together."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.frame.conftest import Desk
from tests.panes.fakes import draft_record, mentored_record, target_record

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support", extend=True)


@pytest.fixture
def full(desk: Desk) -> Desk:
    """Both panes as in the design."""
    desk.comparison.panes["target"].show(target_record())
    desk.comparison.panes["mentored"].show(mentored_record())
    return desk


def choose(desk: Desk, words: str) -> None:
    """Click a tab by its word."""
    group = desk.window.bottom.tabs._group
    next(button for button in group.buttons() if button.text() == words).click()


def test_the_tab_counts_each_text(full: Desk) -> None:
    choose(full, "Measures")
    page = full.window.additions.comparing.page
    assert page.isVisible() and not full.window.bottom.plots_page.isVisible()
    names = [row[0] for row in page.shown()]
    assert names == ["Target only", "Mentored"]
    target, mentored = page.shown()
    assert target[3] == "0.00 nats/token" and mentored[3].endswith("nats/token") and target[1].endswith("%")
    assert "Lower is not better" in page.rows[1][3].toolTip() and "first 154 tokens" in page.note.text()
    choose(full, "Plots")
    assert full.window.bottom.plots_page.isVisible() and not page.isVisible()


def test_draft_only_shows_a_dash_and_why(full: Desk) -> None:
    full.settings.set("draft_pane", True)
    full.comparison.panes["draft"].show(draft_record())
    choose(full, "Measures")
    page = full.window.additions.comparing.page
    assert page.shown()[2][0] == "Draft only" and page.shown()[2][3] == "–"
    assert "was not asked" in page.rows[2][3].toolTip()


def test_words_are_marked_while_comparing_or_when_asked(full: Desk) -> None:
    comparing = full.window.additions.comparing
    assert not comparing.marks["target"].words
    choose(full, "Measures")
    first = full.comparison.first_difference
    for name in ("target", "mentored"):
        marks = comparing.marks[name]
        text = full.window.panes.panes[name].text
        assert marks.words and min(word.first for word in marks.words) == first
        assert marks.rects(text.viewport().rect())
    choose(full, "Plots")
    assert not comparing.marks["target"].words
    full.window.actions_by_name["word_marks"].trigger()
    assert comparing.marks["mentored"].words
    full.window.actions_by_name["word_marks"].trigger()
    assert not comparing.marks["mentored"].words


def test_a_pinned_run_is_counted_and_marked_too(full: Desk) -> None:
    history, comparing = full.window.additions.history, full.window.additions.comparing
    history.model.pin(history.model.entries[0])
    choose(full, "Measures")
    assert comparing.page.shown()[0][0].startswith("Pinned  TV 0.40")
    assert not comparing.marks["target"].words
    history.model.pin(None)
    assert comparing.marks["target"].words


def test_it_follows_a_run(desk: Desk, qtbot: QtBot) -> None:
    choose(desk, "Measures")
    page = desk.window.additions.comparing.page
    assert page.shown()[0][1:] == ["–"] * 4 and page.note.text().startswith("Nothing has run yet.")
    desk.comparison.run()
    desk.finish()
    qtbot.waitUntil(lambda: "nats/token" in page.shown()[1][3], timeout=2000)
    assert "first 24 tokens" in page.note.text()
    choose(desk, "Plots")


def wheel(text: object, notches: int) -> None:
    """Turn the wheel over a text."""
    port = text.viewport()  # type: ignore[attr-defined]
    spot = QPointF(40, 40)
    event = QWheelEvent(
        spot, port.mapToGlobal(spot), QPoint(), QPoint(0, -120 * notches), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def test_panes_scroll_together_until_told_not_to(full: Desk, qtbot: QtBot) -> None:
    full.window.resize(1100, 700)
    qtbot.wait(50)
    bars = [full.window.panes.panes[name].text.verticalScrollBar() for name in ("target", "mentored")]
    assert all(bar.maximum() > 60 for bar in bars)
    wheel(full.window.panes.panes["target"].text, 1)
    assert bars[0].value() == bars[1].value() > 0
    wheel(full.window.panes.panes["mentored"].text, -1)
    assert bars[0].value() == bars[1].value() == 0
    action = full.window.actions_by_name["scroll_together"]
    assert action.isChecked()
    action.trigger()
    wheel(full.window.panes.panes["target"].text, 1)
    assert bars[0].value() > 0 and bars[1].value() == 0


def test_the_histogram_of_draft_lengths(full: Desk) -> None:
    """Under the rows, a bar for each chosen length, as high as it was chosen often."""
    full.window.resize(1440, 900)
    choose(full, "Measures")
    bars, record = full.window.additions.comparing.page.lengths, mentored_record()
    assert bars.isVisible() and bars.counts == dict(record.lengths) and sum(bars.counts.values()) >= len(record.rounds)
    often = max(bars.counts, key=lambda length: bars.counts[length])
    assert all(bars.bar(often).height() >= bars.bar(length).height() for length in range(17))
    assert all((bars.bar(length).height() > 0) == (length in bars.counts) for length in range(17))
    assert f"{often} drafted in" in bars.accessibleDescription() and "without a draft" in bars.toolTip()


def test_no_run_has_no_histogram(desk: Desk) -> None:
    choose(desk, "Measures")
    assert not desk.window.additions.comparing.page.lengths.isVisible()
