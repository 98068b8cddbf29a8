"""Cut, copy, paste and select all go to whatever has the focus; two texts can be copied whole."""

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from app.models.runs.comparison import ComparisonModel
from app.models.runs.panes import PaneName

_METHODS = {"cut": "cut", "copy": "copy", "paste": "paste", "select_all": "selectAll"}


def edit(name: str) -> None:
    """Do "cut", "copy", "paste" or "select_all" where the focus is, if that is a text."""
    text = _text_of(QApplication.focusWidget())
    if text is not None:
        do: Callable[[], None] = getattr(text, _METHODS[name])
        do()


def copy_text(comparison: ComparisonModel, pane: PaneName) -> None:
    """Put a pane's whole text on the clipboard."""
    record = comparison.panes[pane].record
    if record is not None and record.text:
        QGuiApplication.clipboard().setText(record.text)


def _text_of(widget: QWidget | None) -> QWidget | None:
    """The widget's text field: itself, or the one inside a number field."""
    if isinstance(widget, (QTextEdit, QPlainTextEdit, QLineEdit)):
        return widget
    return widget.findChild(QLineEdit) if widget is not None else None
