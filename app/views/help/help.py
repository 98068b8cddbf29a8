"""Help in a page: the sliders, the colours, what the figures do not say, the keys. Stays open beside the window."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.theme import Theme
from app.views.controls.keys import key_text
from app.views.controls.labels import hairline, label
from app.views.frame.actions import COMMANDS
from app.views.help import words
from app.views.help.pieces import MarkedWord, Swatch, beside, column, paragraph, text
from app.views.panes.legend import ENTRIES
from app.views.panes.scroll import ThinScrollBar

SIZE = (960, 870)
KEY_COLUMNS = 4


class HelpWindow(QDialog):
    """One page, which scrolls where the screen is small. It does not keep from working in the window behind it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle("Mentorscope Help")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.resize(*SIZE)
        self.setMinimumSize(560, 400)
        self._sheet = QWidget()
        self._sheet.setLayout(self._page())
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBar(ThinScrollBar(theme, Qt.Orientation.Vertical))
        self.area.setAccessibleName("Help")
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setWidget(self._sheet)
        self.area.viewport().installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.area)
        self.area.setFocus()

    @property
    def words(self) -> str:
        """All of its text."""
        return "\n".join(part.text() for part in self.findChildren(QLabel))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page is as high as its lines are at this width, which a scroll area does not ask."""
        layout = self._sheet.layout()
        if isinstance(event, QResizeEvent) and layout is not None:
            self._sheet.setFixedHeight(layout.totalHeightForWidth(event.size().width()))
        return super().eventFilter(watched, event)

    def _page(self) -> QVBoxLayout:
        theme = self._theme
        head = column(
            text(theme, "Mentorscope in a page", 19, semibold=True),
            text(theme, words.SUBTITLE, tone="secondary"),
            spacing=4,
        )
        halves = QHBoxLayout()
        halves.setSpacing(40)
        halves.addLayout(self._left(), 1)
        halves.addLayout(self._right(), 1)
        page = QVBoxLayout()
        page.setContentsMargins(32, 26, 32, 24)
        page.setSpacing(18)
        page.addLayout(head)
        page.addWidget(hairline())
        page.addLayout(halves)
        page.addWidget(hairline())
        page.addLayout(self._keys())
        page.addStretch(1)
        return page

    def _left(self) -> QVBoxLayout:
        theme = self._theme
        layout = column(label(theme, "What the sliders do", 15, semibold=True), spacing=10)
        for title, meaning in words.SLIDERS:
            layout.addWidget(paragraph(theme, title, meaning))
        layout.addSpacing(10)
        layout.addWidget(label(theme, "What the colours mean", 15, semibold=True))
        for entry in ENTRIES:
            layout.addWidget(beside(MarkedWord(theme, entry.kind), paragraph(theme, entry.name, entry.sentence)))
        layout.addStretch(1)
        return layout

    def _right(self) -> QVBoxLayout:
        theme = self._theme
        layout = column(label(theme, "What the figures do not say", 15, semibold=True), spacing=10)
        for title, meaning in words.NOT_SAID:
            layout.addWidget(paragraph(theme, title, meaning))
        layout.addSpacing(10)
        layout.addWidget(label(theme, "Signs", 15, semibold=True))
        for name, meaning in words.HUES:
            layout.addWidget(beside(Swatch(theme, name), text(theme, meaning, 12, tone="secondary")))
        for sign, meaning in words.SIGNS:
            layout.addWidget(beside(label(theme, sign, 15), text(theme, meaning, 12, tone="secondary")))
        layout.addStretch(1)
        return layout

    def _keys(self) -> QVBoxLayout:
        """Every command that has a shortcut of the app's own; those of the system are known."""
        theme = self._theme
        own = [(command.keys, command.words) for command in COMMANDS if command.keys]
        known = [(key_text(keys), meaning.rstrip("…")) for keys, meaning in own if isinstance(keys, str)]
        rows = -(-len(known) // KEY_COLUMNS)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(3)
        for place, (keys, meaning) in enumerate(known):
            at, line = divmod(place, rows)
            grid.addWidget(label(theme, keys, 12), line, 2 * at)
            grid.addWidget(text(theme, meaning, 12, tone="secondary"), line, 2 * at + 1)
            grid.setColumnMinimumWidth(2 * at, 52)
            grid.setColumnStretch(2 * at + 1, 1)
        layout = column(label(theme, "Keys", 15, semibold=True))
        layout.addLayout(grid)
        for sentence in (words.SLIDER_KEYS, words.TEXT_KEYS):
            layout.addWidget(text(theme, sentence, 12, tone="secondary"))
        return layout
