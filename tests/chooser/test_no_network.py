"""Without a click nothing asks the network: start, load, chooser, scan, checks. One click does."""

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.session import build
from engine.thread import EngineThread
from tests.chooser.conftest import BIG


def test_no_network_without_a_click(
    no_network: list[str], keys: dict[str, str], tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    thread = EngineThread()
    session = build(qapp, QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat), thread, "light")
    qtbot.addWidget(session.window)
    session.window.show()
    session.bridge.start()
    session.comparison.load(Path(keys[BIG]), Path(keys[BIG]))
    qtbot.waitUntil(lambda: session.comparison.loading is None, timeout=60_000)
    assert session.comparison.pair is not None
    dialog, chooser = session.window.choosing.open(), session.window.choosing.model
    qtbot.waitUntil(lambda: bool(chooser.targets()) and not chooser._jobs.busy, timeout=60_000)
    assert any(row.state == "good" for row in chooser.drafts())
    chooser.choose_target("pair:0")
    assert dialog.fetching.isVisible() and no_network == []
    dialog.fetching.button.click()
    qtbot.waitUntil(lambda: not chooser._jobs.busy, timeout=60_000)
    assert no_network and "cannot be reached" in dialog.fetching.problem.words
    no_network.clear()
    dialog.reject()
    session.window.close()
    thread.close()
    assert thread.join(60) and chooser.join()
    session.bridge.pull()
    session.settings.close()
