"""The Sweep tab's file dialogs: open, save, export."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QWidget

from app.export.files import DRAGS
from app.models.notice import Notice, notice_of
from app.models.runs.comparison import ComparisonModel
from app.models.sweep.exports import KINDS, SWEEP_SUFFIX, copy_sweep, export_sweep
from app.models.sweep.model import SweepModel
from engine.errors import MentorscopeError

_NAMES = {"csv": "Table (*.csv)", "json": "JSON (*.json)", "markdown": "Markdown (*.md)"}


class SweepFiles(QObject):
    """Asks for a place, then reads or writes; what goes wrong becomes a notice.

    Signals:
        dropped: a sweep's file was dropped, and is about to be opened.
    """

    dropped = Signal()

    def __init__(
        self, window: QWidget, page: Callable[[], QWidget], comparison: ComparisonModel, model: SweepModel
    ) -> None:
        super().__init__(window)
        self._page, self._comparison, self._model = page, comparison, model

    def watch(self, *places: QWidget) -> None:
        """Open a sweep's file that is dropped on one of these."""
        for place in places:
            place.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sweeps are taken; other files are left to whoever is next."""
        if isinstance(event, QDropEvent) and event.type() in DRAGS:
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            if len(paths) == 1 and paths[0].suffix == SWEEP_SUFFIX:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.dropped.emit()
                    self._model.open(paths[0])
                return True
        return super().eventFilter(watched, event)

    def ask_open(self) -> None:
        """Open sweep…"""
        dialog = QFileDialog(self._page(), "Open sweep", str(self._model.folder), f"Sweeps (*{SWEEP_SUFFIX})")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._show(dialog, self._model.open)

    def ask_save(self) -> None:
        """Save sweep…"""
        self._ask_place("Save sweep", SWEEP_SUFFIX, f"Sweep (*{SWEEP_SUFFIX})", self.save)

    def ask_export(self, kind: str) -> None:
        """Export CSV…, JSON…, Markdown…"""
        self._ask_place(f"Export {_NAMES[kind]}", KINDS[kind], _NAMES[kind], lambda path: self.export(kind, path))

    def ask_picture(self) -> None:
        """Export PNG…"""
        self._ask_place("Export PNG", ".png", "Picture (*.png)", self.export_picture)

    def save(self, path: Path) -> None:
        """Copy the sweep's file."""
        source = self._model.path
        if source is not None:
            self._try(lambda: copy_sweep(source, path), f"Saved as {path.name}.")

    def export(self, kind: str, path: Path) -> None:
        """Write the results."""
        header = self._model.results.header
        if header is not None:
            samples = self._model.results.samples
            self._try(lambda: export_sweep(kind, path, header, samples), f"Exported as {path.name}.")

    def export_picture(self, path: Path) -> None:
        """Write a picture of the right side, two pixels a point or more."""
        page = self._page()
        ratio = max(2.0, page.devicePixelRatioF())
        pixels = QPixmap(page.size() * ratio)
        pixels.setDevicePixelRatio(ratio)
        page.render(pixels)
        if pixels.save(str(path), "PNG"):
            self._comparison.tell(f"Exported as {path.name}.")
        else:
            self._model.notice.emit(Notice(f"The picture {path} could not be written.", "Choose another place."))

    def _ask_place(self, title: str, suffix: str, kinds: str, then: Callable[[Path], None]) -> None:
        header = self._model.results.header
        if header is None:
            self._model.notice.emit(Notice("There is no sweep yet.", "Press Run sweep, or open one."))
            return
        name = f"sweep {datetime.fromisoformat(header.date):%Y-%m-%d %H.%M}{suffix}"
        dialog = QFileDialog(self._page(), title, name, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix[1:])
        dialog.selectFile(name)
        self._show(dialog, then)

    def _show(self, dialog: QFileDialog, then: Callable[[Path], None]) -> None:
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _try(self, deed: Callable[[], None], done: str) -> None:
        try:
            deed()
        except MentorscopeError as problem:
            self._model.notice.emit(notice_of(problem))
            return
        self._comparison.tell(done)
