"""What both pictures of a sweep share: clicks choose and open settings, and the data can be copied."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from app.models.sweep.board import Board
from app.theme import Theme
from app.views.controls.menu import pop_up
from app.views.sweep.card import Card
from app.views.sweep.words import tooltip
from engine.sweep.plan import Setting


class Picture(Card):
    """Subclasses give `setting_at`, `show_board` and `copy_data`, and take the keys.

    Signals:
        chosen, opened, clicked: a `Setting`; the last two only where something is known of it.
    """

    chosen = Signal(object)
    opened = Signal(object)
    clicked = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self.board = Board()
        self.selected: Setting | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.copy_action = QAction("Copy data", self)
        self.copy_action.triggered.connect(self.copy_data)

    def setting_at(self, point: QPointF) -> Setting | None:
        """The setting whose mark is under a point."""
        raise NotImplementedError

    def copy_data(self) -> None:
        """Put the figures on the clipboard."""
        raise NotImplementedError

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose."""
        setting = self.setting_at(event.position())
        if setting is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(setting)
            if setting in self.board.cells:
                self.clicked.emit(setting)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open."""
        setting = self.setting_at(event.position())
        if setting is not None and setting in self.board.cells:
            self.opened.emit(setting)

    def event(self, event: QEvent) -> bool:
        """The tooltip tells of the setting under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            setting = self.setting_at(QPointF(event.pos()))
            if setting is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tooltip(self.board.cells.get(setting)), self)
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu with "Copy data"."""
        pop_up(self, self.copy_action, event)
