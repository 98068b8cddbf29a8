"""Checks of what a run tells: every figure against its formula, and against the models themselves."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.events import Round, Token
from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request
from tests.engine import reference
from tests.engine.toys import run

Logits = Callable[[Sequence[int]], NDArray[np.float64]]
NEAR = 2e-5  # figures are float32
CHECKED = ("accepted", "relaxed", "resampled")


def check_figures(record: RunRecord) -> None:
    """Tokens, rounds and statistics of a finished run agree with the formulas and with each other."""
    for token in record.tokens:
        if token.kind in CHECKED:
            _check_token(token, record.request)
        else:
            _check_unchecked(token)
    for round_ in record.rounds:
        _check_round(round_, [token for token in record.tokens if token.round == round_.index], record.request)
    _check_stats(record)


def _check_token(token: Token, request: Request) -> None:
    d, theta, spent = token.tv, token.theta, token.spent
    assert d is not None and theta is not None and spent is not None and 0 <= d <= 1
    p, q = (token.proposal.p, token.proposal.q) if token.proposal else (token.p, token.q)
    assert p is not None and q is not None and q > 0
    assert (token.kind == "resampled") == (token.proposal is not None)
    assert spent <= request.tv_budget + NEAR
    if request.shape == "linear":
        assert _near(theta, min(1.0, request.tv_budget / d) if d > 0 else 1.0)
        assert _near(spent, min(d, request.tv_budget))
    _check_budget(token, request)
    if request.coupling == "gumbel":
        assert token.u is None and token.accept is None
    elif request.verify == "token":
        _check_draw(token, p, q, request)
    if token.kind == "resampled" and request.coupling == "independent":
        assert token.p is not None and token.q is not None and token.p > token.q, "resampled where p ≤ q"


def _check_budget(token: Token, request: Request) -> None:
    """The critical budget: 0 where the target alone keeps the token, in the budget where it stays, else beyond it."""
    bound = token.critical_budget
    if request.verify == "block":
        assert bound is None
    elif token.kind == "accepted":
        assert bound == 0
    elif token.kind == "relaxed":
        assert bound is not None and 0 < bound <= request.tv_budget
    else:
        assert bound is None or bound > request.tv_budget
        assert bound is not None or request.shape == "clipped"


def _check_draw(token: Token, p: float, q: float, request: Request) -> None:
    """u against the acceptance, the kind, and D* = d (u − r)/(1 − r)."""
    d, theta, u, accept = token.tv, token.theta, token.u, token.accept
    assert d is not None and theta is not None and u is not None and accept is not None and 0 < u < 1
    assert (u <= accept) == (token.kind != "resampled")
    assert token.kind == "resampled" or (token.kind == "accepted") == (u <= np.float32(p) / np.float32(q))
    if request.shape == "linear":
        r = p / q
        assert _near(accept, min(1.0, theta + (1 - theta) * r))
        if token.kind != "accepted" and d > 1e-3 and 1 - r > 1e-3:
            assert token.critical_budget is not None
            assert abs(token.critical_budget - d * (u - r) / (1 - r)) < 1e-3 * d


def _check_unchecked(token: Token) -> None:
    figures = (token.tv, token.theta, token.accept, token.u, token.critical_budget, token.proposal)
    assert all(figure is None for figure in figures)
    assert (token.p is None) == (token.kind == "draft") and (token.q is None) == (token.kind != "draft")


def _check_round(round_: Round, tokens: list[Token], request: Request) -> None:
    """A round's counts, and its drafts against the tokens that came of them."""
    kinds = [token.kind for token in tokens]
    kept = sum(kind in ("accepted", "relaxed") for kind in kinds)
    assert (round_.accepted, round_.emitted, round_.first) == (kept, len(tokens), tokens[0].position)
    assert round_.proposed == len(round_.drafted) == len(round_.drafted_texts) >= kept
    assert tuple(token.id for token in tokens[:kept]) == round_.drafted[:kept]
    assert all(kind in ("resampled", "bonus") for kind in kinds[kept:]) and len(kinds) - kept <= 1
    for token in tokens[kept:]:
        if token.kind == "bonus":
            assert request.bonus and kept == round_.proposed
        else:
            assert token.proposal is not None and token.proposal.id == round_.drafted[kept]
    assert round_.draft_s >= 0 and round_.verify_s >= 0


def _check_stats(record: RunRecord) -> None:
    stats = record.stats
    assert stats is not None
    assert stats.tokens == len(record.tokens) and stats.rounds == len(record.rounds)
    assert stats.proposed == sum(round_.proposed for round_ in record.rounds)
    assert stats.accepted == sum(round_.accepted for round_ in record.rounds)
    assert stats.accepted == sum(token.kind in ("accepted", "relaxed") for token in record.tokens)
    for mean, values in (
        (stats.mean_tv, [token.tv for token in record.tokens if token.tv is not None]),
        (stats.mean_spent, [token.spent for token in record.tokens if token.spent is not None]),
    ):
        assert (mean is None and not values) or math.isclose(mean or 0.0, float(np.mean(values)), abs_tol=1e-9)


def check_block_kinds(pair: Pair, request: Request, seeds: range) -> None:
    """Of what block verification keeps of a first round, that is accepted which it keeps at budget 0 too."""
    differ = 0
    for seed in seeds:
        kept, alone = (
            [token.kind for token in run(pair, request.replace(seed=seed, tv_budget=budget)).tokens if token.round == 0]
            for budget in (request.tv_budget, 0.0)
        )
        assert "relaxed" not in alone
        stays, both = (sum(kind in ("accepted", "relaxed") for kind in kinds) for kinds in (kept, alone))
        wanted = min(stays, both) * ["accepted"] + max(0, stays - both) * ["relaxed"]
        assert kept[:stays] == wanted, f"seed {seed}: {kept}, and {alone} at budget 0"
        differ += stays > both > 0
    assert differ, "no round that keeps more than at budget 0"


def check_models(record: RunRecord, prompt: Sequence[int], target: Logits, draft: Logits, width: int) -> None:
    """p, q and d of every token from the models' own logits after what came before it. At most one round long."""
    known = list(prompt)
    request = record.request
    for token in record.tokens:
        history = reference.window(known, request)
        p, q = (reference.distribution(model(known), request, width, history) for model in (target, draft))
        _check_probabilities(token, p, q)
        known.append(token.id)


def _check_probabilities(token: Token, p: NDArray[np.float64], q: NDArray[np.float64]) -> None:
    where = f"{token.kind} token {token.position}"
    for name, told, law in (("p", token.p, p), ("q", token.q, q)):
        assert told is None or abs(told - law[token.id]) < NEAR, f"{name} of {where}: {told}, not {law[token.id]}"
    assert token.tv is None or abs(token.tv - reference.tv(p, q)) < NEAR, f"d of {where}"
    if token.proposal is not None:
        refused = token.proposal
        off = max(abs(refused.p - p[refused.id]), abs(refused.q - q[refused.id]))
        assert off < NEAR, f"the refused proposal of {where}"
    allowed = q if token.kind in ("accepted", "relaxed", "draft") else p
    assert allowed[token.id] > 0, f"{where} is one that cannot be"


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-4, abs_tol=NEAR)
