"""Words of tokens and of differences: true, with units, for shared and for independent draws."""

from dataclasses import replace

import pytest

from app.views.panes.difference_words import SEPARATE, Finding, finding
from app.views.panes.token_words import quoted, tooltip, verdict
from engine.events import Finished, Proposal, Token
from engine.record import RunRecord
from engine.request import Request
from tests.panes.fakes import mentored_record, target_record

RELAXED = Token(7, " planet", 45, "relaxed", 0.15, 0.95, 0.81, 0.4 / 0.81, 0.58, 0.431, 0.1049, round=6)
REFUSED = Token(
    8, " explored", 4, "resampled", 0.6, 0.1, 0.9, 0.4 / 0.9, 0.21, 0.733, 0.71, Proposal(9, ",", 0.0001, 0.5), round=0
)


def run(texts: str, mode: str = "mentored", reason: str | None = "length", **settings: object) -> RunRecord:
    record = RunRecord(Request("Mara", mode=mode, **settings))  # type: ignore[arg-type]
    for i, text in enumerate(texts.split()):
        kind = "accepted" if mode == "mentored" else mode
        record.add(Token(hash(text), f" {text}", i, kind, 0.5, 0.5))  # type: ignore[arg-type]
    if reason:
        record.add(Finished(reason, record.figures(0.1, 1.0)))  # type: ignore[arg-type]
    return record


def with_token(record: RunRecord, token: Token) -> RunRecord:
    record.tokens[token.position] = token
    return record


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (RELAXED, "“planet” is here only because of the budget."),
        (replace(RELAXED, kind="accepted", text=" the"), "The target would have kept “the”."),
        (REFUSED, "The draft’s “,” was refused; “explored” was drawn."),
        (replace(RELAXED, kind="bonus"), "A bonus token, drawn from the target."),
        (replace(RELAXED, kind="target"), "Drawn from the target, without a draft."),
        (replace(RELAXED, kind="draft"), "Drawn from the draft; nothing checked it."),
        (replace(RELAXED, text="\n\n"), "A new line is here only because of the budget."),
        (replace(RELAXED, kind="accepted", text="", special=True), "The target would have kept the end of the text."),
    ],
)
def test_verdicts(token: Token, sentence: str) -> None:
    assert verdict(token) == sentence


def test_the_tooltip_of_a_relaxed_token_has_every_figure_with_its_unit() -> None:
    record = RunRecord(Request("Mara", tv_budget=0.4), tokens=[RELAXED] * 154)
    words = tooltip(RELAXED, record, "“star”")
    for part in (
        "The target alone would have said “star”.",
        "Probability: target p 0.150, draft q 0.950.",
        "Distance d 0.81 TV, spent 0.40 of 0.40 TV.",
        "Accept draw u 0.431, within its acceptance probability 0.580.",
        "Critical budget 0.11 TV: the smallest at which this token stays.",
        "Relaxed, token 46 of 154, round 7.",
    ):
        assert part in words


def test_the_tooltip_of_a_resampled_token_tells_what_was_refused() -> None:
    words = tooltip(REFUSED, RunRecord(Request("Mara"), tokens=[REFUSED]))
    assert "Refused “,”: target p below 0.001, draft q 0.500." in words
    assert "Accept draw u 0.733, above its acceptance probability 0.210." in words
    assert "Critical budget 0.71 TV: the smallest at which “,” would have stayed." in words


def test_text_of_a_token_never_becomes_markup() -> None:
    assert "&lt;b&gt;" in tooltip(replace(RELAXED, text="<b>"), RunRecord(Request("Mara")))
    assert quoted("") == "part of a character"
    assert quoted("  ") == "a space"


def test_shared_draws_say_what_the_budget_did() -> None:
    target, mentored = target_record(), mentored_record()
    mentored.tokens[21] = replace(mentored.tokens[21], critical_budget=0.08)
    found = finding(target, mentored, 21, True)
    assert found == Finding(
        "difference",
        "First difference: token 22",
        "Both panes agree on tokens 1–21. There the target says “sent”; Mentored keeps the draft’s “was”, "
        "which takes 0.08 TV of budget.",
    )


def test_independent_draws_say_that_it_may_be_chance() -> None:
    found = finding(target_record(coupling="independent"), mentored_record(coupling="independent"), 21, True)
    assert found.sentence.endswith(f"There the target says “sent” and Mentored “was”. {SEPARATE}")
    assert "budget" not in found.sentence


def test_greedy_decoding_never_calls_a_difference_chance() -> None:
    left, right = run("a b", "target", temperature=0.0), run("a c", temperature=0.0)
    assert "chance" not in finding(left, right, 1, True).sentence


def test_resampled_and_ended_differences() -> None:
    left = run("a b c", "target", coupling="gumbel")
    right = with_token(run("a x c", coupling="gumbel"), replace(REFUSED, position=1))
    assert "Mentored drew “explored” after a refusal." in finding(left, right, 1, True).sentence
    assert "Mentored has ended." in finding(left, run("a b", coupling="gumbel"), 2, True).sentence
    assert (
        "There the target has ended; Mentored says “c”."
        in finding(run("a b", "target", coupling="gumbel"), run("a b c", coupling="gumbel"), 2, True).sentence
    )
    assert finding(left, right, 0, True).sentence.startswith("The panes differ from the first token.")
    assert "agree on token 1." in finding(left, right, 1, True).sentence


def test_agreement_so_far_and_over_all() -> None:
    left, live = run("a b c", "target", coupling="gumbel"), run("a b", reason=None, coupling="gumbel")
    assert finding(left, live, None, True).title == "No difference so far"
    assert finding(left, live, None, True).sentence == "Both panes agree on tokens 1–2."
    same = finding(left, run("a b c", coupling="gumbel"), None, True)
    assert (same.badge, same.sentence) == ("agree", "Both panes agree on all 3 tokens.")


def test_the_lossless_check() -> None:
    left = run("a b c", "target", coupling="gumbel")
    same = finding(left, run("a b c", coupling="gumbel", tv_budget=0.0), None, True)
    assert (same.badge, same.title) == ("lossless", "Lossless check: identical")
    other = finding(left, run("a b x", coupling="gumbel", tv_budget=0.0), 2, True)
    assert (other.badge, other.title) == ("lossless-difference", "Lossless check: token 3 differs")
    assert "near tie" in other.sentence
    # Separate draws at budget 0 have the same odds, not the same text: nothing to check.
    apart = finding(run("a b c", "target"), run("a b x", tv_budget=0.0), 2, True)
    assert "Lossless" not in apart.title


def test_runs_of_different_settings_are_not_compared() -> None:
    assert "not compared" in finding(run("a", "target"), run("b"), None, False).sentence
    assert finding(None, run("b"), None, False).badge == "none"
