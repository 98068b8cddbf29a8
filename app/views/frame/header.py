"""The header bar: the pair on the left, the third pane on the right, progress of loading under it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.buttons import Check
from app.views.controls.keys import key_text
from app.views.controls.labels import ground
from app.views.frame.pair_chip import PairChip

HEIGHT = 48


class LoadingBar(QWidget):
    """How much of the weights has been read: a line, 2 points thick; hidden when nothing loads."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._comparison = theme, comparison
        self.setFixedHeight(2)
        self.setAccessibleName("Loading")
        comparison.loading_changed.connect(self._refresh)
        theme.changed.connect(self.update)
        self._refresh()

    @property
    def share(self) -> float:
        """Of the bytes to read, how many are read, 0 to 1."""
        loading = self._comparison.loading
        return loading.done / loading.total if loading and loading.total else 0.0

    def _refresh(self) -> None:
        self.setVisible(self._comparison.loading is not None)
        self.setAccessibleDescription(f"{self.share:.0%}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("line"))
        painter.fillRect(QRectF(0, 0, self.width() * self.share, self.height()), self._theme.colour("accent"))


class Header(QWidget):
    """48 points high.

    Attributes:
        left, right: layouts that are empty as yet; what goes in stands left of the chip
            (the choice of view) and right of the check box (the history).
    """

    def __init__(self, theme: Theme, comparison: ComparisonModel, settings: SettingsModel, pair_menu: QMenu) -> None:
        super().__init__()
        self._theme, self._settings = theme, settings
        ground(self, "side")
        self.setFixedHeight(HEIGHT)
        self.chip = PairChip(theme, comparison, pair_menu)
        self.draft_pane = Check(theme, "Draft only pane")
        self.draft_pane.setToolTip(f"Show a third pane that the draft writes alone ({key_text('Ctrl+3')}).")
        self.loading_bar = LoadingBar(theme, comparison, self)
        self.left, self.right = QHBoxLayout(), QHBoxLayout()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 16, 1)
        row.setSpacing(0)
        row.addLayout(self.left)
        row.addWidget(self.chip)
        row.addStretch(1)
        row.addWidget(self.draft_pane, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(self.right)
        self.draft_pane.clicked.connect(lambda on: settings.set("draft_pane", on))
        settings.changed.connect(lambda _: self._refresh())
        self._refresh()

    def _refresh(self) -> None:
        self.draft_pane.setChecked(self._settings.draft_pane_shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.loading_bar.setGeometry(0, self.height() - 2, self.width(), 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("side"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.colour("line"))
