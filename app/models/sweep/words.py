"""The sentences of the Sweep tab that do not belong to one cell."""

from __future__ import annotations

from datetime import datetime
from textwrap import shorten
from typing import TYPE_CHECKING

from app.models.notice import Notice
from app.models.sweep.cell import words as cell_words
from engine.sweep.findings import Finding
from engine.sweep.plan import Plan, Setting
from engine.sweep.provenance import Header
from engine.sweep.run import Progress

if TYPE_CHECKING:
    from app.models.sweep.results import Results

COMPARING = Notice(
    "A comparison is running, and two runs at once would spoil each other’s times.",
    "Wait for its end or stop it in Compare, then run the sweep.",
)
SWEEPING = "A sweep is running, and two runs at once would spoil each other’s times: stop it in Sweep, or wait."
IN_FRONT = "The Sweep tab is open: turn to Compare to run the comparison."
GO_ON = "What is done stays. Press Continue to go on."
MAKE_ROOM = "The sweep has stopped. Make room, then press Continue; that run is done again."
STOPPED = "Sweep stopped; what is done stays."
LOADING = Notice("The pair is still being loaded.", "Run the sweep once it is there.")
EMPTY = Finding(
    "Where does speculation begin to pay?",
    "A sweep runs every draft length with every TV budget on your prompt, with target-only runs in between. "
    "It shows which settings are faster than target only, and what they spend. Press Run sweep.",
)
STARTED = Finding(
    "Measuring…",
    "A cell fills in as soon as its first run, and the target-only runs beside it, are done. Every finished run is "
    "kept at once; Stop keeps them all.",
)
TITLE = "Sweep"


def duration(seconds: float) -> str:
    """ "4 min 49 s", "12 s", "2 h 5 min"; never less than a second."""
    whole = max(1, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}\u00a0h {minutes}\u00a0min"
    return f"{minutes}\u00a0min {whole % 60}\u00a0s" if minutes else f"{whole}\u00a0s"


def estimate(plan: Plan, seconds: float | None) -> str:
    """What the plan asks for, and how long that takes."""
    cells = sum(setting.mode == "mentored" for setting in plan.measured)
    each = f"{plan.laps} run{'s' * (plan.laps != 1)}{' each' if cells != 1 else ''}"
    baselines = plan.laps * plan.baselines
    drafts = plan.laps * (len(plan.measured) - cells)
    others = f"{baselines} target-only" + (f" and {drafts} draft-only" if drafts else "") + " runs between them"
    told = f"{cells} cell{'s' * (cells != 1)}, {each}, and {others}"
    if seconds is None:
        return f"{told}. The time is told once something has run."
    return f"{told}, about {duration(seconds)} at the last measured speed."


def progress(now: Progress) -> str:
    """How far a running sweep is."""
    if now.warming:
        return "Warming up; these runs are not counted."
    left = f", about {duration(now.left_s)} left" if now.left_s is not None else ""
    return f"Run {min(now.done + 1, now.total)} of {now.total}{left}."


def in_status(now: Progress) -> str:
    """The same for the status bar: "Sweep: run 27 of 99, about 2 min left."."""
    told = progress(now)
    return f"Sweep: {told[0].lower()}{told[1:]}"


def loaded(setting: Setting) -> str:
    """A cell's settings are in the comparison's sliders."""
    return f"From the sweep: {cell_words(setting)}. Press Run."


def taken(setting: Setting) -> str:
    """A clicked cell's length and budget are in the comparison's sliders."""
    return f"The sliders in Compare are at {cell_words(setting)} now."


def when(at: datetime, now: datetime) -> str:
    """The time of today, "14:38", or the day, "3 Nov 14:38"."""
    at, now = at.astimezone(), now.astimezone()
    clock = f"{at:%H:%M}"
    if at.date() == now.date():
        return clock
    day = f"{at.day} {at:%b}" + (f" {at.year}" if at.year != now.year else "")
    return f"{day} {clock}"


def cells_words(cells: int, preset: str = "") -> str:
    """ "Sweep · 25 cells"."""
    return f"{'Source table' if preset else TITLE} · {cells} cell{'s' * (cells != 1)}"


def foot(results: Results, running: bool) -> str:
    """Target only, what ranges mean, and how well the model of cost predicts."""
    row = results.target
    if results.header is None or row is None or row.tokens_per_s is None:
        return ""
    rate = row.tokens_per_s
    told = f"Target only: median {rate.median:.1f} tokens/s"
    if row.runs > 1:
        told += f", {rate.low:.1f}–{rate.high:.1f} over {row.runs} runs"
    parts = [f"{told}."]
    if results.board.most_runs > 1 and any(cell.straddles for cell in results.board.measured):
        parts.append("Cells with a range in the map: its runs reach both sides of 1.0×, or touch it.")
    if any(cell.known == "predicted" for cell in results.board.grid):
        parts.append("Hatched cells are predicted, not measured.")
    if not running:
        parts.append(results.error_words)
    return " ".join(part for part in parts if part)


def about(header: Header) -> str:
    """Pair, machine, prompt and date: what the figures depend on."""
    return (
        f"{header.pair_words} on {header.machine_words}\n{header.version_words}\n{header.date}\n"
        f"Prompt: {shorten(header.plan.base.prompt, 120, placeholder='…')}"
    )


def other_pair(header: Header) -> Notice:
    """Why a sweep cannot go on with the loaded pair."""
    return Notice(
        f"This sweep is of another pair, {header.pair_words}.",
        "Open that pair to go on with it, or run a new sweep.",
    )


def other_device(header: Header) -> Notice:
    """Why a sweep cannot go on on this device."""
    return Notice(
        f"This sweep was measured on another device, {header.device}, and times of two devices cannot be mixed.",
        "Run a new sweep.",
    )
