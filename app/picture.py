"""Drives the real window through one comparison and saves what it shows."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from app.cli.interrupts import INTERRUPTED
from app.main import application, interrupts_set, run_loop, window_up
from app.models.notice import Notice
from app.models.runs.pane import PaneState
from app.models.settings.fields import REQUEST_DEFAULTS
from app.session import Session, build, pair_to_open
from app.theme import ThemeName
from engine.errors import MentorscopeError
from engine.request import Request
from engine.thread import EngineThread

#: Time for the last figures, plots and scroll bars to be laid out and painted.
PAINT_S = 0.3


class PictureError(MentorscopeError):
    """The picture could not be taken; the sentence is the window's own."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the picture is to be: its file, theme, size in points, pixels a point, and panes."""

    out: Path
    theme: ThemeName
    size: tuple[int, int]
    scale: int = 1
    draft_pane: bool = False


def take_picture(picture: Picture, request: Request, target: Path | None, draft: Path | None, store: Path) -> int:
    """Run the comparison and write the file; the user's own settings are neither read nor written.

    Args:
        store: a file for settings that nobody will read again.

    Returns:
        0, or 130 after Ctrl-C.

    Raises:
        PictureError: the pair does not load, a run fails, or the file cannot be written.
    """
    app = application()
    session = build(app, QSettings(str(store), QSettings.Format.IniFormat), EngineThread(), picture.theme)
    for name in REQUEST_DEFAULTS:
        session.settings.set(name, getattr(request, name))
    session.settings.set("draft_pane", picture.draft_pane)
    session.settings.settle()
    folders = pair_to_open(session.settings, target, draft)
    return run_loop(app, _live(app, session, picture, folders))


async def _live(app: QApplication, session: Session, picture: Picture, folders: tuple[Path, Path]) -> int:
    closed = asyncio.Event()
    try:
        with interrupts_set(closed) as interrupted:
            session.window.resize(*picture.size)
            session.window.show()
            await window_up(session)
            work = asyncio.ensure_future(_compare(session, folders))
            stop = asyncio.ensure_future(closed.wait())
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if interrupted():
                work.cancel()
                return INTERRUPTED
            await work
            await asyncio.sleep(PAINT_S)
            _save(session, picture)
            return 0
    finally:
        await session.shutdown()
        session.window.close()
        session.window.deleteLater()


async def _compare(session: Session, folders: tuple[Path, Path]) -> None:
    """Load the pair and run, to the end of every pane."""
    comparison = session.comparison
    notices: list[Notice] = []
    comparison.notice.connect(lambda notice: notices.append(notice) if notice else None)
    session.bridge.start()
    comparison.load(*folders)
    while comparison.loading is not None:
        await asyncio.sleep(0.03)
    if not notices:
        comparison.run()
        while comparison.running:
            await asyncio.sleep(0.03)
    if notices:
        raise PictureError(notices[0].sentence, notices[0].details)
    if comparison.panes["mentored"].state is not PaneState.DONE:
        raise PictureError("The comparison did not come to its end, so there is no picture.")


def _save(session: Session, picture: Picture) -> None:
    session.window.panes.show_start()
    pixels = QPixmap(session.window.size() * picture.scale)
    pixels.setDevicePixelRatio(picture.scale)
    session.window.render(pixels)
    if not pixels.save(str(picture.out), "PNG"):
        raise PictureError(f"The picture {picture.out} could not be written.")
