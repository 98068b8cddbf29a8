"""Asks the engine what stood to choose at a place of a run, one question at a time; the last one counts."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.models.engine import Engine
from engine.events import Event, Explained, Failed
from engine.record import RunRecord


class Explaining(QObject):
    """The question that is with the engine.

    Attributes:
        answered: an `Explained` for the last question. refused: the sentence why there is none.
    """

    answered = Signal(object)
    refused = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._command: int | None = None
        self._old: set[int] = set()

    def ask(self, record: RunRecord, index: int) -> None:
        """Ask about a token of a run of the loaded pair, in place of what was asked before."""
        self.drop()
        self._command = self._engine.explain(record.request, record.place(index))

    def drop(self) -> None:
        """The answer is not wanted any more."""
        if self._command is not None:
            self._engine.cancel(self._command)
            self._old.add(self._command)
            self._command = None

    def apply(self, command: int, events: Sequence[Event]) -> bool:
        """Take events of one command; False if it is none of these questions."""
        if command in self._old:
            self._old.discard(command)
            return True
        if command != self._command:
            return False
        self._command = None
        last = events[-1]
        if isinstance(last, Explained):
            self.answered.emit(last)
        elif isinstance(last, Failed):
            self.refused.emit(last.sentence)
        return True
