"""The formulas once more, in plain float64 numpy and in the most literal way, to hold the engine against."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.request import Request, Shape

Floats = NDArray[np.float64]
HALVINGS = 200


def tv(p: Floats, q: Floats) -> float:
    """Total-variation distance."""
    return float(0.5 * np.abs(p - q).sum())


def kl(p: Floats, q: Floats) -> float:
    """Kullback-Leibler divergence of q from p, nats; infinite where q lacks what p has."""
    has = p > 0
    if np.any(q[has] <= 0):
        return math.inf
    return float(np.sum(p[has] * np.log(p[has] / q[has])))


def law(p: Floats, q: Floats, budget: float, shape: Shape = "linear") -> Floats:
    """The output law π."""
    d = tv(p, q)
    if shape == "linear":
        theta = 1.0 if d <= budget else budget / d
        return (1 - theta) * p + theta * q
    return _clipped(p, q, min(d, budget))


def _clipped(p: Floats, q: Floats, budget: float) -> Floats:
    """π = p / clip(p/q, α, β): both bounds by halving, from "no change" towards "all of q"."""
    up, down = (q > p) & (p > 0), p > q
    reach = float((q - p)[up].sum())
    moved = min(budget, reach)
    pi = p.copy()
    if moved >= reach:
        pi[up] = q[up]
    else:
        low, high = 0.0, 1.0  # α: at 1 nothing is gained, towards 0 all of it
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            gained = float((np.minimum(q, p / middle) - p)[up].sum())
            low, high = (middle, high) if gained >= moved else (low, middle)
        pi[up] = np.minimum(q, p / high)[up]
    low, high = 0.0, 1.0  # 1/β: at 1 nothing is lost
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        lost = float((p - np.maximum(q, p * middle))[down].sum())
        low, high = (middle, high) if lost >= moved else (low, middle)
    pi[down] = np.maximum(q, p * high)[down]
    return pi


def distribution(logits: Floats, request: Request, width: int, history: Sequence[int] = ()) -> Floats:
    """Penalty, top-p, min-p, top-k, temperature, as mlx-lm orders them; zeros up to `width`."""
    values = np.asarray(logits, dtype=np.float64)[:width].copy()
    for number in set(history) & set(range(len(values))):
        value = values[number]
        values[number] = value * request.repetition_penalty if value < 0 else value / request.repetition_penalty
    if request.temperature == 0:
        return np.asarray(np.eye(width)[int(np.argmax(values))])
    allowed = _allowed(values, request)
    scaled = np.where(allowed, values / request.temperature, -np.inf)
    weights = np.exp(scaled - scaled.max())
    return np.pad(weights / weights.sum(), (0, width - len(values)))


def _allowed(values: Floats, request: Request) -> NDArray[np.bool_]:
    """Which ids the filters leave, each judged on what the one before it left."""
    order = np.argsort(-values)
    chances = np.exp(values - values.max())
    chances /= chances.sum()
    allowed = np.ones(len(values), dtype=bool)
    if 0 < request.top_p < 1:
        before = 0.0
        for number in order:
            allowed[number] = before < request.top_p
            before += chances[number]
    if request.min_p > 0:
        allowed &= chances >= request.min_p * chances.max()
    if request.top_k > 0:
        kept = [number for number in order if allowed[number]][: request.top_k]
        allowed &= np.isin(np.arange(len(values)), kept)
    return allowed


def window(known: Sequence[int], request: Request) -> Sequence[int]:
    """The ids that the penalty of the next token looks at."""
    return [] if request.repetition_penalty == 1 else known[-request.repetition_context :]
