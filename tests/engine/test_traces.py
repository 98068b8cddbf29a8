"""Every figure of a run against its formula and against the models, over all ways to run."""

from typing import Any

import pytest

from tests.engine.toys import Recalling, pair_of, recalling, run, settings
from tests.engine.traces import check_block_kinds, check_figures, check_models

WAYS: dict[str, dict[str, Any]] = {
    "source": {},
    "bonus": {"bonus": True, "draft_length": 3},
    "lossless": {"tv_budget": 0.0},
    "draft's own": {"tv_budget": 1.0},
    "shared": {"coupling": "gumbel", "bonus": True},
    "block": {"verify": "block"},
    "block, bonus, clipped": {"verify": "block", "bonus": True, "shape": "clipped"},
    "clipped": {"shape": "clipped"},
    "clipped, shared": {"shape": "clipped", "coupling": "gumbel"},
    "greedy": {"temperature": 0.0},
    "greedy, penalty": {"temperature": 0.0, "repetition_penalty": 1.3},
    "filters": {"top_p": 0.9, "min_p": 0.02, "top_k": 5, "temperature": 0.8},
    "penalty": {"repetition_penalty": 1.5, "repetition_context": 6},
    "penalty, bonus": {"repetition_penalty": 0.7, "repetition_context": 30, "bonus": True},
    "short penalty": {"repetition_penalty": 2.0, "repetition_context": 1},
    "rate": {"policy": "acceptance-rate"},
    "length": {"policy": "accepted-length", "bonus": True},
    "cost": {"policy": "cost-aware", "repetition_penalty": 1.2},
    "target": {"mode": "target", "repetition_penalty": 1.3, "repetition_context": 4},
    "draft": {"mode": "draft", "top_k": 4, "repetition_penalty": 1.3},
}


@pytest.mark.parametrize("way", WAYS)
def test_figures(way: str) -> None:
    pair = recalling(4)
    record = run(pair, settings(**({"tv_budget": 0.15, "max_tokens": 60, "draft_length": 5, "seed": 9} | WAYS[way])))
    assert len(record.tokens) == 60
    check_figures(record)
    check_models(record, pair.text.prompt, pair.target.logits, pair.draft.logits, 8)  # type: ignore[attr-defined]


@pytest.mark.parametrize("widths", [(8, 5), (5, 8)])
def test_figures_with_widths_that_differ(widths: tuple[int, int]) -> None:
    models = [Recalling(seed, width) for seed, width in enumerate(widths)]
    pair = pair_of(models[0], models[1], widths[0], (1, 2))
    record = run(pair, settings(tv_budget=0.15, max_tokens=60, draft_length=4, repetition_penalty=1.2))
    check_figures(record)
    check_models(record, (1, 2), models[0].logits, models[1].logits, widths[0])


@pytest.mark.parametrize("shape", ["linear", "clipped"])
def test_block_verification_says_what_the_target_alone_keeps(shape: str) -> None:
    request = settings(verify="block", tv_budget=0.15, draft_length=5, max_tokens=6, shape=shape)
    check_block_kinds(recalling(4), request, range(40))


def test_all_kinds_were_seen() -> None:
    """The traces above are not empty of anything that they check."""
    base = {"tv_budget": 0.15, "max_tokens": 60, "draft_length": 5, "seed": 9}
    seen = {token.kind for way in WAYS.values() for token in run(recalling(4), settings(**(base | way))).tokens}
    assert seen == {"accepted", "relaxed", "resampled", "bonus", "target", "draft"}
