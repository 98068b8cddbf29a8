"""Bugs that samplers are known to have, each a change of one real function of the engine."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import mlx.core as mx
import pytest

from engine.decoding import mentored, single
from engine.decoding.mentored import Mentored
from engine.law import draws, verify
from engine.law.distribution import Rows
from engine.request import Request

Patch = pytest.MonkeyPatch
Mutant = Callable[[Patch], None]
UNFILTERED = {"top_k": 0, "top_p": 1.0, "min_p": 0.0}


def replaced(module: Any, name: str, made: Callable[[Any], Any]) -> Mutant:
    """A mutant that puts `made(original)` in the place of a function."""
    return lambda patch: patch.setattr(module, name, made(getattr(module, name)))


def both(name: str, made: Callable[[Any], Any]) -> Mutant:
    """The same change in rounds and in single steps."""

    def apply(patch: Patch) -> None:
        for module in (mentored, single):
            patch.setattr(module, name, made(getattr(module, name)))

    return apply


def normalised(weights: mx.array) -> mx.array:
    return weights / mx.sum(weights, axis=-1, keepdims=True)


# The residual.
def softmaxed(original: Any) -> Any:
    return lambda law, scale=None: mx.softmax(original(law, scale), axis=-1)


def without_fallback(_: Any) -> Any:
    return lambda law, scale=None: mx.maximum((law.pi if scale is None else scale[..., None] * law.pi) - law.q, 0.0)


def of_another_row(step: int) -> Any:
    def made(original: Any) -> Any:
        return lambda law, row: original(law, mx.clip(row + step, 0, law.p.shape[0] - 1))

    return made


# What the check is told.
def reports_another_temperature(original: Any) -> Any:
    def propose(self: Mentored, length: int) -> tuple[mx.array, list[Rows]]:
        x, drafted = original(self, length)
        return x, [Rows(normalised(mx.sqrt(row.p)), row.sound) for row in drafted]

    return propose


def judged_at_temperature_one(temperature: float) -> Any:
    """Rows sampled at a temperature are judged without it."""

    def made(original: Any) -> Any:
        return lambda p, q, budget, shape: original(
            normalised(mx.power(p, temperature)), normalised(mx.power(q, temperature)), budget, shape
        )

    return made


def draft_unfiltered(original: Any) -> Any:
    def propose(self: Mentored, length: int) -> Any:
        kept = self._request
        self._request = kept.replace(**UNFILTERED)
        try:
            return original(self, length)
        finally:
            self._request = kept

    return propose


def target_unfiltered(original: Any) -> Any:
    """The target's rows come many at a time."""

    def distribution(logits: mx.array, request: Request, width: int, history: mx.array | None = None) -> Rows:
        made = request if logits.shape[0] == 1 else request.replace(**UNFILTERED)
        return original(logits, made, width, history)  # type: ignore[no-any-return]

    return distribution


def target_cut_to(width_of_draft: int) -> Any:
    def made(original: Any) -> Any:
        def distribution(logits: mx.array, request: Request, width: int, history: mx.array | None = None) -> Rows:
            p, sound = original(logits, request, width, history)
            known = mx.arange(width) < width_of_draft
            return Rows(p if logits.shape[0] == 1 else normalised(mx.where(known, p, 0.0)), sound)

        return distribution

    return made


def cut_without_normalising(original: Any) -> Any:
    """A draft wider than the target loses what is past it."""

    def distribution(logits: mx.array, request: Request, width: int, history: mx.array | None = None) -> Rows:
        p, sound = original(logits, request, max(width, logits.shape[-1]), history)
        return Rows(p[:, :width], sound)

    return distribution


def always_sound(original: Any) -> Any:
    def distribution(*arguments: Any) -> Rows:
        p, _ = original(*arguments)
        return Rows(p, mx.ones((p.shape[0],), dtype=mx.bool_))

    return distribution


def sound_after_filters(original: Any) -> Any:
    def distribution(*arguments: Any) -> Rows:
        p, _ = original(*arguments)
        return Rows(p, mx.isfinite(p[:, 0]))

    return distribution


# Random numbers.
def roles(**changes: int) -> Mutant:
    """The check takes other roles' keys."""
    real = {role.name: int(role) for role in draws.Role}
    return lambda patch: patch.setattr(verify, "Role", SimpleNamespace(**(real | changes)))


def one_draw_for_both(_: Any) -> Any:
    """The replacement is where the accept draw itself falls in the residual."""

    def draw(weights: mx.array, key: mx.array, row: mx.array) -> mx.array:
        step = draws.Role.RESIDUAL - draws.Role.ACCEPT
        u = draws.uniforms((key[row] - mx.array([0, step], dtype=mx.uint32))[None])
        return mx.sum(mx.cumsum(normalised(weights), axis=-1) < u[:, None], axis=-1)[0]

    return draw


def everywhere(name: str, made: Callable[[Any], Any]) -> Mutant:
    """The same change of a function of `draws` wherever it is used."""

    def apply(patch: Patch) -> None:
        changed = made(getattr(draws, name))
        for module in (draws, mentored, verify, single):
            if hasattr(module, name):
                patch.setattr(module, name, changed)

    return apply


def by_step(original: Any) -> Any:
    """Every round is seeded anew."""
    return lambda seed, first, count, role, judged=0: original(seed, 0, count, role)


def by_round(original: Any) -> Any:
    """One key for all positions of a round."""

    def keys(seed: int, first: int, count: int, role: Any, judged: int = 0) -> mx.array:
        return mx.broadcast_to(original(seed, first, 1, role), (count, 2))

    return keys


def drawn_again(original: Any) -> Any:
    """Positions that are judged again get the draws that they had."""
    return lambda seed, first, count, role, judged=0: original(seed, first, count, role)


def down_to_zero(_: Any) -> Any:
    def races(key: mx.array, width: int) -> mx.array:
        return mx.reciprocal(-mx.log(mx.vmap(lambda k: mx.random.uniform(shape=(width,), key=k))(key)))

    return races


# State.
def off_by(step: int) -> Any:
    def made(original: Any) -> Any:
        return lambda caches, count: original(caches, max(count + step, 0))

    return made


def keeps_refused_drafts(patch: Patch) -> None:
    refused: list[int] = []
    settle, rows_of = Mentored._settle, vars(mentored)["history_rows"]

    def remember(self: Mentored, reading: Any, rows: int) -> None:
        settle(self, reading, rows)
        refused.extend(reading.drafted[reading.kept :])

    patch.setattr(Mentored, "_settle", remember)
    patch.setattr(mentored, "history_rows", lambda tail, x, rows, request: rows_of([*tail, *refused], x, rows, request))


def omits_earlier_drafts(original: Any) -> Any:
    def history_rows(tail: Any, drafted: Any, rows: int, request: Request) -> mx.array | None:
        row = original(tail, None, 1, request)
        return None if row is None else mx.broadcast_to(row, (rows, row.shape[1]))

    return history_rows


def bonus_of_another_law(original: Any) -> Any:
    return lambda self, p, key: original(self, normalised(mx.sqrt(p)), key)


def bonus_of_the_next_position(original: Any) -> Any:
    return lambda self, p, key: original(self, p, key + mx.array([0, 4], dtype=mx.uint32))
