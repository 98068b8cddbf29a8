"""What the bench makes of its laps: the order they run in, medians, bounds and ratios, on made-up laps."""

from random import Random

import numpy as np
import pytest

from engine.bench.cases import PEER, Case, Lap
from engine.bench.middle import Middle, middle
from engine.bench.policies import judge
from engine.bench.run import row, run_order


def test_what_is_compared_runs_together() -> None:
    """mlx-lm's speculative runs take seconds: they and what is raced against them do not come between the others."""
    pairs = [
        ("target", "target"),
        ("peer 2", "target"),
        ("ours", "peer 2"),
        ("mentored", "target"),
        ("peer 4", "target"),
    ]
    names = {"peer 2": f"{PEER} K 2", "peer 4": f"{PEER} K 4"}
    cases = [Case(names.get(name, name), names.get(other, other), lambda _: Lap(1, 1.0)) for name, other in pairs]
    chance = Random(1)
    orders = {tuple(case.name for case in run_order(cases, chance)) for _ in range(200)}
    both = (names["peer 2"], "ours"), ("ours", names["peer 2"])
    other = (names["peer 4"],)
    slow = {one for pair in both for one in (pair + other, other + pair)}
    assert orders == {first + rest for first in slow for rest in (("target", "mentored"), ("mentored", "target"))}


def test_the_bounds_of_a_median_are_those_of_chance() -> None:
    """Of normal laps the median's standard deviation is √(π/2) σ/√n: 95 % are within 1.96 of these."""
    one = middle(np.random.default_rng(5).normal(1.0, 0.1, 400).tolist())
    wide = 2 * 1.96 * np.sqrt(np.pi / 2) * 0.1 / 20
    assert one.low < one.median < one.high
    assert 0.7 * wide < one.high - one.low < 1.4 * wide
    assert abs(one.median - 1.0) < wide


def test_a_single_lap_tells_nothing_of_chance() -> None:
    assert middle([1.3]) == Middle(1.3, 1.3, 1.3)


def test_first_runs_are_told_apart() -> None:
    """A first run a hundred times as slow moves its own figure and no other."""
    case = Case("ours", "target", lambda _: Lap(1, 1.0))
    laps = {"ours": [Lap(10, 100.0, 50.0), *3 * [Lap(10, 1.0, 0.5)]], "target": 4 * [Lap(10, 2.0, 1.0)]}
    one = row(case, laps)
    assert (one.first_ratio, one.ratio, one.ratio_low, one.ratio_high) == (0.02, 2.0, 2.0, 2.0)
    assert (one.tokens_per_s, one.decode_tokens_per_s) == (10.0, 20.0)


def test_what_a_race_comes_to() -> None:
    """Ratios are of paired laps: laps half as fast for all tell the same."""
    laps = [
        {name: Lap(tokens, 1.0, pace) for name, tokens in (("2", 30), ("4", 20), ("cost-aware", 27), ("target", 10))}
        for pace in (0.5, 1.0, 2.0)
    ]
    race = judge("story", 0.5, laps, (2, 4))
    assert race.best == 2
    assert race.fixed == {2: Middle(3.0, 3.0, 3.0), 4: Middle(2.0, 2.0, 2.0)}
    assert race.cost_aware.median == pytest.approx(2.7) and race.against_best.median == pytest.approx(0.9)
    assert race.target_tokens_per_s == 10 and race.acceptance is None
