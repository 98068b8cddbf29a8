"""`mentorscope bench`: the smallest race on the bundled pair, and what it refuses."""

import itertools
import json
import signal
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any

import pytest

from app.cli import interrupts
from app.cli.main import INTERRUPTED, main
from engine.bench.report import policy_table

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


#: What is run lap by lap, with --policies and without.
STEPS = [(("--policies",), "engine.bench.policies.race_once", 2), ((), "engine.bench.run.run_order", 1)]


@pytest.mark.parametrize(("kind", "step", "calls"), STEPS)
def test_ctrl_c_keeps_the_finished_laps(
    kind: tuple[str, ...],
    step: str,
    calls: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It falls into the second counted lap, of which nothing is told; `calls` of the step make a lap."""
    out, count, real = tmp_path / "bench.json", itertools.count(), resolve_name(step)

    def interrupt(*arguments: Any) -> Any:
        if next(count) == 3 * calls - 1:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(step, interrupt)
    options = ["--laps", "5", "--lengths", "2", "--budgets", "1", "--max-tokens", "4", "--json", str(out)]
    assert main(["bench", *kind, *SHORT, *options]) == INTERRUPTED
    result = json.loads(out.read_text(encoding="utf-8"))
    assert (result["laps"], result["finished"]) == (1, False)
    runs = [one["laps"] for one in result["runs"]] if kind else result["runs"].values()
    assert {len(laps) for laps in runs} == {1 if kind else 2}
    told = capsys.readouterr()
    assert "cost-aware" in told.out and "laps: 1" in told.out
    assert told.err.endswith("Stopped after lap 1 of 5; what comes after it was not measured.\n")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--lengths", "two"),
        ("--budgets", "1.2"),
        ("--lengths", "0"),
        ("--laps", "0"),
        ("--memory", "0"),
        ("--budgets", "-0.0,0"),
    ],
)
def test_bad_plans_get_a_sentence(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", option, value]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mentorscope: ")
    assert told.count("\n") == 1


def test_ctrl_c_before_the_first_lap_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.bench.run.run_order", interrupt)
    assert (
        main(["bench", *SHORT, "--laps", "1", "--lengths", "2", "--budgets", "1", "--max-tokens", "4"]) == INTERRUPTED
    )
    assert "Stopped before lap 1 was finished: there is nothing to show." in capsys.readouterr().err


def test_ctrl_c_after_the_laps_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(_pair: Any, request: Any, _repeats: int) -> dict[str, float]:
        if request.draft_length == 3:
            raise KeyboardInterrupt
        return {"outside_share": 0.1, "round_s": 0.2, "forwards_s": 0.18}

    monkeypatch.setattr("engine.bench.run.outside_forwards", measured)
    options = ["--laps", "1", "--lengths", "2,3", "--budgets", "1", "--max-tokens", "4", "--memory", "40"]
    assert main(["bench", *SHORT, *options]) == INTERRUPTED
    told = capsys.readouterr()
    assert "outside the two forwards, K 2: 10.0 %" in told.out
    words = "Stopped after the laps; not measured: the share outside the forwards at K 3 and memory.\n"
    assert told.err.endswith(words)


def test_a_second_ctrl_c_right_after_the_first_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 10.5, 11.9, 12.1])
    monkeypatch.setattr(interrupts, "time", SimpleNamespace(monotonic=lambda: next(now)))
    before = signal.getsignal(signal.SIGINT)
    with interrupts.calm():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
