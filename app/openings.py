"""Run files that the system hands to the app: double-clicked in the Finder, dropped on the icon."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class FileOpener(QObject):
    """Takes the system's word that a file is to be opened, and hands its path on.

    A Mac sends it when a run is double-clicked or dropped on the app's icon, also right after the start.
    """

    def __init__(self, app: QApplication, take: Callable[[Path], None]) -> None:
        super().__init__(app)
        self._app, self._take = app, take
        app.installEventFilter(self)

    def stop(self) -> None:
        """Hear no more of it: the window is going."""
        self._app.removeEventFilter(self)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file is taken; everything else passes."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._take(Path(event.file()))
            return True
        return super().eventFilter(watched, event)
