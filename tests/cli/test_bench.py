"""`mentorscope bench`: the smallest race on the bundled pair, and what it refuses."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from app.cli.main import main
from engine.bench.cases import PEER, Case, Lap
from engine.bench.middle import Middle, middle
from engine.bench.policies import judge
from engine.bench.report import policy_table
from engine.bench.run import row, run_order

#: A prompt of one token, which leaves nothing to read beforehand.
SHORT = ("--raw", "--prompt", "A")


def test_the_smallest_race_tells_its_ratios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    options = ["--laps", "1", "--lengths", "2", "--budgets", "1", "--max-tokens", "4", "--memory", "40"]
    assert main(["bench", *SHORT, *options, "--json", str(out)]) == 0
    result = json.loads(out.read_text(encoding="utf-8"))
    rows = {row["name"]: row for row in result["rows"]}
    assert result["format"] == "mentorscope-bench/2"
    assert (
        result["request"]["ignore_eos"] and result["lengths"] == [2] and result["date"] and result["machine"]["cores"]
    )
    assert {len(runs) for runs in result["runs"].values()} == {2} and set(result["runs"]) == set(rows)
    assert rows["mentored K 2, TV 1"]["acceptance"] == 1
    assert rows["mlx-lm target-only"]["ratio"] == rows["mlx-lm target-only"]["first_ratio"] == 1
    assert abs(result["memory"]["growth_beyond_caches"]) < 100_000
    assert "mentored K 2, TV 1" in capsys.readouterr().out


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


def test_the_smallest_race_of_policies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "policies.json"
    options = ["--laps", "1", "--lengths", "2,3", "--budgets", "1", "--max-tokens", "4", "--json", str(out)]
    assert main(["bench", "--policies", *SHORT, *options]) == 0
    result = json.loads(out.read_text(encoding="utf-8"))
    races = result["races"]
    assert [set(one["laps"][0]) for one in result["runs"]] == 2 * [{"2", "3", "cost-aware", "target"}]
    assert policy_table(result).count("*") == 3  # one a line, and what it means; after reading it again too
    assert [race["prompt"] for race in races] == ["story", "easy"]
    for race in races:
        assert set(race["fixed"]) == {"2", "3"} and str(race["best"]) in race["fixed"]
        for ratio in (race["cost_aware"], race["against_best"], *race["fixed"].values()):
            assert ratio["low"] <= ratio["median"] <= ratio["high"]
        assert race["fixed"][f"{race['best']}"]["median"] == max(one["median"] for one in race["fixed"].values())
    table = capsys.readouterr().out
    assert "cost-aware" in table and "easy" in table


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


@pytest.mark.parametrize(
    ("option", "value"), [("--lengths", "two"), ("--budgets", "1.2"), ("--lengths", "0"), ("--laps", "0")]
)
def test_bad_plans_get_a_sentence(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", option, value]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mentorscope: ")
    assert told.count("\n") == 1
