"""A scene: which recorded run stands in which window. One JSON object a file, so that anybody can add one. No Qt."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from app.cli.screenshot import LARGEST, SMALLEST
from app.models.runs.panes import PANES, PaneName
from engine.errors import MentorscopeError
from engine.recording import Recording
from engine.runfile import load_recording
from engine.sweep.plan import Setting
from engine.sweep.store import load as load_sweep

View = Literal["compare", "sweep"]
THEMES = ("light", "dark")
ENDING = ".json"
#: key -> (kind of value in words, kinds)
KEYS: dict[str, tuple[str, tuple[type, ...]]] = {
    "about": ("a text", (str,)),
    "run": ("a file’s name", (str,)),
    "theme": ("light or dark", (str,)),
    "size": ("two numbers, as in [1440, 900]", (list,)),
    "draft_pane": ("true or false", (bool,)),
    "more": ("true or false", (bool,)),
    "tab": ("a tab’s name", (str,)),
    "pane": (", ".join(PANES), (str,)),
    "select": ("a token’s number, from 0", (int,)),
    "drag": ("a TV budget, 0 to 1", (int, float)),
    "view": ("compare or sweep", (str,)),
    "sweep": ("a file’s name", (str,)),
    "cell": ("a draft length and a TV budget, as in [8, 0.25]", (list,)),
}


class SceneError(MentorscopeError):
    """A scene cannot be shown; the sentence names it, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows.

    Attributes:
        name: the file's name without its ending; the pictures are called so too.
        recording, source: the run file, and its name. theme: "light" or "dark". size: the window's, in points.
        draft_pane: whether the third pane is shown. more: whether the folded settings are unfolded.
        tab: the tab of the bottom area by its title, in any case; "" for the first.
        pane, select: the token that is looked at: its pane, and its number from 0; None for none.
        drag: where a hand holds the budget's slider, so that a preview is shown; None where none does.
        view, sweep: "sweep" shows a saved sweep instead of the comparison.
        cell: the cell of the sweep that is selected; None for none.
    """

    name: str
    recording: Recording
    source: str
    theme: Literal["light", "dark"] = "light"
    size: tuple[int, int] = (1440, 900)
    draft_pane: bool = False
    more: bool = False
    tab: str = ""
    pane: PaneName = "mentored"
    select: int | None = None
    drag: float | None = None
    view: View = "compare"
    sweep: Path | None = None
    cell: Setting | None = None


def scenes_in(folder: Path) -> dict[str, Path]:
    """The scenes of a folder by name. Raises `SceneError` where there is none."""
    if not folder.is_dir():
        raise SceneError(f"The folder of scenes {folder} does not exist.")
    found = {path.stem: path for path in sorted(folder.glob(f"*{ENDING}"))}
    if not found:
        raise SceneError(f"The folder {folder} has no scenes: they are files that end in {ENDING}.")
    return found


def read_scene(path: Path) -> Scene:
    """Read a scene and its run; files are named from the scene's own folder.

    Raises:
        SceneError: the file is damaged, or says something that cannot be.
        RunFileError, SweepFileError: its run or its sweep cannot be read.
    """
    data = _object(path)
    for key, value in data.items():
        _check(path, key, value)
    if "run" not in data:
        raise SceneError(f"The scene {path.name} names no run: add “run” with a run file’s name.")
    _check_words(path, data)
    if data.get("view") == "sweep" and "sweep" not in data:
        raise SceneError(f"The scene {path.name} shows a sweep and names none: add “sweep” with a sweep file’s name.")
    data.pop("about", None)
    run = path.parent / data.pop("run")
    recording = load_recording(run)
    _check_select(path, data, recording)
    if "sweep" in data:
        data["sweep"] = path.parent / data["sweep"]
        cells = load_sweep(data["sweep"]).header.plan.settings
        if "cell" in data:
            data["cell"] = _cell(path, data["cell"], cells)
    elif "cell" in data:
        raise SceneError(f"The scene {path.name} selects a cell of no sweep: add “sweep” with a sweep file’s name.")
    if "size" in data:
        data["size"] = tuple(data["size"])
    return Scene(path.stem, recording, run.name, **data)


def _cell(path: Path, value: list[Any], settings: Sequence[Setting]) -> Setting:
    """The cell with that draft length and budget."""
    if len(value) != 2 or any(type(number) not in (int, float) for number in value):
        raise SceneError(f"The scene {path.name} cannot be shown: “cell” has to be {KEYS['cell'][0]}.")
    found = [one for one in settings if one.fixed and [one.draft_length, one.tv_budget] == value]
    if not found:
        raise SceneError(f"The scene {path.name} selects a cell that its sweep does not have.")
    return found[0]


def _object(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise SceneError(f"The scene {path} could not be read: {problem.strerror}.") from problem
    except (ValueError, RecursionError) as problem:
        raise SceneError(f"The scene {path.name} is damaged: it is not JSON.", str(problem)) from problem
    if not isinstance(data, dict):
        raise SceneError(f"The scene {path.name} is damaged: it is not an object.")
    return data


def _check(path: Path, key: str, value: object) -> None:
    if key not in KEYS:
        raise SceneError(f"The scene {path.name} has an unknown key “{key}”: known are {', '.join(KEYS)}.")
    words, kinds = KEYS[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise SceneError(f"The scene {path.name} cannot be shown: “{key}” has to be {words}.")


def _check_words(path: Path, data: dict[str, Any]) -> None:
    """Values of the right kind that still cannot be."""
    size = data.get("size", list(SMALLEST))
    fits = {
        "theme": data.get("theme", "light") in THEMES,
        "pane": data.get("pane", "mentored") in PANES,
        "view": data.get("view", "compare") in get_args(View),
        "drag": 0 <= data.get("drag", 0) <= 1,
        "select": data.get("select", 0) >= 0,
        "size": len(size) == 2
        and all(type(side) is int for side in size)
        and all(low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)),
    }
    for key, right in fits.items():
        if not right:
            more = ", from [1100, 700] to [7680, 4320] points" if key == "size" else ""
            raise SceneError(f"The scene {path.name} cannot be shown: “{key}” has to be {KEYS[key][0]}{more}.")


def _check_select(path: Path, data: dict[str, Any], recording: Recording) -> None:
    if "select" not in data:
        return
    pane = data.get("pane", "mentored")
    record = next((one for one in recording.records if one.request.mode == pane), None)
    if record is None or data["select"] >= len(record.tokens):
        tokens = f"tokens 0 to {len(record.tokens) - 1}" if record else "no such pane"
        raise SceneError(f"The scene {path.name} selects token {data['select']}, and its run has {tokens}.")
