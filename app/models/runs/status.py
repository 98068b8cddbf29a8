"""What the status bar says of the runs: as they begin, go on, end, are stopped or fail."""

from PySide6.QtCore import QObject, Signal

from app.models.runs import words
from app.models.runs.pane import PaneModel, PaneState
from app.models.runs.panes import PaneName
from app.models.runs.queue import RunQueue, Step
from app.models.settings.model import SettingsModel
from engine.errors import RequestError
from engine.events import Failed


class RunStatus(QObject):
    """Follows the queue; others may say something too.

    Attributes:
        sentence: what the status bar says. changed: it says another one.
    """

    changed = Signal(str)

    def __init__(
        self,
        settings: SettingsModel,
        panes: dict[PaneName, PaneModel],
        queue: RunQueue,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._panes, self._queue = settings, panes, queue
        self.sentence = words.STARTING
        queue.started.connect(self._on_started)
        queue.ended.connect(self._on_ended)
        queue.failed.connect(self._on_failed)
        queue.idle_changed.connect(self._on_idle)

    def say(self, sentence: str) -> None:
        """Say this from now on."""
        if sentence != self.sentence:
            self.sentence = sentence
            self.changed.emit(sentence)

    def _on_started(self, step: Step) -> None:
        goes_on = words.continuing(step.start.first_change) if step.start else words.running(step.pane)
        self.say(step.note or goes_on)

    def _on_ended(self, step: Step) -> None:
        record = self._panes[step.pane].record
        stopped = self._panes[step.pane].state is not PaneState.DONE
        if stopped or self.sentence == words.STOPPING:
            # Before its first token, a stopped run gives way to the one from before.
            self.say(words.stopped(record if stopped else None))
        elif not self._queue.planned():
            self.say(self._after(step))

    def _on_idle(self, idle: bool) -> None:
        if idle and self.sentence == words.STOPPING:
            self.say(words.stopped(None))

    def _on_failed(self, _step: Step, problem: Failed) -> None:
        self.say(problem.sentence)

    def _after(self, step: Step) -> str:
        try:
            request = self._settings.request(step.pane)
        except RequestError as problem:
            return problem.sentence
        if request.baseline_key() != step.request.baseline_key():
            return words.CHANGED
        return step.note or words.FINISHED
