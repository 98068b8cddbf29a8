"""Going on from a token that the reader chose: a new run beside the old one."""

import json
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.export.page import page
from app.models.inspector.branching import branched
from app.models.preview.stakes import Stakes
from engine import runfile
from engine.decoding.explain import Explainer
from engine.events import Candidate
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request
from tests.engine.toys import ids, run
from tests.frame.conftest import Desk
from tests.inspector.conftest import first, hear, look, mentored, model_of, record_of


def go_on(desk: Desk, index: int) -> RunRecord:
    """Go on from a token with what is offered, to the end; returns the run from before."""
    before = record_of(desk)
    look(desk, index)
    desk.window.inspection.page.details.button.click()
    desk.finish()
    hear(desk)
    return before


def check_whole(record: RunRecord, length: int = 24) -> None:
    """Positions and rounds are without gaps, and every round has its own tokens."""
    assert [token.position for token in record.tokens] == list(range(length))
    assert [one.index for one in record.rounds] == list(range(len(record.rounds)))
    for one in record.rounds:
        own = [token.position for token in record.tokens if token.round == one.index]
        assert own == list(range(one.first, one.first + one.emitted))


def test_the_button_runs_on_beside_the_old_run(ran: Desk) -> None:
    index = first(ran, "relaxed", after=4)
    before = go_on(ran, index)
    record, history = record_of(ran), ran.window.additions.history.model
    chosen = record.tokens[index]
    assert chosen.kind == "chosen" and chosen.id != before.tokens[index].id
    assert record.tokens[:index] == [_at_zero(token) for token in before.tokens[:index]]
    assert ran.engine.prefixes == [tuple(token.id for token in record.tokens[: index + 1])]
    assert history.pinned is not None and history.pinned.record is before
    assert ran.window.additions.history.pinning.difference == index
    assert (record.kept, record.given, record.first_change) == (index + 1, index + 1, index)
    assert f"chosen at token {index + 1}" in ran.comparison.status
    check_whole(record)
    rounds = ran.window.additions.rounds.model
    assert [len(part.tokens) for part in rounds.parts] == [one.emitted for one in record.rounds]
    assert model_of(ran).index == index and model_of(ran).token is chosen
    assert ran.window.inspection.page.details.heading.text() == f"You chose “{chosen.text.strip()}” here."


def _at_zero(token: object) -> object:
    from dataclasses import replace

    return replace(token, at_s=0.0)  # type: ignore[type-var]


def test_return_goes_on_from_the_text(ran: Desk) -> None:
    index = first(ran, "relaxed", after=2)
    look(ran, index)
    text = ran.window.panes.panes["mentored"].text
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_Return)
    ran.finish()
    assert record_of(ran).tokens[index].kind == "chosen"
    hear(ran)


def test_another_bar_is_gone_on_with(ran: Desk) -> None:
    look(ran, 6)
    chart = ran.window.inspection.page.chart
    groups = chart.groups()
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.group_rect(2).center().toPoint())
    assert model_of(ran).choice is not None and model_of(ran).choice.id == groups[2].id
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Up)
    assert model_of(ran).choice.id == groups[1].id
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.group_rect(0).center().toPoint())
    assert model_of(ran).choice.id == groups[1].id, "the token itself is no other one"
    QTest.keyClick(chart, Qt.Key.Key_Return)
    ran.finish()
    assert record_of(ran).tokens[6].id == groups[1].id
    hear(ran)


def test_nothing_goes_on_after_the_end_or_past_the_last_token(ran: Desk) -> None:
    look(ran, 3)
    model, button = model_of(ran), ran.window.inspection.page.details.button
    model.choose(99)
    assert not button.isEnabled() and "ends the text" in button.toolTip()
    look(ran, 23)
    assert not button.isEnabled() and "Max tokens" in button.toolTip()
    asked = len(ran.engine.prefixes)
    model.go_on()
    assert len(ran.engine.prefixes) == asked and "Max tokens" in ran.comparison.status


