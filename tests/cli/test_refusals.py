"""Bad input gets one sentence and exit code 2, before anything heavy is imported."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.main import main, make_parser
from app.cli.parser import file_path, folder_path


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The sentence with which the command refuses."""
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mentorscope: ") and err.endswith(".\n") and err.count("\n") == 1
    assert "Traceback" not in err and "usage" not in err
    return err.removeprefix("mentorscope: ").strip()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("generate", "--prompt", "x", "--tv-budget", "1.2"), "TV budget 1.2 is out of range"),
        (("generate", "--prompt", "x", "--tv-budget", "nan"), "TV budget nan"),
        (("generate", "--prompt", "x", "--tv-budget", "much"), "“much” is not a number"),
        (("generate", "--prompt", "x", "--draft-length", "0"), "from 1 to 16"),
        (("generate", "--prompt", "x", "--draft-length", "4.0"), "not a whole number"),
        (("generate", "--prompt", "x", "--temperature", "inf"), "temperature"),
        (("generate", "--prompt", "x", "--max-tokens", "0"), "max tokens"),
        (("generate", "--prompt", "x", "--seed", "-1"), "seed"),
        (("generate", "--prompt", "x", "--seed", "4294967296"), "from 0 to 4294967295"),
        (("generate", "--prompt", "x", "--seed", "9" * 400), "from 0 to 4294967295"),  # past any float
        (("generate", "--prompt", "x", "--top-k", "9" * 400), "from 0 to 1000000"),
        (("generate", "--prompt", "bad \udcff"), "not UTF-8"),
        (("generate", "--prompt", "x", "--mode", "both"), "choose mentored, target or draft"),
        (("generate", "--prompt", "x", "--policy", "lucky"), "fixed"),
        (("generate", "--prompt", "x", "--verify", "block", "--coupling", "gumbel"), "Block verification"),
        (("generate", "--prompt", "x", "--tv-budget"), "--tv-budget needs a value"),
        (("generate", "--prompt", "x", "--tv", "0.5"), "There is no option or word “--tv 0.5”"),
        (("generate", "--prompt", "x", "--prompt-file", "y"), "cannot be given together"),
        (("generate", "--prompt", "x", "--raw", "--system", "y"), "leave out --raw or --system"),
        (("generate", "--prompt", "x", "--system", "bad \udcff"), "not UTF-8"),
        (("generate",), "--prompt"),
        (("generate", "--prompt", " \n"), "empty"),
        (("generat",), "There is no command “generat”: --help lists them"),
        (("--frob",), "--frob"),
        (("sweep", "--lengths", ""), "lengths “” are not numbers"),
        (("sweep", "--policies", ""), "policy"),
        (("bench", "--memory", "100001"), "tokens for the memory check 100001 is out of range"),
        (("bench", "--memory", "x"), "“x” is not a whole number"),
        (("bench", "--memory", "50", "--policies"), "--memory cannot be given with --policies"),
        (("bench", "--streaming", "9", "--policies"), "--policies cannot be given with --streaming"),
        (("bench", "--streaming", "9", "--laps", "2"), "--laps cannot be given with --streaming"),
        (("bench", "--rate", "9"), "--rate belongs with --streaming"),
        (("bench", "--laps", "1001"), "give a whole number from 1 to 1000"),
        (("bench", "--lengths", "2,4,2"), "The draft length 2 is there twice"),
        (("bench", "--policies", "--budgets", "0.5,0.50"), "The TV budget 0.5 is there twice"),
        (("bench", "--budgets", "0.1234567,0.12345671"), "The TV budget 0.123457 is there twice"),
        (("bench", "--seed", "4294967295"), "give a whole number from 0 to 4294967292"),
        (("bench", "--draft-length", "3"), "--draft-length 3"),
        (("bench", "--max-tokens", "9000"), "exceed the models' context of 1,024"),
        (("bench", "--policies", "--max-tokens", "1000"), "ask for at most"),
        (("--open", "done.mentorscope-sweep"), "is a sweep: open it in the window"),
        (("screenshot",), "OUT.png is missing"),
        (("screenshot", "a.png", "--size", "big"), "1440x900"),
        (("screenshot", "a.png", "--size", "10x10"), "1100x700"),
        (("screenshot", "a.png", "--size", "99999x99999"), "cannot be shown"),
        (("screenshot", "a.png", "--scale", "3"), "1 or 2"),
        (("screenshot", "a.png", "--theme", "blue"), "light or dark"),
        (("screenshot", "a.jpg"), ".png"),
        (("screenshot", "a.png", "--tv-budget", "2"), "TV budget"),
        (("screenshot", "no/such/folder/a.png"), "does not exist"),
    ],
)
def test_what_cannot_be_meant(argv: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, *argv)


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (("shots", ""), "OUT_DIR"),
        (("shots", "out", "--scenes", ""), "--scenes"),
        (("models", "x", ""), "DIR"),
        (("check", "", "x"), "TARGET"),
        (("check", "x", ""), "DRAFT"),
        (("--target", "", "generate"), "--target"),
        (("sweep", "--draft="), "--draft"),
    ],
)
def test_an_empty_name_is_no_folder(
    argv: tuple[str, ...],
    name: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = f"{name}: an empty name is no folder: name one, or give “.” for the current one."
    assert refused(capsys, *argv) == sentence
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (("--open", ""), "--open"),
        (("screenshot", ""), "OUT.png"),
        (("generate", "--prompt-file", ""), "--prompt-file"),
        (("generate", "--prompt", "x", "--json", ""), "--json"),
        (("bench", "--json", ""), "--json"),
        (("bench", "--streaming", "9", "--json", ""), "--json"),
        *((("sweep", f"--{name}", ""), f"--{name}") for name in ("save", "resume", "json", "csv", "markdown")),
    ],
)
def test_an_empty_name_is_no_file(argv: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *argv) == f"{name}: an empty name is no file: give the name of one."


