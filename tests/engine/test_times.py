"""What rounds take against target-only's tokens, told from measurements on a machine whose pace changes."""

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from engine.decoding.times import Times

#: Times of rounds in target-only tokens, by draft length.
COSTS = {2: 1.6, 4: 2.4, 8: 4.0, 16: 7.2}
Noise = Callable[[], float]


def noise(spread: float = 0.06) -> Noise:
    chance = random.Random(1)
    return lambda: math.exp(chance.gauss(0, spread))


def run(times: Times, lengths: list[int], pace: float, shake: Noise, costs: dict[int, float] = COSTS) -> None:
    """A run that drafts these lengths, with target-only timed after every five rounds."""
    times.begin()
    for i, length in enumerate(lengths):
        times.add_round(length, pace * costs[length] * shake(), False)
        if i % 5 == 4:
            times.add_target(pace * shake())


def taught(costs: dict[int, float] = COSTS, runs: int = 30) -> tuple[Times, Noise]:
    times, shake = Times(), noise()
    for _ in range(runs):
        run(times, [length for length in costs for _ in range(5)], 0.01, shake, costs)
    return times, shake


def close(times: Times, costs: dict[int, float] = COSTS, rel: float = 0.06) -> bool:
    known = times.round_costs()
    return all(known[length - 1] == pytest.approx(cost, rel=rel) for length, cost in costs.items())


def test_a_steady_machine() -> None:
    times, _ = taught()
    assert close(times)
    assert len(times.round_costs()) == 16


@pytest.mark.parametrize(("start", "row"), [(1.0, 0.35), (2.2, 0.11)])
def test_lengths_that_were_never_drafted(start: float, row: float) -> None:
    """Between those that were, on a CPU whose checks cost by the row and on an accelerator."""
    times, _ = taught({length: start + row * length for length in (2, 8, 16)})
    for length in (1, 3, 4, 6, 12):
        assert times.round_costs()[length - 1] == pytest.approx(start + row * length, rel=0.1), length


def test_a_length_off_the_line() -> None:
    """On accelerators a check of 5 to 8 rows may cost the same."""
    bent = {2: 1.6, 4: 1.7, 6: 3.4, 8: 3.5, 16: 6.0}
    assert close(taught(bent)[0], bent)


@pytest.mark.parametrize("pace", [0.4, 1.5, 3.0])
def test_a_slow_or_fast_spell_says_nothing_of_what_is_drafted_in_it(pace: float) -> None:
    times, shake = taught()
    for spell in (pace, 1.0, pace):
        run(times, [8] * 25, 0.01 * spell, shake)
        assert close(times, rel=0.12), spell
    for _ in range(50):  # a machine that stays so, on which only one length is drafted any more
        run(times, [8] * 25, 0.01 * pace, shake)
    assert close(times, rel=0.12)


def test_target_only_runs_alone_do_not_make_rounds_dearer() -> None:
    """A pace that was told from the shortest time of target-only, and its time from the pace, ran away together."""
    times, shake = taught()
    chance = random.Random(2)
    for _ in range(300):
        times.begin()
        times.add_target(0.01 * shake() * (1.6 if chance.random() < 0.4 else 1.0))
    assert close(times, rel=0.25)


def test_a_length_that_becomes_dear_for_good_is_found_out() -> None:
    times, shake = taught()
    dear = COSTS | {8: 6.0}
    for _ in range(12):
        run(times, [8] * 20, 0.01, shake, dear)
    assert times.round_costs()[7] == pytest.approx(6.0, rel=0.06)


def test_one_delay_counts_for_little() -> None:
    times, _ = taught()
    before = times.round_costs()
    times.add_round(8, 1.0, False)
    times.add_target(3.0)
    assert times.round_costs() == pytest.approx(before, rel=0.05)


def test_what_a_round_takes_longer_after_a_stretch() -> None:
    times, shake = taught()
    for _ in range(30):
        times.begin()
        for _ in range(3):
            times.add_target(0.01 * shake())
            times.add_round(4, 0.01 * 1.3 * COSTS[4] * shake(), True)
            times.add_round(4, 0.01 * COSTS[4] * shake(), False)
    assert times.change() == pytest.approx(0.3, abs=0.06)
    assert close(times)


def test_a_long_day_leaves_it_sound() -> None:
    times, _ = taught(runs=1500)
    assert np.allclose(times._cov, times._cov.T, atol=1e-12)
    assert np.linalg.eigvalsh(times._cov).min() > 0
    assert close(times)
    assert times.doubts()[7] < 0.1


def test_a_clock_that_stood_still_is_no_error() -> None:
    times = Times()
    times.add_target(0.0)
    times.add_round(2, 0.0, False)
    assert all(math.isfinite(cost) for cost in times.round_costs())
