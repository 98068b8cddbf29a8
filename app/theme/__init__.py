"""Colours, fonts and the style sheet."""

from app.theme.colours import DARK, LIGHT, Colours
from app.theme.theme import Theme, ThemeName

__all__ = ["DARK", "LIGHT", "Colours", "Theme", "ThemeName"]
