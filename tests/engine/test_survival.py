"""How far a draft is expected to live."""

import random

import pytest

from engine.decoding.survival import Survival
from engine.rates import emitted


def test_survival_of_independent_positions() -> None:
    survival = Survival(8)
    survival.add([0.8] * 400)
    for length, tokens in enumerate(survival.emitted(False), 1):
        assert tokens == pytest.approx(emitted(0.8, length, False), rel=0.02)
    assert survival.emitted(True)[3] == pytest.approx(emitted(0.8, 4, True), rel=0.02)


def test_survival_knows_runs_of_easy_text() -> None:
    """Half of the positions are sure and half hopeless, in long runs: a draft lives far longer than 0.5^K."""
    runs, mixed = Survival(8), Survival(8)
    runs.add(([0.0] * 40 + [1.0] * 40) * 5)
    mixed.add([0.5] * 400)
    assert runs.emitted(False)[7] > 1.6 * mixed.emitted(False)[7]


def test_survival_across_a_cut() -> None:
    """What stands before a stretch of the target's own is no part of a round after it."""
    survival = Survival(4)
    survival.add([0.0])
    survival.cut()
    survival.add([1.0] * 300)
    assert survival.emitted(False)[3] > 3.9


def plainly(pieces: list[list[float]], longest: int) -> tuple[list[float], list[float]]:
    """Faded sums, by draft length, of what stayed and of what was seen: position by position, as it is defined.

    A draft of i + 1 tokens that ends at a position stays with the product of the last i + 1 chances; where a piece
    holds fewer, nothing is seen of that length.
    """
    stayed, seen = [0.0] * longest, [0.0] * longest
    for piece in pieces:
        for end in range(len(piece)):
            for i in range(min(longest, end + 1)):
                product = 1.0
                for chance in piece[end - i : end + 1]:
                    product *= chance
                stayed[i] = Survival.FADE * stayed[i] + product
                seen[i] = Survival.FADE * seen[i] + 1.0
    return stayed, seen


@pytest.mark.parametrize("longest", [1, 2, 5, 16])
@pytest.mark.parametrize("seed", range(5))
def test_survival_is_what_it_is_defined_to_be(longest: int, seed: int) -> None:
    """However the positions come, a few at a time or many, with gaps between them or without."""
    chance = random.Random(seed)
    survival = Survival(longest, 0.6)
    pieces: list[list[float]] = [[]]
    for _ in range(25):
        if chance.random() < 0.2:
            survival.cut()
            pieces.append([])
        new = [chance.choice([0.0, 1.0, chance.random()]) for _ in range(chance.randint(0, 30))]
        survival.add(iter(new))
        pieces[-1].extend(new)
    alive, total, wanted = 1.0, 1.0, []
    for stayed, seen in zip(*plainly(pieces, longest), strict=True):
        wanted.append(total)
        alive = min((stayed + Survival.GUESSED * 0.6 * alive) / (seen + Survival.GUESSED), alive)
        total += alive
    assert survival.emitted(False) == pytest.approx(wanted, rel=1e-9)
