"""The heat map's scale: grey below 1.0×, the surface at 1.0×, blue above, even in the logarithm."""

import math

from PySide6.QtGui import QColor

from app.models.sweep.board import LEAST_FULL
from app.theme import Theme

_ENDS = {False: ("#A6A6AD", "#4B9DD0"), True: ("#8E8E98", "#4FA8DC")}
_EVEN = {False: "#F7F7F9", True: "#242428"}


def share(speedup: float, full: float = LEAST_FULL) -> float:
    """Where on the scale a speed-up stands: −1 (`1 / full` or less) over 0 (1.0×) to 1 (`full` or more)."""
    if speedup <= 0:
        return -1.0
    return max(-1.0, min(1.0, math.log(speedup) / math.log(full)))


def heat_colour(theme: Theme, speedup: float, full: float = LEAST_FULL) -> QColor:
    """The ground of a cell."""
    at = share(speedup, full)
    slow, fast = _ENDS[theme.is_dark]
    return _mixed(QColor(_EVEN[theme.is_dark]), QColor(fast if at > 0 else slow), abs(at))


def ink_on(ground: QColor) -> QColor:
    """Black or white, whichever stands out more: at least 4.5 : 1 on any ground."""
    black, white = QColor("#000000"), QColor("#FFFFFF")
    return max(black, white, key=lambda ink: contrast(ink, ground))


def contrast(one: QColor, other: QColor) -> float:
    """The ratio of WCAG 2, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: QColor) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _mixed(below: QColor, above: QColor, share_above: float) -> QColor:
    pairs = ((below.red(), above.red()), (below.green(), above.green()), (below.blue(), above.blue()))
    red, green, blue = (round(a + (b - a) * share_above) for a, b in pairs)
    return QColor(red, green, blue)
