"""`mentorscope sweep` as a person uses it: a real small sweep, Ctrl-C, resuming, and refusals before anything runs."""

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest

from app.cli import follow, sweeping
from app.cli.main import main
from engine.events import Event
from engine.sweep.run import jobs
from engine.sweep.store import load
from tests.scripted import ScriptedEngine
from tests.tinypair import make_pair

SMALL = ("--lengths", "2,4", "--budgets", "0,1", "--tokens", "6", "--repeats", "2", "--between", "2")


class Interrupting(ScriptedEngine):
    """Ctrl-C comes while a certain run goes on; 0 for never."""

    at_run = 0

    def drain(self) -> list[tuple[int, Event]]:
        if self.at_run and len(self.requests) == self.at_run:
            self.at_run = 0
            raise KeyboardInterrupt
        return super().drain()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Interrupting:
    """The scripted engine in the follower's place of the real one, new for each command."""
    made = Interrupting(auto=True)
    monkeypatch.setattr(follow, "POLL_S", 0.0)
    monkeypatch.setattr(follow, "EngineThread", lambda: made)
    return made


def sweep(*argv: str | Path) -> int:
    return main(["sweep", *map(str, argv)])


def test_a_small_real_sweep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    big, small = make_pair(tmp_path / "pair")
    names = [tmp_path / name for name in ("a.json", "a.csv", "a.md", "a.sweep")]
    files = [*("--json", names[0], "--csv", names[1], "--markdown", names[2], "--save", names[3])]
    pair = ("--target", big, "--draft", small, "--prompt", "the moon")
    assert sweep(*SMALL, "--draft-only", "--policies", "fixed,acceptance-rate", *pair, *files) == 0
    out, err = capsys.readouterr()
    assert "speculation" in out.splitlines()[0] and "K 4, TV 1" in out and "Traceback" not in err
    rows = {row["setting"]: row for row in csv.DictReader(io.StringIO(names[1].read_text(encoding="utf-8")))}
    assert len(rows) == 10 and rows["mentored fixed 2 1.0"]["acceptance"] == "1.0"
    assert float(rows["mentored fixed 4 0.0"]["mean_spent"]) == 0
    assert all(float(row["end_to_end_s"]) > 0 and row["tokens"] == "6.0" for row in rows.values())
    saved = load(names[3])
    assert saved.finished and saved.header.device and saved.header.plan.base.prompt == "the moon"
    assert len(json.loads(names[0].read_text(encoding="utf-8"))["samples"]) == saved.header.plan.runs
    assert "the moon" in names[2].read_text(encoding="utf-8")


