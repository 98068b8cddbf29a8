"""The application's style: Fusion underneath, so that it looks the same everywhere, and one sheet from `Colours`."""

from dataclasses import fields

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.theme.colours import Colours
from app.theme.theme import Theme

#: A dynamic property of labels: "secondary", "dimmed", "error"; text colour by meaning.
TONE = "tone"
#: A dynamic property of plain widgets: the ground that they fill, a field of `Colours`.
GROUND = "ground"


def install_style(app: QApplication, theme: Theme) -> None:
    """Dress the application, now and whenever the theme changes. Calling it again is harmless."""
    if app.property("mentorscope_style") == id(theme):
        return
    app.setProperty("mentorscope_style", id(theme))
    # Else a widget under a style sheet keeps its first palette, and its viewport with it.
    app.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    app.setStyle(QStyleFactory.create("Fusion"))
    app.styleHints().setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusAllControls)
    app.setFont(theme.font(13))
    app.setStyleSheet(style_sheet(theme.colours))
    theme.changed.connect(lambda: app.setStyleSheet(style_sheet(theme.colours)))


def style_sheet(colours: Colours) -> str:
    """The sheet for one palette. Sizes are those of the design's grid, in points."""
    values = {name: getattr(colours, name) for name in (field.name for field in fields(Colours))}
    values |= {
        "hover": _mix(colours.side, colours.text, 0.05),
        "pressed": _mix(colours.side, colours.text, 0.10),
        "field_hover": _mix(colours.field, colours.text, 0.03),
        "field_pressed": _mix(colours.field, colours.text, 0.08),
        "accent_hover": _mix(colours.accent, colours.text, 0.10),
        "accent_pressed": _mix(colours.accent, colours.text, 0.20),
        "field_off": _mix(colours.side, colours.field, 0.35),
    }
    parts = (_LABELS, _FIELDS, _BUTTONS, _MENUS, _SCROLLING, _grounds())
    return "\n".join(parts) % values


def _mix(below: str, above: str, share: float) -> str:
    """`share` (0 to 1) of the second colour over the first, as `#RRGGBB`."""
    a, b = QColor(below), QColor(above)
    pairs = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    red, green, blue = (round(x + (y - x) * share) for x, y in pairs)
    return QColor(red, green, blue).name()


def _grounds() -> str:
    names = ("window", "side", "surface", "line")
    return "\n".join(f'QWidget[{GROUND}="{name}"] {{ background: %({name})s; }}' for name in names)


_LABELS = """
QLabel { background: transparent; color: %(text)s; }
QLabel[tone="secondary"] { color: %(secondary)s; }
QLabel[tone="dimmed"] { color: %(dimmed)s; }
QLabel[tone="error"] { color: %(text)s; }
QToolTip { background: %(surface)s; color: %(text)s; border: 1px solid %(border)s; padding: 4px 6px; }
QSplitter::handle:horizontal { background: %(line)s; }
QSplitter::handle:vertical { background: %(window)s; }
QPlainTextEdit#details { background: %(surface)s; color: %(text)s; border: 1px solid %(line)s; border-radius: 6px; }
QDialog { background: %(window)s; }
QTableWidget { background: %(surface)s; color: %(text)s; border: 1px solid %(line)s; border-radius: 6px; outline: 0; }
QTableWidget:focus { border: 1px solid %(accent)s; }
QTableWidget::item { padding: 0 6px; border: 0; }
QTableWidget::item:selected { background: %(selection)s; color: %(text)s; }
QTableWidget QHeaderView { background: %(surface)s; border: 0; }
QTableWidget QHeaderView::section { background: %(surface)s; color: %(secondary)s; border: 0;
    border-bottom: 1px solid %(line)s; padding: 3px 9px; }
QListView#models, QWidget#card { background: %(surface)s; border: 1px solid %(line)s; border-radius: 8px; outline: 0; }
QListView#models { padding: 4px; }
QListView#models:focus { border: 1px solid %(accent)s; }
"""

