"""Time per round, split into draft and verify."""

import numpy as np
import pyqtgraph as pg

from app.theme import Theme
from app.views.plots.plot import Plot
from app.views.plots.series import Floats, nice_ceiling, peaks, place_ticks, span_of
from engine.record import RunRecord

#: Room at the right for the words "verify" and "draft", in points.
WORDS = 48


class TimesPlot(Plot):
    """Stacked bars in ms: the draft's part below, the check above."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Time per round", "Time per round, ms, draft and verify", left=32, right=WORDS)
        self._record: RunRecord | None = None
        self._top = 1.0
        self.draft_bars = pg.BarGraphItem(x=[], height=[], width=1)
        self.verify_bars = pg.BarGraphItem(x=[], y0=[], height=[], width=1)
        self.labels = {name: pg.TextItem(name, anchor=(-0.08, 0.5)) for name in ("draft", "verify")}
        for item in (self.draft_bars, self.verify_bars, *self.labels.values()):
            self.item.addItem(item, ignoreBounds=True)
        self.setToolTip(
            "Draft: until the drafted tokens were known. Verify: from then to the target's verdict. Both in ms.\n"
            "Break even: tokens a round at which Mentored is as fast as target only. Made: tokens a round in this run."
        )
        self.restyle()
        self.take(None, None)

    def take(self, record: RunRecord | None, target_rate: float | None) -> None:
        """Show a record's rounds.

        Args:
            record: the mentored run, or None.
            target_rate: tokens/s of target only on the same prompt, or None where it is not known.
        """
        self._top = 1.0 if record is not self._record else self._top
        self._record = record
        rounds = record.rounds if record else []
        draft = np.array([1000 * r.draft_s for r in rounds])
        verify = np.array([1000 * r.verify_s for r in rounds])
        kept = peaks(draft + verify, max(50, int(self.view.width()) - 80))
        span = span_of(len(rounds), record.finished if record else False)
        wide = 0.8 * max(1.0, span / max(1, len(kept) if record and record.finished else span))
        self._top = nice_ceiling(max(self._top if rounds else 100.0, float(np.max(draft + verify, initial=0.0))))
        gap = np.minimum(0.006 * self._top, verify[kept])
        self.draft_bars.setOpts(x=kept + 1, height=draft[kept], width=wide)
        self.verify_bars.setOpts(x=kept + 1, y0=draft[kept] + gap, height=verify[kept] - gap, width=wide)
        half, top = self._top / 2, self._top
        self.set_axes(0.5, span + 0.5, top, place_ticks(span, 3), ("0", f"{half:g}", f"{top:g}"))
        self._place_labels(draft, verify, span)
        self.title.set_words(f", ms{break_even_words(record, target_rate)}")
        self.setAccessibleDescription(_words(draft, verify))

    def restyle(self) -> None:
        """Take the theme's colours anew."""
        super().restyle()
        for bars, name in ((self.draft_bars, "draft"), (self.verify_bars, "target")):
            bars.setOpts(brush=self.theme.colour(name), pen=None)
        for label in self.labels.values():
            label.setColor(self.theme.colour("text"))
            label.setFont(self.theme.font(11))

    def _place_labels(self, draft: Floats, verify: Floats, span: int) -> None:
        """Beside the bars, each as high as the middle of its part."""
        for name, label in self.labels.items():
            label.setVisible(bool(len(draft)))
            if len(draft):
                height = float(np.mean(draft)) / 2 if name == "draft" else float(np.mean(draft) + np.mean(verify) / 2)
                label.setPos(span + 0.5, height)

    def _rows(self) -> list[list[str]]:
        rows = [["round", "draft, ms", "verify, ms", "proposed", "accepted", "tokens"]]
        for done in self._record.rounds if self._record else []:
            times = [f"{1000 * seconds:.6g}" for seconds in (done.draft_s, done.verify_s)]
            counts = [str(count) for count in (done.proposed, done.accepted, done.emitted)]
            rows.append([str(done.index + 1), *times, *counts])
        return rows


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
