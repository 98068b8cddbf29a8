"""The theme in force: colours, fonts, and the application's palette. Handed to widgets, never global."""

import sys
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

from app.theme.colours import DARK, LIGHT, Colours
from engine.paths import resources_dir

ThemeName = Literal["system", "light", "dark"]


class Theme(QObject):
    """Follows the system's light or dark scheme unless told otherwise.

    Widgets read `colours` when they paint and repaint on `changed`.
    """

    changed = Signal()

    def __init__(self, app: QGuiApplication, name: ThemeName = "system") -> None:
        super().__init__(app)
        self._app = app
        self._name: ThemeName = name
        self._family = _load_family(app)
        self.colours: Colours = LIGHT
        self._made_colours: dict[tuple[str, float], QColor] = {}
        self._made_fonts: dict[tuple[float, bool], QFont] = {}
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self._follow()

    @property
    def name(self) -> ThemeName:
        """The user's choice: "system", "light" or "dark"."""
        return self._name

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in force."""
        return self.colours is DARK

    def choose(self, name: ThemeName) -> None:
        """Take a theme by name and repaint."""
        self._name = name
        self._follow()

    def colour(self, name: str, alpha: float = 1.0) -> QColor:
        """The colour of that meaning (a field of `Colours`), with opacity 0 to 1."""
        # Asked for thousands of times a second while text streams in; callers get a copy of their own.
        colour = self._made_colours.get((name, alpha))
        if colour is None:
            colour = QColor(getattr(self.colours, name))
            colour.setAlphaF(alpha)
            self._made_colours[name, alpha] = colour
        return QColor(colour)

    def font(self, points: float, semibold: bool = False) -> QFont:
        """The system font at a size in points of the design, with tabular figures."""
        font = self._made_fonts.get((points, semibold))
        if font is None:
            font = QFont(self._family)
            font.setPixelSize(round(points))
            font.setWeight(QFont.Weight.DemiBold if semibold else QFont.Weight.Normal)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            font.setFeature(QFont.Tag("tnum"), 1)
            self._made_fonts[points, semibold] = font
        return QFont(font)

    def _follow(self) -> None:
        scheme = self._app.styleHints().colorScheme()
        dark = self._name == "dark" or (self._name == "system" and scheme == Qt.ColorScheme.Dark)
        self.colours = DARK if dark else LIGHT
        self._made_colours.clear()
        self._app.setPalette(self._palette())
        self.changed.emit()

    def _palette(self) -> QPalette:
        role = QPalette.ColorRole
        palette = QPalette()
        for target, name in (
            (role.Window, "window"),
            (role.Base, "surface"),
            (role.AlternateBase, "side"),
            (role.Button, "field"),
            (role.Text, "text"),
            (role.WindowText, "text"),
            (role.ButtonText, "text"),
            (role.ToolTipBase, "surface"),
            (role.ToolTipText, "text"),
            (role.PlaceholderText, "dimmed"),
            (role.Highlight, "accent"),
            (role.HighlightedText, "on_accent"),
            (role.Accent, "accent"),
            (role.Link, "accent"),
            (role.Mid, "line"),
        ):
            palette.setColor(target, self.colour(name))
        for target in (role.Text, role.WindowText, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, target, self.colour("dimmed"))
        return palette


def _load_family(app: QGuiApplication) -> str:
    """The system's own font on a Mac; elsewhere the bundled Inter, so that pictures match."""
    if sys.platform == "darwin":
        return app.font().family()
    family = app.font().family()
    for path in sorted((resources_dir() / "fonts").glob("*.otf")):
        number = QFontDatabase.addApplicationFont(str(path))
        families = QFontDatabase.applicationFontFamilies(number)
        family = families[0] if families else family
    return family
