"""A run file on the command line, or from the Finder, opens in the window."""

from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.named_run import with_named_run
from engine.request import Request
from engine.runfile import save
from tests.cli.programs import run_program
from tests.selftest.test_self_test import recorded

WORDS = ("generate", "bench")


@pytest.mark.parametrize(
    ("argv", "seen"),
    [
        (["run.mentorscope"], ["--open", "run.mentorscope"]),
        (["Run.MENTORSCOPE"], ["--open", "Run.MENTORSCOPE"]),
        (["--target", "a.mentorscope", "b.mentorscope"], ["--target", "a.mentorscope", "--open", "b.mentorscope"]),
        (["b.mentorscope", "--target", "a"], ["--open", "b.mentorscope", "--target", "a"]),
        (["generate", "--prompt", "x.mentorscope"], ["generate", "--prompt", "x.mentorscope"]),
        (["--open", "x.mentorscope"], ["--open", "x.mentorscope"]),
        (["generat"], ["generat"]),
        ([], []),
    ],
)
def test_a_run_file_in_a_commands_place_is_opened(argv: list[str], seen: list[str]) -> None:
    assert with_named_run(argv, WORDS) == seen


def test_a_file_of_another_name_is_taken_where_it_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_named_run(["run.json"], WORDS) == ["run.json"]
    Path("run.json").touch()
    Path("bench").touch()
    assert with_named_run(["run.json"], WORDS) == ["--open", "run.json"]
    assert with_named_run(["bench"], WORDS) == ["bench"]


@pytest.mark.parametrize(("text", "words"), [(None, "could not be read"), ("{", "is damaged"), ("[]", "is damaged")])
def test_what_is_no_run_is_refused_before_the_window(
    text: str | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.mentorscope"
    if text is not None:
        file.write_text(text)
    assert main([str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1 and "Traceback" not in err


def test_the_window_shows_a_named_run_and_one_that_the_system_hands_over(tmp_path: Path) -> None:
    for name, seed in (("named", 5), ("handed", 6)):
        save(tmp_path / f"{name}.mentorscope", recorded(Request(prompt=name, seed=seed, max_tokens=12)))
    program = f"""
import sys
from PySide6.QtCore import QSettings
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
import app.main
from app.cli.main import main
from tests.scripted import ScriptedEngine

store = QSettings({str(tmp_path / "settings.ini")!r}, QSettings.Format.IniFormat)
build = app.main.build

def built(qt, _store, _thread):
    session = build(qt, store, ScriptedEngine(auto=True))
    shown = session.comparison.panes["mentored"]

    def loaded():
        print(shown.record.request.prompt, session.window.additions.history.model.entries[0].name)
        QApplication.sendEvent(qt, QFileOpenEvent({str(tmp_path / "handed.mentorscope")!r}))
        print(shown.record.request.prompt, session.comparison.status)
        QApplication.sendEvent(qt, QFileOpenEvent({str(tmp_path / "gone.mentorscope")!r}))
        print(shown.record.request.prompt, session.window.notice.sentence.text()[:9])
        session.window.close()

    session.comparison.pair_changed.connect(loaded)
    return session

app.main.build = built
sys.exit(main([{str(tmp_path / "named.mentorscope")!r}]))
"""
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "named named.mentorscope",
        "handed Shown from handed.mentorscope. Click a token to see why it is there.",
        "handed The file ",
    ]
