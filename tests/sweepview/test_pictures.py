"""The heat map's colours, the break-even line, the places of labels, and the words: without a window."""

import random
from datetime import datetime
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from app.models.sweep import words
from app.models.sweep.board import Board, step_line
from app.models.sweep.cell import Cell, budget_words, mark
from app.theme import Theme
from app.views.sweep.frontier_scale import scale_for
from app.views.sweep.heat_colours import contrast, heat_colour, ink_on, share
from app.views.sweep.labels import place_labels
from engine.request import Request
from engine.sweep.plan import Setting, grid
from tests.sweepview.conftest import cell

AREA = QRectF(60, 45, 400, 260)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_grey_below_and_blue_above_with_words_that_stand_out(qapp: QApplication, name: str) -> None:
    theme = Theme(qapp, name)
    speeds = [0.1, 0.3, 0.46, 0.7, 0.94, 1.0, 1.05, 1.3, 1.6, 2.2, 5.0]
    for speed in speeds:
        ground = heat_colour(theme, speed)
        assert contrast(ink_on(ground), ground) >= 4.5
        assert (ground.blue() - ground.red() > 25) == (speed > 1.2), speed
    steps = [contrast(heat_colour(theme, speed), heat_colour(theme, 1.0)) for speed in (1.05, 1.3, 1.6, 2.2)]
    assert steps == sorted(steps) and steps[0] < 1.3
    theme.choose("light")


def test_the_scale_is_even_in_the_logarithm() -> None:
    assert share(1.0) == 0 and share(2.2) == 1 and share(9) == 1 and share(0) == -1
    assert share(1.5) == pytest.approx(-share(1 / 1.5)) and share(4.0, full=16.0) == pytest.approx(0.5)


def board(speeds: dict[tuple[int, float], float]) -> Board:
    cells = {cell(k, d): Cell(cell(k, d), predicted=speed) for (k, d), speed in speeds.items()}
    lengths, budgets = sorted({k for k, _ in speeds}), sorted({d for _, d in speeds})
    return Board(tuple(("fixed", k) for k in lengths), tuple(budgets), cells)


def test_break_even_runs_between_cells_on_both_sides_of_it() -> None:
    made = board({(2, 0.0): 1.05, (2, 1.0): 1.7, (4, 0.0): 0.94, (4, 1.0): 1.0})
    assert made.break_even() == [((0, 0, False), False), ((0, 1, True), False)]
    assert board({(2, 0.0): 1.2, (2, 1.0): 1.0}).break_even() == []
    assert board({(2, 0.0): 0.9, (4, 1.0): 1.3}).break_even() == []  # they do not touch
    slow, other = cell(4, 0.0), Setting("mentored", "cost-aware", 2, 0.0)
    cells = {slow: Cell(slow, predicted=0.9), other: Cell(other, predicted=1.2)}
    assert Board((("fixed", 4), ("cost-aware", 2)), (0.0,), cells).break_even() == []  # two policies are no scale


def test_the_frontiers_line_keeps_its_height_then_rises() -> None:
    assert step_line([(0.0, 1.0), (0.2, 1.5)]) == [(0.0, 1.0), (0.2, 1.0), (0.2, 1.5)]
    assert step_line([]) == []


@pytest.mark.parametrize("seed", range(12))
def test_labels_cover_neither_each_other_nor_points(seed: int) -> None:
    draw = random.Random(seed)
    data = sorted((draw.random() * 0.5, 0.4 + 2 * draw.random()) for _ in range(25))
    best: list[tuple[float, float]] = []
    for point in data:
        if not best or point[1] > best[-1][1]:
            best.append(point)
    scale = scale_for(data, AREA)
    spots = [scale.spot(*point) for point in data]
    assert all(AREA.contains(spot) for spot in spots)
    asked = [(scale.spot(*point), 58.0) for point in best]
    line = [scale.spot(*corner) for corner in step_line(best)]
    boxes, own = place_labels(asked, spots, line, scale.spot(0, 1.0).y(), AREA, 88.0)
    placed = [box for box in [*boxes, own] if box is not None]
    assert sum(box is not None for box in boxes) >= (len(boxes) + 1) // 2
    assert not any(one.intersects(other) for one, other in combinations(placed, 2))
    assert not any(box.contains(spot) for box in placed for spot in spots)


def test_axes_name_break_even_once() -> None:
    for speeds in ([0.5, 2.1], [1.02, 1.04], [0.2], [7.0, 12.0]):
        scale = scale_for([(0.1 * i, speed) for i, speed in enumerate(speeds)], AREA)
        heights = scale.heights()
        assert heights.count(1.0) == 1 and 2 <= len(heights) <= 9
        gaps = [abs(scale.spot(0, a).y() - scale.spot(0, b).y()) for a, b in combinations(heights, 2)]
        assert min(gaps) > 12


def test_points_far_from_a_click_are_not_taken() -> None:
    scale = scale_for([(0.0, 1.0), (0.4, 2.0)], AREA)
    assert scale.spot(0.0, 1.0).x() == AREA.left() and scale.spot(0.4, 2.0) != QPointF()


def test_words() -> None:
    assert [words.duration(s).replace("\u00a0", " ") for s in (0.2, 59.6, 289, 7500)] == [
        "1 s", "1 min 0 s", "4 min 49 s", "2 h 5 min",
    ]  # fmt: skip
    plan = grid(Request("x"), [2, 4, 6, 8, 12], [0, 0.25, 0.5, 0.75, 1])
    told = words.estimate(plan, 289.0).replace("\u00a0", " ")
    assert told == (
        "25 cells, 3 runs each, and 18 target-only runs between them, about 4 min 49 s at the last measured speed."
    )
    assert "once something has run" in words.estimate(plan, None)
    now = datetime(2026, 3, 1, 15, 0)
    assert words.when(datetime(2026, 3, 1, 14, 38), now) == "14:38"
    assert words.when(datetime(2026, 2, 3, 9, 5), now) == "3 Feb 09:05"
    assert words.when(datetime(2025, 2, 3, 9, 5), now) == "3 Feb 2025 09:05"
    assert (budget_words(0.25), budget_words(0.125), mark(cell(4, 0.25))) == ("0.25", "0.125", "K 4, 0.25")
    assert mark(Setting("mentored", "cost-aware", 4, 1.0)) == "K cost 4, 1.00"
