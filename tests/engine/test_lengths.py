"""The histogram of chosen draft lengths."""

import pytest

from engine.events import Round, Token
from engine.record import RunRecord, length_words
from engine.request import Request


def drafted(index: int, proposed: int) -> Round:
    return Round(index, 0, proposed, 0, 1, 0.0, 0.0)


def test_lengths_are_counted_by_round_and_drafts_left_out_by_token() -> None:
    record = RunRecord(Request("word", policy="cost-aware"))
    for index, proposed in enumerate((4, 8, 4)):
        record.add(drafted(index, proposed))
    record.add(Token(5, "a", 0, "target", 0.5, None))
    assert dict(record.lengths) == {4: 2, 8: 1, 0: 1}
    assert length_words(record) == "4 drafted in 2 rounds, 8 in 1, 1 token without a draft"


@pytest.mark.parametrize("mode", ["target", "draft"])
def test_single_runs_have_no_lengths(mode: str) -> None:
    record = RunRecord(Request("word", mode=mode))  # type: ignore[arg-type]
    record.add(Token(5, "a", 0, mode, 0.5, None))  # type: ignore[arg-type]
    assert not record.lengths
    assert length_words(record) == "none yet"