def test_every_path_on_the_command_line_refuses_an_empty_name() -> None:
    """Also one of a command that is not there yet."""
    parsers, paths = [make_parser()], 0
    while parsers:
        for action in parsers.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
            elif action.metavar in ("FILE", "DIR", "OUT_DIR", "TARGET", "DRAFT", "OUT.png"):
                assert action.type in (file_path, folder_path), action.dest
                paths += 1
            assert action.type is not Path, action.dest
    assert paths > 18


def test_prompt_files_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    latin, empty = tmp_path / "latin.txt", tmp_path / "empty.txt"
    latin.write_bytes("Müll".encode("latin-1"))
    empty.write_text("\n")
    assert "cannot be read" in refused(capsys, "generate", "--prompt-file", str(tmp_path / "none.txt"))
    assert "cannot be read" in refused(capsys, "generate", "--prompt-file", str(tmp_path))
    assert "UTF-8" in refused(capsys, "generate", "--prompt-file", str(latin))
    assert "is empty" in refused(capsys, "generate", "--prompt-file", str(empty))


def test_a_json_file_that_cannot_be_written_is_refused_before_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.generate.Follower", None)  # whatever starts an engine now fails
    generate = ("generate", "--prompt", "x", "--json")
    assert "does not exist" in refused(capsys, *generate, str(tmp_path / "no" / "run.json"))
    assert "is a folder" in refused(capsys, *generate, str(tmp_path))
    assert "cannot be written" in refused(capsys, *generate, str(tmp_path / ("x" * 300)))
    if Path("/proc/self").exists():  # it has every right set, and takes no files
        assert "cannot be written to" in refused(capsys, *generate, "/proc/run.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_full_disk_under_the_output_gets_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        argv = [sys.executable, "-m", "app", "check", "/none", "/none"]
        done = subprocess.run(argv, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("mentorscope: The output could not be written: ")


def test_a_prompt_that_is_too_long_gets_one_sentence() -> None:
    argv = [sys.executable, "-m", "app", "generate", "--prompt", "x " * 3000]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=90)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("mentorscope: The prompt's") and done.stderr.count("\n") == 1


def test_a_missing_model_folder_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for pair in (["--target", str(tmp_path / "gone")], ["--draft", str(tmp_path / "gone")]):
        assert "gone" in refused(capsys, "generate", "--prompt", "x", *pair)
        assert "gone" in refused(capsys, *pair, "generate", "--prompt", "x")


@pytest.mark.parametrize(
    "argv",
    [
        ("--help",),
        ("generate", "--help"),
        ("screenshot", "--help"),
        ("self-test", "--help"),
        ("sweep", "--help"),
        ("--version",),
    ],
)
def test_help_imports_neither_qt_nor_mlx(argv: tuple[str, ...]) -> None:
    program = (
        "import sys\n"
        "from app.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n    heavy = {'PySide6', 'mlx', 'mlx_lm', 'numpy'} & set(sys.modules)\n"
        "    print(sorted(heavy), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *argv], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr.strip() == "[]"
    assert "mentorscope" in done.stdout
