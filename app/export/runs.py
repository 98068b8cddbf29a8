"""Which of the shown runs go into a file, and what the file is called."""

from pathlib import Path

from app.models.runs.comparison import ComparisonModel
from app.models.runs.kept import baseline_of
from app.models.runs.panes import PANES, PaneName
from engine import runfile
from engine.errors import MentorscopeError
from engine.record import RunRecord
from engine.request import Request
from engine.runfile import SUFFIX

__all__ = ["SUFFIX", "file_name", "open_runs", "save_runs", "shown_runs"]


def shown_runs(comparison: ComparisonModel) -> dict[PaneName, RunRecord]:
    """The finished runs in the panes; those of other settings than the main one are left out."""
    panes = comparison.panes
    found: dict[PaneName, RunRecord] = {}
    for name in ("mentored", *PANES):
        record = panes[name].record
        if name in found or record is None or record.stats is None:
            continue
        main = next(iter(found.values()), record)
        if baseline_of(record) == baseline_of(main):
            found[name] = record
    return found


def save_runs(path: Path, comparison: ComparisonModel) -> None:
    """Write what is shown: the mentored run, and the others beside it.

    Raises:
        MentorscopeError: nothing has finished, or the file cannot be written.
    """
    runs = list(shown_runs(comparison).values())
    if not runs:
        raise MentorscopeError("There is no finished run to save: press Run first, and wait for its end.")
    pair = comparison.pair
    same = pair is not None and (pair.target, pair.draft) == (runs[0].target, runs[0].draft)
    runfile.save(path, runs[0], pair if same else None, runs[1:])


def open_runs(path: Path) -> list[RunRecord]:
    """Read a file's runs. Raises `MentorscopeError` with a sentence where it is damaged."""
    return runfile.load_all(path)


def file_name(request: Request | None, suffix: str) -> str:
    """A name that tells runs apart: "run TV 0.40 K 8 seed 46.mentorscope"."""
    if request is None:
        return f"run{suffix}"
    return f"run TV {request.tv_budget:.2f} K {request.draft_length} seed {request.seed}{suffix}"
