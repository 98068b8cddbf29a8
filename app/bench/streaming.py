"""Streams made-up tokens through the real window, and measures how long it keeps the event loop."""

import asyncio
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.bench.script import ScriptedBackend
from app.bench.watch import Gaps, Watch, share_of
from app.cli.interrupts import INTERRUPTED
from app.main import application, interrupts_set, run_loop, window_up
from app.models.runs.panes import PANES, TITLES
from app.session import Session, build
from engine.errors import MentorscopeError
from engine.thread import EngineThread

SIZE = (1440, 900)
#: No frame may take longer than this, in ms.
LIMIT_MS = 50.0
FORMAT = "mentorscope-streaming/1"


class StreamingError(MentorscopeError):
    """The stream did not come to its end."""


@dataclass(frozen=True, slots=True)
class Streaming:
    """What to stream: tokens a pane, and how many of them a second."""

    tokens: int = 8000
    rate: float = 500.0


def measure(plan: Streaming, store: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """Stream into every pane, one after the other, in the window at 1440×900.

    Everything but the models is the real thing: the engine's thread, the bridge and its timer, the models and all
    views; the window is shown and painted, off the screen where there is none.

    Args:
        store: a file for settings that nobody will read again. tell: takes words on the progress.

    Returns:
        The figures, as plain JSON values; empty after Ctrl-C.

    Raises:
        StreamingError: the stream did not come to its end.
    """
    app = application()
    thread = EngineThread(lambda: ScriptedBackend(plan.rate))
    session = build(app, QSettings(str(store), QSettings.Format.IniFormat), thread, "light")
    session.settings.set("max_tokens", plan.tokens)
    session.settings.set("draft_pane", True)
    session.settings.settle()
    figures: dict[str, Any] = {}
    run_loop(app, _live(app, session, plan, tell, figures))
    return figures


async def _live(
    app: QApplication, session: Session, plan: Streaming, tell: Callable[[str], None], figures: dict[str, Any]
) -> int:
    closed = asyncio.Event()
    try:
        with interrupts_set(closed) as interrupted:
            session.window.resize(*SIZE)
            session.window.show()
            await window_up(session)
            work = asyncio.ensure_future(_stream(session, plan, tell))
            stop = asyncio.ensure_future(closed.wait())
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if interrupted():
                work.cancel()
                return INTERRUPTED
            figures.update(await work)
            return 0
    finally:
        await session.shutdown()
        session.window.close()
        session.window.deleteLater()


async def _stream(session: Session, plan: Streaming, tell: Callable[[str], None]) -> dict[str, Any]:
    """Load the script, run all panes to their end, and put the figures together."""
    comparison = session.comparison
    session.bridge.start()
    comparison.load(Path("target"), Path("draft"))
    while comparison.loading is not None:
        await asyncio.sleep(0.02)
    clock = _Clock(session)
    watch = Watch(session.window, clock.what_runs)
    comparison.status_changed.connect(tell)
    watch.start()
    comparison.run()
    while comparison.running:
        await asyncio.sleep(0.2)
    await asyncio.sleep(0.5)
    watch.stop()
    clock.check(plan.tokens)
    return _figures(plan, clock, watch)


class _Clock:
    """Knows which pane streams, and when its tokens reached the window."""

    def __init__(self, session: Session) -> None:
        self._panes = session.comparison.panes
        self._seen: dict[str, list[tuple[float, int]]] = {name: [] for name in PANES}
        for name, pane in self._panes.items():
            pane.tokens_added.connect(lambda first, name=name: self._seen[name].append((time.perf_counter(), first)))

    def what_runs(self) -> tuple[str, int]:
        """The pane that streams, "" for none, and how many tokens it shows."""
        for name, pane in self._panes.items():
            if pane.busy and pane.record is not None:
                return name, len(pane.record.tokens)
        return "", 0

    def tokens(self, name: str) -> int:
        """Tokens that a pane shows."""
        record = self._panes[name].record  # type: ignore[index]
        return len(record.tokens) if record else 0

    def rate(self, name: str) -> float:
        """Tokens a second, as they reached the window: those behind the first burst, over the time since it came."""
        seen = self._seen[name]
        if len(seen) < 2:
            return 0.0
        return (self.tokens(name) - seen[1][1]) / (seen[-1][0] - seen[0][0])

    def check(self, tokens: int) -> None:
        """Raise where a pane does not show all that was streamed."""
        for name in PANES:
            if self.tokens(name) != tokens:
                raise StreamingError(f"{TITLES[name]} shows {self.tokens(name):,} tokens of {tokens:,}.")


def _figures(plan: Streaming, clock: _Clock, watch: Watch) -> dict[str, Any]:
    rows = [_row(name, clock, watch.gaps.get(name, Gaps())) for name in PANES]
    return {
        "format": FORMAT,
        "tokens": plan.tokens,
        "rate_asked": plan.rate,
        "limit_ms": LIMIT_MS,
        "window": list(SIZE),
        "platform": QGuiApplication.platformName(),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "pyside": pyside_version,
        "rows": rows,
        "worst_ms": max(row["worst_ms"] for row in rows),
        "worst_cpu_ms": max(row["worst_cpu_ms"] for row in rows),
        "frames_over": sum(row["frames_over"] for row in rows),
    }


def _row(name: str, clock: _Clock, gaps: Gaps) -> dict[str, Any]:
    worst = max(range(len(gaps.wall)), key=gaps.wall.__getitem__, default=None)
    return {
        "pane": name,
        "tokens": clock.tokens(name),
        "tokens_per_s": clock.rate(name),
        "frames": len(gaps.paint),
        "worst_ms": gaps.wall[worst] if worst is not None else 0.0,
        "worst_at": gaps.at[worst] if worst is not None else 0,
        "p99_ms": share_of(gaps.wall, 99),
        "worst_cpu_ms": max(gaps.cpu, default=0.0),
        "p99_cpu_ms": share_of(gaps.cpu, 99),
        "worst_paint_ms": max(gaps.paint, default=0.0),
        "frames_over": sum(gap > LIMIT_MS for gap in gaps.wall),
        "cpu_share": sum(gaps.cpu) / sum(gaps.wall) if gaps.wall else 0.0,
    }


def table(figures: dict[str, Any]) -> str:
    """The figures as lines of text, with their units."""
    head = (
        f"{figures['tokens']:,} tokens a pane, {figures['rate_asked']:g} tokens/s asked, window "
        f"{SIZE[0]}×{SIZE[1]}, {figures['platform']}, {figures['machine']}"
    )
    names = ("pane", "tokens", "tokens/s", "frames", "gap ms: worst", "99 %", "CPU ms: worst", "99 %", "CPU share")
    rows: list[tuple[str, ...]] = [names]
    for row in figures["rows"]:
        numbers = [row["worst_ms"], row["p99_ms"], row["worst_cpu_ms"], row["p99_cpu_ms"]]
        counts = f"{row['tokens']:,}", f"{row['tokens_per_s']:.0f}", f"{row['frames']:,}"
        rows.append((TITLES[row["pane"]], *counts, *(f"{number:.1f}" for number in numbers), f"{row['cpu_share']:.0%}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([head, "", *lines, "", _verdict(figures)])


def _verdict(figures: dict[str, Any]) -> str:
    limit, over = figures["limit_ms"], figures["frames_over"]
    if not over:
        return f"No gap between turns of the event loop was longer than {limit:g} ms."
    gaps = "1 gap was" if over == 1 else f"{over:,} gaps were"
    busy = "the window itself was busy" if figures["worst_cpu_ms"] > limit else "its own work stayed below it"
    return f"{gaps} longer than {limit:g} ms; counted in processor time, {busy} ({figures['worst_cpu_ms']:.1f} ms)."
