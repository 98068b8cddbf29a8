"""A judged round on its way from the device: packed into two arrays, read once, told in Python numbers."""

import math
from typing import NamedTuple

import mlx.core as mx

from engine.decoding.burst import Drawn, Refused
from engine.law.distribution import shows_in_all
from engine.law.shapes import Law, at
from engine.law.verify import Verdict
from engine.request import Request


class Judged(NamedTuple):
    """A round's outcome, still lazy. `bonus` is (id [1], p [1]) or None.

    `sound` is a scalar, or None where an unsound row shows in its TV distance, and the bonus's in its probability.
    """

    law: Law
    x: mx.array
    p_x: mx.array
    q_x: mx.array
    verdict: Verdict
    bonus: tuple[mx.array, mx.array] | None
    sound: mx.array | None


class Reading(NamedTuple):
    """A round's outcome in Python: emitted tokens, drafted ids, how many of these stay, soundness."""

    drawn: tuple[Drawn, ...]
    drafted: tuple[int, ...]
    kept: int
    sound: bool


def pack(judged: Judged) -> tuple[mx.array, mx.array]:
    """All ids in one array and all figures in another: two small reads a round."""
    mix, verdict = judged.law.mix, judged.verdict
    replacement = verdict.replacement.reshape(1)
    ids = [judged.x, verdict.kept.reshape(1), replacement]
    figures = [
        judged.p_x,
        judged.q_x,
        mix.d,
        mix.theta,
        verdict.accept,
        verdict.u,
        verdict.critical,
        verdict.lossless,
    ]
    extra = [at(verdict.last.p, replacement), at(verdict.last.q, replacement)]
    if judged.bonus is not None:
        ids.append(judged.bonus[0])
        extra.append(judged.bonus[1])
    if verdict.span is not None:
        extra += verdict.span
    if judged.sound is not None:
        extra.append(judged.sound.reshape(1))
    return (
        mx.concatenate([part.astype(mx.int32) for part in ids]),
        mx.concatenate([part.astype(mx.float32) for part in figures + extra]),
    )


def unpack(ids: mx.array, figures: mx.array, request: Request) -> Reading:
    """Read a packed round and say what each token is."""
    numbers: list[int] = ids.tolist()  # type: ignore[assignment]
    values: list[float] = figures.tolist()  # type: ignore[assignment]
    length = len(values) // 8
    rows = [tuple(values[part * length + i] for part in range(8)) for i in range(length)]
    extra = values[8 * length :]
    told = None if shows_in_all(request) else extra.pop()
    drafted, (kept, replacement) = tuple(numbers[:length]), numbers[length : length + 2]
    drawn = [_stays(drafted[i], rows[i], request) for i in range(kept)]
    if kept < length:
        span = _span(extra[-2:], request)
        drawn.append(_replaced(replacement, extra, drafted[kept], rows[kept], request, span))
    elif len(numbers) > length + 2:
        drawn.append(Drawn(numbers[-1], "bonus", p=extra[2]))
    return Reading(tuple(drawn), drafted, kept, _sound(told, [row[2] for row in rows], drawn))


def _sound(told: float | None, distances: list[float], drawn: list[Drawn]) -> bool:
    """What the device said, or whether all figures that an unsound row would spoil are numbers."""
    if told is not None:
        return bool(told)
    return all(map(math.isfinite, distances)) and all(token.p is None or math.isfinite(token.p) for token in drawn)


def _stays(token: int, row: tuple[float, ...], request: Request) -> Drawn:
    p, q, d, theta, accept, u, critical, lossless = row
    bound: float | None = 0.0 if lossless else _within(critical, request.tv_budget)
    if request.verify == "block":
        bound = None
    separate = request.coupling == "independent"
    return Drawn(
        token,
        "accepted" if lossless else "relaxed",
        p=p,
        q=q,
        tv=d,
        theta=theta,
        accept=accept if separate else None,
        u=u if separate else None,
        critical_budget=bound,
    )


def _span(pair: list[float], request: Request) -> tuple[float | None, float | None]:
    """The budgets from and below which shared draws emit the replacement, around the budget whatever rounding says."""
    if request.coupling != "gumbel" or request.shape != "linear":
        return None, None
    return min(pair[0], request.tv_budget), _beyond(pair[1], request.tv_budget)


def _replaced(
    token: int,
    extra: list[float],
    refused: int,
    row: tuple[float, ...],
    request: Request,
    span: tuple[float | None, float | None],
) -> Drawn:
    p, q, d, theta, accept, u, critical, _ = row
    separate = request.coupling == "independent"
    return Drawn(
        token,
        "resampled",
        p=extra[0],
        q=extra[1],
        tv=d,
        theta=theta,
        accept=accept if separate else None,
        u=u if separate else None,
        critical_budget=_beyond(critical, request.tv_budget),
        refused=Refused(refused, p, q),
        stays_from=span[0],
        stays_below=span[1],
    )


def _within(critical: float, budget: float) -> float:
    """A kept token's critical budget: above 0 and at most the budget, whatever rounding says."""
    return min(max(critical, math.ulp(0.0)), budget) if math.isfinite(critical) else budget


def _beyond(critical: float, budget: float) -> float | None:
    """A refused token's critical budget: above the budget; None where no budget keeps it or none is known."""
    return max(critical, math.nextafter(budget, 2.0)) if math.isfinite(critical) else None
