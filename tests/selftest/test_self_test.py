"""The self-test passes on this installation, catches every broken figure, and never ends in a traceback."""

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.cli.main import main
from app.selftest.checks import Check, Fault, carry_out
from app.selftest.runs import REQUESTS, Runs
from app.selftest.trace import faults
from app.selftest.window import judge
from engine.errors import PairError
from engine.events import Event, Finished, PairInfo, Proposal, Token
from engine.record import RunRecord
from engine.request import Request
from tests.scripted import ScriptedEngine

ROOT = Path(__file__).parent.parent.parent
REQUEST = Request(prompt="x", tv_budget=0.3, draft_length=4, seed=3, max_tokens=40)


def recorded(request: Request = REQUEST) -> RunRecord:
    """A made-up run that obeys the formulas."""
    engine, record = ScriptedEngine(), RunRecord(request)
    engine.generate(request)
    while engine.busy:
        engine.step()
        for _, event in engine.drain():
            record.add(event)
    return record


def first(record: RunRecord, kind: str) -> Token:
    return next(token for token in record.tokens if token.kind == kind)


def test_a_sound_trace_has_no_fault() -> None:
    record = recorded()
    assert {"accepted", "relaxed", "resampled"} <= set(record.counts)
    assert faults(record) == []
    for mode in ("target", "draft"):
        assert faults(recorded(REQUEST.replace(mode=mode))) == []


BREAKS: dict[str, tuple[str, Callable[[Token], dict[str, Any]], str]] = {
    "theta": ("accepted", lambda token: {"theta": 0.999 * (token.theta or 0)}, "θ is"),
    "distance": ("relaxed", lambda token: {"tv": 1.1}, "out of range"),
    "missing d": ("relaxed", lambda token: {"tv": None}, "missing"),
    "acceptance": ("resampled", lambda token: {"accept": (token.accept or 0) + 0.01}, "not min(1, π/q)"),
    "a draw that accepts": ("resampled", lambda token: {"u": 0.0}, "gives another verdict"),
    "a draw that refuses": ("accepted", lambda token: {"u": 1.0, "accept": 0.5}, "gives another verdict"),
    "no draw": ("accepted", lambda token: {"u": None}, "its draw u is None"),
    "relaxed that is accepted": ("relaxed", lambda token: {"kind": "accepted"}, "critical budget"),
    "accepted that is relaxed": ("accepted", lambda token: {"kind": "relaxed"}, "gives another kind"),
    "critical budget": ("relaxed", lambda token: {"critical_budget": (token.critical_budget or 0) / 2}, "(u − r)"),
    "critical beyond": ("relaxed", lambda token: {"critical_budget": 0.31}, "does not fit the budget"),
    "critical within": ("resampled", lambda token: {"critical_budget": 0.29}, "does not fit the budget"),
    "a bonus": ("accepted", lambda token: {"kind": "bonus"}, "there can be no such token"),
    "another mode": ("accepted", lambda token: {"kind": "target"}, "there can be no such token"),
    "no proposal": ("resampled", lambda token: {"proposal": None}, "resampled tokens only"),
    "other proposal": ("resampled", lambda token: {"proposal": Proposal(99, "", 0.1, 0.6)}, "the refused token is not"),
    "position": ("accepted", lambda token: {"position": 77}, "its position is 77"),
    "an id that was not drafted": ("accepted", lambda token: {"id": 99}, "not what was drafted"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_token_is_caught(name: str) -> None:
    kind, change, words = BREAKS[name]
    record = recorded()
    token = first(record, kind)
    index = record.tokens.index(token)
    record.tokens[index] = replace(token, **change(token))
    assert any(words in fault for fault in faults(record)), faults(record)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"accepted": 0}, "counts are not"), ({"proposed": 3}, "more accepted"), ({"first": 30}, "counts are not")],
)
def test_a_broken_round_is_caught(change: dict[str, int], words: str) -> None:
    record = recorded()
    full = next(index for index, one in enumerate(record.rounds) if one.accepted)
    record.rounds[full] = replace(record.rounds[full], **change)
    assert any(words in fault for fault in faults(record)), faults(record)


@pytest.mark.parametrize("name", ["tokens", "rounds", "proposed", "accepted", "mean_tv", "mean_spent"])
def test_broken_sums_are_caught(name: str) -> None:
    record = recorded()
    assert record.stats is not None
    value = getattr(record.stats, name)
    record.stats = replace(record.stats, **{name: value + 1 if isinstance(value, int) else value * 1.01})
    assert len(faults(record)) == 1
    record.stats = None
    assert faults(record) == ["the run has no figures"]


@pytest.mark.parametrize("low", [None, 0.31])
def test_broken_shared_draws_are_caught(low: float | None) -> None:
    record = recorded(REQUEST.replace(coupling="gumbel"))
    nothing = {"u": None, "accept": None}
    shared = [replace(t, **nothing, stays_from=0.1 if t.proposal else None) for t in record.tokens]
    record.tokens = shared
    assert faults(record) == []
    record.tokens = [replace(token, stays_from=low if token.proposal else None) for token in shared]
    assert "leaves out the budget" in faults(record)[0]
    record.tokens = [replace(shared[0], u=0.5), *shared[1:]]
    assert "draws are shared" in faults(record)[0]


