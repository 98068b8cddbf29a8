"""Whether things may move: the system's Reduce Motion."""

import sys

from PySide6.QtCore import QSettings

UNFOLD_MS = 120


def unfold_ms() -> int:
    """How long unfolding takes, milliseconds; 0 under Reduce Motion."""
    if sys.platform != "darwin":
        return UNFOLD_MS
    access = QSettings("com.apple", "universalaccess")
    return 0 if access.value("reduceMotion", False, bool) else UNFOLD_MS
