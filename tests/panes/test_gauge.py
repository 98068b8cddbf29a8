"""The gauge of the mean spent budget, and the scale of the time plot."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.views.panes.area import PanesArea
from app.views.panes.foot import MentoredFoot
from app.views.panes.gauge import WIDTH, SpendGauge
from app.views.plots.times import scale_of
from tests.panes.conftest import ShowArea, ShowBottom
from tests.panes.fakes import FakeComparison, full_comparison, mentored_record


def foot_of(area: PanesArea) -> MentoredFoot:
    foot = area.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot)
    return foot


def filled(gauge: SpendGauge) -> float:
    """The share of the track that is painted as spent."""
    image, draft = gauge.grab().toImage(), QColor("#C47C00")
    row, left = image.height() // 2, image.width() - WIDTH
    return sum(image.pixelColor(left + x, row) == draft for x in range(WIDTH)) / WIDTH


def test_it_is_filled_to_the_mean_and_says_so(show_area: ShowArea) -> None:
    gauge = foot_of(show_area(full_comparison(), 1120)).gauge
    record = mentored_record()
    spent = [token.spent for token in record.tokens if token.tv is not None]
    mean = sum(value for value in spent if value is not None) / len(spent)
    assert filled(gauge) == pytest.approx(mean / 0.4, abs=0.03)
    assert gauge.accessibleName() == "Mean spent budget"
    assert gauge.accessibleDescription() == f"{mean:.2f} of 0.40 TV"
    assert gauge.words == f"mean {mean:.2f}" and "mean of min(d, D)" in gauge.toolTip()


def test_it_follows_a_preview_and_comes_back(show_area: ShowArea) -> None:
    foot = foot_of(show_area(full_comparison(), 1120))
    own = foot.gauge.accessibleDescription()
    foot.set_preview(0.1, 30)
    distances = [token.tv for token in mentored_record().tokens if token.tv is not None]
    mean = float(np.mean(np.minimum(distances, 0.1)))
    assert foot.gauge.accessibleDescription() == f"about {mean:.2f} of 0.10 TV"
    assert foot.gauge.words == f"mean ≈ {mean:.2f}" and "Nothing has run" in foot.gauge.toolTip()
    assert filled(foot.gauge) == pytest.approx(mean / 0.1, abs=0.03)
    foot.set_preview(None, None)
    assert foot.gauge.accessibleDescription() == own


def test_without_a_run_or_a_budget_it_is_empty(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    gauge = foot_of(show_area(comparison, 1120)).gauge
    assert filled(gauge) == 0 and gauge.accessibleDescription() == "No token was checked yet."
    comparison.show("mentored", mentored_record(tv_budget=0.0))
    assert filled(gauge) == 0 and gauge.accessibleDescription() == "0.00 of 0.00 TV"


@pytest.mark.parametrize("width", [1400, 1120, 780, 640])
def test_nothing_over_the_strip_overlaps(show_area: ShowArea, width: int) -> None:
    foot = foot_of(show_area(full_comparison(), width))
    for budget in (None, 0.2):
        foot.set_preview(budget, None)
        parts: list[QWidget] = [part for part in (foot._caption, foot.gauge, foot._budget) if part.isVisibleTo(foot)]
        assert foot.gauge in parts
        edges = [(part.geometry().left(), part.geometry().right()) for part in parts]
        assert all(right < left for (_, right), (left, _) in pairwise(edges))
        assert edges[-1][1] <= foot.width()


def test_one_slow_round_does_not_flatten_the_others(show_bottom: ShowBottom) -> None:
    comparison = full_comparison()
    plot = show_bottom(comparison).times
    even = plot._top
    record = mentored_record()
    record.rounds[3] = dataclasses.replace(record.rounds[3], verify_s=2.4)
    comparison.show("mentored", record)
    assert even <= plot._top <= 2 * even
    heights = np.asarray(plot.draft_bars.opts["height"]) + np.asarray(plot.verify_bars.opts["height"])
    assert heights.max() <= plot._top
    assert list(plot.cut_marks.getData()[0]) == [4]
    longest = 1000 * (record.rounds[3].draft_s + 2.4)
    assert f"1 round of more than {plot._top:g} ms; it took {longest:,.0f} ms." in plot.toolTip()
    assert "Cut" in plot.accessibleDescription()
    comparison.show("mentored", mentored_record())
    assert plot._top == even and len(plot.cut_marks.getData()[0]) == 0 and "Cut" not in plot.toolTip()


def test_the_scale_stays_while_it_is_not_much_too_large() -> None:
    assert scale_of(np.array([90.0])) == 100
    assert scale_of(np.array([90.0, 80.0]), before=200) == 200
    assert scale_of(np.array([70.0, 60.0]), before=500) == 100
    assert scale_of(np.array([400.0] + [90.0] * 9), before=500) in (150, 200)
    assert scale_of(np.zeros(0)) == 100
