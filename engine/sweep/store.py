"""A saved sweep: JSON lines, a header and then one line for each finished run, written at once.

`mentorscope-sweep/1`: the first line has `format`, `plan` (with the base request), `target`, `draft`, `target_name`,
`draft_name`, `vocabulary`, `machine` and `date`; each further line is one sample. A line is whole once its line end is
there; what a crash left of a last line is ignored, and that run is done again. Opening one needs no models.
"""

import fcntl
import json
import os
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.runfile import check_writable
from engine.sweep.provenance import Header
from engine.sweep.run import Schedule
from engine.sweep.sample import Sample
from engine.sweep.sweepcheck import FORMAT, SweepFileError, header_from, sample_to_json, samples_from

__all__ = ["FORMAT", "SUFFIX", "Sweep", "SweepFile", "SweepFileError", "check_new", "load"]

SUFFIX = ".mentorscope-sweep"


@dataclass(frozen=True, slots=True)
class Sweep:
    """A sweep as it was saved, whole or not."""

    header: Header
    samples: tuple[Sample, ...]

    @property
    def finished(self) -> bool:
        """Whether all runs of the plan are there."""
        return len(self.samples) == self.header.plan.runs

    @property
    def session(self) -> int:
        """The number of the next session: 0 before the first run."""
        return max((sample.session for sample in self.samples), default=-1) + 1

    def schedule(self) -> Schedule:
        """What is left to run."""
        return Schedule(self.header.plan, self.samples, self.session)


def load(path: Path) -> Sweep:
    """Read a saved sweep.

    Raises:
        SweepFileError: the file cannot be read, is damaged or is of another format.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise SweepFileError(f"The file {path} could not be read: {problem.strerror}.", str(problem)) from problem
    return _parsed(path, data)[0]


def check_new(path: Path) -> None:
    """Raise where a new sweep could not be saved there; measured runs are never written over."""
    check_writable(path)
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise SweepFileError(f"The file {path} exists already: choose another name, or go on with it by resuming.")


class SweepFile:
    """An open sweep file that runs are appended to. Close it, or use it in a `with`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def create(cls, path: Path, header: Header) -> "SweepFile":
        """Begin a new file with its header.

        Raises:
            MentorscopeError: the place cannot be written to, or something is there already.
        """
        check_new(path)
        made = cls(path, _opened(path, os.O_WRONLY | os.O_CREAT))
        try:
            made._write({"format": FORMAT} | header.to_json())
            _sync_folder(path.parent)
        except BaseException:
            made.close()
            raise
        return made

    @classmethod
    def resume(cls, path: Path) -> tuple[Sweep, "SweepFile"]:
        """Open a sweep to go on with it; what a crash left of a last line is cut off.

        Raises:
            SweepFileError: the file cannot be read or written, is damaged, or another program writes to it.
        """
        descriptor = _opened(path, os.O_RDWR)
        try:
            with os.fdopen(os.dup(descriptor), "rb") as file:
                sweep, length = _parsed(path, file.read())
            os.ftruncate(descriptor, length)
            os.lseek(descriptor, 0, os.SEEK_END)
        except OSError as problem:
            os.close(descriptor)
            raise _not_written(path, problem) from problem
        except BaseException:
            os.close(descriptor)
            raise
        return sweep, cls(path, descriptor)

    def append(self, sample: Sample) -> None:
        """Write a finished run; it is on the disk when this returns. Raises `SweepFileError` where that fails."""
        self._write(sample_to_json(sample))

    def close(self) -> None:
        """Let the file go; twice does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "SweepFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, data: dict[str, Any]) -> None:
        line = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
        left = memoryview(line.encode("utf-8", "surrogatepass"))
        end = os.lseek(self._descriptor, 0, os.SEEK_CUR)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
            os.fsync(self._descriptor)
        except OSError as problem:
            os.ftruncate(self._descriptor, end)  # a full disk leaves no half line for the next one to hang on to
            os.lseek(self._descriptor, end, os.SEEK_SET)
            raise _not_written(self.path, problem) from problem


def _opened(path: Path, flags: int) -> int:
    """A descriptor that no other sweep holds."""
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as problem:
        raise SweepFileError(f"The file {path} could not be opened: {problem.strerror}.", str(problem)) from problem
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        os.close(descriptor)
        sentence = f"Another sweep is being written to {path}: wait for its end, or choose another file."
        raise SweepFileError(sentence, str(problem)) from problem
    return descriptor


def _parsed(path: Path, data: bytes) -> tuple[Sweep, int]:
    """The sweep, and how many bytes of the file are whole."""
    whole = data[: data.rfind(b"\n") + 1]
    if not whole:
        raise SweepFileError(f"The file {path} is not a sweep: it has no whole line.")
    lines = whole.split(b"\n")[:-1]
    header = header_from(_json(lines[0], 1))
    samples = samples_from(((i, _json(line, i)) for i, line in enumerate(lines[1:], 2)), header.plan)
    return Sweep(header, tuple(samples)), len(whole)


def _json(line: bytes, number: int) -> object:
    try:
        return json.loads(line.decode("utf-8", "surrogatepass"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        if number == 1:
            raise SweepFileError("This is not a sweep: its first line is not JSON.", str(problem)) from problem
        raise SweepFileError(f"The sweep file is damaged in line {number}: it is not JSON.", str(problem)) from problem


def _not_written(path: Path, problem: OSError) -> SweepFileError:
    return SweepFileError(f"The file {path} could not be written: {problem.strerror}.", str(problem))


def _sync_folder(folder: Path) -> None:
    """Put the new file's name on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some file systems cannot
    finally:
        os.close(descriptor)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")
