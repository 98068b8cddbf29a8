"""Undo: one step for one drag or one burst of typing."""

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QUndoCommand

from app.models.settings.fields import words_of


class Edit(QUndoCommand):
    """One setting from an old value to a new one; edits of the same burst become one step."""

    def __init__(self, put: Callable[[str, Any], None], name: str, old: Any, new: Any, burst: int) -> None:
        super().__init__(words_of(name))
        self._put = put
        self.name, self.old, self.new, self.burst = name, old, new, burst

    def undo(self) -> None:
        """Put the old value back."""
        self._put(self.name, self.old)

    def redo(self) -> None:
        """Put the new value in; the stack calls it on the first push too."""
        self._put(self.name, self.new)

    def id(self) -> int:
        """Equal ids let the stack ask `mergeWith`."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a later edit of the same setting and burst into this one."""
        if not isinstance(other, Edit) or (other.name, other.burst) != (self.name, self.burst):
            return False
        self.new = other.new
        self.setObsolete(self.new == self.old)
        return True
