"""Panes in every state, as the models drive them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QWidget

from app.models.runs.pane import PaneState
from app.views.panes.foot import MentoredFoot, SentenceFoot
from app.views.panes.pane import Pane
from engine.events import Event, Finished, Prefill
from engine.record import RunRecord
from engine.request import Request
from tests.panes.conftest import ShowArea
from tests.panes.fakes import (
    MENTORED_TEXT,
    FakeComparison,
    draft_record,
    full_comparison,
    mentored_record,
    run_events,
    target_record,
)


def shown(pane: Pane) -> dict[str, str]:
    return {key: pane.header.figures.figure(key).words.spoken for key in pane.header.figures.shown()}


def message(pane: Pane) -> str:
    return pane.text.accessibleDescription()


def bursts(events: list[Event], size: int = 9) -> Iterator[list[Event]]:
    for first in range(0, len(events), size):
        yield events[first : first + size]


def test_empty_panes_say_what_to_do_and_figures_are_dashes(show_area: ShowArea) -> None:
    area = show_area(FakeComparison(), 1120)
    target, mentored = area.panes["target"], area.panes["mentored"]
    assert message(target) == message(mentored) == "Press Run. Both panes use this prompt and this seed."
    assert shown(target) == {
        "speed": "speed: – tokens/s",
        "total": "total: – s",
        "first": "first token: – s",
        "tokens": "output: – tokens",
    }
    assert shown(mentored)["accepted"] == "accepted / proposed: –"
    assert mentored.header.hero.text() == "– as fast as target only"
    assert target.header.hero.text() == "baseline, 1.00×"


def test_done_panes_show_every_figure_with_its_unit(show_area: ShowArea) -> None:
    area = show_area(full_comparison(), 1120)
    target, mentored = shown(area.panes["target"]), shown(area.panes["mentored"])
    record = mentored_record()
    assert record.stats is not None
    assert target["tokens"] == "stopped at max tokens: 167 tokens"
    assert target["first"] == "first token: 0.28 s"
    share = 100 * record.accepted / record.proposed
    assert mentored["accepted"] == f"accepted / proposed: {record.accepted} / {record.proposed} · {share:.0f} %"
    assert mentored["rounds"] == f"rounds: {len(record.rounds)}"
    assert mentored["spent"] == f"mean spent: {record.mean_spent:.2f} of 0.40 TV"
    assert mentored["speed"] == f"speed: {record.stats.tokens_per_s:.1f} tokens/s"
    assert area.panes["mentored"].header.hero.text() == "2.08× as fast as target only"


def test_figures_are_defined_in_tooltips(show_area: ShowArea) -> None:
    area = show_area(full_comparison(), 1120)
    figures = area.panes["mentored"].header.figures
    assert figures.figure("speed").toolTip() == "Tokens divided by the time after the prompt was read."
    assert figures.figure("first").toolTip().endswith("Mentored waits for a whole round.")
    assert "waits" not in area.panes["target"].header.figures.figure("first").toolTip()
    for pane in area.panes.values():
        assert all(pane.header.figures.figure(key).toolTip() for key in pane.header.figures.shown())
        assert pane.header.hero.toolTip()


def test_a_run_from_waiting_to_done(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    comparison.show("target", target_record(), 1.0)
    area = show_area(comparison, 1120)
    pane, model = area.panes["mentored"], comparison.panes["mentored"]
    model.wait()
    assert "after target only has ended" in message(pane)
    request = Request("Mara", coupling="gumbel", bonus=True, max_tokens=170)
    model.begin(RunRecord(request))
    assert message(pane) == "Reading the prompt"
    model.add([Prefill(24, 27)])
    assert message(pane) == "Reading the prompt, 24 of 27 tokens"
    events = run_events(request, MENTORED_TEXT)[2:]
    model.add([Prefill(27, 27)])
    for burst in bursts(events):
        comparison.now += 0.2
        model.add(burst)
        comparison.compare()
    assert model.state is PaneState.DONE
    assert model.record is not None
    assert pane.text.token_document.count == len(model.record.tokens)
    assert shown(pane)["rounds"] == f"rounds: {len(model.record.rounds)}"
    assert area.legend.items["relaxed"].count_words() == f"{model.record.counts['relaxed']} tokens"
    foot = area.panes["target"].foot
    assert isinstance(foot, SentenceFoot)
    assert foot.title.text() == "First difference: token 22"


def test_figures_move_while_it_runs(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    area = show_area(comparison, 1120)
    model = comparison.panes["target"]
    model.begin(RunRecord(Request("Mara", mode="target")))
    events = run_events(Request("Mara", mode="target"), "One two three four")
    model.add(events[:2])
    comparison.now += 0.5
    model.add(events[2:4])
    assert shown(area.panes["target"])["tokens"] == "so far: 2 tokens"
    assert shown(area.panes["target"])["speed"] == "speed: 4.0 tokens/s"


def test_stopped_and_failed(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    area = show_area(comparison, 1120)
    for name in ("target", "mentored"):
        request = Request("Mara", mode=name)  # type: ignore[arg-type]
        model = comparison.panes[name]  # type: ignore[index]
        model.begin(RunRecord(request))
        model.add(run_events(request, "One two three", "stopped"))
        assert model.state is PaneState.STOPPED
    assert shown(area.panes["target"])["tokens"] == "stopped at token 3: 3 tokens"
    assert area.panes["mentored"].header.note == "Stopped at token 3"
    comparison.panes["mentored"].begin(RunRecord(Request("Mara")))
    comparison.panes["mentored"].fail()
    assert area.panes["mentored"].header.note == "Failed; an earlier run is shown"
    fresh = FakeComparison()
    area = show_area(fresh, 1120)
    fresh.panes["mentored"].begin(RunRecord(Request("Mara")))
    fresh.panes["mentored"].fail()
    assert area.panes["mentored"].header.note == "Failed"
    assert "failed before its first token" in message(area.panes["mentored"])


def test_a_run_that_was_given_up_counts_as_stopped(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    area = show_area(comparison, 1120)
    request = Request("Mara", mode="target")
    comparison.panes["target"].begin(RunRecord(request))
    comparison.panes["target"].add(run_events(request, "One two three")[:4])
    comparison.panes["target"].cut()
    assert shown(area.panes["target"])["tokens"] == "stopped at token 2: 2 tokens"


def test_stopped_before_the_first_token(show_area: ShowArea) -> None:
    comparison = FakeComparison()
    area = show_area(comparison, 1120)
    record = RunRecord(Request("Mara"))
    comparison.panes["mentored"].begin(record)
    comparison.panes["mentored"].add([Finished("stopped", record.figures(0.1, 0.1))])
    assert message(area.panes["mentored"]) == "Stopped before the first token."


def test_the_difference_is_marked_in_both_panes_and_in_the_strip(show_area: ShowArea) -> None:
    comparison = full_comparison()
    area = show_area(comparison, 1120)
    for name in ("target", "mentored"):
        text = area.panes[name].text  # type: ignore[index]
        image, rect = text.viewport().grab().toImage(), text.token_rects(21)[0]
        bar = image.pixelColor(round(rect.left() - 3), round(rect.center().y()))
        assert bar.lightness() < 60, name
    foot = area.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot)
    image, bar_rect = foot.strip.grab().toImage(), foot.strip.bar(21)
    assert image.pixelColor(round(bar_rect.center().x() - 0.5), 30).lightness() < 60


def test_the_tooltip_at_the_difference_tells_what_the_target_says(show_area: ShowArea) -> None:
    area = show_area(full_comparison(), 1120)
    assert "The target alone would have said “sent”." in area.panes["mentored"].token_words(21)
    assert "would have said" not in area.panes["mentored"].token_words(25)
    assert "would have said" not in area.panes["target"].token_words(21)
    apart = show_area(full_comparison(coupling="independent"), 1120)
    assert "would have said" not in apart.panes["mentored"].token_words(21)
    assert apart.panes["mentored"].token_words(9999) == ""


def test_the_draft_pane_is_shown_on_demand_with_honest_words(show_area: ShowArea) -> None:
    comparison = full_comparison()
    area = show_area(comparison, 1120)
    draft = area.panes["draft"]
    assert not draft.isVisible()
    comparison.settings.set("draft_pane", True)
    comparison.show("draft", draft_record(), 3.9)
    assert draft.isVisible()
    assert draft.header.hero.text() == "3.90× as fast as target only"
    foot = draft.foot
    assert isinstance(foot, SentenceFoot)
    assert "the target checks none of it" in foot.sentence.text()
    assert "TV budget 1" not in foot.sentence.text(), "with the bonus token that would be untrue"
    comparison.show("mentored", mentored_record(bonus=False), 2.0)
    assert "Mentored at TV budget 1 writes this same text." in foot.sentence.text()


@pytest.mark.parametrize("name", ["target", "mentored", "draft"])
def test_accessible_names(show_area: ShowArea, name: str) -> None:
    area = show_area(full_comparison(), 1120)
    assert area.panes[name].text.accessibleName().endswith("text")  # type: ignore[index]
    foot = area.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot)
    assert foot.strip.accessibleName() == "Spent budget per token"
    assert "0.40 TV" in foot.strip.accessibleDescription()


@pytest.mark.parametrize("width", [640, 700, 820, 960, 1120, 1400])
@pytest.mark.parametrize("three", [False, True])
def test_nothing_overlaps_or_is_cut_at_any_width(show_area: ShowArea, width: int, three: bool) -> None:
    comparison = full_comparison()
    comparison.settings.set("draft_pane", three)
    comparison.show("draft", draft_record(), 3.9)
    area = show_area(comparison, width)
    for pane in area.panes.values():
        if not pane.isVisible():
            continue
        row = pane.header.figures
        figures: list[QWidget] = [row.figure(key) for key in row.shown()]
        for figure in figures:
            assert figure.width() >= figure.needs()  # type: ignore[attr-defined]
            assert figure.geometry().right() <= row.width()
        for left, right in pairwise(figures):
            assert left.geometry().right() + 8 <= right.geometry().left()
        assert pane.header._name.geometry().right() < pane.header.hero.geometry().left()
    items = [item for item in area.legend.items.values() if item.isVisible()]
    for item in items:
        assert item.needs(item._detail) <= item.width() + 1
        assert item.geometry().right() <= area.legend.width()
    for left_item, right_item in pairwise(items):
        assert left_item.geometry().right() < right_item.geometry().left()


def test_figures_give_way_in_order(show_area: ShowArea) -> None:
    area = show_area(full_comparison(), 1120)
    row = area.panes["mentored"].header.figures
    left_out: list[str] = []
    for width in range(520, 40, -2):
        row.resize(width, row.height())
        left_out += [
            key
            for key in ("total", "first", "rounds", "spent", "accepted")
            if key not in row.shown() and key not in left_out
        ]
    assert left_out == ["total", "first", "rounds", "spent", "accepted"]
    assert row.shown() == ["speed"]


def test_three_panes_scroll_sideways_where_it_is_narrow(show_area: ShowArea) -> None:
    comparison = full_comparison()
    comparison.settings.set("draft_pane", True)
    area = show_area(comparison, 820)
    bar = area._scroll.horizontalScrollBar()
    assert bar.maximum() > 0
    area.resize(960, 536)
    assert bar.maximum() == 0
    widths = {pane.width() for pane in area.panes.values()}
    assert max(widths) - min(widths) <= 1


def test_legend_counts_and_brief_sentences(show_area: ShowArea) -> None:
    comparison = full_comparison()
    area = show_area(comparison, 1120)
    record = comparison.panes["mentored"].record
    assert record is not None
    for kind, item in area.legend.items.items():
        if kind == "chosen":
            assert not item.isVisible()  # nobody chose a token of this run
            continue
        assert item.text().split(". ")[0].endswith(f"{record.counts[kind]} tokens")
        assert not item.brief
    area.resize(820, 536)
    assert all(item.brief and item.toolTip() for item in area.legend.items.values() if item.isVisible())


@pytest.mark.parametrize("width", [640, 820, 1120, 2000])
def test_a_chosen_token_is_in_the_legend_of_its_run_alone(show_area: ShowArea, width: int) -> None:
    comparison, run = full_comparison(), mentored_record()
    record = RunRecord(run.request, prefill=run.prefill, reason=run.reason, stats=run.stats)
    for token in run.tokens:
        record.add(replace(token, kind="chosen") if token.position == 9 else token)
    area = show_area(comparison, width)
    item = area.legend.items["chosen"]
    assert not item.isVisible()
    comparison.show("mentored", record, 2.08)
    assert item.isVisible() and item.count_words() == "1 token"
    assert item.toolTip() == "Chosen: Put there by you, to go on from."
    assert item.text() == "Chosen 1 token. Put there by you, to go on from."
    for left, right in pairwise(area.legend.items.values()):
        assert left.geometry().right() < right.geometry().left()
    assert item.geometry().right() <= area.legend.width() and item.needs(item._detail) <= item.width() + 1
    comparison.show("mentored", mentored_record(), 2.08)
    assert not item.isVisible()


def test_the_strip_is_coloured_by_class_and_as_high_as_what_was_spent(show_area: ShowArea) -> None:
    comparison = full_comparison()
    area = show_area(comparison, 1120)
    foot, record = area.panes["mentored"].foot, comparison.panes["mentored"].record
    assert isinstance(foot, MentoredFoot)
    assert record is not None
    names = {}
    for index, token in enumerate(record.tokens):
        names.setdefault(token.kind, set()).add(foot.strip.colour(index).name())
        assert foot.strip.bar(index).height() == pytest.approx(32 * min(1.0, (token.spent or 0) / 0.4), abs=0.01)
        assert foot.strip.token_at(foot.strip.bar(index).center().x()) == index
    assert len({next(iter(colours)) for kind, colours in names.items() if kind != "bonus"}) == 3
