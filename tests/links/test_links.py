"""The token under the pointer is lit wherever it is shown, and nowhere else."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.models.compare.agreement import Agreement
from app.views.panes.foot import MentoredFoot
from app.views.panes.spend_strip import SpendStrip
from app.views.panes.token_text import TokenText
from app.views.plots.plot import Plot
from engine.record import RunRecord
from engine.request import Request
from tests.frame.conftest import Desk
from tests.panes.fakes import mentored_record, run_events, target_record

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
#: The panes of the design's story part here.
PARTS = 21


@pytest.fixture
def full(desk: Desk, qtbot: QtBot) -> Desk:
    """Both panes as in the design."""
    desk.comparison.panes["target"].show(target_record())
    desk.comparison.panes["mentored"].show(mentored_record())
    desk.comparison.refresh()
    assert desk.comparison.first_difference == PARTS
    return desk


def text_of(desk: Desk, name: str) -> TokenText:
    return desk.window.panes.panes[name].text  # type: ignore[index]


def strip_of(desk: Desk) -> SpendStrip:
    foot = desk.window.panes.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot)
    return foot.strip


def lit(desk: Desk, widget: QWidget, rect: QRectF) -> bool:
    """Whether the tint of a selection is to be seen in part of a widget."""
    image: QImage = widget.grab().toImage()
    area = rect.toAlignedRect().intersected(image.rect())
    tint = desk.theme.colours.selection
    return any(
        image.pixelColor(x, y).name().upper() == tint
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    )


def lit_in_text(desk: Desk, name: str) -> list[int]:
    """The tokens of a pane that stand on the tint."""
    text = text_of(desk, name)
    sight = range(min(60, text.token_document.count))
    image = text.viewport().grab().toImage()
    tint = desk.theme.colours.selection
    found = []
    for index in sight:
        rect = text.token_rects(index)[0]
        x, rows = round(rect.center().x()), range(round(rect.top()) - 2, round(rect.bottom()) + 4)
        if any(image.rect().contains(x, y) and image.pixelColor(x, y).name().upper() == tint for y in rows):
            found.append(index)
    return found


def point_at_text(desk: Desk, qtbot: QtBot, name: str, index: int) -> None:
    text = text_of(desk, name)
    qtbot.mouseMove(text.viewport(), text.token_rects(index)[0].center().toPoint())


def leave(widget: QWidget) -> None:
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def spot_in_plot(plot: Plot, place: int) -> QPoint:
    """A point over the bar of a place, counted from 0."""
    box = plot.item.getViewBox()
    there = box.mapViewToScene(QPointF(place + 1, 0.4 * box.viewRange()[1][1])).toPoint()
    return plot.view.mapTo(plot, there)


def test_the_text_lights_strip_plots_and_round(full: Desk, qtbot: QtBot) -> None:
    window = full.window
    point_at_text(full, qtbot, "mentored", 30)
    assert lit_in_text(full, "mentored") == [30]
    strip, rounds = strip_of(full), window.additions.rounds
    assert lit(full, strip, strip.bar(30).adjusted(-2, -20, 2, 0))
    assert not lit(full, strip, strip.bar(40).adjusted(-1, -20, 1, 0))
    assert window.bottom.distance.linked == range(30, 31) and window.bottom.distance.link_line.value() == 31
    record = full.comparison.panes["mentored"].record
    assert record is not None
    own = record.tokens[30].round
    assert own is not None and rounds.model.round_of(30) == own
    assert lit(full, rounds.row.strip, rounds.row.strip.group_rect(own))
    assert not lit(full, rounds.row.strip, rounds.row.strip.group_rect(own + 1).adjusted(3, 0, -3, 0))
    assert window.bottom.times.linked == window.bottom.acceptance.linked == range(own, own + 1)
    leave(text_of(full, "mentored").viewport())
    assert lit_in_text(full, "mentored") == []
    assert window.bottom.distance.linked is None and not window.bottom.distance.band.isVisible()
    assert not lit(full, strip, QRectF(strip.rect()))
    assert not lit(full, rounds.row.strip, QRectF(rounds.row.strip.rect()))


def test_strip_and_distance_plot_light_the_text(full: Desk, qtbot: QtBot) -> None:
    strip, plot = strip_of(full), full.window.bottom.distance
    qtbot.mouseMove(strip, strip.bar(12).center().toPoint())
    assert lit_in_text(full, "mentored") == [12]
    leave(strip)
    qtbot.mouseMove(plot, spot_in_plot(plot, 33))
    assert lit_in_text(full, "mentored") == [33]
    leave(plot)
    assert lit_in_text(full, "mentored") == []


def test_a_round_lights_its_tokens_from_plots_and_strip(full: Desk, qtbot: QtBot) -> None:
    model, rounds = full.window.additions.rounds.model, full.window.additions.rounds.row.strip
    expected = list(model.tokens_of(2))
    assert len(expected) > 1
    bottom = full.window.bottom
    for plot in (bottom.acceptance, bottom.times):
        qtbot.mouseMove(plot, spot_in_plot(plot, 2))
        assert lit_in_text(full, "mentored") == expected
        leave(plot)
    qtbot.mouseMove(rounds, rounds.group_rect(2).center().toPoint())
    assert lit_in_text(full, "mentored") == expected
    assert bottom.times.linked == range(2, 3) and bottom.distance.linked == model.tokens_of(2)
    leave(rounds)
    assert lit_in_text(full, "mentored") == []


def test_the_other_pane_is_lit_up_to_the_first_difference(full: Desk, qtbot: QtBot) -> None:
    for index in (5, PARTS):
        point_at_text(full, qtbot, "mentored", index)
        assert lit_in_text(full, "target") == [index]
        point_at_text(full, qtbot, "target", index)
        assert lit_in_text(full, "target") == lit_in_text(full, "mentored") == [index]
    point_at_text(full, qtbot, "mentored", PARTS + 1)
    assert lit_in_text(full, "target") == []
    point_at_text(full, qtbot, "target", PARTS + 1)
    assert lit_in_text(full, "target") == [PARTS + 1] and lit_in_text(full, "mentored") == []
    assert full.window.bottom.distance.linked is None


def test_another_run_lights_nothing(full: Desk, qtbot: QtBot) -> None:
    point_at_text(full, qtbot, "mentored", 12)
    full.comparison.panes["mentored"].show(mentored_record(tv_budget=0.3))
    assert lit_in_text(full, "mentored") == [] and lit_in_text(full, "target") == []
    assert full.window.bottom.distance.linked is None
    other = Request("Another prompt", coupling="gumbel", bonus=True, max_tokens=170, tv_budget=0.4)
    record = RunRecord(other)
    for event in run_events(other, "As Mara and Ilyan went on and on"):
        record.add(event)
    full.comparison.panes["mentored"].show(record)
    point_at_text(full, qtbot, "mentored", 0)
    assert lit_in_text(full, "mentored") == [0] and lit_in_text(full, "target") == []


def test_a_click_in_strip_or_plot_chooses(full: Desk, qtbot: QtBot) -> None:
    heard: list[int] = []
    full.window.additions.links.chosen.connect(heard.append)
    strip, plot = strip_of(full), full.window.bottom.distance
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.bar(40).center().toPoint())
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=spot_in_plot(plot, 77))
    assert heard == [40, 77]


def test_lighting_lays_out_nothing_and_scrolls_nothing(full: Desk, qtbot: QtBot) -> None:
    text = text_of(full, "mentored")
    text.resize(text.width(), 90)
    laid_out: list[object] = []
    text.document().documentLayout().update.connect(laid_out.append)
    before = text.verticalScrollBar().value()
    strip = strip_of(full)
    for index in (3, 60, 120, 153):
        qtbot.mouseMove(strip, strip.bar(index).center().toPoint())
    assert text.verticalScrollBar().value() == before and laid_out == []
    leave(strip)


def test_agreement_looks_only_at_what_is_new() -> None:
    request = Request("Mara")
    left, right = RunRecord(request.replace(mode="target")), RunRecord(request)
    both = Agreement()
    assert both.upto(left, right) == 0
    tokens = target_record().tokens
    for token in tokens[:4]:
        left.add(token)
    for token in tokens[:3]:
        right.add(token)
    assert both.upto(left, right) == 3
    left.tokens[0] = tokens[7]  # a change of what was counted goes unseen
    right.add(tokens[3])
    right.add(tokens[9])
    left.add(tokens[4])
    assert both.upto(left, right) == 4
    assert both.upto(left, RunRecord(request.replace(seed=9))) is None
