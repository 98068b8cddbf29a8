"""Open another pair: two folders."""

from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.models.comparison import ComparisonModel
from app.models.notice import Notice
from app.models.words import loading as loading_words
from app.theme import Theme
from app.views.controls.labels import Sentence, label


class PairDialog(QDialog):
    """Asks for a target and a draft folder, and stays until they are loaded or it is closed."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, target: str, draft: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._comparison = theme, comparison
        self.setWindowTitle("Open pair")
        self.setMinimumWidth(560)
        self.target, self.draft = self._field("Target folder", target), self._field("Draft folder", draft)
        self.message = Sentence(theme, lines=2, tone="error")
        self.message.show_words("Folders in MLX layout: config.json, weights as safetensors, and a tokenizer.")
        self.buttons = QDialogButtonBox()
        self._build()
        comparison.pair_changed.connect(self.accept)
        comparison.notice.connect(self._on_notice)
        comparison.loading_changed.connect(self._on_loading)

    def _field(self, name: str, path: str) -> QLineEdit:
        field = QLineEdit(path)
        field.setObjectName("path")
        field.setAccessibleName(name)
        field.setFixedHeight(26)
        field.textEdited.connect(lambda _: self._show_error("", field))
        return field

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        for line, (words, field) in enumerate((("Target", self.target), ("Draft", self.draft))):
            browse = QPushButton("Browse…")
            browse.setAccessibleName(f"Browse for the {words.lower()} folder")
            browse.setAutoDefault(False)
            browse.clicked.connect(lambda _=False, field=field: self._browse(field))
            grid.addWidget(label(self._theme, words), line, 0)
            grid.addWidget(field, line, 1)
            grid.addWidget(browse, line, 2)
        self.load = self.buttons.addButton("Load", QDialogButtonBox.ButtonRole.AcceptRole)
        self.load.setDefault(True)
        self.load.setAccessibleName("Load")
        cancel = self.buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        cancel.setAccessibleName("Cancel")
        self.buttons.accepted.connect(self._try)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(grid)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)

    def _browse(self, field: QLineEdit) -> None:
        dialog = QFileDialog(self, field.accessibleName(), field.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(field.setText)
        dialog.open()

    def _try(self) -> None:
        """Load, unless a folder is plainly none."""
        for field, words in ((self.target, "target"), (self.draft, "draft")):
            path = field.text().strip()
            if not path:
                self._show_error(f"Choose a {words} folder.", field)
                return
            if not Path(path).expanduser().is_dir():
                self._show_error(f"The {words} folder “{path}” does not exist.", field)
                return
        self._comparison.load(*(Path(field.text().strip()).expanduser() for field in (self.target, self.draft)))

    def _show_error(self, sentence: str, field: QLineEdit) -> None:
        self.message.show_words(sentence)
        field.setProperty("wrong", bool(sentence))
        field.style().polish(field)
        if sentence:
            field.setFocus()

    def _on_notice(self, notice: Notice | None) -> None:
        self.message.show_words(notice.sentence if notice else "")

    def _on_loading(self) -> None:
        loading = self._comparison.loading
        self.load.setEnabled(loading is None)
        if loading is not None:
            kernels = loading.what == "kernels"  # which can take half a minute the first time, so the count is told
            self.message.show_words(loading_words(loading) if kernels else f"Loading {loading.name}…")
