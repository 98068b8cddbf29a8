"""How a shortcut is written beside the control that it belongs to."""

import sys

from PySide6.QtGui import QGuiApplication, QKeySequence

_MAC = {"Ctrl": "⌘", "Shift": "⇧", "Alt": "⌥", "Return": "↩", "Meta": "⌃"}


def key_text(keys: str) -> str:
    """A portable shortcut as the platform writes it: "Ctrl+R" is "⌘R" on a Mac.

    The offscreen platform writes as a Mac does, so that its pictures show the Mac's window.
    """
    if sys.platform == "darwin" or QGuiApplication.platformName() != "offscreen":
        return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return "".join(_MAC.get(part, part) for part in keys.split("+"))
