"""The preview while the budget moves: follows the settings and the mentored pane, runs nothing."""

from PySide6.QtCore import QObject, Signal

from app.models.preview.resume import can_continue, whole_rounds
from app.models.preview.stakes import Change, Prediction, Stakes, obstacle
from app.models.runs.comparison import ComparisonModel
from engine.errors import RequestError
from engine.record import RunRecord
from engine.request import Request


class PreviewModel(QObject):
    """What the budget that is being set would do to the shown run.

    Attributes:
        budget: the previewed budget, TV; None while nothing is previewed.
        change: the first token that would change; None where all stay. prediction: what its figures should be.
        obstacle: why there is no preview although the budget is being set; "" otherwise.
        continues: whether letting go continues the run, rather than running from scratch.
        changed: any of these is another one.
    """

    changed = Signal()

    def __init__(self, comparison: ComparisonModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison, self._settings = comparison, comparison.settings
        self._pane = comparison.panes["mentored"]
        self._stakes: Stakes | None = None
        self._status: tuple[str, str] | None = None
        self.budget: float | None = None
        self.change: Change | None = None
        self.prediction: Prediction | None = None
        self.continues = False
        self.obstacle = ""
        self._settings.changed.connect(lambda name: self.refresh() if name == "tv_budget" else None)
        self._settings.committed.connect(lambda _: self.refresh())
        self._settings.drag_changed.connect(self.refresh)
        self._pane.reset.connect(self.refresh)

    @property
    def record(self) -> RunRecord | None:
        """The run that is previewed."""
        return self._stakes.record if self.budget is not None and self._stakes else None

    @property
    def stakes(self) -> Stakes | None:
        """What is at stake in that run; None while nothing is previewed."""
        return self._stakes if self.budget is not None else None

    @property
    def held(self) -> bool:
        """Whether the slider is held, so that letting go is what comes next."""
        return self._settings.dragged == "tv_budget"

    def refresh(self) -> None:
        """Take the budget as it is set now."""
        record, request = self._pane.record, self._request()
        moved = record is not None and request is not None and self._moved(record, request)
        self.obstacle = obstacle(record, request) if moved and request else ""
        if record is None or request is None or not moved or self.obstacle:
            self._end()
            return
        if self._stakes is None or self._stakes.record is not record:
            self._stakes = Stakes(record)
        self.budget = request.tv_budget
        self.change = self._stakes.first_change(self.budget)
        self.prediction = self._stakes.predict(self.budget, self._pane.speedup)
        self.continues = bool(record.given) or (can_continue(request) and bool(whole_rounds(record, self.change)))
        self.changed.emit()

    def tell(self, status: str) -> None:
        """Put a sentence into the status bar, in place of the one that stands there until the preview ends."""
        before = self._status[0] if self._status else self._comparison.status
        self._status = (before, status)
        self._comparison.tell(status)

    def _end(self) -> None:
        """Nothing is previewed any more; the status bar says again what it said, unless it says something newer."""
        self.budget = self.change = self.prediction = None
        status, self._status = self._status, None
        if status is not None and self._comparison.status == status[1]:
            self._comparison.tell(status[0])
        self.changed.emit()

    def _moved(self, record: RunRecord, request: Request) -> bool:
        done = record.stats is not None and not self._pane.busy and bool(record.tokens)
        return done and self._settings.pending("tv_budget") and request.tv_budget != record.request.tv_budget

    def _request(self) -> Request | None:
        try:
            return self._settings.request()
        except RequestError:
            return None
