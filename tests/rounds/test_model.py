"""The rounds of a record, and choosing among them."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.models.replay import rounds as module
from app.models.replay.rounds import RoundList, RoundsModel
from app.views.rounds.words import heading, sentences
from engine.record import RunRecord
from tests.panes.fakes import full_comparison, mentored_record


def test_every_token_is_in_the_round_that_put_it_out() -> None:
    record = mentored_record()
    found = RoundList()
    found.take(record)
    assert [token for part in found.parts for token in part.tokens] == record.tokens
    assert all(token.round == part.round.index for part in found.parts for token in part.tokens)


def test_a_file_without_round_numbers_goes_by_counts() -> None:
    whole = mentored_record()
    bare = RunRecord(whole.request)
    for token in whole.tokens:
        bare.add(replace(token, round=None))
    for done in whole.rounds:
        bare.add(replace(done, first=0))
    one, other = RoundList(), RoundList()
    one.take(whole)
    other.take(bare)
    assert [len(part.tokens) for part in one.parts] == [len(part.tokens) for part in other.parts]


def test_a_growing_record_is_followed() -> None:
    whole = mentored_record()
    live, found = RunRecord(whole.request), RoundList()
    at = 0
    for done in whole.rounds:
        for token in whole.tokens[at : at + done.emitted]:
            live.add(token)
        at += done.emitted
        live.add(done)
        found.take(live)
    assert sum(len(part.tokens) for part in found.parts) == len(whole.tokens)


def test_words_say_where_the_cut_fell() -> None:
    found = RoundList()
    found.take(mentored_record())
    cut = next(part for part in found.parts if part.cut)
    words = " ".join(sentences(cut))
    assert "Proposed 8 tokens." in words and "Accepted 4 of 8." in words
    assert "Cut at place 5: “star” was refused, “explored” was drawn." in words
    assert "3 tokens behind the cut were dropped." in words and "verify" in words and "ms" in words
    full = next(part for part in found.parts if part.tokens[-1].kind == "bonus")
    assert "All were accepted, so the target added “stumbled”." in " ".join(sentences(full))
    assert (heading(None, 0), heading(None, 1), heading(6, 21)) == ("No rounds yet", "1 round", "Round 7 of 21")


def test_stepping_stays_within_the_rounds(qapp: object) -> None:
    comparison = full_comparison()
    model = RoundsModel(comparison.panes["mentored"], comparison)
    last = len(model.parts) - 1
    model.step(-1)
    assert model.selected == last
    model.step(1)
    assert model.selected == last
    model.select_token(0)
    assert model.selected == 0
    model.step(-1)
    assert model.selected == 0
    model.select_token(len(comparison.panes["mentored"].record.tokens) - 1)
    assert model.selected == last
    model.select_token(None)
    assert model.selected is None


def test_playing_goes_to_the_end_and_stops(qapp: object, qtbot: QtBot, monkeypatch: object) -> None:
    comparison = full_comparison()
    model = RoundsModel(comparison.panes["mentored"], comparison)
    model._timer.setInterval(1)
    assert module.PLAY_MS > 100
    model.play()
    assert model.playing and model.selected == 0
    qtbot.waitUntil(lambda: not model.playing, timeout=3000)
    assert model.selected == len(model.parts) - 1
    model.play()
    assert model.selected == 0
    comparison.show("mentored", mentored_record())
    assert not model.playing and model.selected is None
