"""Choose a pair: targets on the left, drafts with their verdicts on the right, progress of loading below."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.models.notice import Notice
from app.models.pair.chooser import ChooserModel
from app.models.runs import words
from app.models.runs.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.labels import Sentence, label, row
from app.views.pair.fetch_panel import Bar, FetchPanel
from app.views.pair.lists import ModelList

SIZE = (920, 660)
TARGET_TIP = "The large model. It checks what the draft writes."
DRAFT_TIP = "The small one that writes ahead, in the same tokens."
EMPTY = "Choose a model on the left. What can be its draft is listed here, and why the others cannot."
ALONE = "There is no other model to draft for this one. Add a folder, or fetch a recommended pair."


class PairDialog(QDialog):
    """Stays until a pair has loaded or it is closed; a refusal is told in it, and the pair in use stays."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, chooser: ChooserModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._comparison, self._chooser = theme, comparison, chooser
        self._ours = self._refused = False
        self.setWindowTitle("Choose a pair")
        self.setMinimumSize(760, 520)
        self.resize(*SIZE)
        self.setAcceptDrops(True)
        self.targets = ModelList(theme, "Target", grouped=True)
        self.drafts = ModelList(theme, "Draft", grouped=False)
        self.fetching = FetchPanel(theme, chooser.fetching)
        self.empty = label(theme, EMPTY, 13, tone="secondary")
        self.right = QStackedWidget()
        self.headings = [label(theme, words, 15, semibold=True) for words in ("Target", "Draft")]
        self.message = Sentence(theme, lines=2, tone="text")
        self.bar = Bar(theme, "Loading")
        kept = self.bar.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # nothing moves when loading begins
        self.bar.setSizePolicy(kept)
        self.add = self._button("Add folder…", "Look at a folder that holds a model. You can also drop one here.")
        self.refresh = self._button("Look again", "Look through the cache and the folders again.")
        self.cancel = self._button("Close", "Close; the pair in use stays.")
        self.load = self._button("Load pair", "Load these two in place of the pair in use.")
        self._build()
        self._connect()
        self._refresh()

    def _button(self, words: str, tip: str) -> QPushButton:
        button = QPushButton(words)
        button.setAccessibleName(words)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        return button

    def _build(self) -> None:
        for card in (self.drafts, self.fetching, _padded(self.empty)):
            if card is not self.drafts:
                card.setObjectName("card")
                card.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
            self.right.addWidget(card)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        columns = ((self.headings[0], TARGET_TIP, self.targets), (self.headings[1], DRAFT_TIP, self.right))
        for column, (heading, tip, widget) in enumerate(columns):
            heading.setToolTip(tip)
            caption = label(self._theme, tip, 11, tone="secondary")
            grid.addWidget(row(heading, caption, None, padding=0), 0, column)
            grid.addWidget(widget, 1, column)
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 340)
        for heading, buddy in zip(self.headings, (self.targets, self.drafts), strict=True):
            heading.setBuddy(buddy)
        self._caption = caption
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(grid, 1)
        layout.addWidget(self.message)
        layout.addWidget(self.bar)
        layout.addLayout(self._button_row())

    def _button_row(self) -> QHBoxLayout:
        self.load.setDefault(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.add, self.refresh):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for button in (self.cancel, self.load):
            button.setMinimumWidth(112)
            buttons.addWidget(button)
        return buttons

    def _connect(self) -> None:
        chooser, comparison = self._chooser, self._comparison
        for view in (self.targets, self.drafts):
            view.chosen.connect(self._forget_refusal)
        self.targets.chosen.connect(chooser.choose_target)
        self.drafts.chosen.connect(chooser.choose_draft)
        self.drafts.activated_row.connect(lambda _: self._load())
        self.targets.removed.connect(chooser.forget)
        self.drafts.removed.connect(chooser.forget)
        self.add.clicked.connect(self._browse)
        self.refresh.clicked.connect(chooser.look)
        self.load.clicked.connect(self._load)
        self.cancel.clicked.connect(self._cancel)
        chooser.changed.connect(self._refresh)
        comparison.loading_changed.connect(self._refresh)
        comparison.pair_changed.connect(self._on_pair)
        comparison.notice.connect(self._on_notice)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._chooser.look()
        # An empty list would take its first row for a choice.
        (self.targets if self.targets.rows else self.add).setFocus()

    # What is done

    def _load(self) -> None:
        if self._chooser.can_load:
            self._ours = True
            self._chooser.load()

    def _cancel(self) -> None:
        if self._comparison.loading is not None:
            self._comparison.stop()
        else:
            self.reject()

    def _browse(self) -> None:
        dialog = QFileDialog(self, "Add a model folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self._chooser.add_folders([Path(name)]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # What is shown

    def _refresh(self) -> None:
        chooser = self._chooser
        first = not self.targets.rows
        self.targets.show_rows(chooser.targets(), chooser.target)
        if first and self.targets.rows and self.focusWidget() in (None, self.add):
            self.targets.setFocus()
        pair, drafts = chooser.pair_to_fetch, chooser.drafts()
        self.drafts.show_rows(drafts, chooser.draft)
        if pair is not None:
            self.fetching.show_pair(pair)
        self.headings[1].setText("Pair to fetch" if pair else "Draft")
        self._caption.setText("" if pair else DRAFT_TIP)
        self.empty.setText(ALONE if chooser.target and not drafts else EMPTY)
        self.right.setCurrentIndex(1 if pair is not None else 0 if drafts else 2)
        self._show_state()

    def _show_state(self) -> None:
        loading = self._comparison.loading
        self.bar.setVisible(loading is not None)
        self.load.setEnabled(self._chooser.can_load)
        self.refresh.setEnabled(not self._chooser.scanning)
        self.cancel.setText("Stop loading" if loading is not None else "Close")
        self.cancel.setAccessibleName(self.cancel.text())
        if loading is not None:
            self.bar.show_share(loading.done / loading.total if loading.total else 0.0)
            self.message.show_words(words.loading(loading))
        elif not self._refused:
            self.message.show_words(self._chooser.summary)

    def _on_pair(self) -> None:
        if self._ours:
            self.accept()
        else:
            self._chooser.changed.emit()

    def _forget_refusal(self) -> None:
        """Something else is chosen: what was refused before is no matter any more."""
        self._refused = False
        self._show_state()

    def _on_notice(self, notice: Notice | None) -> None:
        """What loading refuses is told here, until something else is chosen."""
        self._refused = notice is not None and self._ours
        if self._refused and notice is not None:
            self.message.show_words(f"{notice.sentence} {notice.remedy}".strip())

    # Folders that are dropped

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if folders_of(event):
            event.acceptProposedAction()
            self.message.show_words("Drop the folder to look at it.")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_state()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._chooser.add_folders(folders_of(event))


def folders_of(event: QDropEvent) -> list[Path]:
    """What was dropped: local files and folders alike, as a file gets its own sentence."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _padded(text: QLabel) -> QWidget:
    widget = QWidget()
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(24, 24, 24, 24)
    text.setWordWrap(True)
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)
    layout.addWidget(text, 1)
    return widget
