"""The figures of the Compare tab against what can be counted by hand."""

import math

import pytest

from app.models.compare.metrics import equal_length, measure, split_words, word_difference
from app.models.compare.metrics import surprise as nll
from app.views.compare.words import gap, share, signed
from engine.events import Token
from engine.record import RunRecord
from engine.request import Request


def record(words: str, p: float | None = 0.5, mode: str = "target") -> RunRecord:
    """A run whose tokens are these words; " ." joins to the word before."""
    made = RunRecord(Request("x", mode=mode))  # type: ignore[arg-type]
    for at, word in enumerate(words.split()):
        text = word if word in ".,!" else f" {word}"
        made.add(Token(sum(map(ord, word)), text, at, "target", p, None))
    return made


def test_distinct_and_repeated_by_hand() -> None:
    figures = measure(record("a b a b a b"), 6, None)
    assert figures.distinct_2 == pytest.approx(2 / 5)
    assert figures.repeated_4 == pytest.approx(1 / 3)
    assert measure(record("a"), 1, None).distinct_2 is None


def test_the_gap_is_the_difference_of_means() -> None:
    figures = measure(record("a b c", p=0.25), 3, record("a b d", p=0.5))
    assert figures.surprise == pytest.approx(math.log(4)) and figures.gap == pytest.approx(math.log(2))
    assert gap(figures)[0] == "+0.69 nats/token"
    assert nll([]) is None


def test_draft_only_has_none_and_says_why() -> None:
    value, why = gap(measure(record("a b", p=None, mode="draft"), 2, record("a b")))
    assert value == "–" and "not asked" in why
    value, why = gap(measure(record("a b"), 2, None))
    assert value == "–" and "target only has run" in why
    value, why = gap(measure(record("a b", p=0.0), 2, record("a b")))
    assert value == "∞ nats/token" and "no probability" in why


def test_equal_length_leaves_the_end_token_out() -> None:
    long, short = record("a b c d"), record("a b c")
    short.add(Token(0, "", 3, "target", 0.5, None, special=True))
    assert equal_length([long, short]) == 3 and equal_length([]) == 0


def test_words_join_what_stands_together() -> None:
    words = split_words(record("they sent word .").tokens, 1)
    assert [(word.text, word.first, word.last) for word in words] == [("sent", 1, 1), ("word.", 2, 3)]


def test_words_that_the_other_has_not() -> None:
    found = word_difference(record("it sent them to a base"), record("it was them to a far base"), 1)
    assert [word.text for word in found.left] == ["sent"]
    assert [word.text for word in found.right] == ["was", "far"]
    assert (found.left_words, found.right_words) == (5, 6)
    assert word_difference(record("a"), record("a"), None).left == ()


def test_signs_and_shares() -> None:
    assert (signed(-0.031), signed(-0.001), signed(0.5)) == ("−0.03", "0.00", "+0.50")
    assert (share(0.0131), share(0.86), share(None)) == ("1.3 %", "86 %", "–")
