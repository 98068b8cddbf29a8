"""A sweep from typed lists to a full map: run, stop, go on, crash, refuse."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.views.sweep.tab import EMPTY_HINT, HINT
from app.views.sweep.words import spoken
from engine.sweep.store import load
from tests.frame.conftest import Desk
from tests.sweepview.conftest import Sweeping, cell

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def type_into(qtbot: QtBot, field: object, text: str) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_the_keys_and_the_switch_change_the_view(sweep: Sweeping, qtbot: QtBot) -> None:
    window = sweep.desk.window
    sweep.tab.show_view("compare")
    sweep.desk.comparison.tell("Said in Compare.")
    qtbot.keyClick(window, Qt.Key.Key_2, CTRL)
    assert sweep.desk.comparison.status in (EMPTY_HINT, HINT)
    assert window.sweep.shown and not window.panes.isVisible() and window.sweep.page.heat.isVisible()
    assert not window.header.draft_pane.isVisible() and window.sweep.chooser.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_1, CTRL)
    assert sweep.desk.comparison.status == "Said in Compare."
    assert not window.sweep.shown and window.panes.isVisible() and window.header.draft_pane.isVisible()
    qtbot.mouseClick(window.sweep.switch.segment("sweep"), LEFT)
    assert window.sweep.shown and window.actions_by_name["view_sweep"].isChecked()


def test_typed_lists_become_the_map(sweep: Sweeping, qtbot: QtBot) -> None:
    lists = sweep.column.axes.lists
    type_into(qtbot, lists["lengths"].field, "8; 2,2 3")
    type_into(qtbot, lists["budgets"].field, "1, .5")
    board = sweep.page.heat.board
    assert board.rows == (("fixed", 2), ("fixed", 3), ("fixed", 8)) and board.columns == (0.5, 1.0)
    assert "6 cells, 2 runs each" in sweep.column.estimate.words


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("lengths", "2, x", "“x” cannot be read"),
        ("lengths", "2, 17", "17 is out of range"),
        ("lengths", "2.5", "“2.5” cannot be read"),
        ("budgets", "0, 1.5", "1.5 is out of range"),
        ("budgets", "nan", "“nan” cannot be read"),
        ("budgets", " ", "There is no TV budget yet"),
    ],
)
def test_a_bad_list_is_told_beside_it(sweep: Sweeping, qtbot: QtBot, name: str, text: str, told: str) -> None:
    part = sweep.column.axes.lists[name]
    type_into(qtbot, part.field, text)
    assert told in part.message.words and part.message.isVisible() and part.field.property("wrong")
    assert part.field.accessibleDescription() == part.message.words
    qtbot.keyClick(sweep.desk.window, Qt.Key.Key_R, CTRL)
    assert not sweep.model.running and not sweep.desk.engine.requests
    assert sweep.desk.window.focusWidget() is part.field and part.field.text() == text
    type_into(qtbot, part.field, "1")
    assert not part.message.isVisible() and not part.field.property("wrong")


def test_run_fills_the_cells_one_by_one(sweep: Sweeping, qtbot: QtBot) -> None:
    button = sweep.column.run_button
    assert (button.text(), button.keys) == ("Run sweep", "⌘R")
    qtbot.mouseClick(button, LEFT)
    assert (button.text(), button.keys) == ("Stop", "⌘.") and "Warming up" in sweep.column.estimate.words
    assert sweep.page.finding.text() == "Measuring…"
    sweep.until(4)
    board = sweep.page.heat.board
    known = [one.known for one in board.grid]
    assert 0 < known.count("some") < 4 and board.running is not None
    assert sweep.column.estimate.words.startswith("Run 5 of 14, about") and 0.25 < sweep.page.progress.share < 0.3
    sweep.desk.finish()
    board = sweep.page.heat.board
    assert {one.known for one in board.grid} == {"all"} and board.running is None
    assert sweep.model.state == "finished" and button.text() == "Run sweep"
    assert "speculation" in sweep.page.finding.text() and "median of 2 runs" in sweep.page.second.text()
    assert "Target only: median" in sweep.page.foot.words and "cost model" in sweep.page.foot.words
    assert sweep.page.table.rows.rowCount() == 6
    assert "Sweep finished in" in sweep.desk.comparison.status
    assert "at the last measured speed" in sweep.column.estimate.words


def test_requests_are_what_the_column_says(sweep: Sweeping) -> None:
    sweep.desk.settings.set("temperature", 0.3)
    sweep.desk.settings.set("seed", 7)
    sweep.model.form.set("seeds", 2)
    sweep.run()
    asked = sweep.desk.engine.requests
    assert {(one.temperature, one.ignore_eos) for one in asked} == {(0.3, True)}
    assert {one.seed for one in asked} == {7, 8} and {one.mode for one in asked} == {"target", "draft", "mentored"}
    assert {one.max_tokens for one in asked} == {12}


def test_stop_keeps_what_is_done_and_continue_does_the_rest_once(sweep: Sweeping, qtbot: QtBot) -> None:
    sweep.model.form.set("warm_up", False)
    sweep.model.run()
    sweep.until(5)
    done = sweep.model.results.samples
    qtbot.keyClick(sweep.desk.window, Qt.Key.Key_Period, CTRL)
    assert sweep.model.state == "stopping" and not sweep.column.run_button.isEnabled()
    sweep.desk.finish()
    assert sweep.model.state == "stopped" and sweep.model.results.samples[:5] == done
    assert sweep.model.path is not None and load(sweep.model.path).samples == sweep.model.results.samples
    kept, before = len(sweep.model.results.samples), len(sweep.desk.engine.requests)
    button = sweep.column.resume_button
    assert button.isVisible() and button.text() == f"Continue, {14 - kept} runs left"
    qtbot.mouseClick(button, LEFT)
    sweep.desk.finish()
    assert sweep.model.state == "finished" and not button.isVisible()
    assert len(sweep.desk.engine.requests) - before == 14 - kept
    places = [(one.lap, one.place) for one in load(sweep.model.path).samples]
    assert len(places) == len(set(places)) == 14


def loaded(desk: Desk) -> Sweeping:
    folder = Path(desk.store.fileName()).parent
    desk.comparison.load(folder, folder)
    desk.finish()
    return Sweeping(desk)


def test_a_killed_sweep_is_offered_and_goes_on(open_desk: Callable[[], Desk]) -> None:
    sweep = loaded(open_desk())
    sweep.model.form.set("warm_up", False)
    sweep.model.run()
    sweep.until(6)
    sweep.model.close()  # as a crash does: the lock goes, nothing more is written
    other = open_desk()
    again = loaded(other)
    (past,) = again.model.past()
    assert (past.runs, past.planned, past.cells) == (6, 14, 4) and not past.finished
    entry = again.tab.chooser.menu().actions()[0]
    assert entry.text().endswith("Sweep · 4 cells, 6 of 14 runs")
    entry.trigger()
    assert len(again.model.results.samples) == 6 and again.model.state == "stopped"
    again.model.resume()
    other.finish()
    assert again.model.state == "finished" and len(other.engine.requests) == 8


def test_sweep_and_comparison_do_not_run_at_once(sweep: Sweeping) -> None:
    desk = sweep.desk
    sweep.tab.show_view("compare")
    desk.comparison.run()
    desk.step(2)
    sweep.model.run()
    assert not sweep.model.running and "comparison is running" in sweep.page.notice.sentence.text()
    desk.finish()
    sweep.model.run()
    asked = len(desk.engine.requests)
    desk.comparison.run()
    assert "A sweep is running" in desk.window.notice.sentence.text()
    desk.settings.set("tv_budget", 0.9)
    desk.settings.begin_drag("tv_budget")
    desk.settings.end_drag("tv_budget")
    assert len(desk.engine.requests) == asked and not desk.comparison.running
    desk.finish()
    desk.comparison.run()
    assert desk.comparison.running


def test_loading_another_pair_stops_the_sweep_which_belongs_to_the_first(sweep: Sweeping, tmp_path: Path) -> None:
    sweep.model.run()
    sweep.until(2)
    (tmp_path / "other").mkdir()
    sweep.desk.comparison.load(tmp_path / "other", tmp_path)
    sweep.desk.finish()
    assert sweep.model.state == "stopped"
    asked = len(sweep.desk.engine.requests)
    sweep.model.resume()
    assert "of another pair" in sweep.page.notice.sentence.text() and len(sweep.desk.engine.requests) == asked


def test_a_failed_run_is_told_and_can_be_continued(sweep: Sweeping) -> None:
    sweep.model.run()
    sweep.until(3)
    sweep.desk.engine.failures.append("The device is out of memory.")
    sweep.desk.finish()
    assert sweep.model.state == "stopped" and sweep.page.notice.sentence.text() == "The device is out of memory."
    assert "Continue" in sweep.page.notice.remedy.text()
    sweep.model.resume()
    sweep.desk.finish()
    assert sweep.model.state == "finished" and not sweep.page.notice.isVisible()


def test_a_folder_that_takes_no_files_is_told(sweep: Sweeping) -> None:
    sweep.model.folder.parent.mkdir(exist_ok=True)
    sweep.model.folder.write_text("in the way")
    sweep.model.run()
    assert "could not be made" in sweep.page.notice.sentence.text() and not sweep.model.running


def test_without_a_pair_it_says_so(open_desk: Callable[[], Desk]) -> None:
    sweep = Sweeping(open_desk())
    sweep.model.run()
    assert sweep.page.notice.sentence.text() == "No pair of models is loaded."


def test_closing_the_window_stops_the_sweep_and_keeps_the_columns_values(open_desk: Callable[[], Desk]) -> None:
    sweep = loaded(open_desk())
    sweep.column.more.policies["cost-aware"].click()
    sweep.column.counts.numbers["tokens"].setValue(33)
    sweep.model.run()
    sweep.until(2)
    sweep.desk.window.close()
    sweep.desk.finish()
    assert not sweep.model.running and sweep.model.path is not None
    assert len(load(sweep.model.path).samples) >= 2
    form = open_desk().window.sweep.model.form
    assert (form.value("tokens"), form.value("lengths")) == (33, "2, 4")
    assert form.value("policies") == ["fixed", "cost-aware"]


def test_policies_are_rows_of_their_own(sweep: Sweeping) -> None:
    sweep.column.more.policies["cost-aware"].click()
    sweep.run()
    board = sweep.page.heat.board
    assert board.rows == (("fixed", 2), ("fixed", 4), ("cost-aware", 2), ("cost-aware", 4))
    assert "cost-aware" in spoken(board.at(0, 3)).lower() and board.at(0, 3).known == "all"
    for box in sweep.column.more.policies.values():
        if box.isChecked():
            box.click()
    assert "No policy is chosen" in sweep.column.estimate.words


def test_the_sources_table(sweep: Sweeping) -> None:
    preset = sweep.column.axes.preset
    preset.setCurrentIndex(1)
    preset.activated.emit(1)
    assert not sweep.column.axes.lists["lengths"].isVisible() and not sweep.column.counts.temperature.isEnabled()
    sweep.model.run()
    asked = sweep.model.results.header
    assert asked is not None and asked.plan.base.max_tokens == 256 and asked.plan.laps == 9
    sweep.until(20)
    sweep.model.stop()
    sweep.desk.finish()
    board = sweep.page.heat.board
    hole = board.cells[cell(6, 0.5)]
    assert hole.known == "predicted" and "predicted, not measured" in spoken(hole)
    assert "Hatched cells are predicted" in sweep.page.foot.words
    heads = [sweep.page.table.rows.head(column) for column in sweep.page.table.rows.columns]
    assert "M2: rounds" in heads and "M2: end to end, s" in heads
    tips = [column.tip for column in sweep.page.table.rows.columns if "M2" in column.head]
    assert all("Apple M2, Qwen2.5 7B + 0.5B" in tip for tip in tips)
    line = next(line for line in sweep.page.table.rows.lines() if line[:2] == ["8", "0.75"])
    assert "93.4" in line and "18.820" in line
