"""Run files: what is written is read back, and damage is named by its place."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.record import RunRecord
from engine.request import Request
from engine.runfile import RunFileError, from_json, load, save, to_json
from tests.scripted import ScriptedEngine


def recorded(**settings: Any) -> RunRecord:
    """A made-up run that has finished."""
    request = Request("A lamp.", max_tokens=24, **settings)
    engine = ScriptedEngine()
    engine.generate(request)
    while engine.busy:
        engine.step()
    record = RunRecord(request, "/models/target", "/models/draft")
    for _, event in engine.drain():
        record.add(event)
    return record


@pytest.mark.parametrize("mode", ["mentored", "target", "draft"])
def test_round_trip(mode: str, tmp_path: Path) -> None:
    record = recorded(mode=mode, tv_budget=0.2)
    file = tmp_path / "run.json"
    save(file, record)
    again = load(file)
    assert again.tokens == record.tokens
    assert again.rounds == record.rounds
    assert (again.request, again.stats, again.reason) == (record.request, record.stats, record.reason)
    assert (again.target, again.draft, again.counts) == (record.target, record.draft, record.counts)
    assert list(tmp_path.iterdir()) == [file]


def test_a_name_as_long_as_a_folder_takes(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 255)
    save(file, recorded(tv_budget=0.2))
    assert list(tmp_path.iterdir()) == [file]


def test_the_format_is_the_published_one() -> None:
    data = to_json(recorded(tv_budget=0.2))
    assert list(data) == ["format", "pair", "request", "tokens", "rounds", "reason", "stats", "text"]
    keys = {"id", "text", "kind", "p", "q", "tv", "theta", "accept", "u", "critical_budget"}
    assert all(keys <= set(token) for token in data["tokens"])
    resampled = [token for token in data["tokens"] if token["kind"] == "resampled"]
    assert resampled and all(set(token["proposal"]) == {"id", "text", "p", "q"} for token in resampled)
    assert not any("proposal" in token for token in data["tokens"] if token["kind"] != "resampled")
    assert all({"proposed", "accepted", "draft_s", "verify_s"} <= set(item) for item in data["rounds"])


def test_a_file_of_the_published_keys_alone_is_read() -> None:
    data = to_json(recorded(tv_budget=0.2))
    del data["reason"]
    for token in data["tokens"]:
        for key in ("position", "round", "at_s", "special"):
            del token[key]
    for item in data["rounds"]:
        for key in ("index", "first", "emitted", "drafted", "drafted_texts", "at_s"):
            del item[key]
    assert from_json(data).text == data["text"]


def test_a_file_from_before_system_prompts_is_read() -> None:
    data = json.loads(json.dumps(to_json(recorded(system="Be terse."))))
    assert from_json(data).request.system == "Be terse."
    del data["request"]["system"]
    assert from_json(data).request.system == ""


def put(data: Any, place: str, value: object) -> None:
    """Set `a.0.b` in nested lists and objects."""
    *way, last = (int(step) if step.isdigit() else step for step in place.split("."))
    for step in way:
        data = data[step]
    data[last] = value


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("format", "mentorscope-run/9", "format"),
        ("pair", None, "pair"),
        ("pair.target", 4, "pair.target"),
        ("request.tv_budget", 1.5, "TV budget"),
        ("request.draft_length", 0, "draft length"),
        ("request.bonus", "yes", "request.bonus"),
        ("request.system", 3, "request.system"),
        ("request.temperature", "warm", "temperature"),
        ("request.prompt", "", "prompt"),
        ("request.mode", ["target"], "mode"),
        ("request.unheard_of", 1, "unheard_of"),
        ("tokens", {}, "tokens"),
        ("tokens.3", "word", "tokens[3]"),
        ("tokens.3.id", -1, "tokens[3].id"),
        ("tokens.3.id", 1.5, "tokens[3].id"),
        ("tokens.3.id", 10**30, "tokens[3].id"),
        ("tokens.3.kind", "lucky", "tokens[3].kind"),
        ("tokens.3.kind", ["accepted"], "tokens[3].kind"),
        ("tokens.3.p", 1.5, "tokens[3].p"),
        ("tokens.3.tv", "0.5", "tokens[3].tv"),
        ("tokens.3.u", True, "tokens[3].u"),
        ("tokens.3.text", "other", "text"),
        ("tokens.3.position", 9, "tokens[3].position"),
        ("tokens.3.proposal", [1], "tokens[3].proposal"),
        ("rounds.1.accepted", 99, "rounds[1].accepted"),
        ("rounds.1.draft_s", -0.5, "rounds[1].draft_s"),
        ("rounds.1.drafted", ["x"], "rounds[1].drafted"),
        ("rounds.1.first", 10**400, "rounds[1].first"),
        ("stats.tokens", 5, "stats.tokens"),
        ("stats.accepted", 0, "stats.accepted"),
        ("stats.tokens_per_s", float("inf"), "stats.tokens_per_s"),
        ("stats.tokens_per_s", 10**400, "stats.tokens_per_s"),
        ("request.seed", 10**400, "seed"),
        ("reason", "tired", "reason"),
        ("text", "something else", "text"),
    ],
)
def test_damage_is_named_by_its_place(place: str, value: object, words: str) -> None:
    data = copy.deepcopy(to_json(recorded(tv_budget=0.2)))
    put(data, place, value)
    with pytest.raises(RunFileError) as refusal:
        from_json(json.loads(json.dumps(data)))
    assert words in refusal.value.sentence and refusal.value.sentence.endswith(".")


@pytest.mark.parametrize("data", [None, [], 3, "run", {}, {"format": "mentorscope-run/1"}])
def test_what_is_no_run_is_refused(data: object) -> None:
    with pytest.raises(RunFileError):
        from_json(data)


def _write(content: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content) and None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "could not be read"),
        (lambda path: path.mkdir(), "could not be read"),
        (_write(b"\xff\xfe\x00"), "UTF-8"),
        (_write(b'{"format": "mentorscope-run/1", '), "not JSON"),
        (_write(b'{"format": NaN}'), "not JSON"),
        (_write(b"[" * 100_000), "not JSON"),
    ],
)
def test_files_that_cannot_be_read(make: Callable[[Path], None], words: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    make(file)
    with pytest.raises(RunFileError) as refusal:
        load(file)
    assert words in refusal.value.sentence


def test_a_run_that_goes_on_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="not finished"):
        save(tmp_path / "run.json", RunRecord(Request("A lamp.")))


def test_a_failed_write_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run.json"
    file.write_text("older")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RunFileError, match="No space left"):
        save(file, recorded())
    assert file.read_text() == "older"
    assert list(tmp_path.iterdir()) == [file]
