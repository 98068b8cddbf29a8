"""The settings of the window: checked, undoable, kept between starts, and settled after a pause."""

import json
from typing import Any

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QUndoStack

from app.models.settings.edits import Edit
from app.models.settings.fields import DEFAULTS, REQUEST_DEFAULTS, VIEW_DEFAULTS, checked
from engine.errors import RequestError
from engine.request import Mode, Request

SETTLE_MS = 400
_GROUP = "request"


class SettingsModel(QObject):
    """All settings of a run, and which panes are shown.

    Attributes:
        undo_stack: edits of the request; one drag or one burst of typing is one step.
        changed: a setting's name, right after its value changed.
        committed: a setting's name, once its value has settled: at the end of a drag,
            or `SETTLE_MS` after the last change, and only if it differs from what was
            settled before.
        drag_changed: a slider was taken hold of, or let go and settled.
    """

    changed = Signal(str)
    committed = Signal(str)
    drag_changed = Signal()

    def __init__(self, store: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._values = dict(DEFAULTS)
        self._settled = dict(DEFAULTS)
        self._dragged: str | None = None
        self._burst = 0
        self._takes_system = True
        self.undo_stack = QUndoStack(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._settle_pending)

    @property
    def draft_pane_shown(self) -> bool:
        """Whether the third pane, Draft only, is shown."""
        return bool(self._values["draft_pane"])

    def value(self, name: str) -> Any:
        """The setting's value now. Raises KeyError for a name that is no setting."""
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Take a new value; an equal one does nothing.

        Raises:
            RequestError: the value is out of range; the old one stays.
        """
        value = checked(name, value, self._values)
        old = self._values[name]
        if value == old:
            return
        if name in VIEW_DEFAULTS:
            self._put(name, value)
            self._commit(name)
        else:
            self.undo_stack.push(Edit(self._put, name, old, value, self._burst))

    def take(self, request: Request, words: str) -> None:
        """Take all settings of a run that is shown, as one step of undo, without asking for a new run."""
        self.settle()
        self.undo_stack.beginMacro(words)
        # Block verification refuses shared draws, so draws change while tokens are verified one by one.
        if request.coupling != self._values["coupling"]:
            self.set("verify", "token")
        for name in REQUEST_DEFAULTS:
            self.set(name, getattr(request, name))
        self.undo_stack.endMacro()
        self.settle()

    def request(self, mode: Mode = "mentored") -> Request:
        """The settings as a request. Raises `RequestError` where the prompt is empty.

        A system prompt that has no place is kept here, and left out there.
        """
        values = {name: self._values[name] for name in REQUEST_DEFAULTS}
        return Request(mode=mode, **values | ({"system": ""} if self.why_no_system else {}))

    def set_takes_system(self, takes: bool) -> None:
        """Whether the pair's chat template has a place for a system prompt."""
        if takes != self._takes_system:
            self._takes_system = takes
            self.changed.emit("system")

    @property
    def why_no_system(self) -> str:
        """Why a system prompt has no place now; "" where it has one."""
        if self._values["raw"]:
            return "Raw prompts go without a system prompt."
        return "" if self._takes_system else "The models’ chat template has no place for a system prompt."

    def begin_drag(self, name: str) -> None:
        """A slider is held: its changes are one undo step and are not settled before `end_drag`."""
        self._settle_pending()
        self._dragged = name
        self.drag_changed.emit()

    def end_drag(self, name: str) -> None:
        """The slider was let go: what it left is settled now."""
        if self._dragged == name:
            self._dragged = None
            self._settle_pending()
            self.drag_changed.emit()

    @property
    def dragged(self) -> str | None:
        """The setting whose slider is held, or None."""
        return self._dragged

    def pending(self, name: str) -> bool:
        """Whether a setting has moved and not settled yet, or is held."""
        return name == self._dragged or bool(self._values[name] != self._settled[name])

    def settle(self) -> None:
        """Take all values as settled without telling anybody: a run takes them as they are."""
        self._timer.stop()
        self._burst += 1
        if self._settled != self._values:
            self._settled = dict(self._values)
            self.save()

    def close(self) -> None:
        """Stop the timer and save; nothing is committed any more."""
        self._timer.stop()
        self.save()

    def save(self) -> None:
        """Write all settings, typed (as JSON), to the store."""
        for name in self._values:
            self._keep(name)

    def restore(self) -> None:
        """Read what `save` wrote; what is damaged or out of range keeps its default."""
        if self._store is None:
            return
        for name in DEFAULTS:
            text = self._store.value(f"{_GROUP}/{name}")
            try:
                value = checked(name, json.loads(str(text)), self._values) if text is not None else self._values[name]
            except (ValueError, RequestError):
                continue
            if value != self._values[name]:
                self._values[name] = value
                self.changed.emit(name)
        self.undo_stack.clear()
        self._timer.stop()
        self._settled = dict(self._values)

    def _put(self, name: str, value: Any) -> None:
        self._values[name] = value
        if name != self._dragged:
            self._timer.start()
        self.changed.emit(name)

    def _settle_pending(self) -> None:
        """Close the burst and commit every setting that has moved, but for one that is held."""
        self._timer.stop()
        self._burst += 1
        for name in REQUEST_DEFAULTS:
            if name != self._dragged and self._values[name] != self._settled[name]:
                self._commit(name)

    def _commit(self, name: str) -> None:
        self._settled[name] = self._values[name]
        self._keep(name)
        self.committed.emit(name)

    def _keep(self, name: str) -> None:
        if self._store is not None:
            self._store.setValue(f"{_GROUP}/{name}", json.dumps(self._values[name]))
