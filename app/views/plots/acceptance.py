"""Acceptance so far, round by round."""

from collections.abc import Callable

import pyqtgraph as pg

from app.theme import Theme
from app.views.plots.pointing import PointedPlot
from app.views.plots.series import RoundSeries, place_ticks, running_share, some_of, span_of
from engine.record import RunRecord

#: The line has about this many points at most.
MOST_POINTS = 400


class AcceptancePlot(PointedPlot):
    """Accepted so far over proposed so far, %, with its last value at the end of the line. Its places are rounds."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Accepted so far", "Accepted so far, % of proposed, by round", left=30, right=6)
        self._record: RunRecord | None = None
        self.series = RoundSeries()
        self._chance: Callable[[float], float | None] | None = None
        self.curve = pg.PlotCurveItem(antialias=True)
        self.dot = pg.ScatterPlotItem(size=8, pxMode=True, antialias=True)
        self.label = pg.TextItem(anchor=(1, 0))
        for item in (self.curve, self.dot, self.label):
            self.item.addItem(item, ignoreBounds=True)
        self.restyle()
        self.take(None)

    def take(self, record: RunRecord | None) -> None:
        """Show a record's rounds, or what it has got since the last call."""
        if record is self._record and self._chance is not None:
            return
        self.linked = self.linked if record is self._record else None
        self._record, self._chance = record, None
        self.title.set_title("Accepted so far", ", % of proposed, by round")
        self.setToolTip("Drafted tokens shown, of all drafted, from the first round to each one, in percent.")
        self.series.take(record)
        share, count = self.series.share(), len(self.series)
        # A smooth line needs no more points than there are pixels, and takes long to paint with more.
        places = some_of(count, MOST_POINTS)
        self.curve.setData(places + 1, share[places])
        self.dot.setData(places[-1:] + 1, share[-1:])
        self.label.setVisible(count > 0)
        if count:
            last = float(share[-1])
            self.label.setText(f"{last:.0f} %")
            # Below the line, unless there is no room; at its right end either way.
            self.label.setAnchor((0.9 if count > 2 else 0, -0.15 if last > 25 else 1.15))
            self.label.setPos(count, last)
        span = max(2, span_of(count, record.finished if record else False))
        self.set_axes(1, span, 100.0, place_ticks(span, 3), ("0", "50", "100"))
        self._show_link()
        self.setAccessibleDescription(f"{share[-1]:.0f} % after {count} rounds." if count else "No round yet.")

    def places(self) -> int:
        """Rounds so far; none while the axis is the budget's."""
        return len(self.series) if self._chance is None else 0

    def set_preview(self, chance: Callable[[float], float | None] | None, budget: float | None) -> None:
        """Show how the acceptance depends on the budget, with a dot at one; None for the run's rounds again."""
        if chance is None or budget is None:
            if self._chance is not None:
                self._chance = None
                self.take(self._record)
            return
        self._chance = chance
        self.set_linked(None)
        self.title.set_title("Acceptance by budget", ", % a token, predicted")
        self.setToolTip("1 − mean(max(0, d − D)) over the checked tokens of this run: the chance that a token stays.")
        places = [step / 50 for step in range(51)]
        self.curve.setData(places, [100 * (chance(place) or 0.0) for place in places])
        here = 100 * (chance(budget) or 0.0)
        self.dot.setData([budget], [here])
        self.label.setVisible(True)
        self.label.setText(f"≈ {here:.0f} %")
        self.label.setAnchor((1.05 if budget > 0.5 else -0.05, -0.15 if here > 25 else 1.15))
        self.label.setPos(budget, here)
        self.set_axes(0.0, 1.0, 100.0, (0, 1), ("0", "50", "100"))
        self.setAccessibleDescription(f"About {here:.0f} % at a budget of {budget:.2f} TV, predicted from this run.")

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        colour = self.theme.colour("output")
        self.curve.setPen(self.pen("output", 2))
        self.dot.setPen(None)
        self.dot.setBrush(colour)
        self.label.setColor(self.theme.colour("text"))
        self.label.setFont(self.theme.font(12, semibold=True))

    def _rows(self) -> list[list[str]]:
        rounds = self._record.rounds if self._record else []
        share = running_share([r.accepted for r in rounds], [r.proposed for r in rounds])
        rows = [["round", "accepted", "proposed", "accepted so far, %"]]
        for done, value in zip(rounds, share, strict=True):
            rows.append([str(done.index + 1), str(done.accepted), str(done.proposed), f"{value:.6g}"])
        return rows
