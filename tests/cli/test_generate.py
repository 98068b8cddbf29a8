"""`generate` on the bundled pair: text, figures, file; Ctrl-C and a closed pipe."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.main import main
from engine.runfile import load, load_recording

PROMPT = "Mara the mechanic finds a lamp in the greenhouse."
GENERATE = [sys.executable, "-m", "app", "generate", "--prompt", PROMPT]


def test_mentored_text_figures_and_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    assert main(["generate", "--prompt", PROMPT, "--max-tokens", "16", "--ignore-eos", "--json", str(file)]) == 0
    out, err = capsys.readouterr()
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["format"] == "mentorscope-run/1"
    assert out == data["text"] + "\n"
    assert len(data["tokens"]) == data["stats"]["tokens"] == 16
    assert {"target", "draft"} <= set(data["pair"])
    assert data["request"]["mode"] == "mentored" and data["request"]["draft_length"] == 8
    for word in ("tokens/s", "16 tokens", "rounds", "TV", f"{data['stats']['accepted']} / {data['stats']['proposed']}"):
        assert word in err
    assert load(file).text == data["text"]


@pytest.mark.parametrize("mode", ["target", "draft"])
def test_the_single_modes(mode: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    prompt = tmp_path / "prompt.txt"
    prompt.write_text(PROMPT + "\n", encoding="utf-8")
    argv = ["generate", "--mode", mode, "--prompt-file", str(prompt), "--max-tokens", "8", "--json", str(file)]
    assert main(argv) == 0
    _, err = capsys.readouterr()
    data = json.loads(file.read_text(encoding="utf-8"))
    assert {token["kind"] for token in data["tokens"]} == {mode}
    assert data["rounds"] == [] and data["request"]["prompt"] == PROMPT
    assert "Accepted" not in err


def test_the_other_modes_and_explanations_in_the_same_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.mentorscope"
    argv = ["generate", "--prompt", PROMPT, "--max-tokens", "6", "--json", str(file), "--beside"]
    assert main([*argv, "--explain", "2", "--explain", "6"]) == 2
    assert "the run has tokens 0 to 5" in capsys.readouterr().err
    recording = load_recording(file)
    assert [record.request.mode for record in recording.records] == ["mentored", "target", "draft"]
    assert [one.position for one in recording.explained] == [2]
    assert recording.explained[0].candidates[0].id == recording.records[0].tokens[2].id
    assert recording.pair is not None and recording.pair.vocabulary == 8192
    assert "bundled:storypair/target" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("more", [["--beside"], ["--explain", "3"]])
def test_what_is_saved_beside_needs_a_file(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--prompt", PROMPT, *more]) == 2
    assert "belong with --json" in capsys.readouterr().err


def test_the_same_request_gives_the_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in range(2):
        assert main(["generate", "--prompt", PROMPT, "--max-tokens", "8", "--seed", "3"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_generate_never_imports_qt() -> None:
    program = (
        "import sys\nfrom app.cli.main import main\n"
        f"code = main(['generate', '--prompt', {PROMPT!r}, '--max-tokens', '2'])\n"
        "sys.exit(code or 'PySide6' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=90).returncode == 0


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs that are started in the background inherit that Ctrl-C is ignored; not so ours."""
    former = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_cleanly() -> None:
    argv = [*GENERATE, "--mode", "target", "--max-tokens", "900", "--ignore-eos"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert os.read(process.stdout.fileno(), 64)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"stopped by Ctrl-C" in err and b"Traceback" not in err


def test_a_reader_that_leaves_is_no_error() -> None:
    argv = [*GENERATE, "--mode", "target", "--max-tokens", "900", "--ignore-eos"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert os.read(process.stdout.fileno(), 64)
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=30)
    assert process.returncode == 141
    assert err == b""
