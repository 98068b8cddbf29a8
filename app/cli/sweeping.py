"""Carries a sweep out from the command line: progress on stderr, runs into the file, the table on stdout."""

import argparse
import json
import os
import shlex
import sys
import tempfile
from pathlib import Path

from app.cli.follow import Follower
from app.cli.interrupts import INTERRUPTED
from engine.events import Event, PairInfo
from engine.paths import bundled_draft, bundled_target
from engine.record import RunRecord
from engine.request import Request
from engine.runfile import write
from engine.sweep.exports.data import to_csv, to_json
from engine.sweep.exports.results import results_of
from engine.sweep.exports.text import markdown, terminal
from engine.sweep.pace import duration
from engine.sweep.plan import Plan
from engine.sweep.provenance import Header, header_of, require_same
from engine.sweep.run import Job, Progress, Schedule, carry_out
from engine.sweep.store import SUFFIX, Sweep, SweepFile, load


class Sweeping:
    """One `mentorscope sweep`.

    Args:
        args: the command's options; target, draft, save, json, csv and markdown are read here.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args

    def begin(self, plan: Plan) -> int:
        """Measure a plan from its beginning; returns the exit code."""
        with Follower() as follower:
            pair = self._load(follower, bundled_target(), bundled_draft())
            header = header_of(plan, pair)
            path, temporary = self._place()
            with SweepFile.create(path, header) as file:
                code = self._go(follower, Sweep(header, ()), file)
        if code == 0 and temporary:
            path.unlink(missing_ok=True)
        return code

    def resume(self, path: Path) -> int:
        """Go on with a saved sweep; one that is finished is only told, which needs no models."""
        sweep = load(path)
        if sweep.finished:
            self._tell_results(sweep.header, sweep.schedule())
            return 0
        sweep, file = SweepFile.resume(path)
        with file, Follower() as follower:
            pair = self._load(follower, Path(sweep.header.target), Path(sweep.header.draft))
            require_same(sweep.header, pair)
            return self._go(follower, sweep, file)

    def _load(self, follower: Follower, target: Path, draft: Path) -> PairInfo:
        return follower.load(self._args.target or target, self._args.draft or draft)

    def _place(self) -> tuple[Path, bool]:
        """Where the runs go, and whether only until the sweep is finished."""
        if self._args.save is not None:
            return self._args.save, False
        number, name = tempfile.mkstemp(prefix="mentorscope-", suffix=SUFFIX)
        os.close(number)
        return Path(name), True

    def _go(self, follower: Follower, sweep: Sweep, file: SweepFile) -> int:
        schedule = sweep.schedule()
        try:
            done = carry_out(schedule, lambda request: _record(follower, request), file.append, self._progress)
        except KeyboardInterrupt:  # between two runs
            done = False
        except BaseException:
            self._leave(schedule, file)
            raise
        self._clear()
        self._tell_results(sweep.header, schedule)
        if not done:
            self._leave(schedule, file)
        return 0 if done else INTERRUPTED

    def _leave(self, schedule: Schedule, file: SweepFile) -> None:
        """Say how to go on; a file without a single run is none to keep."""
        self._clear()
        if not schedule.samples:
            file.path.unlink(missing_ok=True)
            print("Stopped before the first run was finished: nothing was kept.", file=sys.stderr)
            return
        kept = f"{len(schedule.samples)} of {schedule.plan.runs} runs are kept in {file.path}"
        print(f"Stopped: {kept}. To go on: mentorscope sweep --resume {_quoted(file.path)}", file=sys.stderr)

    def _progress(self, job: Job, progress: Progress) -> None:
        if job.warm_up:
            words = f"Warming up: {job.setting.label()}"
        else:
            left = "" if progress.left_s is None else f", about {duration(progress.left_s)} left"
            words = f"{progress.done} of {progress.total} runs{left}: {job.setting.label()}, seed {job.request.seed}"
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{words}\033[K")
            sys.stderr.flush()
        else:
            print(words, file=sys.stderr)

    def _clear(self) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")

    def _tell_results(self, header: Header, schedule: Schedule) -> None:
        """The table on stdout, and the files that were asked for."""
        if not schedule.samples:
            return
        args, results = self._args, results_of(header, schedule.samples)
        print(terminal(results))
        if args.json is not None:
            write(args.json, json.dumps(to_json(results), ensure_ascii=False, allow_nan=False, indent=1) + "\n")
        if args.csv is not None:
            write(args.csv, to_csv(results))
        if args.markdown is not None:
            write(args.markdown, markdown(results))


def _record(follower: Follower, request: Request) -> RunRecord:
    record = RunRecord(request)

    def take(events: list[Event]) -> None:
        for event in events:
            record.add(event)

    follower.generate(request, take)
    return record


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))
