"""Looking at a token: by click and by key, in words and in figures, with and without the models."""

import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.views.inspector import verdict_words as words
from app.views.inspector.details import Details
from app.views.inspector.page import TokenPage
from app.views.panes.foot import MentoredFoot
from app.views.panes.token_text import TokenText
from app.views.panes.token_words import verdict
from engine.events import Candidate, Kind, Proposal, Token
from engine.record import RunRecord
from engine.request import Request
from tests.frame.conftest import Desk
from tests.inspector.conftest import first, hear, look, mentored, model_of, record_of

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def text_of(desk: Desk) -> TokenText:
    return desk.window.panes.panes["mentored"].text


def page_of(desk: Desk) -> TokenPage:
    return desk.window.inspection.page


def details_of(desk: Desk) -> Details:
    return page_of(desk).details


def click(desk: Desk, text: TokenText, index: int) -> None:
    point = text.token_rects(index)[0].center().toPoint()
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, Modifier.NoModifier, point)
    hear(desk)


def test_a_click_on_a_token_tells_why_it_is_there(ran: Desk) -> None:
    index = first(ran, "relaxed")
    click(ran, text_of(ran), index)
    token, model = record_of(ran).tokens[index], model_of(ran)
    assert model.token is token
    assert ran.engine.asked[-1] == record_of(ran).place(index)
    assert page_of(ran).isVisible() and not ran.window.bottom.plots_page.isVisible()
    assert verdict(token) in details_of(ran).heading.toolTip()
    assert details_of(ran).caption.text().startswith(f"Token {index + 1} · round ")
    said = details_of(ran).sentences.text()
    assert "of the time" in said and "At budget 0 it would have been replaced by" in said
    names = [group.name for group in page_of(ran).chart.groups()]
    assert names[0] == token.text.strip() and names[-1].endswith("others") and len(names) == 5
    foot = ran.window.panes.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot) and foot.strip._selected == index
    assert ran.window.additions.rounds.model.selected == token.round
    assert "by token" in ran.comparison.status


def test_a_click_that_selects_text_looks_at_nothing(ran: Desk) -> None:
    text = text_of(ran)
    start, end = (text.token_rects(index)[0].center().toPoint() for index in (2, 9))
    QTest.mousePress(text.viewport(), Qt.MouseButton.LeftButton, Modifier.NoModifier, start)
    QTest.mouseMove(text.viewport(), end)
    QTest.mouseRelease(text.viewport(), Qt.MouseButton.LeftButton, Modifier.NoModifier, end)
    assert model_of(ran).token is None


def test_arrows_go_by_token_and_by_relaxed_token(ran: Desk) -> None:
    text, model, record = text_of(ran), model_of(ran), record_of(ran)
    text.setFocus()
    QTest.keyClick(text, Key.Key_Right)
    assert (model.pane, model.index) == (mentored(ran), 0)
    QTest.keyClick(text, Key.Key_Right)
    QTest.keyClick(text, Key.Key_Right)
    QTest.keyClick(text, Key.Key_Left)
    assert model.index == 1
    relaxed = [token.position for token in record.tokens if token.kind == "relaxed" and token.position > 1]
    QTest.keyClick(text, Key.Key_Right, Modifier.AltModifier)
    assert model.index == relaxed[0]
    QTest.keyClick(text, Key.Key_Right, Modifier.AltModifier)
    QTest.keyClick(text, Key.Key_Left, Modifier.AltModifier)
    assert model.index == relaxed[0]
    QTest.keyClick(text, Key.Key_Escape)
    assert model.token is None and text._over.selected is None
    hear(ran)


def test_what_is_only_passed_by_is_not_asked_about(ran: Desk, qtbot: QtBot) -> None:
    text = text_of(ran)
    text.setFocus()
    for _ in range(6):
        QTest.keyClick(text, Key.Key_Right)
    assert ran.engine.asked == []
    qtbot.waitUntil(lambda: len(ran.engine.asked) == 1)
    assert len(ran.engine.asked[0].before) == 5
    ran.finish()


def test_any_pane_and_the_strip_and_the_plot(ran: Desk) -> None:
    target = ran.window.panes.panes["target"].text
    click(ran, target, 4)
    assert model_of(ran).pane is ran.comparison.panes["target"]
    assert "No draft had a part" in details_of(ran).sentences.text()
    foot = ran.window.panes.panes["mentored"].foot
    assert isinstance(foot, MentoredFoot)
    QTest.mouseClick(
        foot.strip, Qt.MouseButton.LeftButton, Modifier.NoModifier, foot.strip.bar(7).center().toPoint() + QPoint(0, 1)
    )
    assert (model_of(ran).pane, model_of(ran).index) == (mentored(ran), 7)
    assert target._over.selected is None and text_of(ran)._over.selected == 7
    ran.window.bottom.distance.clicked.emit(3)
    assert model_of(ran).index == 3
    hear(ran)


def test_the_menu_reaches_all_of_it(ran: Desk) -> None:
    actions, model = ran.window.actions_by_name, model_of(ran)
    actions["token_on"].trigger()
    actions["token_on"].trigger()
    actions["token_back"].trigger()
    assert (model.pane, model.index) == (mentored(ran), 0)
    actions["relaxed_on"].trigger()
    assert record_of(ran).tokens[model.index].kind == "relaxed"
    hear(ran)


