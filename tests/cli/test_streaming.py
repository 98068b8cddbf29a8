"""`mentorscope bench --streaming`: the real window fed by a script, and the script's own figures."""

import json
from pathlib import Path

import pytest

from app.bench.script import ScriptedBackend
from app.bench.watch import share_of
from app.cli.main import main
from engine.events import Event, Finished, Round, Token
from engine.record import RunRecord
from engine.request import Request


def events_of(request: Request) -> list[Event]:
    events: list[Event] = []
    ScriptedBackend(1e6).generate(request, lambda: False, events.append)
    return events


def test_the_real_window_streams_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object) -> None:
    out = tmp_path / "streaming.json"
    assert main(["bench", "--streaming", "120", "--rate", "240", "--json", str(out)]) == 0
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["format"] == "mentorscope-streaming/1" and result["window"] == [1440, 900]
    rows = {row["pane"]: row for row in result["rows"]}
    assert set(rows) == {"target", "mentored", "draft"}
    for row in rows.values():
        assert row["tokens"] == 120 and 0 < row["tokens_per_s"] < 1000
        assert row["frames"] > 0, "nothing was painted"
        assert 0 < row["p99_ms"] <= row["worst_ms"] <= result["worst_ms"]
        assert 0 <= row["worst_cpu_ms"] <= result["worst_cpu_ms"]
    told = capsys.readouterr().out
    assert "tokens/s asked" in told and "Mentored" in told and "50 ms" in told


@pytest.mark.parametrize("options", [["--streaming", "0"], ["--streaming", "10", "--rate", "0"], ["--streaming", "x"]])
def test_a_stream_that_cannot_be_gets_a_sentence(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *options]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mentorscope: ") and told.count("\n") == 1


def test_the_script_obeys_the_formulas() -> None:
    request = Request("Mara", max_tokens=400, draft_length=6)
    events = events_of(request)
    record = RunRecord(request)
    for event in events:
        record.add(event)
    assert len(record.tokens) == 400 and isinstance(events[-1], Finished) and record.reason == "length"
    assert {token.kind for token in record.tokens} == {"accepted", "relaxed", "resampled"}
    for token in record.tokens:
        assert token.u is not None and token.accept is not None and token.critical_budget is not None
        assert (token.kind == "resampled") == (token.u > token.accept) == (token.proposal is not None)
        assert (token.kind == "relaxed") == (0 < token.critical_budget <= request.tv_budget + 1e-9)
    assert [token.position for token in record.tokens] == list(range(400))
    assert sum(done.emitted for done in record.rounds) == 400
    assert all(isinstance(event, (Token, Round)) for event in events[1:-1])


def test_the_script_stops_and_keeps_its_beginning() -> None:
    request, asked = Request("Mara", mode="target", max_tokens=50), iter([False] * 10 + [True] * 9)
    events: list[Event] = []
    ScriptedBackend(1e6).generate(request, lambda: next(asked), events.append)
    tokens = [event for event in events if isinstance(event, Token)]
    assert len(tokens) == 10 and isinstance(events[-1], Finished) and events[-1].reason == "stopped"
    mentored = [event.id for event in events_of(request.replace(mode="draft")) if isinstance(event, Token)]
    whole = [event.id for event in events_of(request) if isinstance(event, Token)]
    assert mentored[:25] == whole[:25] and mentored != whole  # the texts part half way


def test_shares_of_what_was_measured() -> None:
    assert share_of([], 99) == 0
    assert share_of([3.0, 1.0, 2.0], 99) == 3.0
    assert share_of([float(value) for value in range(100)], 50) == 50
