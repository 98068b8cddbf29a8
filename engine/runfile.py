"""Recorded runs as files: `mentorscope-run/1`, one JSON object, checked on the way in.

The format's keys are those of the events. What a reader may leave out: a token's
`position`, `round`, `at_s`, `special`, `stays_from`, `stays_below`; a round's `index`, `first`, `emitted`,
`drafted`, `drafted_texts`, `at_s`; and `reason`. A continued run has `kept` and `first_change`, and one whose
reader chose a token `given`.
Keys that are not known are ignored, but for settings: a run with an unknown setting could not be repeated.
"""

import dataclasses
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.events import Explained, PairInfo, Token
from engine.paths import portable
from engine.record import RunRecord
from engine.recording import Recording, explained_of, pair_of
from engine.runcheck import FORMAT, RunFileError, damaged, record_of

__all__ = [
    "FORMAT",
    "RunFileError",
    "check_writable",
    "from_json",
    "load",
    "load_all",
    "load_recording",
    "save",
    "to_json",
    "write",
]

#: What a run file's name ends in.
SUFFIX = ".mentorscope"
MOST_BESIDE = 8


def to_json(record: RunRecord, pair: PairInfo | None = None) -> dict[str, Any]:
    """A finished run as plain JSON values.

    Args:
        pair: adds what is known of the models: short names, device, vocabulary, memory.

    Raises:
        RunFileError: the run has not finished.
    """
    if record.stats is None:
        raise RunFileError("The run has not finished, so it cannot be saved yet: wait for its end, or stop it.")
    known = dataclasses.asdict(pair) if pair else {}
    folders = {"target": portable(record.target), "draft": portable(record.draft)}
    return {
        "format": FORMAT,
        "pair": known | folders,
        "request": record.request.to_json(),
        "tokens": [_token(token) for token in record.tokens],
        "rounds": [dataclasses.asdict(item) for item in record.rounds],
        "reason": record.reason,
        "stats": dataclasses.asdict(record.stats),
        "text": record.text,
    } | {key: getattr(record, key) for key in ("kept", "first_change", "given") if record.kept}


def save(
    path: Path,
    record: RunRecord,
    pair: PairInfo | None = None,
    beside: Iterable[RunRecord] = (),
    explained: Iterable[Explained] = (),
) -> None:
    """Write a run; an older file of that name stays whole until the new one is.

    Args:
        beside: finished runs that belong with it (target only, draft only), under the key "beside".
        explained: what stood to choose at some of its places, under the key "explained".

    Raises:
        RunFileError: the folder is missing or cannot be written to.
    """
    whole, others = to_json(record, pair), [to_json(other, pair) for other in beside]
    more = {"beside": others, "explained": [dataclasses.asdict(one) for one in explained]}
    whole |= {key: value for key, value in more.items() if value}
    text = json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1)
    write(path, text + "\n")


def write(path: Path, text: str) -> None:
    """Write a text; an older file of that name stays whole until the new one is.

    Raises:
        RunFileError: the folder is missing or cannot be written to.
    """
    check_writable(path)
    data = text.encode("utf-8", "surrogatepass")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a device cannot be replaced
        else:
            _replace(path.resolve(), data)
    except OSError as problem:
        raise RunFileError(f"The file {path} could not be written: {problem.strerror}.", str(problem)) from problem


def load(path: Path) -> RunRecord:
    """Read a run.

    Raises:
        RunFileError: the file cannot be read, is damaged or is of another format.
    """
    return record_of(_read(path))


def load_all(path: Path) -> list[RunRecord]:
    """Read a run and those that were saved beside it. Raises `RunFileError` as `load` does."""
    return _all(_read(path))


def load_recording(path: Path) -> Recording:
    """Read all that a file has, for showing it without its models. Raises `RunFileError` as `load` does."""
    data = _read(path)
    return Recording(_all(data), pair_of(data), explained_of(data))


def _all(data: Any) -> list[RunRecord]:
    first = record_of(data)
    others = data.get("beside", [])
    if not isinstance(others, list) or len(others) > MOST_BESIDE:
        raise damaged("beside", "is not a list of runs")
    return [first, *(record_of(other) for other in others)]


def _read(path: Path) -> Any:
    try:
        text = path.read_bytes().decode("utf-8", "surrogatepass")
    except OSError as problem:
        raise RunFileError(f"The file {path} could not be read: {problem.strerror}.", str(problem)) from problem
    except UnicodeDecodeError as problem:
        raise RunFileError(f"The file {path} is not a run: it is not UTF-8 text.", str(problem)) from problem
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        raise RunFileError(f"The file {path} is damaged: it is not JSON.", str(problem)) from problem


def from_json(data: object) -> RunRecord:
    """A run from JSON values. Raises `RunFileError` naming the place that is wrong."""
    return record_of(data)


def check_writable(path: Path) -> None:
    """Raise `RunFileError` where `path` could not be written; to be asked before a long run."""
    try:
        _require_place(path)
    except OSError as problem:  # a name that is too long, a folder that may not be entered
        raise RunFileError(f"The file {path} cannot be written: {problem.strerror}.", str(problem)) from problem


def _require_place(path: Path) -> None:
    if path.is_dir():
        raise RunFileError(f"{path} is a folder: give the name of a file to write.")
    if path.exists() and not path.is_file():
        return
    if not path.parent.is_dir():
        raise RunFileError(f"The folder {path.parent} does not exist: make it first, or choose another place.")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass  # rights alone do not tell: some folders take no files, whoever asks
    except OSError as problem:
        sentence = f"The folder {path.parent} cannot be written to: choose another place."
        raise RunFileError(sentence, str(problem)) from problem
    if path.exists() and not os.access(path, os.W_OK):
        raise RunFileError(f"The file {path} is write-protected: choose another name.")


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then take its place."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".mentorscope-")
    temporary = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        temporary.chmod(_mode_of_new_files())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _token(token: Token) -> dict[str, Any]:
    """Every field; no `proposal` where there was none."""
    data = dataclasses.asdict(token)
    if data["proposal"] is None:
        del data["proposal"]
    return data


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _mode_of_new_files() -> int:
    """Temporary files are private; a saved run has the rights of any new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
