"""Shows a scene in the real window, waits until nothing moves any more, and saves it."""

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.cli.interrupts import INTERRUPTED
from app.main import application, interrupts_set, run_loop, window_up
from app.models.runs.history import HistoryModel
from app.session import Session, build
from app.shots.player import Player
from app.shots.scene import Scene, SceneError
from app.views.frame.window import MainWindow

#: The window is at rest once it looks the same after this time, which is longer than any of its timers.
REST_S, MOST_RESTS = 0.35, 12
#: When the runs of every picture were opened.
AT = datetime(2026, 1, 1, 9, 41)


def take_shots(scenes: Sequence[Scene], out: Path, scales: Sequence[int]) -> int:
    """Write the pictures of all scenes; returns 0, or 130 after Ctrl-C.

    Raises:
        SceneError: a scene asks for what the window does not have, or a picture cannot be written.
    """
    app = application()
    return run_loop(app, _all(app, scenes, out, scales))


def picture_name(scene: str, scale: int) -> str:
    """ "lossless.png", and "lossless@2x.png" with two pixels a point."""
    return f"{scene}.png" if scale == 1 else f"{scene}@{scale}x.png"


async def _all(app: QApplication, scenes: Sequence[Scene], out: Path, scales: Sequence[int]) -> int:
    closed = asyncio.Event()
    with interrupts_set(closed) as interrupted:
        for scene in scenes:
            await _one(app, scene, out, scales)
            if interrupted():
                return INTERRUPTED
    return 0


async def _one(app: QApplication, scene: Scene, out: Path, scales: Sequence[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        session = build(app, store, Player(scene.recording), scene.theme)
        try:
            session.window.resize(*scene.size)
            session.window.show()
            await window_up(session)
            await _set_up(session, scene)
            await _rest(session.window)
            for scale in scales:
                _save(session.window, scale, out / picture_name(scene.name, scale))
        finally:
            session.settings.end_drag("tv_budget")
            await session.shutdown()
            session.window.close()
            session.window.deleteLater()
            store.sync()


async def _set_up(session: Session, scene: Scene) -> None:
    """From the empty window to the scene, by the ways that a hand would take."""
    window, comparison = session.window, session.comparison
    records = scene.recording.records
    session.bridge.start()
    comparison.load(Path(records[0].target), Path(records[0].draft))
    session.bridge.pull()
    _open(window.additions.history.model, scene)
    session.settings.set("draft_pane", scene.draft_pane)
    window.column.more.set_unfolded(scene.more)
    if scene.view == "sweep":
        _show_sweep(window, scene)
        return
    if scene.tab:
        _choose_tab(window.bottom.tabs, scene)
    if scene.select is not None:
        window.inspection.model.select(comparison.panes[scene.pane], scene.select)
    else:
        window.panes.show_start()
    await _rest(window)
    if scene.drag is not None:
        session.settings.begin_drag("tv_budget")
        session.settings.set("tv_budget", scene.drag)


def _open(history: HistoryModel, scene: Scene) -> None:
    """Show the runs, at a time of the day that is the same in every picture."""
    history.open(scene.recording.records, scene.source)
    for entry in history.entries:
        entry.at = AT
    history.changed.emit()


def _choose_tab(tabs: Any, scene: Scene) -> None:
    titles = [title.lower() for title in tabs.titles]
    if scene.tab.lower() not in titles:
        known = ", ".join(tabs.titles)
        raise SceneError(f"The scene {scene.name} asks for the tab “{scene.tab}”: there are {known}.")
    tabs.choose(titles.index(scene.tab.lower()))


def _show_sweep(window: MainWindow, scene: Scene) -> None:
    """Turn to the Sweep view with its file."""
    if scene.sweep is not None:
        window.sweep.show_view("sweep")
        window.sweep.model.open(scene.sweep)
        window.sweep.model.select(scene.cell)


async def _rest(window: MainWindow) -> None:
    """Wait until two looks at the window, some time apart, are the same."""
    before = window.grab().toImage()
    for _ in range(MOST_RESTS):
        await asyncio.sleep(REST_S)
        now = window.grab().toImage()
        if now == before:
            return
        before = now


def _save(window: MainWindow, scale: int, path: Path) -> None:
    picture = QImage(window.size() * scale, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(scale)
    for plot in window.bottom.plots:
        plot.set_pixels(scale)
    window.render(picture)
    if not picture.save(str(path)):
        raise SceneError(f"The picture {path} could not be written.")