def test_from_target_only_a_mentored_run_goes_on(ran: Desk) -> None:
    target = ran.comparison.panes["target"]
    model_of(ran).select(target, 5)
    hear(ran)
    model_of(ran).go_on()
    ran.finish()
    record = record_of(ran)
    assert [token.kind for token in record.tokens[:6]] == ["target"] * 5 + ["chosen"]
    assert record.request.mode == "mentored" and record.request.tv_budget == 0.5
    assert ran.window.additions.history.model.pinned is None and ran.comparison.first_difference == 5
    hear(ran)


def test_a_moved_budget_keeps_what_is_given(ran: Desk) -> None:
    """Nothing before the chosen token changes at any budget; dragging back shows the branch again."""
    index = first(ran, "relaxed", after=4)
    go_on(ran, index)
    branch = record_of(ran)
    change = Stakes(branch).first_change(0.0)
    assert change is None or change.position > index
    ran.engine.prefixes.clear()
    for budget in (0.9, 0.5, 0.9):
        ran.settings.begin_drag("tv_budget")
        ran.settings.set("tv_budget", budget)
        ran.settings.end_drag("tv_budget")
        ran.finish()
        record = record_of(ran)
        assert record.branch == branch.branch and record.request.tv_budget == budget
        check_whole(record)
    assert len(ran.engine.prefixes) <= 1, "the second and the third are kept"
    ran.settings.set("draft_length", 5)
    ran.settings._settle_pending()
    ran.finish()
    assert ran.engine.prefixes[-1] == branch.branch and record_of(ran).branch == branch.branch
    ran.comparison.run()
    ran.finish()
    assert record_of(ran).given == 0 and ran.engine.prefixes[-1] == ()
    hear(ran)


def test_settings_that_go_back_show_the_branch_again(ran: Desk) -> None:
    """A seed that is moved and put back shows what was shown at it last: the branch, or the run that Run made anew."""
    index = first(ran, "relaxed", after=4)
    whole = go_on(ran, index)
    branch = record_of(ran)

    def seed(value: int) -> None:
        ran.settings.set("seed", value)
        ran.settings._settle_pending()

    for value in (5, 4, 5):
        seed(value)
        assert record_of(ran) is branch, "nothing is known of the other seed as yet"
    ran.comparison.run()
    ran.finish()
    other, asked = record_of(ran), len(ran.engine.requests)
    assert other.request.seed == 5 and other.given == 0
    for _ in range(2):
        seed(4)
        assert record_of(ran) is branch and ran.comparison.panes["target"].record.request.seed == 4
        assert ran.window.panes.legend.items["chosen"].isVisible()
        seed(5)
        assert record_of(ran) is other
    # The run that was gone on from is in the history; once it is shown again, it is what comes back.
    history = ran.window.additions.history.model
    history.show(next(entry for entry in history.entries if entry.record is whole))
    assert record_of(ran) is whole
    seed(5)
    seed(4)
    assert record_of(ran) is whole and len(ran.engine.requests) == asked
    history.show(next(entry for entry in history.entries if entry.record is branch))
    ran.comparison.run()
    ran.finish()
    anew = record_of(ran)
    seed(5)
    seed(4)
    assert record_of(ran) is anew and anew.given == 0
    hear(ran)


def test_quick_moves_keep_what_is_given(ran: Desk) -> None:
    """Also a run that waits for the one before it to stop, or for a draft-only run, goes on from the chosen token."""
    go_on(ran, first(ran, "relaxed", after=4))
    branch = record_of(ran).branch
    for budget in (0.9, 0.1, 0.7):  # each comes before the engine has said that the last has stopped
        ran.settings.begin_drag("tv_budget")
        ran.settings.set("tv_budget", budget)
        ran.settings.end_drag("tv_budget")
    ran.finish()
    assert record_of(ran).branch == branch and ran.engine.prefixes[-1][: len(branch)] == branch
    ran.settings.set("draft_pane", True)
    ran.settings._settle_pending()
    assert ran.comparison.running
    for length in (5, 6):
        ran.settings.set("draft_length", length)
        ran.settings._settle_pending()
    ran.finish()
    assert record_of(ran).branch == branch and record_of(ran).request.draft_length == 6
    assert ran.comparison.panes["draft"].record is not None
    check_whole(record_of(ran))
    hear(ran)


