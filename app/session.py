"""Puts one window together: settings, the engine's thread behind its bridge, the models and the view."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.bridge import EngineBridge, Thread
from app.collector import collect_again, spare_the_collector
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme, ThemeName
from app.views.frame.window import MainWindow
from engine import __version__
from engine.paths import bundled_draft, bundled_target


@dataclass
class Session:
    """What lives as long as the window."""

    settings: SettingsModel
    bridge: EngineBridge
    comparison: ComparisonModel
    window: MainWindow

    async def shutdown(self) -> bool:
        """Stop what runs, end the engine's thread, keep the settings; False if the thread hangs."""
        self.comparison.stop()
        self.window.choosing.close()
        ended = await self.bridge.shutdown()
        ended = await asyncio.to_thread(self.window.choosing.model.join) and ended
        self.settings.close()
        collect_again()
        return ended


def name_application(app: QApplication) -> None:
    """Give the application its name, by which the system keeps its settings."""
    app.setApplicationName("Mentorscope")
    app.setApplicationDisplayName("Mentorscope")
    app.setApplicationVersion(__version__)
    app.setOrganizationName("Mentorscope")
    app.setDesktopFileName("mentorscope")


def build(app: QApplication, store: QSettings, thread: Thread, theme_name: ThemeName | None = None) -> Session:
    """Make a session; nothing is shown and the thread is not started yet.

    Args:
        store: where settings are read from and kept.
        theme_name: the theme to take where the store has none; the system's by default.
    """
    theme = Theme(app, theme_name or "system")
    settings = SettingsModel(store)
    settings.restore()
    bridge = EngineBridge(thread)
    comparison = ComparisonModel(settings, bridge)
    bridge.batch.connect(comparison.apply)
    spare_the_collector(comparison)
    window = MainWindow(theme, comparison, settings, store)
    return Session(settings, bridge, comparison, window)


def pair_to_open(settings: SettingsModel, target: Path | None, draft: Path | None) -> tuple[Path, Path]:
    """The folders to load at the start: those that were named, else those of the last time, else the bundled pair."""
    if target or draft:
        return target or bundled_target(), draft or bundled_draft()
    last = Path(settings.value("target_dir")), Path(settings.value("draft_dir"))
    named = settings.value("target_dir") and settings.value("draft_dir")
    if named and all(folder.is_dir() for folder in last):
        return last
    return bundled_target(), bundled_draft()
