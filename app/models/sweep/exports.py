"""A sweep's results as files: CSV, JSON, Markdown; and a copy of the sweep itself."""

import json
import shutil
from pathlib import Path

from engine.errors import MentorscopeError
from engine.sweep.exports.data import to_csv, to_json
from engine.sweep.exports.results import results_of
from engine.sweep.exports.text import markdown
from engine.sweep.provenance import Header
from engine.sweep.sample import Sample
from engine.sweep.store import SUFFIX

#: Of a sweep's own file.
SWEEP_SUFFIX = SUFFIX
#: Suffix by the kind of file.
KINDS = {"csv": ".csv", "json": ".json", "markdown": ".md"}


def export_sweep(kind: str, path: Path, header: Header, samples: tuple[Sample, ...]) -> None:
    """Write the results so far as "csv", "json" or "markdown". Raises `MentorscopeError` where that fails."""
    results = results_of(header, samples)
    if kind == "csv":
        text = to_csv(results)
    elif kind == "json":
        text = json.dumps(to_json(results), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    else:
        text = markdown(results)
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as problem:
        raise MentorscopeError(f"The file {path} could not be written: {problem.strerror}.") from problem


def copy_sweep(source: Path, path: Path) -> None:
    """Save the sweep's own file in another place. Raises `MentorscopeError` where that fails."""
    try:
        shutil.copyfile(source, path)
    except shutil.SameFileError as problem:
        raise MentorscopeError(f"The sweep is {path.name} already: choose another name.") from problem
    except OSError as problem:
        raise MentorscopeError(f"The file {path} could not be written: {problem.strerror}.") from problem
