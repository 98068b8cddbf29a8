"""A saved sweep survives whatever happens to it, or says in one sentence what is wrong."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import MentorscopeError
from engine.events import PairInfo
from engine.sweep.plan import Plan
from engine.sweep.provenance import header_of, require_same
from engine.sweep.run import carry_out, jobs
from engine.sweep.store import SweepFile, load
from tests.cli.programs import ROOT
from tests.enginerun import require_plain
from tests.sweep.scripted_runs import header, scripted_run, small_plan, swept

PLAN = small_plan(draft_only=True)
PAIR = PairInfo("/models/big", "/models/small", "Big 7B", "Small 1B", 8192, 1, None, "CPU", True)

KILLED = """
import os, signal, sys
from pathlib import Path
from engine.sweep.run import Schedule, carry_out
from engine.sweep.store import SweepFile
from tests.sweep.scripted_runs import header, scripted_run, small_plan

plan, kept = small_plan(draft_only=True), []
file = SweepFile.create(Path(sys.argv[1]), header(plan))

def run(request):
    if len(kept) == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return scripted_run(request)

def keep(sample):
    file.append(sample)
    kept.append(sample)

carry_out(Schedule(plan), run, keep)
"""


def save(path: Path, count: int | None = None, plan: Plan = PLAN) -> Path:
    """A saved sweep of the first runs."""
    with SweepFile.create(path, header(plan)) as file:
        for one in swept(plan)[:count]:
            file.append(one)
    return path


def places(path: Path) -> Counter[tuple[int, int]]:
    return Counter((one.lap, one.place) for one in load(path).samples)


def finish(path: Path) -> None:
    """Go on to the end."""
    sweep, file = SweepFile.resume(path)
    with file:
        assert carry_out(sweep.schedule(), scripted_run, file.append)


ALL = Counter((job.lap, job.place) for job in jobs(PLAN))


def test_what_was_saved_is_what_is_read(tmp_path: Path) -> None:
    samples = swept(PLAN)
    samples[1] = replace(samples[1], nll=float("inf"))
    path = tmp_path / "a"
    with SweepFile.create(path, header(PLAN)) as file:
        for one in samples:
            file.append(one)
    sweep = load(path)
    assert sweep.header == header(PLAN) and list(sweep.samples) == samples and sweep.finished


def test_a_killed_sweep_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "killed"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, env=environment, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert len(load(path).samples) == 9 and not load(path).finished
    finish(path)
    assert places(path) == ALL and load(path).finished
    assert Counter(one.session for one in load(path).samples) == {0: 9, 1: PLAN.runs - 9}


def test_a_last_line_torn_anywhere_is_done_again(tmp_path: Path) -> None:
    whole = save(tmp_path / "whole", 4).read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for cut in (last, last + 1, (last + len(whole)) // 2, len(whole) - 1):
        path = tmp_path / f"torn{cut}"
        path.write_bytes(whole[:cut])
        assert len(load(path).samples) == 3
        finish(path)
        assert places(path) == ALL


def test_each_run_is_in_the_file_at_once(tmp_path: Path) -> None:
    with SweepFile.create(tmp_path / "a", header(PLAN)) as file:
        for count, one in enumerate(swept(PLAN)[:3], 1):
            file.append(one)
            assert len(load(tmp_path / "a").samples) == count


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, samples, write = save(tmp_path / "a", 2), swept(PLAN), os.write
    _, file = SweepFile.resume(path)

    def half(descriptor: int, data: memoryview) -> int:
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        return write(descriptor, data[: len(data) - 50])

    with file:
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(MentorscopeError, match="No space left"):
            file.append(samples[2])
        monkeypatch.undo()
        file.append(samples[2])
    assert list(load(path).samples) == samples[:3]


def test_measured_runs_are_never_written_over(tmp_path: Path) -> None:
    path = save(tmp_path / "a", 2)
    with pytest.raises(MentorscopeError, match="exists already"):
        SweepFile.create(path, header(PLAN))
    assert len(load(path).samples) == 2


def test_two_programs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = save(tmp_path / "a", 2)
    _, file = SweepFile.resume(path)
    with file, pytest.raises(MentorscopeError, match="Another sweep is being written"):
        SweepFile.resume(path)
    SweepFile.resume(path)[1].close()


def changed(line: int, **changes: object):
    """A damage: some values of one line are others."""

    def damage(lines: list[str]) -> list[str]:
        lines[line] = json.dumps(json.loads(lines[line]) | changes)
        return lines

    return damage


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda lines: [], "no whole line"),
        (lambda lines: ["\x00\x01", *lines[1:]], "first line is not JSON"),
        (lambda lines: lines[1:], "not “mentorscope-sweep/1”"),
        (changed(0, format="mentorscope-sweep/9"), "not “mentorscope-sweep/1”"),
        (lambda lines: [*lines[:2], "{", *lines[3:]], "in line 3: it is not JSON"),
        (lambda lines: [*lines, lines[-1]], "in line 5: the run is not one of this sweep, or is there twice"),
        (changed(2, lap=99), "in line 3: the run is not one of this sweep"),
        (changed(2, seed=99), "in line 3: the run is not one of this sweep"),
        (changed(2, setting={"mode": "mentored", "policy": "fixed", "draft_length": 99, "tv_budget": 1}), "in line 3"),
        (changed(2, total_s=-1), "in line 3: total_s is -1, outside"),
        (changed(2, tokens="many"), "in line 3: tokens is not a whole number"),
        (changed(2, timings=[[1, 2]]), "in line 3: timings has an entry"),
        (changed(2, accepted=10**6), "in line 3: accepted is more than was proposed"),
        (changed(2, nll="much"), "in line 3: nll is not a number"),
        (changed(0, plan={}), "in line 1: plan.seeds is not a list"),
        (changed(0, plan=None), "in line 1: plan is not an object"),
        (changed(0, date="yesterday"), "in line 1: date is not a date"),
        (changed(0, date="0001-01-01"), "in line 1: date is not a date"),
        (changed(2, tokens=10**400), "in line 3: tokens is not a whole number"),
        (changed(0, machine={"device": 3}), "in line 1: machine.device is not a text"),
    ],
)
def test_damage_is_named_and_nothing_is_lost(damage, words: str, tmp_path: Path) -> None:
    path = save(tmp_path / "a", 3)
    lines = damage(path.read_text(encoding="utf-8").splitlines())
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    for read in (load, SweepFile.resume):
        with pytest.raises(MentorscopeError) as caught:
            read(path)
        told = caught.value.sentence
        assert words in told
        require_plain(told.replace(str(path), "FILE"))
    assert path.read_text(encoding="utf-8") == text


def test_files_that_cannot_be_read_or_made(tmp_path: Path) -> None:
    for deed in (load, SweepFile.resume):
        with pytest.raises(MentorscopeError, match="No such file"):
            deed(tmp_path / "none")
    with pytest.raises(MentorscopeError, match="does not exist"):
        SweepFile.create(tmp_path / "no" / "a", header(PLAN))
    with pytest.raises(MentorscopeError, match="is a folder"):
        SweepFile.create(tmp_path, header(PLAN))


def test_figures_of_two_machines_or_pairs_do_not_mix() -> None:
    here = header_of(PLAN, PAIR)
    assert here.date and here.machine["device"] == "CPU" and "mlx 0" in here.version_words
    require_same(here, PAIR)
    others = [
        (here, replace(PAIR, draft_name="Small 3B"), "Small 3B is loaded"),
        (here, replace(PAIR, device="GPU"), "another device (CPU, here GPU)"),
        (replace(here, machine=here.machine | {"mlx": "0.1"}), PAIR, "another version of mlx (0.1, here"),
    ]
    for made, pair, words in others:
        with pytest.raises(MentorscopeError) as caught:
            require_same(made, pair)
        assert words in caught.value.sentence
