"""A strip over the panes while a race is shown: play, speed, progress, end."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from app.models.replay.race import SPEEDS, RaceModel
from app.theme import Theme
from app.views.controls.buttons import Segmented
from app.views.controls.labels import ground, label
from app.views.race.track import RaceTrack
from app.views.rounds.row import GlyphButton

HEIGHT = 48
PLAY = ("play", "Go on with the race", "Go on (space).")
PAUSE = ("pause", "Pause the race", "Pause (space).")
AGAIN = ("play", "Race again", "From the beginning (space).")


class RaceBar(QWidget):
    """Hidden while there is no race. Space pauses or goes on, Esc ends the race."""

    def __init__(self, theme: Theme, race: RaceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._race = theme, race
        self._came_from: QWidget | None = None
        ground(self, "side")
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName("Race replay")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = label(theme, "Race replay", 13, semibold=True, tip="The runs as they were recorded; nothing runs.")
        self.play = GlyphButton(theme, *PAUSE)
        words = {0.5: "0.5×", 1.0: "1×", 2.0: "2×"}
        choices = [(str(speed), words[speed], f"{words[speed]} the recorded speed.") for speed in SPEEDS]
        self.speeds = Segmented(theme, "Race speed", choices)
        self.time = label(theme, "", 13, tip="Recorded time since the start, and of the longest run, in seconds.")
        self.track = RaceTrack(theme, race)
        self.end = QPushButton("End")
        self.end.setFixedHeight(26)
        self.end.setAccessibleName("End the race")
        self.end.setToolTip("Show the whole runs again (esc).")
        self._build()
        self.play.clicked.connect(self.toggle)
        self.speeds.chosen.connect(lambda key: race.set_speed(float(key)))
        self.end.clicked.connect(race.stop)
        race.changed.connect(self._refresh)
        race.ticked.connect(self._show_time)
        theme.changed.connect(self.update)
        self._refresh()

    def toggle(self) -> None:
        """Pause, go on, or race again."""
        if self._race.over:
            self._race.start()
        elif self._race.playing:
            self._race.pause()
        else:
            self._race.go_on()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Esc."""
        if event.key() == Qt.Key.Key_Space:
            self.toggle()
        elif event.key() == Qt.Key.Key_Escape:
            self._race.stop()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The column's ground with a line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("side"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.colour("line"))

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 20, 1)
        row.setSpacing(12)
        for part in (self.title, self.play, self.speeds, self.time):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.track, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.end, 0, Qt.AlignmentFlag.AlignVCenter)

    def _refresh(self) -> None:
        race, shown = self._race, self.isVisible()
        if shown and not race.active:
            self._give_focus_back()
        self.setVisible(race.active)
        if race.active and not shown:
            self._came_from = QApplication.focusWidget()
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.play.show_sign(*(AGAIN if race.over else PAUSE if race.playing else PLAY))
        self.speeds.show_choice(str(race.speed))
        widest = f"{race.length:.1f} of {race.length:.1f} s"
        self.time.setMinimumWidth(QFontMetrics(self.time.font()).horizontalAdvance(widest) + 2)
        self._show_time()

    def _give_focus_back(self) -> None:
        """To where it was: Qt would hand it to the header, where an arrow key turns to another view."""
        former, now = self._came_from, QApplication.focusWidget()
        self._came_from = None
        if former is not None and isValid(former) and now is not None and (now is self or self.isAncestorOf(now)):
            former.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_time(self) -> None:
        now = min(self._race.now, self._race.length)
        self.time.setText(f"{now:.1f} of {self._race.length:.1f} s")
