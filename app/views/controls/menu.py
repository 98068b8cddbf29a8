"""The menu of a picture: one action, where the pointer is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget


def pop_up(owner: QWidget, action: QAction, event: QContextMenuEvent) -> None:
    """Open it; it goes when it is closed."""
    menu = QMenu(owner)
    menu.addAction(action)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(event.globalPos())
