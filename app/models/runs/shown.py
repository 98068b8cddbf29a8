"""What the panes show, or are about to, for given settings: kept runs again, and the third pane filled or let go."""

from app.models.runs import words
from app.models.runs.kept import KeptRuns, baseline_of
from app.models.runs.pane import PaneModel, PaneState
from app.models.runs.panes import PANES, PaneName
from app.models.runs.queue import RunQueue, Step, steps_for
from app.models.settings.model import SettingsModel
from engine.events import PairInfo
from engine.request import Request


class Shown:
    """Compares what is shown with what settings ask for."""

    def __init__(
        self, settings: SettingsModel, panes: dict[PaneName, PaneModel], kept: KeptRuns, queue: RunQueue
    ) -> None:
        self._settings, self._panes, self._kept, self._queue = settings, panes, kept, queue

    def wanted(self) -> list[PaneName]:
        """The panes that are asked for, in their order."""
        return [name for name in PANES if name != "draft" or self._settings.draft_pane_shown]

    def show_kept(self, name: PaneName, request: Request, pair: PairInfo) -> bool:
        """Show a kept run of that pane, if there is one: of several that go on from chosen tokens the last shown."""
        record = self._kept.latest(pair.target, pair.draft, request.replace(mode=name))
        if record is None:
            return False
        pane = self._panes[name]
        if pane.record is not record or pane.state is not PaneState.DONE:
            pane.show(record)
        return True

    def show_what_is_kept(self, request: Request, pair: PairInfo) -> str:
        """Settings of all panes changed: show what is known of them; returns the status bar's sentence."""
        wanted = self.wanted()
        shown = [name for name in wanted if self.show_kept(name, request, pair)]
        if len(shown) == len(wanted):
            return words.SHOWN_AGAIN
        return words.SHOWN_IN_PART if shown else words.CHANGED

    def is_current(self, request: Request, pair: PairInfo) -> bool:
        """Whether the target-only pane shows, or is about to, what these settings ask for."""
        record = self._queue.expected("target")
        return record is not None and baseline_of(record) == baseline_of(Step("target", request, pair).record())

    def has_mentored(self, request: Request, pair: PairInfo) -> bool:
        """Whether the mentored pane shows, or is about to, what these settings ask for."""
        record = self._queue.expected("mentored")
        asked = (pair.target, pair.draft, request)
        return record is not None and (record.target, record.draft, record.request) == asked

    def fill_draft(self, request: Request, pair: PairInfo) -> None:
        """The third pane was shown: fill it at once if the other two belong to these settings."""
        if not self.is_current(request, pair) or self.show_kept("draft", request, pair):
            return
        planned = [step.pane for step in self._queue.planned()]
        if "draft" not in planned:
            waiting = [name for name in planned[1:] if name == "mentored"]
            self._queue.replace_waiting(steps_for([*waiting, "draft"], request, pair))

    def leave_draft(self) -> str:
        """The third pane was hidden: nobody sees its run, so it stops, or is not begun; the others go on.

        Returns:
            What the status bar is to say; "" where it stays as it is.
        """
        planned = self._queue.planned()
        others = [step for step in planned if step.pane != "draft"]
        if len(others) == len(planned):
            return ""
        if planned[0].pane != "draft":
            self._queue.replace_waiting(others[1:])
            return ""
        self._queue.start(others)
        return words.DRAFT_LEFT
