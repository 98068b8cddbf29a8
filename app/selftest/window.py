"""The check of the window: the real one, opened without a screen, shows the runs and is grabbed."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtGui import QImage

from app.main import application
from app.models.runs.panes import PaneName
from app.selftest.checks import Fault
from app.session import Session, build
from engine.record import RunRecord
from engine.thread import EngineThread

#: Text on plain grounds with marks has hundreds; an empty window has a handful.
FEWEST_COLOURS = 64
STEP = 3


def check_window(records: Mapping[PaneName, RunRecord]) -> str:
    """Open, grab, close. Raises `Fault` where the picture is empty."""
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        session = build(app, store, EngineThread(), "light")
        try:
            picture = _shown(session, records)
        finally:
            session.window.close()
            session.settings.close()
            session.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            store.sync()
    return judge(picture, app.platformName())


def judge(picture: QImage, platform: str) -> str:
    """Words for a picture of the window. Raises `Fault` where it shows nothing."""
    if picture.isNull():
        raise Fault("the window could not be grabbed")
    seen = colours(picture)
    if seen < FEWEST_COLOURS:
        raise Fault(f"the window's picture has {seen} colours, as if it were empty")
    return f"{picture.width()} × {picture.height()} pixels on Qt’s platform “{platform}”, {seen} colours"


def colours(picture: QImage) -> int:
    """How many colours a picture has, looking at every third pixel of every third line."""
    rows, columns = range(0, picture.height(), STEP), range(0, picture.width(), STEP)
    return len({picture.pixel(column, row) for row in rows for column in columns})


def _shown(session: Session, records: Mapping[PaneName, RunRecord]) -> QImage:
    session.window.show()
    if records:
        session.comparison.show(records, "Shown by the self-test.")
    QCoreApplication.processEvents()
    return session.window.grab().toImage()