def test_while_a_run_goes_on_the_recording_tells_what_it_can(ran: Desk) -> None:
    index = first(ran, "resampled")
    model_of(ran).select(mentored(ran), index)
    ran.comparison.run()
    assert model_of(ran).token is None
    while len(mentored(ran).record.tokens if mentored(ran).record else []) <= index:
        ran.step()
    model = model_of(ran)
    assert model.token is not None and model.explained is None
    assert model.message == "The other candidates follow when the run has ended."
    token = model.token
    assert token.kind == "resampled" and token.proposal is not None and token.theta is not None
    shown = model.candidates
    assert [one.id for one in shown] == [token.id, token.proposal.id]
    assert shown[1].pi == pytest.approx((1 - token.theta) * token.proposal.p + token.theta * token.proposal.q)
    assert not details_of(ran).button.isEnabled()
    ran.finish()
    hear(ran)
    assert model.explained is not None and details_of(ran).button.isEnabled()


def test_a_run_of_another_pair_is_told_from_its_recording(ran: Desk) -> None:
    record = dataclasses.replace(record_of(ran), target="/elsewhere")
    ran.comparison.show({"mentored": record}, "Shown.")
    look(ran, first(ran, "relaxed"))
    assert ran.engine.asked == []
    assert "another pair" in page_of(ran).chart._message
    assert "another pair" in details_of(ran).button.toolTip()


def test_a_failure_is_told_in_its_place(ran: Desk) -> None:
    ran.engine.failures.append("The target gave no usable probabilities.")
    look(ran, 3)
    assert page_of(ran).chart._message == "The target gave no usable probabilities."
    assert model_of(ran).explained is None and not details_of(ran).button.isEnabled()


def test_an_answer_that_comes_late_is_none(ran: Desk) -> None:
    model = model_of(ran)
    model.select(mentored(ran), 2)
    model._timer.stop()
    model._ask()
    model.select(mentored(ran), 5)
    ran.finish()
    assert model.explained is None
    hear(ran)
    assert model.explained is not None and model.explained.position == 5


def test_copy_data_and_what_voiceover_reads(ran: Desk) -> None:
    index = first(ran, "relaxed")
    look(ran, index)
    chart = page_of(ran).chart
    chart.copy_action.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "token\tp target\tq draft\tπ output" and len(lines) == 1 + len(chart.groups())
    assert "target 0.200, draft 0.100, output 0.150" in chart.accessibleDescription()
    token = record_of(ran).tokens[index]
    said = text_of(ran).accessibleDescription()
    assert said.startswith(f"{token.text.strip()}, relaxed, token {index + 1} of 24, round ")
    assert said.endswith(f"spent {token.spent:.2f} TV")


def test_at_the_least_size_words_give_way_but_none_is_cut(ran: Desk) -> None:
    ran.window.resize(1100, 700)
    look(ran, first(ran, "relaxed"))
    details = details_of(ran)
    shown = [figure for figure in details.figures if figure.isVisible()]
    assert len(shown) == 4 and not details.sentences.isVisible()
    assert all(figure.geometry().right() <= details.width() and figure.width() >= figure.needs() for figure in shown)
    assert details.sentences.text() in details.heading.toolTip()


def token_of(kind: Kind, **fields: object) -> Token:
    base = dict(p=0.2, q=0.8, tv=0.5, theta=0.8, accept=0.85, u=0.6, critical_budget=0.314, round=0)
    return Token(1, " planet", 3, kind, **(base | fields))  # type: ignore[arg-type]


STAR = Candidate(2, " star", 0.7, 0.1, 0.3, " star")


@pytest.mark.parametrize(
    ("token", "changes", "said"),
    [
        (
            token_of("relaxed"),
            {},
            "The target alone would have kept it 25 % of the time. At budget 0 it would have been replaced by “star”. "
            "At a budget of 0.32 TV or more, “planet” stays.",
        ),
        (
            token_of("relaxed", u=None, accept=None),
            {"coupling": "gumbel"},
            "The target alone would have said “star”. At a budget of 0.32 TV or more, “planet” stays.",
        ),
        (token_of("accepted", p=0.9), {}, "The target gives it at least the draft’s probability, so it stays"),
        (token_of("accepted", u=0.1), {}, "The target alone keeps it 25 % of the time, and did so with this draw"),
        (token_of("accepted"), {"coupling": "gumbel"}, "The target alone would have said it too"),
        (
            token_of("resampled", u=0.9, critical_budget=0.47, proposal=Proposal(5, " moon", 0.1, 0.9)),
            {},
            "“moon” had a chance of 0.85 to stay; the draw was 0.90. At a budget of 0.47 TV or more, “moon” would",
        ),
        (token_of("relaxed", critical_budget=None), {"verify": "block"}, "judged it with its whole round"),
        (token_of("bonus", tv=None, theta=None, u=None), {}, "spends no budget"),
        (token_of("draft", p=None, tv=None, theta=None, u=None), {"mode": "draft"}, "The target had no part"),
    ],
    ids=str,
)
def test_words(token: Token, changes: dict[str, object], said: str) -> None:
    record = RunRecord(Request("x", **changes))  # type: ignore[arg-type]
    alone = None if changes.get("verify") == "block" else STAR
    assert said in words.sentences(token, record, alone)