def test_ctrl_c_keeps_what_is_done_and_resuming_ends_it(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = tmp_path / "a.sweep", tmp_path / "a.json"
    engine.at_run = 9  # 3 warm-ups and 5 runs are done by then
    assert sweep(*SMALL, "--save", path) == 130
    out, err = capsys.readouterr()
    assert "Not finished: 5 of 14 runs." in out
    assert f"Stopped: 5 of 14 runs are kept in {path}. To go on: mentorscope sweep --resume {path}\n" in err
    assert len(load(path).samples) == 5
    assert sweep("--resume", path, "--json", table) == 0
    sweep_ = load(path)
    due = Counter((job.lap, job.place) for job in jobs(sweep_.header.plan))
    assert Counter((one.lap, one.place) for one in sweep_.samples) == due
    assert "about" in capsys.readouterr().err  # the time left is known from the runs before
    assert len(json.loads(table.read_text(encoding="utf-8"))["samples"]) == 14


def test_a_finished_sweep_is_told_again_without_models(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table = tmp_path / "a.sweep", tmp_path / "a.csv"
    assert sweep(*SMALL, "--save", path) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr(sweeping, "Follower", None)  # whatever starts an engine now fails
    assert sweep("--resume", path, "--csv", table) == 0
    assert capsys.readouterr().out == first and table.stat().st_size


def test_without_a_file_the_runs_are_kept_only_when_it_is_stopped(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert sweep(*SMALL) == 0 and not list(tmp_path.iterdir())
    engine.at_run = len(engine.requests) + 9
    assert sweep(*SMALL) == 130
    (kept,) = tmp_path.iterdir()
    assert str(kept) in capsys.readouterr().err and len(load(kept).samples) == 5


def test_a_stop_before_the_first_run_leaves_nothing(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.at_run = 2
    assert sweep(*SMALL, "--save", tmp_path / "a") == 130
    out, err = capsys.readouterr()
    assert out == "" and "nothing was kept" in err and not list(tmp_path.iterdir())


def test_a_run_that_fails_ends_with_its_sentence_and_keeps_the_others(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    generate = engine.generate

    def failing(request, prefix=()) -> int:
        if len(engine.requests) == 8:
            engine.failures.append("The target gave no usable probabilities, so the run was stopped.")
        return generate(request, prefix)

    monkeypatch.setattr(engine, "generate", failing)
    assert sweep(*SMALL, "--save", tmp_path / "a") == 2
    err = capsys.readouterr().err
    assert "mentorscope: The target gave no usable probabilities" in err and "--resume" in err
    assert len(load(tmp_path / "a").samples) == 5


def test_every_axis_reaches_the_runs(tmp_path: Path, engine: Interrupting) -> None:
    axes = ("--lengths", "3", "--budgets", "0.2", "--policies", "cost-aware", "--seeds", "2", "--seed", "7")
    others = ("--temperature", "0.3", "--tokens", "5", "--repeats", "1", "--keep-eos", "--bonus", "--no-warm-up")
    assert sweep(*axes, *others, "--coupling", "gumbel", "--prompt", "the door", "--save", tmp_path / "a") == 0
    asked = {request for request in engine.requests if request.mode == "mentored"}
    assert {(one.draft_length, one.tv_budget, one.policy, one.seed) for one in asked} == {
        (3, 0.2, "cost-aware", 7), (3, 0.2, "cost-aware", 8),
    }  # fmt: skip
    one = asked.pop()
    told = (one.temperature, one.max_tokens, one.ignore_eos, one.bonus, one.coupling, one.prompt)
    assert told == (0.3, 5, False, True, "gumbel", "the door")
    assert len(engine.requests) == 2 * 3


def test_the_source_preset_runs_its_own_settings(
    tmp_path: Path, engine: Interrupting, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--seeds", "1", "--repeats", "1", "--tokens", "8")
    assert sweep("--preset", "source", *few, "--markdown", tmp_path / "a.md") == 0
    assert "Apple M2" in capsys.readouterr().out
    assert "tokens: 8 instead of 256" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert all(request.ignore_eos for request in engine.requests)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--lengths", "two"), "lengths “two” are not numbers"),
        (("--lengths", "0"), "draft length 0"),
        (("--lengths", "4,4"), "there twice"),
        (("--budgets", "1.2"), "TV budget 1.2"),
        (("--budgets", "nan"), "TV budget nan"),
        (("--budgets", "0,,1"), "not numbers"),
        (("--policies", "lucky"), "policy “lucky”"),
        (("--seeds", "0"), "number of seeds 0"),
        (("--seeds", "many"), "not a whole number"),
        (("--repeats", "0"), "runs per cell 0"),
        (("--tokens", "0"), "max tokens 0"),
        (("--between", "-1"), "between target-only runs -1"),
        (("--temperature", "9"), "temperature"),
        (("--prompt", " "), "empty"),
        (("--preset", "target"), "“target” is not known"),
        (("--preset", "source", "--lengths", "4"), "--lengths cannot be given with --preset"),
        (("--preset", "source", "--draft-only"), "--draft-only cannot be given with --preset"),
        (("--preset", "source", "--between", "0"), "--between cannot be given with --preset"),
        (("--ignore-eos", "--keep-eos"), "cannot be given together"),
        (("--resume", "none"), "could not be read"),
        (("--resume", "none", "--tokens", "5"), "--tokens cannot be given with --resume"),
        (("--resume", "none", "--save", "b"), "--save cannot be given with --resume"),
        (("--json", "no/such/a.json"), "does not exist"),
        (("--save", "no/such/a"), "does not exist"),
        (("--json", "a", "--csv", "a"), "Two of the files are the same"),
        (("--tokens", "9" * 400), "max tokens"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_runs(
    argv: tuple[str, ...],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sweeping, "Follower", None)
    assert sweep(*argv) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("mentorscope: ") and err.count("\n") == 1 and words in err
    assert not list(tmp_path.iterdir())
