"""The pair in use, and the loading of another."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.models.engine import Engine
from app.models.notice import Notice, notice_of
from engine.events import Event, Failed, Loading, PairInfo


class PairLoader(QObject):
    """Keeps the working pair until another one has loaded.

    Attributes:
        loading_changed: `loading` has moved on, or ended (None).
        failed: a `Notice`; the pair from before stays. stopped: the load was given up by the user.
    """

    pair_changed = Signal()
    loading_changed = Signal()
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pair: PairInfo | None = None
        self.loading: Loading | None = None
        self._engine = engine
        self._command: int | None = None
        self._given_up = False

    def load(self, target: Path, draft: Path) -> None:
        """Ask for a pair of folders; one that is still being loaded is given up."""
        if self._command is not None:
            self._engine.cancel(self._command)
        self._given_up = False
        self._command = self._engine.load(target, draft)
        self._set_loading(Loading(target.name, 0, 0))

    def cancel(self) -> None:
        """Give up what is being loaded; the pair from before stays."""
        if self._command is not None:
            self._given_up = True
            self._engine.cancel(self._command)

    def apply(self, command: int, events: Sequence[Event]) -> bool:
        """Take events of one command; False if it is not the load that goes on."""
        if command != self._command:
            return False
        for event in events:
            self._take(event)
        return True

    def _take(self, event: Event) -> None:
        if isinstance(event, Loading):
            self._set_loading(event)
        elif isinstance(event, PairInfo):
            self._command, self.pair = None, event
            self._set_loading(None)
            self.pair_changed.emit()
        elif isinstance(event, Failed):
            self._command = None
            self._set_loading(None)
            if self._given_up:
                self.stopped.emit()
                return
            remedy = "The pair that was loaded before stays in use." if self.pair else "Choose another folder."
            self.failed.emit(notice_of(event, remedy))

    def _set_loading(self, loading: Loading | None) -> None:
        self.loading = loading
        self.loading_changed.emit()


def no_pair() -> Notice:
    """What to say where a run needs a pair and there is none."""
    return Notice("No pair of models is loaded.", "Choose a target and a draft folder.")
