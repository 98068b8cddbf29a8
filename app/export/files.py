"""File dialogs and drops: save, open and export what the window shows."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QMainWindow, QTextEdit

from app.export.page import page
from app.export.runs import SUFFIX, file_name, open_runs, save_runs, shown_runs
from app.models.notice import Notice, notice_of
from app.models.runs.comparison import ComparisonModel
from app.models.runs.history import HistoryModel
from app.views.panes.difference_words import finding
from engine.errors import MentorscopeError

DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
RUN_FILES = f"Mentorscope runs (*{SUFFIX} *.json)"


class Files(QObject):
    """Asks for a place, then reads or writes; what goes wrong becomes a notice."""

    def __init__(self, window: QMainWindow, comparison: ComparisonModel, history: HistoryModel) -> None:
        super().__init__(window)
        self._window, self._comparison, self._history = window, comparison, history
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        prompt = window.findChild(QTextEdit, "prompt")
        if prompt is not None:
            # It would take the file's name for text.
            prompt.viewport().installEventFilter(self)

    # What the menu asks for

    def ask_save(self) -> None:
        """Save run…"""
        self._ask_place("Save run", self._name(SUFFIX), f"Mentorscope run (*{SUFFIX})", self.save)

    def ask_open(self) -> None:
        """Open run…"""
        dialog = QFileDialog(self._window, "Open run", "", RUN_FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._show(dialog, self.open)

    def ask_page(self) -> None:
        """Export as HTML…"""
        self._ask_place("Export as HTML", self._name(".html"), "Web page (*.html)", self.export_page)

    def ask_picture(self) -> None:
        """Export PNG…"""
        self._ask_place("Export PNG", self._name(".png"), "Picture (*.png)", self.export_picture)

    # What is done

    def save(self, path: Path) -> None:
        """Write the shown runs to a file."""
        self._try(lambda: save_runs(path, self._comparison), f"Saved as {path.name}.")

    def open(self, path: Path) -> None:
        """Show the runs of a file; no model is needed."""
        self._try(lambda: self._history.open(open_runs(path), path.name))

    def export_page(self, path: Path) -> None:
        """Write the page."""
        self._try(lambda: self._write_page(path), f"Exported as {path.name}.")

    def export_picture(self, path: Path) -> None:
        """Write a picture of the window, two pixels a point or more."""
        ratio = max(2.0, self._window.devicePixelRatioF())
        pixels = QPixmap(self._window.size() * ratio)
        pixels.setDevicePixelRatio(ratio)
        self._window.render(pixels)
        if pixels.save(str(path), "PNG"):
            self._comparison.tell(f"Exported as {path.name}.")
        else:
            self._comparison.notice.emit(_unwritable(path))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file that is dropped on the window is opened."""
        if isinstance(event, QDropEvent) and event.type() in DRAGS:
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            if len(paths) == 1 and paths[0].is_file():
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.open(paths[0])
                return True
        return super().eventFilter(watched, event)

    # Within

    def _write_page(self, path: Path) -> None:
        runs = shown_runs(self._comparison)
        if not runs:
            raise MentorscopeError("There is no finished run to export: press Run first, and wait for its end.")
        both = "target" in runs and "mentored" in runs
        at = self._comparison.first_difference if both else None
        said = finding(runs["target"], runs["mentored"], at, True) if both else None
        speedups = {name: self._comparison.panes[name].speedup for name in runs}
        try:
            path.write_text(page(runs, speedups, at, said), encoding="utf-8", errors="replace")
        except OSError as problem:
            raise MentorscopeError(f"The file {path} could not be written: {problem.strerror}.") from problem

    def _ask_place(self, title: str, name: str, kinds: str, then: Callable[[Path], None]) -> None:
        if not shown_runs(self._comparison):
            self._comparison.notice.emit(Notice("There is no finished run yet.", "Press Run, or open a run file."))
            return
        dialog = QFileDialog(self._window, title, name, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix[1:])
        dialog.selectFile(name)
        self._show(dialog, then)

    def _show(self, dialog: QFileDialog, then: Callable[[Path], None]) -> None:
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _name(self, suffix: str) -> str:
        runs = shown_runs(self._comparison)
        return file_name(next(iter(runs.values())).request if runs else None, suffix)

    def _try(self, deed: Callable[[], None], done: str = "") -> None:
        try:
            deed()
        except MentorscopeError as problem:
            self._comparison.notice.emit(notice_of(problem))
            return
        if done:
            self._comparison.tell(done)


def _unwritable(path: Path) -> Notice:
    return Notice(f"The picture {path} could not be written.", "Choose another place.")
