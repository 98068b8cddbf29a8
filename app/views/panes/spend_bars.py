"""Where the spend strip's bars stand, how high they are, and in which colour."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.theme import Theme
from app.views.plots.series import Floats, TokenSeries, peaks
from engine.events import Kind

#: Heights within the strip: the budget's line, and the base.
TOP, BASE = 8, 40
#: Room at both ends for half a diamond.
INSET = 6
#: How much of its colour a bar keeps that a preview would change.
PALE = 0.32
_COLOURS: dict[Kind, str] = {"relaxed": "draft", "resampled": "resampled_line"}


class SpendBars:
    """One bar a token.

    Attributes:
        series: the tokens. preview: another budget whose spend is shown, TV; None for the run's own.
    """

    def __init__(self, theme: Theme, width: Callable[[], int]) -> None:
        """`width` tells the strip's width, in points."""
        self.series = TokenSeries()
        self.preview: float | None = None
        self._theme, self._width = theme, width
        self._key: tuple[object, ...] = ()
        self._bars: list[tuple[QRectF, QColor]] = []
        self._previewed: tuple[tuple[object, ...], Floats] = ((), np.zeros(0))

    def __len__(self) -> int:
        return len(self.series.kinds)

    def bar(self, index: int) -> QRectF:
        """A token's bar: where it stands, and how high."""
        wide, lefts, highs = self._measures(np.array([index]))
        return QRectF(float(lefts[0]), BASE - float(highs[0]), wide, float(highs[0]))

    def band(self, tokens: range | None) -> QRectF | None:
        """The band behind some tokens, as far as they are known."""
        count = len(self)
        if tokens is None or not 0 <= tokens.start < min(tokens.stop, count):
            return None
        left, right = self.bar(tokens.start).left(), self.bar(min(tokens.stop, count) - 1).right()
        return QRectF(left - 2, TOP - 6, right - left + 4, BASE - TOP + 9)

    def token_at(self, x: float) -> int | None:
        """The token whose bar stands at that distance from the left edge."""
        index = int((x - INSET) // self.pitch())
        return index if 0 <= index < len(self) else None

    def laid_out(self, flag: int | None) -> list[tuple[QRectF, QColor]]:
        """The bars that there are pixels for, pale from `flag` on; laid out once while nothing of them changes."""
        series, spent = self.series, self._spent()
        key = series.record, len(spent), series.span(), self._width(), self.preview, flag, self._theme.colours
        if key != self._key:
            places = peaks(spent, max(1, self._width() - 2 * INSET))
            places = places[spent[places] > 0]
            wide, lefts, highs = self._measures(places)
            sizes = zip(places.tolist(), lefts.tolist(), highs.tolist(), strict=True)
            shades = {(kind, pale): self.shade(kind, pale) for kind in set(series.kinds) for pale in (False, True)}
            pale_from = len(spent) if flag is None else flag
            self._key = key
            self._bars = [
                (QRectF(left, BASE - high, wide, high), shades[series.kinds[index], index >= pale_from])
                for index, left, high in sizes
            ]
        return self._bars

    def shade(self, kind: Kind, pale: bool) -> QColor:
        """The colour of a class of tokens."""
        return self._theme.colour(_COLOURS.get(kind, "neutral"), PALE if pale else 1.0)

    def pitch(self) -> float:
        """From one bar to the next, in points."""
        return max(1, self._width() - 2 * INSET) / self.series.span()

    def budget_height(self) -> float:
        """Where the budget's line lies: its height over the base, in points."""
        return (BASE - TOP) * (self._budget() / self._full() if self._full() else 0.0)

    def mean_spent(self) -> float | None:
        """Mean of min(d, D) over checked tokens, TV, at the previewed budget where there is one; None without any."""
        record = self.series.record
        if self.preview is None or record is None:
            return record.mean_spent if record else None
        return self.series.mean_at(self.preview)

    def _measures(self, places: npt.NDArray[np.intp]) -> tuple[float, Floats, Floats]:
        """The width of all bars; the left ends and the heights of some."""
        pitch, full = self.pitch(), self._full()
        highs = (BASE - TOP) * np.clip(self._spent()[places] / (full or 1.0), 0.0, 1.0)
        return max(1.0, min(pitch * 0.75, 12.0)), INSET + pitch * places.astype(np.float64), highs

    def _budget(self) -> float:
        if self.preview is not None:
            return self.preview
        return self.series.record.request.tv_budget if self.series.record else 0.0

    def _full(self) -> float:
        """The budget that the strip's height stands for: while previewing the larger one, so that bars only move."""
        own = self.series.record.request.tv_budget if self.series.record else 0.0
        return max(own, self._budget())

    def _spent(self) -> Floats:
        """Spent budget of all tokens, TV; kept while a preview asks for it bar by bar."""
        if self.preview is None:
            return self.series.spent
        key = self.series.record, len(self), self.preview
        if key != self._previewed[0]:
            self._previewed = key, np.minimum(self.series.distance, self.preview)
        return self._previewed[1]
