"""Panes that scroll together."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.views.panes.token_text import TokenText


class ScrollTogether(QObject):
    """What a person scrolls in one text moves the others to the same height; text that streams in moves none.

    Attributes:
        on: whether they do.
    """

    def __init__(self, texts: list[TokenText], busy: Callable[[], bool], parent: QObject) -> None:
        """`busy` says whether any text is still growing."""
        super().__init__(parent)
        self.on = True
        self._texts, self._busy, self._moving = texts, busy, False
        for text in texts:
            bar = text.verticalScrollBar()
            bar.actionTriggered.connect(
                lambda _, text=text: self._follow(text, text.verticalScrollBar().sliderPosition())
            )
            bar.valueChanged.connect(lambda value, text=text: self._follow(text, value) if text.hasFocus() else None)

    def _follow(self, source: TokenText, value: int) -> None:
        if not self.on or self._moving or self._busy():
            return
        self._moving = True
        for text in self._texts:
            if text is not source and not text.isHidden():
                text.verticalScrollBar().setValue(min(value, text.verticalScrollBar().maximum()))
        self._moving = False
