"""About: the app, its version, and what is bundled with its versions and licences."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.models.bundle import Item, items
from app.theme import Theme
from app.views.controls.labels import label
from app.views.help import words
from app.views.help.pieces import Icon, column, text
from app.views.panes.scroll import ThinScrollBar

SIZE = (640, 640)
COLUMNS = ("Bundled", "Version", "Licence")
ROW = 24


class AboutDialog(QDialog):
    """The list at the top, and under it the licence of what is chosen there."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle("About Mentorscope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.setMinimumSize(520, 480)
        self.items: list[Item] = items()
        self.table = self._table()
        self.licence = QPlainTextEdit()
        self._build()
        self.table.currentCellChanged.connect(lambda row, *_: self._show(row))
        self.table.setCurrentCell(0, 0)

    @property
    def words(self) -> str:
        """All of its text, the list's included."""
        rows = (f"{item.name} {item.version} {item.licence}" for item in self.items)
        return "\n".join([*(part.text() for part in self.findChildren(QLabel)), *rows])

    def _build(self) -> None:
        theme = self._theme
        own = self.items[0]
        names = column(
            label(theme, own.name, 19, semibold=True),
            text(theme, f"Version {own.version} · {own.licence}", 11, tone="secondary"),
            text(theme, words.ABOUT),
            spacing=4,
        )
        head = QHBoxLayout()
        head.setSpacing(18)
        head.addWidget(Icon(88), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(names, 1)
        self.licence.setObjectName("details")
        self.licence.setReadOnly(True)
        self.licence.setFont(theme.font(11))
        self.licence.setTabChangesFocus(True)
        self.licence.setVerticalScrollBar(ThinScrollBar(theme, Qt.Orientation.Vertical))
        buttons = QDialogButtonBox()
        close = buttons.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
        close.setAccessibleName("Close")
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(14)
        layout.addLayout(head)
        layout.addWidget(self.table, 3)
        layout.addWidget(self.licence, 2)
        layout.addWidget(buttons)

    def _table(self) -> QTableWidget:
        table = QTableWidget(len(self.items), len(COLUMNS))
        table.setHorizontalHeaderLabels(COLUMNS)
        table.setAccessibleName("What is bundled")
        table.setFont(self._theme.font(12))
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.setVerticalScrollBar(ThinScrollBar(self._theme, Qt.Orientation.Vertical))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(ROW)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setStretchLastSection(True)
        table.setColumnWidth(0, 220)
        table.setColumnWidth(1, 110)
        for line, item in enumerate(self.items):
            for place, words_ in enumerate((item.name, item.version or "–", item.licence or "not named")):
                cell = QTableWidgetItem(words_)
                cell.setToolTip(words_)
                table.setItem(line, place, cell)
        return table

    def _show(self, line: int) -> None:
        if 0 <= line < len(self.items):
            item = self.items[line]
            self.licence.setPlainText(item.text())
            self.licence.setAccessibleName(f"Licence of {item.name}")
