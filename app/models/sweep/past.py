"""The sweeps that were kept: where they lie, and what each one is, without reading them whole."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from engine.errors import MentorscopeError
from engine.sweep.provenance import Header
from engine.sweep.store import SUFFIX, SweepFile
from engine.sweep.sweepcheck import header_from

MOST_PAST = 50


@dataclass(frozen=True, slots=True)
class PastSweep:
    """One file.

    Attributes:
        at: when it began. cells: mentored settings. runs, planned: timed runs that are there, and of the plan.
    """

    path: Path
    at: datetime
    cells: int
    runs: int
    planned: int
    pair: str
    preset: str

    @property
    def finished(self) -> bool:
        """Whether no run is missing."""
        return self.runs >= self.planned


def sweep_folder(store: QSettings) -> Path:
    """Where sweeps are kept: the app's own data folder; beside the settings where these have a file of their own."""
    if store.format() == QSettings.Format.IniFormat:
        return Path(store.fileName()).parent / "sweeps"
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)) / "sweeps"


def new_path(folder: Path, at: datetime) -> Path:
    """A name that nothing has yet: "sweep 2026-03-01 14.38.05", with a number where that second has one."""
    name = f"sweep {at:%Y-%m-%d %H.%M.%S}"
    number = 1
    path = folder / f"{name}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{name} {number}{SUFFIX}"
    return path


def new_file(folder: Path, at: datetime, header: Header) -> tuple[Path, SweepFile]:
    """Begin a file of a new name. Raises `MentorscopeError` where the place cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = new_path(folder, at)
        return path, SweepFile.create(path, header)
    except OSError as problem:
        raise MentorscopeError(f"The folder {folder} could not be made: {problem.strerror}.") from problem


def past_sweeps(folder: Path) -> list[PastSweep]:
    """The newest first; files that are no sweeps are left out."""
    found = []
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []
    for path in paths[:MOST_PAST]:
        one = _past(path)
        if one is not None:
            found.append(one)
    return sorted(found, key=lambda one: one.at, reverse=True)


def _past(path: Path) -> PastSweep | None:
    """Read the first line, and count the others."""
    try:
        with path.open("rb") as file:
            header = header_from(json.loads(file.readline()))
            runs = sum(line.endswith(b"\n") for line in file)
        at = datetime.fromisoformat(header.date)
    except (OSError, ValueError, MentorscopeError):
        return None
    cells = sum(setting.mode == "mentored" for setting in header.plan.measured)
    return PastSweep(path, at, cells, runs, header.plan.runs, header.pair_words, header.plan.preset)
