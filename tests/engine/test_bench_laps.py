"""The laps of a race: what is told of them, and what Ctrl-C leaves."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from engine.bench import laps
from engine.bench.laps import run_laps


def test_laps_tell_where_the_race_is_and_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first lap took 100 s, which is not what the others take."""
    clock = iter([0.0, 100.0, 160.0, 220.0])
    monkeypatch.setattr(laps, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    told: list[str] = []
    assert run_laps(3, lambda number, tell: tell(f"case {number}"), told.append) == 3
    assert told == [
        "first runs: case 0",
        "lap 1 of 3: case 1",
        "lap 2 of 3, about 2 min left: case 2",
        "lap 3 of 3, about 1 min left: case 3",
    ]


def interrupted_in(at: int) -> Callable[[int, laps.Progress], None]:
    def lap(number: int, tell: laps.Progress) -> None:
        if number == at:
            raise KeyboardInterrupt

    return lap


@pytest.mark.parametrize("at", [0, 1])
def test_ctrl_c_before_any_figures_is_passed_on(at: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_laps(3, interrupted_in(at), lambda _: None)


def test_ctrl_c_leaves_the_laps_before() -> None:
    assert run_laps(3, interrupted_in(2), lambda _: None) == 1
