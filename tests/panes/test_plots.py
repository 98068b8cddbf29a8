"""The plots: data against the record, fixed ranges, colours, copying, and little room."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.theme import Theme
from app.views.plots.series import nice_ceiling, peaks, place_ticks, running_share, span_of
from app.views.plots.times import break_even_words
from engine.events import Round, Token
from engine.record import RunRecord
from engine.request import Request
from tests.panes.conftest import ShowBottom
from tests.panes.fakes import FakeComparison, full_comparison, mentored_record


def grow(record: RunRecord, count: int) -> None:
    for _ in range(count):
        index = len(record.tokens)
        record.add(Token(1, " a", index, "accepted", 0.5, 0.5, (index % 10) / 10, 0.5))
        if index % 4 == 3:
            record.add(Round(index // 4, index - 3, 8, 4, 4, 0.03, 0.12))


def test_bars_are_the_records_own_numbers(show_bottom: ShowBottom) -> None:
    comparison = full_comparison()
    area, record = show_bottom(comparison), comparison.panes["mentored"].record
    assert record is not None
    area.refresh()
    bars, spent = area.distance.distance_bars.opts, area.distance.spent_bars.opts
    assert list(bars["x"]) == list(range(1, len(record.tokens) + 1))
    assert np.allclose(bars["height"], [token.tv or 0 for token in record.tokens])
    assert np.allclose(spent["height"], [min(token.tv or 0, 0.4) for token in record.tokens])
    assert area.distance.budget_line.value() == 0.4
    assert area.distance.difference_line.value() == 22


def test_acceptance_ends_at_the_runs_own_rate(show_bottom: ShowBottom) -> None:
    comparison = full_comparison()
    area, record = show_bottom(comparison), comparison.panes["mentored"].record
    assert record is not None
    xs, ys = area.acceptance.curve.getData()
    assert len(xs) == len(record.rounds)
    assert ys[-1] == pytest.approx(100 * record.accepted / record.proposed)
    assert area.acceptance.label.textItem.toPlainText() == f"{ys[-1]:.0f} %"


def test_a_picture_of_two_pixels_a_point_has_lines_of_the_same_width(show_bottom: ShowBottom) -> None:
    area = show_bottom(full_comparison())
    narrow = area.acceptance.curve.opts["pen"].widthF()
    for plot in area.plots:
        plot.set_pixels(2)
    assert area.acceptance.curve.opts["pen"].widthF() == 2 * narrow
    area.acceptance.set_pixels(None)
    assert area.acceptance.curve.opts["pen"].widthF() == narrow


def test_time_bars_stack_and_break_even_is_told(show_bottom: ShowBottom) -> None:
    comparison = full_comparison()
    area, record = show_bottom(comparison), comparison.panes["mentored"].record
    target = comparison.panes["target"].figures()
    assert record is not None
    assert target is not None
    assert target.tokens_per_s is not None
    draft, verify = area.times.draft_bars.opts, area.times.verify_bars.opts
    assert np.allclose(draft["height"], [1000 * r.draft_s for r in record.rounds])
    tops = verify["y0"] + verify["height"]
    assert np.allclose(tops, [1000 * (r.draft_s + r.verify_s) for r in record.rounds])
    mean = sum(r.draft_s + r.verify_s for r in record.rounds) / len(record.rounds)
    made = sum(r.emitted for r in record.rounds) / len(record.rounds)
    assert f"{mean * target.tokens_per_s:.1f} tokens break even, {made:.1f} made" in area.times.title.text()
    assert break_even_words(record, None) == break_even_words(None, 20.0) == ""


def test_without_a_run_there_are_axes_and_no_bars(show_bottom: ShowBottom) -> None:
    area = show_bottom(FakeComparison())
    assert len(area.distance.distance_bars.opts["x"]) == 0
    assert not area.acceptance.label.isVisible()
    assert area.distance.accessibleDescription() == "No token was checked yet."


def test_ranges_are_set_and_the_pointer_moves_nothing(show_bottom: ShowBottom, qtbot: QtBot) -> None:
    area = show_bottom(full_comparison())
    for plot in area.plots:
        box = plot.item.getViewBox()
        assert box.autoRangeEnabled() == [False, False]
        assert box.state["mouseEnabled"] == [False, False]
        before = box.viewRange()
        qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(80, 100))
        qtbot.mouseMove(plot, QPoint(120, 120))
        qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(120, 120))
        assert box.viewRange() == before
    assert area.distance.item.getViewBox().viewRange()[0] == pytest.approx([0.5, 155.5], abs=0.01)


def test_streaming_is_throttled_and_the_end_is_drawn_at_once(show_bottom: ShowBottom, qtbot: QtBot) -> None:
    comparison = FakeComparison()
    area, model = show_bottom(comparison), comparison.panes["mentored"]
    record = RunRecord(Request("Mara", max_tokens=400))
    model.begin(record)
    qtbot.wait(30)
    taken = 0
    for _ in range(5):
        grow(record, 8)
        model.tokens_added.emit(taken)
        taken = len(record.tokens)
        qtbot.wait(5)
    assert len(area.distance.series.kinds) < 40
    qtbot.waitUntil(lambda: len(area.distance.series.kinds) == 40, timeout=1000)


def test_four_thousand_tokens_are_binned_and_keep_their_peaks(show_bottom: ShowBottom) -> None:
    comparison = FakeComparison()
    area = show_bottom(comparison)
    record = RunRecord(Request("Mara", max_tokens=4000))
    grow(record, 4000)
    record.tokens[1234] = Token(1, " a", 1234, "accepted", 0.5, 0.5, 1.0, 0.5)
    comparison.panes["mentored"].show(record)
    area.refresh()
    QApplication.processEvents()
    heights = area.distance.distance_bars.opts["height"]
    assert len(heights) < 600
    assert max(heights) == 1.0


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard")
@pytest.mark.parametrize("index", [0, 1, 2])
def test_copy_data_from_the_context_menu(show_bottom: ShowBottom, qtbot: QtBot, index: int) -> None:
    comparison = full_comparison()
    area, record = show_bottom(comparison), comparison.panes["mentored"].record
    assert record is not None
    plot = area.plots[index]
    place = QPoint(60, 60)
    QApplication.sendEvent(plot, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, plot.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["Copy data"]
    menu.actions()[0].trigger()
    menu.close()
    lines = QApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + (len(record.tokens) if index == 0 else len(record.rounds))
    assert len({line.count("\t") for line in lines}) == 1


def test_the_theme_recolours_every_plot(show_bottom: ShowBottom, theme: Theme) -> None:
    area = show_bottom(full_comparison())
    for name in ("dark", "light"):
        theme.choose(name)  # type: ignore[arg-type]
        colours = theme.colours
        assert area.distance.spent_bars.opts["brush"] == QColor(colours.draft)
        assert area.times.verify_bars.opts["brush"] == QColor(colours.target)
        assert area.acceptance.curve.opts["pen"].color() == QColor(colours.output)
        assert area.distance.budget_line.pen.color() == QColor(colours.text)
        assert area.grab().toImage().pixelColor(4, 60) == QColor(colours.window)
        for plot in area.plots:
            assert plot.item.getAxis("left").textPen().color() == QColor(colours.secondary)


def test_little_room_shows_one_plot_at_a_time(show_bottom: ShowBottom, qtbot: QtBot) -> None:
    area = show_bottom(full_comparison(), 820, 180)
    assert [plot.isVisible() for plot in area.plots] == [True, False, False]
    button = next(b for b in area.switches.children() if getattr(b, "text", str)() == "Time per round")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    assert [plot.isVisible() for plot in area.plots] == [False, False, True]
    area.resize(1120, 262)
    assert all(plot.isVisible() for plot in area.plots)
    assert not area.switches.isVisible()


def test_plots_have_names_and_say_their_figures(show_bottom: ShowBottom) -> None:
    area = show_bottom(full_comparison())
    record = mentored_record()
    assert [bool(plot.accessibleName()) for plot in area.plots] == [True] * 3
    assert f"Mean distance {record.mean_tv:.2f} TV" in area.distance.accessibleDescription()
    assert all(plot.toolTip() or plot.view.toolTip() for plot in area.plots)


def test_whatever_takes_the_focus_has_a_name(show_bottom: ShowBottom) -> None:
    bottom = show_bottom(full_comparison())
    focusable = [part for part in bottom.findChildren(QWidget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert len(focusable) >= 3
    assert [part for part in focusable if not part.accessibleName()] == []


def test_spans_hold_still_while_text_grows() -> None:
    spans = [span_of(count, False, 170) for count in range(171)]
    assert sorted(set(spans)) == [25, 50, 100, 170]
    assert span_of(154, True, 170) == 154
    assert span_of(0, True) == 1


def test_round_numbers() -> None:
    assert [nice_ceiling(value) for value in (0, 0.7, 1, 3, 180, 201)] == [1, 1, 1, 5, 200, 500]
    assert place_ticks(154) == [1, 50, 100, 154]
    assert place_ticks(21, 3) == [1, 10, 21]
    assert place_ticks(1) == [1]
    for span in range(1, 5000, 7):
        ticks = place_ticks(span)
        assert ticks[0] == 1
        assert ticks[-1] == span
        assert len(ticks) <= 6
    assert list(peaks(np.array([0.0, 3.0, 1.0, 2.0]), 2)) == [1, 3]
    assert list(running_share([4, 8], [8, 8])) == [50.0, 75.0]
    assert list(running_share([0], [0])) == [0.0]


@pytest.mark.parametrize(("height", "numbers"), [(262, 3), (120, 2)])
def test_numbers_that_would_touch_are_left_out(show_bottom: ShowBottom, height: int, numbers: int) -> None:
    plot = show_bottom(full_comparison(), 1120, 262).distance
    plot.view.setFixedHeight(height - 60)
    plot.set_axes(0.5, 10.5, 1.0, [1, 10], ("0.0", "0.5", "1.0"))
    (ticks,) = plot.item.getAxis("left")._tickLevels
    assert [words for _, words in ticks] == ["0.0", "0.5", "1.0"][:: 1 if numbers == 3 else 2]
