"""Autoscroll: stay at the end while text arrives, unless the reader went elsewhere."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollBar

#: The reader counts as being at the end within this many points of it.
AT_END = 6


class Follower(QObject):
    """Keeps a scroll bar at its end until the reader moves it away, and again once they move it back."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._on, self._moving = True, False
        bar.valueChanged.connect(self._moved)
        bar.rangeChanged.connect(self.stick)

    @property
    def following(self) -> bool:
        """Whether new text will be scrolled to."""
        return self._on

    def set_following(self, on: bool) -> None:
        """Begin to follow the end, or stay where the reader is."""
        self._on = on

    def hold(self, held: bool) -> None:
        """While held, movements of the bar are the document's own and say nothing of the reader."""
        self._moving = held

    def stick(self) -> None:
        """Go to the end, where that is followed."""
        if self._on:
            before, self._moving = self._moving, True
            self._bar.setValue(self._bar.maximum())
            self._moving = before

    def _moved(self, value: int) -> None:
        if not self._moving:
            self._on = value >= self._bar.maximum() - AT_END
