"""G. Every mutant fails: each known bug, put into one real function, is caught by the checks named beside it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.law import verify
from engine.request import Request, Shape
from tests.engine.edges import (
    check_caches,
    check_extreme_draws,
    check_position_keys,
    check_residual_has_mass,
    check_unsound_rows,
    check_zero_probability_is_refused,
)
from tests.engine.exact import check_block_law, check_critical, check_span, check_token_law, check_wide_law
from tests.engine.mutant_table import MUTANTS
from tests.engine.paths import (
    check_draft_length_is_free,
    check_full_budget_is_draft_only,
    check_no_budget_is_target_only,
)
from tests.engine.sampled import check_symbols, check_transitions
from tests.engine.test_critical import cases
from tests.engine.test_exact_law import random_tree
from tests.engine.toys import Recalling, llamas, pair_of, recalling, run, settings
from tests.engine.traces import check_block_kinds, check_figures, check_models

COLD: dict[str, Any] = {"temperature": 0.5}
FILTERED: dict[str, Any] = {"top_k": 3, "temperature": 2.0}
PENALTY: dict[str, Any] = {"repetition_penalty": 1.6, "repetition_context": 8}


def mentored(**changes: Any) -> Request:
    return settings(**({"tv_budget": 0.1, "draft_length": 4, "max_tokens": 48} | changes))


def sampled(seed: int = 0, **changes: Any) -> Callable[[], None]:
    return partial(check_symbols, mentored(**({"max_tokens": 1500} | changes)), seed=seed, closeness=1.2)


def law(shape: Shape) -> None:
    random = np.random.default_rng(3)
    for budget in (0.1, 0.5):
        p, q = random.dirichlet(np.full(6, 0.5), size=2)
        check_token_law(p, q, budget, shape)


def bounds() -> None:
    """Where P is 1, block verification accepts: also where the gain is lost beside 1 in float32."""
    pi, q = mx.array([[0.5, 0.5], [0.5, 0.5]]), mx.array([[0.5, 0.5], [0.5 - 2.0**-24, 0.5 - 2.0**-25]])
    _, accept = verify.block_bounds(pi, q, pi[:, 0], pi[:, 0])
    assert accept.tolist() == [1, 1]


def figures() -> None:
    for seed in range(3):
        check_figures(run(recalling(), mentored(max_tokens=80, seed=seed)))


def models(**changes: Any) -> None:
    pair = recalling()
    record = run(pair, mentored(**changes))
    check_models(record, pair.text.prompt, pair.target.logits, pair.draft.logits, 8)  # type: ignore[attr-defined]


def critical_budgets() -> None:
    p, q, random = cases(5, 300, 5)
    x = np.array([random.choice(5, p=row) for row in q])
    check_critical(p, q, x, random.random(300), "linear")


def narrow() -> None:
    pair = pair_of(Recalling(0, 8), Recalling(1, 6), 8, (1, 2))
    check_no_budget_is_target_only(pair, mentored())


def unsound(**changes: Any) -> None:
    for mode in ("target", "mentored"):
        check_unsound_rows(np.nan, mentored(mode=mode, max_tokens=4, **changes))


def spans() -> None:
    p, q, random = cases(6, 300, 5)
    check_span(p, q, 1 / random.exponential(size=p.shape), 0.2)


CHECKS: dict[str, Callable[[], object]] = {
    "token law": partial(law, "linear"),
    "clipped law": partial(law, "clipped"),
    "wide law": lambda: check_wide_law("clipped", 151_936, mx.float32, 1e-6),
    "block law": lambda: check_block_law(random_tree(1, 3), 3, 3, 0.1, "linear"),
    "block bounds": bounds,
    "block kinds": lambda: check_block_kinds(recalling(4), mentored(verify="block", max_tokens=5), range(30)),
    "critical": critical_budgets,
    "spans": spans,
    "symbols": sampled(),
    "bonus symbols": sampled(bonus=True, draft_length=2, tv_budget=0.4),
    "wide symbols": lambda: check_symbols(mentored(max_tokens=1500), draft_width=11),
    "lossless symbols": sampled(1, tv_budget=0.0, draft_length=8, max_tokens=2400),
    "block symbols": sampled(verify="block", tv_budget=0.0, draft_length=8, max_tokens=2400),
    "steps": lambda: check_transitions(mentored(max_tokens=1500, tv_budget=0.0), seed=2),
    "draft length": lambda: check_draft_length_is_free(recalling(), mentored(), (3, 8)),
    "full budget, shared": lambda: check_full_budget_is_draft_only(recalling(), mentored(coupling="gumbel")),
    "full budget, filtered": lambda: check_full_budget_is_draft_only(recalling(), mentored(**FILTERED)),
    "no budget": lambda: check_no_budget_is_target_only(recalling(), mentored(draft_length=2)),
    "no budget, cold": lambda: check_no_budget_is_target_only(recalling(), mentored(**COLD)),
    "no budget, filtered": lambda: check_no_budget_is_target_only(recalling(), mentored(**FILTERED)),
    "no budget, penalty": lambda: check_no_budget_is_target_only(recalling(), mentored(**PENALTY)),
    "no budget, narrow": narrow,
    "figures": figures,
    "models": models,
    "models, cold": partial(models, **COLD),
    "models, filtered": partial(models, **FILTERED),
    "models, penalty": partial(models, **PENALTY),
    "probability 0": check_zero_probability_is_refused,
    "draws of 0": lambda: check_extreme_draws(0.0, [{"mode": "target", "top_k": 1}, {"temperature": 0.0}]),
    "residual has mass": check_residual_has_mass,
    "unsound rows": unsound,
    "unsound rows, filtered": partial(unsound, top_k=3),
    "keys": check_position_keys,
    "caches": lambda: check_caches(llamas(1), mentored(max_tokens=16), 1e-4),
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_engine_passes(check: str) -> None:
    CHECKS[check]()


@pytest.mark.parametrize(("mutant", "check"), [(name, check) for name, entry in MUTANTS.items() for check in entry[1]])
def test_the_mutant_fails(mutant: str, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[mutant][0](monkeypatch)
    with pytest.raises(AssertionError):
        CHECKS[check]()


def test_every_check_catches_something() -> None:
    assert set(CHECKS) == {check for _, checks in MUTANTS.values() for check in checks}