_FIELDS = """
QTextEdit#prompt, QTextEdit#system, QLineEdit#path, QComboBox, QAbstractSpinBox {
    background: %(field)s; color: %(text)s; border: 1px solid %(border)s; border-radius: 6px;
    selection-background-color: %(selection)s; selection-color: %(text)s; }
QTextEdit#prompt, QTextEdit#system { padding: 3px 5px 3px 6px; }
QTextEdit#prompt:disabled, QTextEdit#system:disabled, QLineEdit#path:disabled {
    background: %(field_off)s; color: %(dimmed)s; }
QTextEdit#prompt[wrong="true"], QLineEdit#path[wrong="true"] { border: 2px solid %(resampled_line)s; }
QTextEdit#prompt[wrong="true"] { padding: 2px 4px 2px 5px; }
QTextEdit#prompt:focus, QTextEdit#system:focus { border: 2px solid %(accent)s; padding: 2px 4px 2px 5px; }
QLineEdit#path { padding: 0 8px; }
QLineEdit#path:focus { border: 2px solid %(accent)s; padding: 0 7px; }
QComboBox { padding: 0 0 0 10px; }
QComboBox:hover { background: %(field_hover)s; }
QComboBox:focus { border: 2px solid %(accent)s; padding: 0 0 0 9px; }
QComboBox:disabled, QAbstractSpinBox:disabled { background: %(field_off)s; color: %(dimmed)s; }
QComboBox::drop-down { border: 0; width: 26px; }
QComboBox::down-arrow { image: none; width: 0; height: 0; }
QComboBox QAbstractItemView { background: %(field)s; color: %(text)s; border: 1px solid %(border)s; outline: 0;
    padding: 4px; selection-background-color: %(accent)s; selection-color: %(on_accent)s; }
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 7px; border-radius: 4px; }
QAbstractSpinBox { padding: 0 3px 0 8px; }
QAbstractSpinBox:focus { border: 2px solid %(accent)s; padding: 0 2px 0 7px; }
QAbstractSpinBox QLineEdit { background: transparent; border: 0; color: %(text)s; padding: 0; }
QAbstractSpinBox QLineEdit:disabled { color: %(dimmed)s; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { background: transparent; border: 0; width: 20px; }
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow { image: none; width: 0; height: 0; }
"""

_BUTTONS = """
QPushButton { background: %(field)s; color: %(text)s; border: 1px solid %(border)s; border-radius: 6px;
    padding: 0 12px; }
QPushButton:hover { background: %(field_hover)s; }
QPushButton:pressed, QPushButton:checked { background: %(field_pressed)s; }
QPushButton:focus { border: 2px solid %(accent)s; padding: 0 11px; }
QDialog QPushButton { min-height: 24px; }
QDialog QPushButton:focus { min-height: 22px; }
QPushButton:disabled { background: %(field_off)s; color: %(dimmed)s; }
QPushButton:default { background: %(accent)s; color: %(on_accent)s; border: 1px solid %(accent)s; }
QPushButton:default:disabled { background: %(groove)s; color: %(dimmed)s; border: 1px solid %(groove)s; }
QPushButton:default:hover { background: %(accent_hover)s; }
QPushButton:default:focus { border: 2px solid %(text)s; padding: 0 11px; }
QToolButton { background: transparent; border: 2px solid transparent; border-radius: 6px; color: %(text)s;
    padding: 0 4px; }
QToolButton:hover { background: %(hover)s; }
QToolButton:pressed { background: %(pressed)s; }
QToolButton:focus { border: 2px solid %(accent)s; }
QCheckBox { background: transparent; color: %(text)s; spacing: 7px; }
QCheckBox:disabled { color: %(dimmed)s; }
"""

_MENUS = """
QMenuBar { background: %(side)s; color: %(text)s; border-bottom: 1px solid %(line)s; }
QMenuBar::item { padding: 4px 9px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: %(pressed)s; }
QMenu { background: %(surface)s; color: %(text)s; border: 1px solid %(border)s; padding: 4px; }
QMenu::item { padding: 4px 20px 4px 22px; border-radius: 4px; }
QMenu::item:selected { background: %(accent)s; color: %(on_accent)s; }
QMenu::item:disabled { color: %(dimmed)s; background: transparent; }
QMenu::separator { height: 1px; background: %(line)s; margin: 4px 8px; }
"""

_SCROLLING = """
QScrollArea { background: transparent; border: 0; }
QScrollBar { background: transparent; border: 0; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: %(groove)s; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: %(neutral)s; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
