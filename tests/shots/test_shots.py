"""Scenes as data: what is wrong with one is said in a sentence; the same scene gives the same picture."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from app.cli.main import main
from app.shots.player import NO_RUN, NOT_KEPT, Player, unknown_pair
from app.shots.scene import KEYS, read_scene, scenes_in
from engine.events import Explained, Failed, PairInfo
from engine.paths import bundled_target, local, portable, resources_dir
from engine.recording import explained_of, pair_of
from engine.request import Request
from engine.runcheck import RunFileError
from engine.runfile import load, load_recording, save
from tests.cli.programs import run_program
from tests.selftest.test_self_test import recorded

SCENES, RUNS = resources_dir() / "scenes", resources_dir() / "runs"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of scenes beside a run."""
    save(tmp_path / "run.mentorscope", recorded(Request(prompt="A lamp.", max_tokens=24)))
    (tmp_path / "scenes").mkdir()
    return tmp_path / "scenes"


def refusal(folder: Path, data: object, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the command says to a scene."""
    if data is not None:
        (folder / "one.json").write_text(data if isinstance(data, str) else json.dumps(data))
    assert main(["shots", str(folder.parent / "out"), "--scenes", str(folder), *more]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("mentorscope: ") and err.count("\n") == 1 and "Traceback" not in err
    assert not (folder.parent / "out").exists()
    return err


RUN = {"run": "../run.mentorscope"}
SWEEP = str(RUNS / "greenhouse.mentorscope-sweep")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", "one.json is damaged: it is not JSON"),
        ([], "is not an object"),
        ({}, "names no run"),
        ({"run": "../gone.mentorscope"}, "could not be read"),
        ({"run": "../scenes"}, "could not be read"),
        (RUN | {"tabb": "token"}, "unknown key “tabb”: known are about, run,"),
        (RUN | {"size": [10, 10]}, "“size” has to be two numbers"),
        (RUN | {"size": [1440, 900, 2]}, "“size”"),
        (RUN | {"size": [1440.5, 900]}, "“size”"),
        (RUN | {"size": "big"}, "“size”"),
        (RUN | {"theme": "blue"}, "“theme” has to be light or dark"),
        (RUN | {"theme": 3}, "“theme”"),
        (RUN | {"select": 24}, "selects token 24, and its run has tokens 0 to 23"),
        (RUN | {"select": -1}, "“select”"),
        (RUN | {"select": True}, "“select”"),
        (RUN | {"select": 0, "pane": "draft"}, "no such pane"),
        (RUN | {"pane": "left"}, "“pane”"),
        (RUN | {"drag": 1.5}, "“drag” has to be a TV budget"),
        (RUN | {"draft_pane": 1}, "“draft_pane” has to be true or false"),
        (RUN | {"view": "race"}, "“view” has to be compare or sweep"),
        (RUN | {"view": "sweep"}, "names none"),
        (RUN | {"view": "sweep", "sweep": "../gone"}, "could not be read"),
        (RUN | {"view": "sweep", "sweep": "../run.mentorscope"}, "not a sweep"),
        (RUN | {"cell": [8, 0.25]}, "a cell of no sweep"),
        (RUN | {"cell": 8}, "“cell” has to be a draft length and a TV budget"),
        (RUN | {"sweep": SWEEP, "cell": [7, 0.25]}, "selects a cell that its sweep does not have"),
        (RUN | {"sweep": SWEEP, "cell": []}, "“cell” has to be a draft length and a TV budget"),
        (RUN | {"sweep": SWEEP, "cell": [8, False]}, "“cell” has to be"),
        (RUN | {"sweep": SWEEP, "cell": ["8", "0.25"]}, "“cell” has to be"),
    ],
)
def test_a_bad_scene_is_told(data: object, words: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refusal(folder, data, capsys)


def test_no_scenes_and_unknown_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "has no scenes" in refusal(folder, None, capsys)
    assert "There is no scene “two”: there are one." in refusal(folder, RUN, capsys, "--only", "two")
    assert "does not exist" in refusal(folder, None, capsys, "--scenes", str(folder / "gone"))


def test_pictures_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "one.json").write_text(json.dumps(RUN))
    (folder / "file").touch()
    assert main(["shots", str(folder / "file" / "out"), "--scenes", str(folder)]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_our_scenes_are_whole_and_name_no_machine() -> None:
    scenes = {name: read_scene(path) for name, path in scenes_in(SCENES).items()}
    assert {"lossless", "break-even", "swapped", "relaxed-token", "main-dark", "sweep"} <= set(scenes)
    for path in RUNS.iterdir():
        text = path.read_text(encoding="utf-8")
        assert str(resources_dir()) not in text and '"target":"bundled:' in text and path.stat().st_size < 200_000
    for scene in scenes.values():
        assert scene.recording.pair is not None and len(scene.recording.records) == 3


def test_our_scenes_show_what_they_say() -> None:
    runs = {
        name: read_scene(SCENES / f"{name}.json").recording.records for name in ("lossless", "swapped", "break-even")
    }
    mentored, target, _ = runs["lossless"]
    assert mentored.request.tv_budget == 0 and mentored.text == target.text
    mentored, target, draft = runs["swapped"]
    assert mentored.request.tv_budget == 1 and mentored.text == draft.text
    assert "Mara, the archivist, and Ilyan, the mechanic" in mentored.text
    assert "Mara the mechanic and Ilyan the archivist" in target.text
    mentored, target, _ = runs["break-even"]
    assert mentored.request.draft_length == 8 and mentored.stats is not None and target.stats is not None
    assert mentored.stats.tokens_per_s is not None and target.stats.tokens_per_s is not None
    assert 0.9 < mentored.stats.tokens_per_s / target.stats.tokens_per_s < 1.1
    scene = read_scene(SCENES / "relaxed-token.json")
    assert scene.select is not None and scene.recording.records[0].tokens[scene.select].kind == "relaxed"
    assert scene.select in {one.position for one in scene.recording.explained}
    cell = read_scene(SCENES / "sweep.json").cell
    assert cell is not None and (cell.draft_length, cell.tv_budget) == (8, 0.25)


def test_the_player_answers_from_the_file() -> None:
    recording = load_recording(RUNS / "greenhouse.mentorscope")
    player, record = Player(recording), recording.records[0]
    player.start()
    at = recording.explained[0].position
    player.load(Path("a"), Path("b"))
    player.explain(record.request, record.place(at))
    player.explain(record.request, record.place(at + 1))
    player.generate(record.request)
    player.unload()
    events = [event for _, event in player.drain()]
    assert isinstance(events[0], PairInfo) and events[0].target == record.target == str(bundled_target())
    assert isinstance(events[1], Explained) and events[1].candidates[0].id == record.tokens[at].id
    assert events[2:4] == [Failed(NOT_KEPT), Failed(NO_RUN)] and player.drain() == [] and player.join()


def test_a_file_that_keeps_only_folders_still_has_a_pair(folder: Path) -> None:
    recording = load_recording(folder.parent / "run.mentorscope")
    assert recording.pair is None and recording.explained == ()
    assert unknown_pair(recording).target_name == "unknown"


def test_bundled_folders_are_named_the_same_everywhere(tmp_path: Path) -> None:
    inside, outside = str(bundled_target()), "/models/other"
    assert portable(inside) == "bundled:storypair/target" and portable(outside) == outside
    assert local(portable(inside)) == inside and local(outside) == outside
    record = recorded(Request(prompt="A lamp.", max_tokens=8))
    record.target = inside
    save(tmp_path / "run.mentorscope", record)
    assert inside not in (tmp_path / "run.mentorscope").read_text()
    assert load(tmp_path / "run.mentorscope").target == inside


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("candidates", 3, "explained[0].candidates"),
        ("tv", 2, "explained[0].tv"),
        ("position", "x", "explained[0].position"),
        ("alone", [], "explained[0].alone"),
    ],
)
def test_damaged_explanations_are_named(place: str, value: object, words: str) -> None:
    data: Any = json.loads((RUNS / "greenhouse.mentorscope").read_text(encoding="utf-8"))
    assert explained_of(data) and pair_of(data) is not None
    data["explained"][0][place] = value
    with pytest.raises(RunFileError) as problem:
        explained_of(data)
    assert words in problem.value.sentence


def test_the_same_scene_gives_the_same_picture(tmp_path: Path) -> None:
    hashes = []
    for turn in ("first", "second"):
        argv = ["shots", str(tmp_path / turn), "--only", "relaxed-token"]
        program = f"import sys\nfrom app.cli.main import main\nsys.exit(main({argv!r}))"
        done = run_program(program, tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        files = sorted((tmp_path / turn).iterdir())
        assert [file.name for file in files] == ["relaxed-token.png", "relaxed-token@2x.png"]
        hashes.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert hashes[0] == hashes[1]
    once, twice = (QImage(str(file)) for file in files)
    assert (once.width(), once.height(), twice.width(), twice.height()) == (1440, 900, 2880, 1800)
    assert not list((tmp_path / "config").rglob("*.conf"))


def test_what_the_window_does_not_have_is_told(folder: Path, tmp_path: Path) -> None:
    (folder / "one.json").write_text(json.dumps(RUN | {"tab": "nowhere"}))
    argv = ["shots", str(tmp_path / "out"), "--scenes", str(folder), "--scale", "1"]
    done = run_program(f"import sys\nfrom app.cli.main import main\nsys.exit(main({argv!r}))", tmp_path)
    assert (
        done.returncode == 2
        and done.stderr.count("\n") == 1
        and "asks for the tab “nowhere”: there are Plots" in done.stderr
    )


def test_the_cell_of_a_sweep_is_selected_in_the_picture(tmp_path: Path) -> None:
    data = json.loads((SCENES / "sweep.json").read_text(encoding="utf-8"))
    for key in ("run", "sweep"):
        data[key] = str(SCENES / data[key])
    scenes = {"with": data, "without": {key: value for key, value in data.items() if key != "cell"}}
    for name, scene in scenes.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(scene))
    argv = ["shots", str(tmp_path / "out"), "--scenes", str(tmp_path), "--scale", "1"]
    done = run_program(f"import sys\nfrom app.cli.main import main\nsys.exit(main({argv!r}))", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert QImage(str(tmp_path / "out" / "with.png")) != QImage(str(tmp_path / "out" / "without.png"))


def test_every_key_is_explained() -> None:
    assert all(words for words, _ in KEYS.values())
