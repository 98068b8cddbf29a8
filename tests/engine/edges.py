"""Checks at the edges: the smallest and the largest draw, unsound rows, and caches after every round."""

from collections.abc import Sequence
from typing import Any

import mlx.core as mx
import numpy as np
import pytest

from engine.decoding.mentored import Mentored
from engine.errors import DecodingError
from engine.law import draws, verify
from engine.pair.caches import make_caches, roll_back
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request
from tests.engine import reference
from tests.engine.exact import residual
from tests.engine.toys import Chain, pair_of, run, settings

TOP = 1 - 2.0**-24


def apart(seed: int = 0) -> tuple[Pair, Any, Any]:
    """A pair whose draft often proposes what the target rules out, and their tables."""
    random = np.random.default_rng(seed)
    target, draft = (np.where(random.random((8, 8)) < 0.5, -np.inf, random.normal(size=(8, 8))) for _ in range(2))
    target[np.arange(8), (np.arange(8) + 3) % 8], draft[np.arange(8), (np.arange(8) + 5) % 8] = 1.0, 1.0
    return pair_of(Chain(target), Chain(draft), 8), target, draft


def check_zero_probability_is_refused() -> None:
    """Not even a draw of exactly 0 accepts it, nor does a budget of 0."""
    for probability, kept in ((0.0, False), (1e-38, True), (1.0, True), (float("nan"), False)):
        assert bool(verify.accepts(mx.array(0.0), mx.array(probability)).item()) is kept


def check_extreme_draws(draw: float, ways: Sequence[dict[str, Any]]) -> None:
    """With every random number the same and at an end, no run at TV 0 emits what the target rules out."""
    pair, target, draft = apart()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mx.random, "uniform", constant(draw))
        for way in ways:
            request = settings(max_tokens=24, **({"tv_budget": 0.0} | way))
            record = run(pair, request)
            _require_possible(record, target if request.mode != "draft" else draft, request)


def constant(value: float) -> Any:
    """`mx.random.uniform` with every number the same: `value` of the range."""

    def uniform(low: float = 0, high: float = 1, shape: Sequence[int] = (), **_: Any) -> mx.array:
        return mx.full(tuple(shape), min(low + (high - low) * value, TOP * high), dtype=mx.float32)

    return uniform


def _require_possible(record: RunRecord, table: Any, request: Request) -> None:
    before = 0
    for token in record.tokens:
        chances = reference.distribution(table[before], request, 8)
        assert chances[token.id] > 0, f"{token.kind} token {token.position} is ruled out"
        before = token.id


def check_residual_has_mass() -> None:
    """Where rounding leaves nothing of p − q, a refused row draws from π, not from nothing."""
    p = mx.array([[0.0, 0.3, 0.7]])
    for shape, scale in (("linear", None), ("clipped", None), ("linear", mx.array([1 - 2.0**-24]))):
        law = verify_law(p, p, shape)
        request = settings()
        for position in range(8):
            key = draws.keys(request.seed, position, 1, draws.Role.RESIDUAL)
            number = verify.draw(residual(law, scale), key, mx.array(0))
            assert number.item() != 0, "an id without probability was drawn from an empty residual"


def verify_law(p: mx.array, q: mx.array, shape: Any) -> Any:
    """The output law of equal rows at a budget of 0."""
    from engine.law import shapes

    return shapes.output_law(p, q, 0.0, shape)


def check_unsound_rows(bad: float, request: Request) -> None:
    """A logit that is no number, wherever it is met, ends the run with a sentence."""
    for side in (0, 1):
        tables = [np.random.default_rng(seed).normal(size=(8, 8)) for seed in (1, 1)]
        tables[side][:, 2] = bad
        if np.isinf(bad) and bad < 0:
            tables[side][:] = bad
        if request.mode == ("draft", "target")[side]:
            continue
        with pytest.raises(DecodingError, match="no usable probabilities"):
            run(pair_of(Chain(tables[0]), Chain(tables[1]), 8), request)
            raise AssertionError("a row without probabilities was taken")


def check_position_keys() -> None:
    """Draws differ between positions, roles and seeds; a position has the same in every round."""
    rows = [draws.keys(seed, 5, 4, role) for seed in (0, 1) for role in draws.Role]
    keys = np.concatenate([np.array(row) for row in rows])
    assert len({tuple(key) for key in keys.tolist()}) == len(keys)
    assert np.array_equal(
        np.array(draws.keys(0, 5, 4, draws.Role.DRAFT))[2:], np.array(draws.keys(0, 7, 2, draws.Role.DRAFT))
    )


def check_caches(pair: Pair, request: Request, near: float) -> int:
    """After every round, both models' next logits are those of a fresh forward over all that came before.

    Args:
        near: the most that a logit may be off.

    Returns:
        How many rounds were looked at.
    """
    settled = Mentored._settle
    looked: list[float] = []

    def settle(self: Mentored, reading: Any, rows: int) -> None:
        settled(self, reading, rows)
        for model, caches, fed in (
            (pair.target, self._target_caches, self._known[-1:]),
            (pair.draft, self._draft_caches, self._unseen),
        ):
            next_row = model(mx.array([fed]), cache=caches)[0, -1]
            fresh = model(mx.array([self._known]), cache=make_caches(model))[0, -1]
            looked.append(float(np.abs(np.array(next_row - fresh)).max()))
            roll_back(caches, len(fed))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mentored, "_settle", settle)
        run(pair, request)
    assert looked and max(looked) < near, f"a logit is off by {max(looked):.2g}"
    return len(looked) // 2
