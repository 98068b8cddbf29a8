"""The frontier's two axes: round steps, room around the data."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF


@dataclass(frozen=True)
class Scale:
    """From TV spent and speed-up to points of the widget.

    Attributes:
        across, up: the ends of both axes. area: where they lie.
    """

    across: tuple[float, float]
    up: tuple[float, float]
    area: QRectF

    def spot(self, spent: float, speedup: float) -> QPointF:
        """Where that is."""
        x = (spent - self.across[0]) / (self.across[1] - self.across[0])
        y = (speedup - self.up[0]) / (self.up[1] - self.up[0])
        return QPointF(self.area.left() + x * self.area.width(), self.area.bottom() - y * self.area.height())

    def places(self) -> list[float]:
        """Numbers under the horizontal axis."""
        return _steps(*self.across, most=max(2, int(self.area.width() // 60)))

    def heights(self) -> list[float]:
        """Numbers beside the vertical axis; 1.0 is always among them."""
        steps = _steps(*self.up, most=max(2, int(self.area.height() // 34)))
        near = 0.6 * (steps[1] - steps[0]) if len(steps) > 1 else 0.25
        return sorted([height for height in steps if abs(height - 1.0) >= near] + [1.0])

    def place_words(self, place: float) -> str:
        """ "0.1", with as many decimals as the steps need."""
        return f"{place:.{_decimals(self.places())}f}"

    def height_words(self, height: float) -> str:
        """ "1.5×", with as many decimals as the steps need."""
        return f"{height:.{_decimals(self.heights())}f}×"


def scale_for(points: Sequence[tuple[float, float]], area: QRectF) -> Scale:
    """Axes with room for the points and their labels; break-even is always in sight."""
    widest = max((spent for spent, _ in points), default=0.4)
    fastest = max([1.0, *(speedup for _, speedup in points)])
    slowest = min([1.0, *(speedup for _, speedup in points)])
    room = max(0.12, 0.14 * (fastest - slowest))
    return Scale((0.0, max(0.02, widest * 1.08)), (max(0.0, slowest - room), fastest + 1.8 * room), area)


def _decimals(values: Sequence[float]) -> int:
    """How many decimals all of these need, at least one."""
    return next((n for n in (1, 2, 3) if all(abs(v - round(v, n)) < 1e-9 for v in values)), 4)


def _steps(low: float, high: float, most: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten."""
    span = high - low
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(index * step, 10) for index in range(first, last + 1)]
