"""TV distance and spent budget, token by token."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtGui import QBrush

from app.theme import Theme
from app.views.panes.spend_bars import PALE
from app.views.plots.pointing import PointedPlot
from app.views.plots.series import TokenSeries, peaks, place_ticks
from engine.record import RunRecord


class DistancePlot(PointedPlot):
    """Grey bars up to d, orange bars up to min(d, D), and the budget as a dashed line. Its places are tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "TV distance and spent budget", "TV distance and spent budget, by token", right=12)
        self.series = TokenSeries()
        self._difference: int | None = None
        self._preview: float | None = None
        self._flag: int | None = None
        self.distance_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.spent_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.budget_line = pg.InfiniteLine(0, angle=0)
        self.difference_line, self.flag_line = pg.InfiniteLine(0, angle=90), pg.InfiniteLine(0, angle=90)
        lines = (self.difference_line, self.flag_line, self.budget_line)
        for item in (self.distance_bars, self.spent_bars, *lines):
            self.item.addItem(item, ignoreBounds=True)
        self.title.set_words(", by token", [("neutral", "distance d"), ("draft", "spent")])
        self.setToolTip(
            "d: TV distance between target and draft at this token, 0 to 1.\n"
            "Spent: min(d, D), how far this token's law leans to the draft, in TV.\n"
            "Dashed: the budget D."
        )
        self.restyle()
        self.take(None, None)

    def take(self, record: RunRecord | None, difference: int | None) -> None:
        """Show a record, or what it has got since the last call.

        Args:
            record: the mentored run, or None.
            difference: position of the first difference between the panes, or None.
        """
        if record is not self.series.record:
            self._preview = self._flag = self.linked = None
        self.series.take(record)
        span = self.series.span()
        self._difference = difference
        self._draw_bars()
        self.budget_line.setVisible(record is not None)
        shown = difference is not None and difference < len(self.series.kinds)
        self.difference_line.setVisible(shown)
        if difference is not None:
            self.difference_line.setValue(difference + 1)
        self.set_axes(0.5, span + 0.5, 1.0, place_ticks(span), ("0.0", "0.5", "1.0"))
        for line in (self.difference_line, self.flag_line):
            line.setSpan(0, self.share_of_top())
        self._show_link()
        self.setAccessibleDescription(self._words(record))

    def set_preview(self, budget: float | None, first: int | None) -> None:
        """Show what another budget would spend, pale from one token on; None for the run's own."""
        if (budget, first) != (self._preview, self._flag):
            self._preview, self._flag = budget, first
            self._draw_bars()

    def places(self) -> int:
        """Tokens so far."""
        return len(self.series.kinds)

    def _draw_bars(self) -> None:
        """Both kinds of bars, the budget's line and the flag, for the run or for what is previewed."""
        record, budget, span = self.series.record, self._preview, self.series.span()
        spends = self.series.spent if budget is None else np.minimum(self.series.distance, budget)
        bins = max(50, int(self.view.width() - 32))
        # A bin's bar stands at its peak, at least about a point and a half wide.
        wide = 0.72 * max(1.0, span / bins)
        bars = ((self.distance_bars, self.series.distance, "neutral"), (self.spent_bars, spends, "draft"))
        for item, values, name in bars:
            places = peaks(values, bins)
            item.setOpts(x=places + 1, height=values[places], width=wide, **self._brushes(places, name))
        own = record.request.tv_budget if record else 0.0
        self.budget_line.setValue(own if budget is None else budget)
        flagged = self._flag is not None and self._flag < len(self.series.kinds)
        self.flag_line.setVisible(flagged)
        self.flag_line.setValue((self._flag or 0) + 0.5)

    def _brushes(self, places: npt.NDArray[np.intp], name: str) -> dict[str, Any]:
        """One colour, or a pale one too where a preview would change tokens."""
        full = QBrush(self.theme.colour(name))
        if self._flag is None:
            return {"brush": full, "brushes": None}
        pale = QBrush(self.theme.colour(name, PALE))
        return {"brush": full, "brushes": [pale if place >= self._flag else full for place in places]}

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        for bars in (self.distance_bars, self.spent_bars):
            bars.setOpts(pen=None)
        self._draw_bars()
        self.flag_line.setPen(self.pen("accent", 2.5))
        self.budget_line.setPen(self.pen("text", 1, dashed=True))
        self.difference_line.setPen(self.pen("text", 1.5))

    def _words(self, record: RunRecord | None) -> str:
        if record is None or record.mean_tv is None:
            return "No token was checked yet."
        highest = float(np.max(self.series.distance))
        spent = f"mean spent {record.mean_spent:.2f} TV"
        return f"Mean distance {record.mean_tv:.2f} TV, highest {highest:.2f} TV, {spent}."

    def _rows(self) -> list[list[str]]:
        rows = [["token", "text", "class", "distance d, TV", "spent, TV"]]
        for token in self.series.record.tokens if self.series.record else []:
            text = token.text.replace("\t", " ").replace("\n", "↵").replace("\r", "")
            numbers = ["" if value is None else f"{value:.6g}" for value in (token.tv, token.spent)]
            rows.append([str(token.position + 1), text, token.kind, *numbers])
        return rows
