"""`mentorscope bench`: the smallest race on the bundled pair, and what it refuses."""

import json
from pathlib import Path

import pytest

from app.cli.main import main
from engine.bench.cases import PEER, Case, Lap
from engine.bench.run import run_order


def test_the_smallest_race_tells_its_ratios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    options = ["--laps", "1", "--lengths", "2", "--budgets", "1", "--max-tokens", "4", "--json", str(out)]
    assert main(["bench", *options]) == 0
    result = json.loads(out.read_text(encoding="utf-8"))
    rows = {row["name"]: row for row in result["rows"]}
    assert result["format"] == "mentorscope-bench/1"
    assert rows["mentored K 2, TV 1"]["acceptance"] == 1
    assert rows["mlx-lm target-only"]["ratio"] == 1
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
    order = [case.name for case in run_order(cases)]
    assert order == [names["peer 2"], "ours", names["peer 4"], "target", "mentored"]


def test_the_smallest_race_of_policies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "policies.json"
    options = ["--laps", "1", "--lengths", "2,3", "--budgets", "1", "--max-tokens", "4", "--json", str(out)]
    assert main(["bench", "--policies", *options]) == 0
    races = json.loads(out.read_text(encoding="utf-8"))["races"]
    assert [race["prompt"] for race in races] == ["story", "easy"]
    for race in races:
        assert set(race["fixed"]) == {"2", "3"} and str(race["best"]) in race["fixed"]
        assert race["low"] <= race["cost_aware"] <= race["high"]
    table = capsys.readouterr().out
    assert "cost-aware" in table and "easy" in table


@pytest.mark.parametrize(
    ("option", "value"), [("--lengths", "two"), ("--budgets", "1.2"), ("--lengths", "0"), ("--laps", "0")]
)
def test_bad_plans_get_a_sentence(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", option, value]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mentorscope: ")
    assert told.count("\n") == 1
