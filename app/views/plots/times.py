"""Time per round, split into draft and verify."""

import numpy as np
import pyqtgraph as pg

from app.theme import Theme
from app.views.plots.plot import AXIS_BOTTOM
from app.views.plots.pointing import PointedPlot
from app.views.plots.series import Floats, RoundSeries, nice_ceiling, peaks, place_ticks, span_of
from engine.record import RunRecord

#: Room at the right for the words "verify" and "draft", in points.
WORDS = 48
#: The scale reaches this share above what nine in ten rounds stay below; what is longer is cut and marked.
USUAL, ABOVE_USUAL = 90, 1.3
#: While a run goes on the scale stays until it is this much too large, so that it does not flicker.
LOOSE = 0.4
#: Where rounds are cut the scale has more steps to choose from, so that it stays near to the usual ones.
FINE = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)

TIP = (
    "Draft: until the drafted tokens were known. Verify: from then to the target's verdict. Both in ms.\n"
    "Break even: tokens a round at which Mentored is as fast as target only. Made: tokens a round in this run."
)


class TimesPlot(PointedPlot):
    """Stacked bars in ms: the draft's part below, the check above. Its places are rounds."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Time per round", "Time per round, ms, draft and verify", left=32, right=WORDS)
        self._record: RunRecord | None = None
        self.series = RoundSeries()
        self._top = 1.0
        self.draft_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.verify_bars = pg.BarGraphItem(x=[], y0=[], height=[], width=1)
        self.cut_marks = pg.ScatterPlotItem(symbol="t1", size=7, pxMode=True, antialias=True)
        self.labels = {name: pg.TextItem(name, anchor=(-0.08, 0.5)) for name in ("draft", "verify")}
        for item in (self.draft_bars, self.verify_bars, self.cut_marks, *self.labels.values()):
            self.item.addItem(item, ignoreBounds=True)
        self.restyle()
        self.take(None, None)

    def take(self, record: RunRecord | None, target_rate: float | None) -> None:
        """Show a record's rounds.

        Args:
            record: the mentored run, or None.
            target_rate: tokens/s of target only on the same prompt, or None where it is not known.
        """
        if record is not self._record:
            self._record, self._top, self.linked = record, 0.0, None
        self.series.take(record)
        draft, verify = self.series.draft, self.series.verify
        running = record is not None and not record.finished
        self._top = scale_of(draft + verify, self._top if running else 0.0)
        span = span_of(len(draft), not running and record is not None)
        half, top = self._top / 2, self._top
        self.set_axes(0.5, span + 0.5, top, place_ticks(span, 3), ("0", f"{half:g}", f"{top:g}"))
        self._draw_bars(draft, verify, span, running)
        self._place_labels(draft, verify, span)
        self._show_link()
        self.title.set_words(f", ms{break_even_words(record, target_rate)}")
        self.setToolTip("\n".join([TIP, *cut_words(draft + verify, top)]))
        self.setAccessibleDescription(" ".join([_words(draft, verify), *cut_words(draft + verify, top)]))

    def places(self) -> int:
        """Rounds so far."""
        return len(self.series)

    def _draw_bars(self, draft: Floats, verify: Floats, span: int, running: bool) -> None:
        """Bars no higher than the scale; a triangle stands on those that were cut."""
        top, whole = self._top, draft + verify
        kept = peaks(whole, max(50, int(self.view.width()) - 80))
        wide = 0.8 * max(1.0, span / max(1, span if running or not len(kept) else len(kept)))
        low = np.minimum(draft[kept], top)
        high = np.minimum(whole[kept], top) - low
        gap = np.minimum(0.006 * top, high)
        self.draft_bars.setOpts(x=kept + 1, height=low, width=wide)
        self.verify_bars.setOpts(x=kept + 1, y0=low + gap, height=high - gap, width=wide)
        cut = kept[whole[kept] > top]
        point = top / self.share_of_top() / max(40.0, float(self.view.height()) - AXIS_BOTTOM)
        self.cut_marks.setData(cut + 1, np.full(len(cut), top + 4 * point))

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        for bars, name in ((self.draft_bars, "draft"), (self.verify_bars, "target")):
            bars.setOpts(brush=self.theme.colour(name), pen=None)
        self.cut_marks.setPen(None)
        self.cut_marks.setBrush(self.theme.colour("text"))
        for label in self.labels.values():
            label.setColor(self.theme.colour("text"))
            label.setFont(self.theme.font(11))

    def _place_labels(self, draft: Floats, verify: Floats, span: int) -> None:
        """Beside the bars, each as high as the middle of its part usually is."""
        for name, label in self.labels.items():
            label.setVisible(bool(len(draft)))
            if len(draft):
                low, high = float(np.median(draft)), float(np.median(verify))
                label.setPos(span + 0.5, min(low / 2 if name == "draft" else low + high / 2, self._top))

    def _rows(self) -> list[list[str]]:
        rows = [["round", "draft, ms", "verify, ms", "proposed", "accepted", "tokens"]]
        for done in self._record.rounds if self._record else []:
            times = [f"{1000 * seconds:.6g}" for seconds in (done.draft_s, done.verify_s)]
            counts = [str(count) for count in (done.proposed, done.accepted, done.emitted)]
            rows.append([str(done.index + 1), *times, *counts])
        return rows


def scale_of(times: Floats, before: float = 0.0) -> float:
    """The vertical axis's end, ms: a round number above all rounds, but one slow round does not flatten the others.

    Args:
        before: the end so far, kept while it is not much too large; 0 to take a new one.
    """
    if not len(times):
        return 100.0
    usual = float(np.percentile(times, USUAL, method="lower"))
    longest = float(np.max(times))
    needed = min(longest, ABOVE_USUAL * usual) or 1.0
    if LOOSE * before < needed <= before:
        return before
    return nice_ceiling(needed) if needed == longest else nice_ceiling(needed, FINE)


def cut_words(times: Floats, top: float) -> list[str]:
    """How many rounds are longer than the scale, in a sentence; none where all fit."""
    longer = times[times > top]
    if not len(longer):
        return []
    rounds = "1 round" if len(longer) == 1 else f"{len(longer):,} rounds"
    reach = "it took" if len(longer) == 1 else "the longest took"
    return [f"Cut and marked by a triangle: {rounds} of more than {top:g} ms; {reach} {np.max(longer):,.0f} ms."]


def break_even_words(record: RunRecord | None, target_rate: float | None) -> str:
    """ "3.5 tokens break even, 7.3 made", or "" where it is not known."""
    if record is None or not record.rounds or not target_rate:
        return ""
    count = len(record.rounds)
    spent = sum(done.draft_s + done.verify_s for done in record.rounds) / count
    made = sum(done.emitted for done in record.rounds) / count
    return f"  ·  {spent * target_rate:.1f} tokens break even, {made:.1f} made"


def _words(draft: Floats, verify: Floats) -> str:
    if not len(draft):
        return "No round yet."
    return f"Mean of {len(draft)} rounds: draft {np.mean(draft):.0f} ms, verify {np.mean(verify):.0f} ms."