class FakeEngine:
    """Hands out made-up runs, whose tokens it may spoil first."""

    def __init__(self, spoil: Callable[[Token], Token] = lambda token: token, broken: bool = False) -> None:
        self._spoil, self._broken = spoil, broken

    def load(self, target: Path, draft: Path) -> PairInfo:
        """A pair, or a refusal."""
        if self._broken:
            raise PairError("The target has damaged weights: download them again.", "header\ntoo large")
        return PairInfo("t", "d", "Big", "Small", 13, 1_000_000, 64, "CPU", False)

    def generate(self, request: Request, take: Callable[[list[Event]], None]) -> bool:
        """A run without the figures that shared draws lack."""
        shared = request.coupling == "gumbel" and request.mode == "mentored"
        made = recorded(request)
        for token in made.tokens:
            if shared:
                token = replace(token, u=None, accept=None, stays_from=0.0 if token.proposal else None)
            take([self._spoil(token)])
        assert made.stats is not None and made.reason is not None
        take([*made.rounds, Finished(made.reason, made.stats)])
        return False


def lines(engine: FakeEngine) -> tuple[bool, list[str]]:
    """What the run checks print; without MLX's."""
    written: list[str] = []
    return carry_out(Runs(engine).checks()[1:], written.append), written


def test_a_broken_trace_fails_its_own_line_and_the_others_pass() -> None:
    passed, written = lines(FakeEngine())
    assert passed and [line.split()[0] for line in written] == ["ok"] * 5 + ["All"]
    passed, written = lines(FakeEngine(lambda t: replace(t, theta=0.5) if t.theta and t.u is not None else t))
    assert not passed
    assert [line.split()[0] for line in written] == ["ok", "ok", "ok", "FAILED", "ok", "1"]
    assert "independent" in written[3] and "θ is 0.500000" in written[3] and "more" in written[3]


def test_without_a_pair_the_runs_are_skipped_and_told() -> None:
    passed, written = lines(FakeEngine(broken=True))
    assert not passed and len(written) == len(REQUESTS) + 2
    assert written[0].startswith("FAILED  Bundled pair") and "header too large" in written[0]
    assert all(line.startswith("skipped") for line in written[1:-1]) and written[-1].startswith("5 of 5")


def test_whatever_a_check_raises_is_one_line() -> None:
    written: list[str] = []

    def fault() -> str:
        raise Fault("two\nlines")

    assert not carry_out([Check("one", lambda: str(1 // 0)), Check("two", fault)], written.append)
    assert "unforeseen: ZeroDivisionError" in written[0] and "two lines" in written[1]
    assert all("\n" not in line for line in written)


def test_an_empty_picture_is_a_fault(qapp: object) -> None:
    with pytest.raises(Fault, match="could not be grabbed"):
        judge(QImage(), "offscreen")
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    with pytest.raises(Fault, match="1 colours"):
        judge(picture, "offscreen")
    painter = QPainter(picture)
    for line in range(300):
        painter.fillRect(0, line, 300, 1, QColor.fromHsv(line, 200, 200))
    painter.end()
    assert "300 × 300" in judge(picture, "offscreen")


def test_wrong_arithmetic_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import engine.probe

    assert engine.probe.try_device()
    monkeypatch.setattr(engine.probe, "SIDE", 0)
    monkeypatch.setattr(engine.probe, "device_name", lambda: str(1 // 0))
    with pytest.raises(engine.probe.DeviceError, match="cannot compute"):
        engine.probe.try_device()


def test_this_installation_passes() -> None:
    argv = [sys.executable, "-W", "error", "-m", "app", "self-test"]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=110, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    found = done.stdout.splitlines()
    assert [line.split()[0] for line in found] == ["ok"] * 8 + ["All"]
    for kind in ("accepted", "relaxed", "resampled"):
        assert f"0 {kind}" not in done.stdout, "the runs do not exercise every kind"


def test_a_failed_check_ends_with_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command, with a broken pair and no window."""

    class Broken(FakeEngine):
        def __enter__(self) -> "Broken":
            return self

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("app.cli.self_test.Follower", lambda: Broken(broken=True))
    monkeypatch.setattr("app.selftest.window.check_window", lambda records: "a picture")
    assert main(["self-test"]) == 1
    out, err = capsys.readouterr()
    assert err == "" and "Traceback" not in out and out.splitlines()[-1] == "5 of 8 checks did not pass."


def test_every_field_of_a_token_is_known_here() -> None:
    """A figure that is added to tokens is to be checked by the self-test too."""
    known = {"id", "text", "position", "kind", "p", "q", "tv", "theta", "accept", "u", "critical_budget", "proposal"}
    known |= {"round", "at_s", "special", "stays_from", "stays_below"}
    assert {field.name for field in dataclasses.fields(Token)} == known
