"""Checks a finished run's trace against the formulas, without a model: what it tells must fit together.

d = TV(p, q); θ = min(1, D/d); spent = θ d = min(d, D); a = min(1, π/q) = min(1, θ + (1 − θ) r) with r = p/q;
a drafted token stays where u ≤ a, and would at budget 0 where u ≤ r; D* = d (u − r)/(1 − r). Linear shape, token by
token.
"""

import math
from collections.abc import Iterator

from engine.events import DRAFTED_KINDS, Round, Token
from engine.record import RunRecord
from engine.request import Request

#: Figures come from single-precision arithmetic.
NEAR, RELATIVE = 2e-5, 1e-4
CHECKED = ("accepted", "relaxed", "resampled")


def faults(record: RunRecord) -> list[str]:
    """What does not fit, one sentence each; empty where all does."""
    found = [
        f"token {index} ({token.kind}): {words}"
        for index, token in enumerate(record.tokens)
        for words in _of_token(token, index, record.request)
    ]
    for one in record.rounds:
        tokens = [token for token in record.tokens if token.round == one.index]
        found += [f"round {one.index}: {words}" for words in _of_round(one, tokens)]
    return found + list(_of_sums(record))


def _of_token(token: Token, index: int, request: Request) -> Iterator[str]:
    if token.position != index:
        yield f"its position is {token.position}"
    if token.kind in CHECKED and request.mode == "mentored":
        yield from _of_checked(token, request)
    elif token.kind == "bonus" and request.bonus:
        yield from _of_alone(token, "p")
    elif token.kind == request.mode:
        yield from _of_alone(token, "p" if token.kind == "target" else "q")
    else:
        yield f"there can be no such token in a {request.mode} run"


def _of_alone(token: Token, own: str) -> Iterator[str]:
    """A token that nobody checked has the probability of the model that said it."""
    value = getattr(token, own)
    if value is None or not 0 < value <= 1 + NEAR:
        yield f"its {own} is {value}"
    if token.tv is not None or token.theta is not None or token.proposal is not None:
        yield "it has figures of a check, and was not checked"


def _of_checked(token: Token, request: Request) -> Iterator[str]:
    d, theta, drafted = token.tv, token.theta, token.proposal or token
    p, q = drafted.p, drafted.q
    if d is None or theta is None or p is None or q is None or not 0 <= d <= 1 or not 0 < q <= 1 + NEAR or p < 0:
        yield "its p, q, d or θ is missing or out of range"
        return
    if (token.kind == "resampled") != (token.proposal is not None):
        yield "a refused proposal goes with resampled tokens only"
    budget = request.tv_budget
    if not _near(theta, min(1.0, budget / d) if d > 0 else 1.0):
        yield f"θ is {theta:.6f}, not min(1, D/d) with D = {budget:g} and d = {d:.6f}"
    if token.spent is None or not _near(token.spent, min(d, budget)):
        yield f"spent is {token.spent}, not min(d, D)"
    yield from _of_bound(token, budget)
    if request.coupling == "gumbel":
        yield from _of_shared(token, budget)
    else:
        yield from _of_draw(token, d, theta, p / q)


def _of_bound(token: Token, budget: float) -> Iterator[str]:
    """The critical budget is 0 for accepted, within the budget for relaxed, beyond it for resampled tokens."""
    bound = token.critical_budget
    fits = {
        "accepted": bound == 0,
        "relaxed": bound is not None and 0 < bound <= budget,
        "resampled": bound is not None and bound > budget,
    }
    if not fits[token.kind]:
        yield f"its critical budget {bound} does not fit the budget {budget:g}"


def _of_shared(token: Token, budget: float) -> Iterator[str]:
    """Shared draws have no acceptance draw; a resampled token stays from some budget to below another."""
    if token.u is not None or token.accept is not None:
        yield "it has an acceptance draw, and draws are shared"
    low, high = token.stays_from, token.stays_below
    if token.kind == "resampled" and (low is None or low > budget or (high is not None and high <= budget)):
        yield f"it would stay from {low} to below {high}, which leaves out the budget {budget:g}"


def _of_draw(token: Token, d: float, theta: float, r: float) -> Iterator[str]:
    """u against the acceptance probability, the kind, and D* = d (u − r)/(1 − r)."""
    u, accept = token.u, token.accept
    if u is None or accept is None or not 0 <= u <= 1:
        yield f"its draw u is {u} and its acceptance {accept}"
        return
    if not _near(accept, min(1.0, theta + (1 - theta) * r)):
        yield f"the acceptance is {accept:.6f}, not min(1, π/q)"
    if (u <= accept) != (token.kind != "resampled"):
        yield f"u = {u:.6f} against {accept:.6f} gives another verdict"
    if token.kind != "resampled" and not _near(u, r) and (u <= r) != (token.kind == "accepted"):
        yield f"u = {u:.6f} against p/q = {r:.6f} gives another kind"
    if token.kind != "accepted" and d > 1e-3 and 1 - r > 1e-3:
        bound = d * (u - r) / (1 - r)
        if token.critical_budget is None or abs(token.critical_budget - bound) > 1e-3 * d:
            yield f"its critical budget is {token.critical_budget}, not d (u − r)/(1 − r) = {bound:.6f}"


def _of_round(one: Round, tokens: list[Token]) -> Iterator[str]:
    kept = sum(token.kind in DRAFTED_KINDS for token in tokens)
    if not tokens or (one.accepted, one.emitted, one.first) != (kept, len(tokens), tokens[0].position):
        yield "its counts are not those of its tokens"
        return
    if not one.accepted <= one.proposed == len(one.drafted):
        yield "it has more accepted than proposed tokens, or other drafted ones"
    if tuple(token.id for token in tokens[:kept]) != one.drafted[:kept] or len(tokens) - kept > 1:
        yield "what stayed is not what was drafted"
    refused = tokens[-1].proposal
    if refused is not None and (kept >= len(one.drafted) or refused.id != one.drafted[kept]):
        yield "the refused token is not the one after what stayed"


def _of_sums(record: RunRecord) -> Iterator[str]:
    stats = record.stats
    if stats is None:
        yield "the run has no figures"
        return
    if record.request.mode == "mentored" and not record.rounds:
        yield "the run has no rounds"
    sums = (len(record.tokens), len(record.rounds), record.proposed, record.accepted)
    if (stats.tokens, stats.rounds, stats.proposed, stats.accepted) != sums:
        yield "the run's counts are not those of its tokens and rounds"
    for name, told, mean in (("d", stats.mean_tv, record.mean_tv), ("spent", stats.mean_spent, record.mean_spent)):
        if (told is None) != (mean is None) or (told is not None and mean is not None and not _near(told, mean)):
            yield f"the mean {name} is {told}, not {mean}"


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=NEAR)
