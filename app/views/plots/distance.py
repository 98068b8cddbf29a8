"""TV distance and spent budget, token by token."""

import numpy as np
import pyqtgraph as pg

from app.theme import Theme
from app.views.plots.plot import Plot
from app.views.plots.series import TokenSeries, peaks, place_ticks
from engine.record import RunRecord


class DistancePlot(Plot):
    """Grey bars up to d, orange bars up to min(d, D), and the budget as a dashed line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "TV distance and spent budget", "TV distance and spent budget, by token", right=12)
        self.series = TokenSeries()
        self._difference: int | None = None
        self.distance_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.spent_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.budget_line = pg.InfiniteLine(0, angle=0)
        self.difference_line = pg.InfiniteLine(0, angle=90)
        for item in (self.distance_bars, self.spent_bars, self.difference_line, self.budget_line):
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
        self.series.take(record)
        span = self.series.span()
        self._difference = difference
        bins = max(50, int(self.view.width() - 32))
        places = peaks(self.series.distance, bins)
        spent = peaks(self.series.spent, bins)
        # A bin's bar stands at its peak, at least about a point and a half wide.
        wide = 0.72 * max(1.0, span / bins)
        self.distance_bars.setOpts(x=places + 1, height=self.series.distance[places], width=wide)
        self.spent_bars.setOpts(x=spent + 1, height=self.series.spent[spent], width=wide)
        self.budget_line.setVisible(record is not None)
        self.budget_line.setValue(record.request.tv_budget if record else 0)
        shown = difference is not None and difference < len(self.series.kinds)
        self.difference_line.setVisible(shown)
        if difference is not None:
            self.difference_line.setValue(difference + 1)
        self.set_axes(0.5, span + 0.5, 1.0, place_ticks(span), ("0.0", "0.5", "1.0"))
        self.difference_line.setSpan(0, self.share_of_top())
        self.setAccessibleDescription(self._words(record))

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        for bars, name in ((self.distance_bars, "neutral"), (self.spent_bars, "draft")):
            bars.setOpts(brush=self.theme.colour(name), pen=None)
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
