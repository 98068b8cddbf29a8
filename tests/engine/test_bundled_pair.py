"""F once more on the bundled pair, with few tokens: the same draws give the same text, and the figures agree."""

from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request
from tests.engine.paths import (
    check_draft_length_is_free,
    check_full_budget_is_draft_only,
    check_no_budget_is_target_only,
    check_resumed,
)
from tests.engine.toys import ids, run
from tests.engine.traces import check_figures

BASE = Request(
    "The moon greenhouse was quiet until the mechanic", max_tokens=18, tv_budget=0.4, seed=7, ignore_eos=True
)
#: bfloat16 has three digits, and forwards of many rows may round otherwise than those of one.
HALF = 0.03


@pytest.mark.parametrize("coupling", ["independent", "gumbel"])
def test_draft_length_never_changes_the_text(bundled: Pair, coupling: str) -> None:
    check_draft_length_is_free(bundled, BASE.replace(coupling=coupling), (3, 8))


def test_full_budget_is_draft_only(bundled: Pair) -> None:
    for coupling in ("independent", "gumbel"):
        check_full_budget_is_draft_only(bundled, BASE.replace(coupling=coupling))


def test_shared_draws_without_budget_are_target_only(bundled: Pair) -> None:
    check_no_budget_is_target_only(bundled, BASE.replace(draft_length=5, repetition_penalty=1.1))


def test_a_resumed_run_goes_on(bundled: Pair) -> None:
    check_resumed(bundled, BASE.replace(draft_length=6), (11,))


WAYS: dict[str, dict[str, Any]] = {
    "source": {},
    "shared": {"coupling": "gumbel", "bonus": True},
    "block": {"verify": "block", "bonus": True},
    "clipped": {"shape": "clipped"},
    "filters": {"top_p": 0.9, "top_k": 40, "min_p": 0.01, "repetition_penalty": 1.2},
}


@pytest.mark.parametrize("way", WAYS)
def test_figures(bundled: Pair, way: str) -> None:
    record = run(bundled, BASE.replace(draft_length=6, **WAYS[way]))
    check_figures(record)
    if way != "filters":
        _check_probabilities(bundled, record)


def _check_probabilities(pair: Pair, record: RunRecord) -> None:
    """p, q and d against one forward over the whole text."""
    prompt = pair.text.encode(record.request.prompt, record.request.raw)
    text = mx.array([prompt + ids(record)[:-1]])
    p, q = (
        np.array(mx.softmax(model(text)[0].astype(mx.float32) / record.request.temperature, axis=-1))
        for model in (pair.target, pair.draft)
    )
    for token, p_row, q_row in zip(record.tokens, p[len(prompt) - 1 :], q[len(prompt) - 1 :], strict=True):
        assert token.p is None or abs(token.p - p_row[token.id]) < HALF
        assert token.q is None or abs(token.q - q_row[token.id]) < HALF
        assert token.tv is None or abs(token.tv - 0.5 * np.abs(p_row - q_row).sum()) < HALF


def test_text_is_the_tokens_texts(bundled: Pair) -> None:
    record = run(bundled, BASE)
    assert record.text == "".join(token.text for token in record.tokens)
    assert record.text.strip() == bundled.text.tokenizer.decode(ids(record)).strip()
