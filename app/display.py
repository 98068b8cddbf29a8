"""Whether there is a screen, and what to do without one."""

import os
import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

_NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def use_offscreen_without_display() -> bool:
    """On a Linux machine without a display let Qt draw into memory, and say so on stderr.

    Must come before the application is made. Returns whether it did so.
    """
    if not sys.platform.startswith("linux") or any(os.environ.get(name) for name in _NAMES):
        return False
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    print("mentorscope: no display was found, so the window opens on Qt's offscreen platform.", file=sys.stderr)
    return True


def hush_offscreen() -> None:
    """Keep Qt's offscreen platform from telling, for every window, what it cannot do; all else is told."""

    def tell(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:
            print(message, file=sys.stderr)

    if QGuiApplication.platformName() == "offscreen":
        qInstallMessageHandler(tell)
