"""What a change of the mentored settings alone asks for: a kept run, the shown one taken over, or a new run."""

import dataclasses

from app.models.preview.resume import Beginning, continuation, kept_whole
from app.models.runs import words
from app.models.runs.kept import KeptRuns
from app.models.runs.pane import PaneModel, PaneState
from app.models.runs.panes import PaneName
from app.models.runs.queue import RunQueue, steps_for
from engine.events import PairInfo
from engine.record import RunRecord
from engine.request import Request


class Rerun:
    """Brings the mentored pane to new settings; the baselines stay as they are."""

    def __init__(self, mentored: PaneModel, kept: KeptRuns, queue: RunQueue) -> None:
        self._pane, self._kept, self._queue = mentored, kept, queue

    def begin(self, request: Request, pair: PairInfo, name: str) -> str | None:
        """Show or run what `request` asks for, `name` being the setting that changed.

        Returns:
            What the status bar is to say; None where the run will say it when it starts.
        """
        note = words.draft_length(request, pair.device) if name == "draft_length" else ""
        planned = [step.pane for step in self._queue.planned()]
        later: list[PaneName] = ["draft"] if "draft" in planned else []
        if planned[:1] == ["target"]:
            self._queue.replace_waiting(steps_for(["mentored", *later], request, pair, note))
            return None
        # A draft-only run that goes on is not given up for another mentored one.
        start = self._queue.start
        if planned[:1] == ["draft"]:
            start, later = self._queue.replace_waiting, []
        # A run that goes on from a token that the reader chose keeps doing so, until Run begins anew: also one
        # that still waits for its turn.
        shown = self._queue.expected("mentored")
        if shown is not None and not _of_pair(shown, pair):
            shown = None
        kept = self._kept.get(pair.target, pair.draft, request, shown.branch if shown is not None else ())
        if kept is not None:
            start(steps_for(later, request, pair))
            if self._pane.record is not kept or self._pane.state is not PaneState.DONE:
                self._pane.show(kept)
            return note or words.SHOWN_AGAIN
        beginning = continuation(shown, request) if shown is not None else None
        if shown is not None and beginning is not None and beginning.whole:
            start(steps_for(later, request, pair))
            self._take_over(shown, beginning, request)
            return words.UNCHANGED
        first, *others = steps_for(["mentored", *later], request, pair, note)
        start([dataclasses.replace(first, start=beginning), *others])
        return None

    def _take_over(self, shown: RunRecord, start: Beginning, request: Request) -> None:
        """The new budget changes no token: the shown run is the new one already."""
        whole = kept_whole(shown, start, request)
        self._kept.put(whole)
        self._pane.show(whole)


def _of_pair(record: RunRecord, pair: PairInfo) -> bool:
    return (record.target, record.draft) == (pair.target, pair.draft)