def test_a_slider_moved_in_a_race_keeps_what_is_given(ran: Desk) -> None:
    go_on(ran, first(ran, "relaxed", after=4))
    branch, race = record_of(ran).branch, ran.window.additions.race.model
    race.start()
    assert race.playing and not record_of(ran).tokens
    ran.settings.set("draft_length", 5)
    assert not race.active and record_of(ran).branch == branch
    ran.settings._settle_pending()
    ran.finish()
    assert ran.engine.prefixes[-1] == branch and record_of(ran).branch == branch
    hear(ran)


def test_nothing_goes_on_while_a_sweep_has_the_engine(ran: Desk) -> None:
    look(ran, 6)
    ran.comparison.hold("A sweep is running.")
    asked = len(ran.engine.prefixes)
    model_of(ran).go_on()
    assert len(ran.engine.prefixes) == asked and ran.comparison.status == "A sweep is running."
    assert model_of(ran).message == "The other candidates follow when the sweep has ended."
    ran.comparison.hold("")
    hear(ran)
    model_of(ran).go_on()
    assert len(ran.engine.prefixes) == asked + 1
    ran.finish()
    hear(ran)


def test_saved_and_opened_and_exported(ran: Desk) -> None:
    index, before = first(ran, "relaxed", after=4), record_of(ran)
    go_on(ran, index)
    record = record_of(ran)
    assert ran.window.panes.legend.items["chosen"].isVisible()
    again = runfile.from_json(json.loads(json.dumps(runfile.to_json(record))))
    assert (again.given, again.kept, again.branch) == (record.given, record.kept, record.branch)
    assert again.tokens == record.tokens
    made = page({"mentored": record}, {}, None, None)
    assert "<span class='chosen'" in made and "You chose" in made
    assert "<b>Chosen</b> 1 token<br>" in made and "<b>Chosen</b>" not in page({"mentored": before}, {}, None, None)
    mentored(ran).show(again)
    assert len(ran.window.additions.rounds.model.parts) == len(record.rounds)
    hear(ran)


def test_a_cut_round_keeps_what_it_put_out(ran: Desk) -> None:
    record = record_of(ran)
    for place in range(8):
        start = branched(record, place, Candidate(3, " glass", 0.2, 0.1, 0.2, " glass"))
        assert len(start.tokens) == place + 1 == start.given
        assert sum(one.emitted for one in start.rounds) == place
        assert all(one.accepted <= one.emitted and one.accepted <= one.proposed for one in start.rounds)


def test_on_the_bundled_pair_it_says_what_the_engine_says(bundled: Pair) -> None:
    """At a relaxed token, going on with what the target alone says gives the run that the engine gives after it."""
    request = Request("The moon was", max_tokens=16, tv_budget=0.6, seed=2, coupling="gumbel", draft_length=4)
    record = run(bundled, request)
    index = next(token.position for token in record.tokens if token.kind == "relaxed")
    told = Explainer(bundled).explain(request, record.place(index))
    alone: Sequence[int] = ids(run(bundled, request.replace(mode="target")))
    assert told.alone is not None and told.alone.adds
    assert told.alone.id == alone[index] or ids(record)[:index] != alone[:index]
    start = branched(record, index, told.alone)
    rest = ids(run(bundled, request, prefix=start.ids))
    assert len(start.ids) + len(rest) == 16 and ids(record)[:index] == list(start.ids[:index])
