"""Clicks and keys on a text that choose the token to look at."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent

from app.models.inspector.model import InspectorModel
from app.models.runs.pane import PaneModel
from app.views.panes.token_text import TokenText

Key, Modifier = Qt.Key, Qt.KeyboardModifier
#: A keypad's or an arrow key's own mark is no modifier.
_NO_MARK = ~Modifier.KeypadModifier
_BUTTON = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease)


class Choosing(QObject):
    """Watches one text: a click, ← and → choose a token; ⌥← and ⌥→ a relaxed one; Return goes on; Esc leaves."""

    def __init__(self, model: InspectorModel, pane: PaneModel, text: TokenText) -> None:
        super().__init__(text)
        self._model, self._pane, self._text = model, pane, text
        self._pressed: QPointF | None = None
        text.installEventFilter(self)
        text.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the text and the clicks of its viewport."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and watched is self._text:
            # Asked first by the shortcuts: what is a key of ours is none of the menu's.
            if kind == QEvent.Type.ShortcutOverride and self._deed(event):
                event.accept()
                return True
            return kind == QEvent.Type.KeyPress and self._on_key(event)
        if isinstance(event, QMouseEvent) and kind in _BUTTON and watched is self._text.viewport():
            self._on_mouse(event)
        return False

    def _on_mouse(self, event: QMouseEvent) -> None:
        """A click that selects no text chooses the token; the text still gets the event."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = event.position()
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed is not None:
            moved = (event.position() - self._pressed).manhattanLength()
            self._pressed = None
            index = self._text.token_at(event.position().toPoint())
            still = moved < QGuiApplication.styleHints().startDragDistance()
            if still and index is not None and not self._text.textCursor().hasSelection():
                self._model.select(self._pane, index)

    def _on_key(self, event: QKeyEvent) -> bool:
        deed = self._deed(event)
        if not deed:
            return False
        if deed in ("go on", "leave"):
            (self._model.go_on if deed == "go on" else self._model.clear)()
        elif self._model.pane is not self._pane or self._model.token is None:
            self._model.select(self._pane, self._first())
        else:
            by = -1 if "back" in deed else 1
            (self._model.step_relaxed if "relaxed" in deed else self._model.step)(by)
        return True

    def _deed(self, event: QKeyEvent) -> str:
        """What a key asks for; "" for none of ours."""
        key, held = event.key(), event.modifiers() & _NO_MARK
        here = self._model.pane is self._pane and self._model.token is not None
        if key in (Key.Key_Left, Key.Key_Right) and held in (Modifier.NoModifier, Modifier.AltModifier):
            way = "back" if key == Key.Key_Left else "on"
            return f"relaxed {way}" if held == Modifier.AltModifier else way
        if here and held == Modifier.NoModifier:
            return {Key.Key_Return: "go on", Key.Key_Enter: "go on", Key.Key_Escape: "leave"}.get(Key(key), "")
        return ""

    def _first(self) -> int:
        """Where the keys begin: the first token in sight."""
        text = self._text
        at_top = text.token_document.index_at(text.cursorForPosition(text.viewport().rect().topLeft()).position())
        return at_top or 0
