"""The window of the frame's tests with the sweep in front, and a small sweep on the scripted engine."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.models.sweep.form import DEFAULTS
from app.models.sweep.model import SweepModel
from app.models.sweep.results import Results
from app.theme import Theme
from app.views.frame.window import MainWindow
from app.views.sweep.tab import SweepTab
from engine.sweep.plan import Setting
from tests.frame.conftest import Desk, open_desk
from tests.scripted import ScriptedEngine

__all__ = ["Sweeping", "cell", "open_desk"]


class Sweeping:
    """The Sweep tab of a desk, in front, with a form of four cells."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.tab: SweepTab = desk.window.sweep
        self.model: SweepModel = self.tab.model
        self.page, self.column = self.tab.page, self.tab.column
        for name, value in {"lengths": "2, 4", "budgets": "0, 1", "repeats": 2, "tokens": 12}.items():
            self.model.form.set(name, value)
        self.tab.show_view("sweep")

    def run(self) -> None:
        """A whole sweep."""
        self.model.run()
        self.desk.finish()

    def until(self, samples: int) -> None:
        """Let the engine go on until that many timed runs are done."""
        while len(self.model.results.samples) < samples:
            self.desk.step()


@pytest.fixture(scope="package")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One window for most tests, as making one takes longer than a small sweep."""
    folder = tmp_path_factory.mktemp("sweep")
    store = QSettings(str(folder / "store.ini"), QSettings.Format.IniFormat)
    settings, engine = SettingsModel(), ScriptedEngine()
    comparison = ComparisonModel(settings, engine, clock=engine.clock)
    theme = Theme(qapp, "light")
    window = MainWindow(theme, comparison, settings, store)
    window.show()
    yield Desk(window, settings, engine, comparison, theme, store)
    window.close()
    window.deleteLater()
    qapp.processEvents()


@pytest.fixture
def sweep(shared: Desk, tmp_path: Path, qtbot: QtBot) -> Iterator[Sweeping]:
    """The tab in front, a pair loaded, nothing run yet."""
    as_at_first(shared)
    shared.comparison.load(tmp_path, tmp_path)
    shared.finish()
    yield Sweeping(shared)
    shared.finish()
    as_at_first(shared)
    # Plots and feet of the hidden comparison follow a little later.
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in shared.window.findChildren(QTimer)))


@pytest.fixture
def done(sweep: Sweeping) -> Sweeping:
    """A finished sweep of four cells."""
    sweep.run()
    return sweep


def as_at_first(desk: Desk) -> None:
    """Undo what a test did to the shared window."""
    desk.engine.requests.clear()
    desk.comparison.hold("")
    if any(pane.record for pane in desk.comparison.panes.values()):
        desk.comparison.show({}, "")
    desk.settings.undo_stack.clear()
    desk.window.reset_settings()
    desk.settings.settle()
    desk.settings.undo_stack.clear()
    model = desk.window.sweep.model
    shutil.rmtree(model.folder, ignore_errors=True)
    model.folder.unlink(missing_ok=True) if model.folder.is_file() else None
    model.results, model.path, model._schedule, model._pace = Results(), None, None, ()
    for name, value in DEFAULTS.items():
        model.form.set(name, value)
    model.select(None)
    model.notice.emit(None)
    desk.window.sweep.column.more.fold.set_unfolded(False)
    table = desk.window.sweep.page.table.rows
    table.sorted_by, table.falling = "speedup", True
    desk.window.sweep.show_view("compare")
    desk.window.resize(QSize(1440, 900))


def cell(length: int, budget: float) -> Setting:
    """A fixed draft length at a budget."""
    return Setting("mentored", "fixed", length, budget)
