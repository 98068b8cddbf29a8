"""E. Boundary draws, impossible tokens, empty residuals, unsound rows."""

from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.law.draws import Role, keys, races, uniforms
from tests.engine.edges import (
    TOP,
    check_extreme_draws,
    check_position_keys,
    check_residual_has_mass,
    check_unsound_rows,
    check_zero_probability_is_refused,
    constant,
)
from tests.engine.toys import recalling, run, settings
from tests.engine.traces import check_figures

WAYS: list[dict[str, Any]] = [
    {"mode": "target"},
    {"mode": "draft"},
    {},
    {"bonus": True},
    {"coupling": "gumbel"},
    {"verify": "block", "bonus": True},
    {"shape": "clipped", "tv_budget": 0.6},
    {"shape": "clipped", "tv_budget": 1.0, "coupling": "gumbel"},
    {"temperature": 0.0},
    {"top_k": 1},
    {"top_k": 1_000_000, "bonus": True},
]


def test_a_draw_of_zero_does_not_accept_what_cannot_be() -> None:
    check_zero_probability_is_refused()


@pytest.mark.parametrize("draw", [0.0, TOP])
def test_extreme_draws_emit_nothing_impossible(draw: float) -> None:
    check_extreme_draws(draw, WAYS)


def test_the_largest_draw_still_accepts_what_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.law.verify.uniforms", lambda key: mx.full(key.shape[:1], TOP))
    for way in ({}, {"verify": "block"}):
        sure = run(recalling(), settings(tv_budget=1.0, max_tokens=24, draft_length=6, **way))
        assert sure.accepted == sure.proposed == 24
        unsure = run(recalling(), settings(tv_budget=0.0, max_tokens=24, draft_length=6, **way))
        assert unsure.accepted < unsure.proposed
        check_figures(unsure)


def test_draws_stay_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never 0, never 1, whatever the generator says; race weights are positive and finite."""
    key = keys(0, 0, 3, Role.ACCEPT)
    original = mx.random.uniform
    for uniform in (original, constant(0.0), constant(TOP)):
        monkeypatch.setattr(mx.random, "uniform", uniform)
        u, w = np.array(uniforms(key)), np.array(races(key, 5))
        assert u.shape == (3,) and np.all((u > 0) & (u < 1))
        assert w.shape == (3, 5) and np.all((w > 0) & np.isfinite(w))


def test_an_empty_residual_is_replaced() -> None:
    check_residual_has_mass()


def test_keys_are_by_seed_position_and_role() -> None:
    check_position_keys()


def test_positions_that_are_judged_again_take_numbers_of_their_own() -> None:
    """With block verification: else what was kept would tell of the draws to come."""
    seen: set[tuple[int, ...]] = set()
    for first, judged in ((0, 0), (1, 16), (5, 17), (16, 21), (99_999, 100_015)):
        made = [tuple(key) for role in Role for key in np.array(keys(7, first, 16, role, judged)).tolist()]
        assert len(set(made)) == len(made) and not seen & set(made)
        seen |= set(made)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    "way",
    [
        {},
        {"top_k": 3},
        {"top_k": 1_000_000},
        {"top_p": 0.5},
        {"min_p": 0.2},
        {"temperature": 0.0},
        {"repetition_penalty": 1.3},
    ],
    ids=str,
)
def test_rows_without_probabilities_end_the_run(bad: float, way: dict[str, Any]) -> None:
    for mode in ("target", "draft", "mentored"):
        check_unsound_rows(bad, settings(mode=mode, max_tokens=4, draft_length=2, **way))
