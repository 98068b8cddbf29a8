"""The chooser in the window: its model, and the dialog that the chip and the menu open."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialog, QMainWindow

from app.models.pair.chooser import ChooserModel
from app.models.pair.jobs import Jobs
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.pair.dialog import PairDialog, folders_of

DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Choosing(QObject):
    """Lives as long as the window, so that what is being fetched goes on while the dialog is closed."""

    def __init__(self, window: QMainWindow, theme: Theme, comparison: ComparisonModel, settings: SettingsModel) -> None:
        super().__init__(window)
        self._window, self._theme, self._comparison = window, theme, comparison
        self.model = ChooserModel(comparison, settings, Jobs(self), self)
        self._dialog: PairDialog | None = None
        window.installEventFilter(self)

    def open(self) -> PairDialog:
        """Show the dialog, or bring it to the front."""
        if self._dialog is None:
            self._dialog = PairDialog(self._theme, self._comparison, self.model, self._window)
            self._dialog.finished.connect(self._on_finished)
            self._dialog.open()
        else:
            self._dialog.raise_()
        return self._dialog

    def close(self) -> None:
        """Stop what goes on."""
        self.model.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A folder that is dropped on the window is added to the chooser."""
        if isinstance(event, QDropEvent) and event.type() in DRAGS:
            folders = [path for path in folders_of(event) if path.is_dir()]
            if folders:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.open()
                    self.model.add_folders(folders)
                return True
        return super().eventFilter(watched, event)

    def _on_finished(self) -> None:
        dialog, self._dialog = self._dialog, None
        if isinstance(dialog, QDialog):
            dialog.deleteLater()
