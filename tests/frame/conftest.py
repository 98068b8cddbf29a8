"""The real window on a scripted engine, with a store of its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.frame.window import MainWindow
from tests.scripted import ScriptedEngine


@dataclass
class Desk:
    """A window with what is behind it."""

    window: MainWindow
    settings: SettingsModel
    engine: ScriptedEngine
    comparison: ComparisonModel
    theme: Theme
    store: QSettings

    def step(self, count: int = 1) -> None:
        """Let the engine put out that many bursts."""
        for _ in range(count):
            self.engine.step()
            self.comparison.apply(self.engine.drain())

    def finish(self) -> None:
        """Let everything that was asked for come to its end."""
        while self.engine.busy:
            self.step()


@pytest.fixture
def open_desk(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Callable[[], Desk]]:
    """Opens windows on the same store, one after the other."""
    desks: list[Desk] = []
    theme = Theme(qapp, "light")

    def make() -> Desk:
        store = QSettings(str(tmp_path / "store.ini"), QSettings.Format.IniFormat)
        settings = SettingsModel()
        engine = ScriptedEngine()
        comparison = ComparisonModel(settings, engine, clock=engine.clock)
        window = MainWindow(theme, comparison, settings, store)
        qtbot.addWidget(window)
        desk = Desk(window, settings, engine, comparison, theme, store)
        desks.append(desk)
        window.show()
        qtbot.waitExposed(window)
        return desk

    yield make
    for desk in desks:
        desk.finish()
        desk.settings.close()
    # They were told to go when the test ended; with them go the feet of the panes, which follow a little later.
    qtbot.waitUntil(lambda: not any(isValid(desk.window) for desk in desks))
    theme.choose("light")


@pytest.fixture
def desk(open_desk: Callable[[], Desk], tmp_path: Path) -> Desk:
    """A window with a loaded pair and short runs."""
    made = open_desk()
    made.settings.set("max_tokens", 24)
    made.settings.settle()
    made.comparison.load(tmp_path, tmp_path)
    made.finish()
    return made
