"""The row of rounds: back, play, on, where one is, and the strip."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QWidget

from app.models.replay.rounds import RoundsModel
from app.theme import Theme
from app.views.controls.glyphs import chevron, rounded
from app.views.controls.keys import key_text
from app.views.rounds.strip import RoundsStrip
from app.views.rounds.words import heading

HEIGHT = 44
MARGIN = 20


class GlyphButton(QAbstractButton):
    """A small button with a drawn sign: "back", "on", "play" or "pause"."""

    def __init__(self, theme: Theme, glyph: str, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.glyph = theme, glyph
        self.setFixedSize(27, 26)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_sign(glyph, name, tip)
        theme.changed.connect(self.update)

    def show_sign(self, glyph: str, name: str, tip: str) -> None:
        """Take another sign, name and tooltip."""
        self.glyph = glyph
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.update()

    def sizeHint(self) -> QSize:
        """Fixed."""
        return QSize(27, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A field with the sign in it."""
        painter, colour = QPainter(self), self._theme.colour
        focus = self.hasFocus()
        ground = colour("well" if self.isDown() else "field")
        border = colour("accent" if focus else "border")
        rounded(painter, QRectF(self.rect()), ground, border, width=2 if focus else 1)
        ink = colour("text" if self.isEnabled() else "dimmed", 1.0 if self.isEnabled() else 0.55)
        centre = QPointF(self.width() / 2, self.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.glyph in ("back", "on"):
            turned, shift = (90, -0.5) if self.glyph == "back" else (-90, 0.5)
            chevron(painter, centre + QPointF(shift, 0), ink, turned=turned)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        if self.glyph == "play":
            shape = (QPointF(-3, -4.6), QPointF(4.8, 0), QPointF(-3, 4.6))
            painter.drawPolygon(QPolygonF([centre + point for point in shape]))
        else:
            painter.drawRect(QRectF(centre.x() - 4, centre.y() - 4.5, 2.8, 9))
            painter.drawRect(QRectF(centre.x() + 1.2, centre.y() - 4.5, 2.8, 9))


class RoundsRow(QWidget):
    """44 points under the plots."""

    def __init__(self, theme: Theme, rounds: RoundsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._rounds = theme, rounds
        self.setFixedHeight(HEIGHT)
        self.back = GlyphButton(theme, "back", "Previous round", f"The round before ({key_text('Ctrl+[')}).")
        self.play = GlyphButton(theme, "play", "Play the rounds", "Play the rounds one after the other.")
        self.on = GlyphButton(theme, "on", "Next round", f"The round after ({key_text('Ctrl+]')}).")
        self.label = QLabel()
        self.label.setToolTip("Rounds: one draft and one check each.")
        self.strip = RoundsStrip(theme, rounds)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 1, MARGIN, 0)
        row.setSpacing(6)
        for button in (self.back, self.play, self.on):
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self.label)
        row.addSpacing(10)
        row.addWidget(self.strip, 1)
        self._connect()
        self._restyle()
        self._refresh()

    def toggle_play(self) -> None:
        """Play, or pause."""
        (self._rounds.pause if self._rounds.playing else self._rounds.play)()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A rule at the top."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        painter.fillRect(0, 0, self.width(), 1, self._theme.colour("grid"))

    def _connect(self) -> None:
        rounds = self._rounds
        self.back.clicked.connect(lambda: self._step(-1))
        self.on.clicked.connect(lambda: self._step(1))
        self.play.clicked.connect(self.toggle_play)
        rounds.changed.connect(self._refresh)
        rounds.selected_changed.connect(self._refresh)
        rounds.playing_changed.connect(self._show_playing)
        self._theme.changed.connect(self._restyle)

    def _step(self, by: int) -> None:
        self._rounds.pause()
        self._rounds.step(by)

    def _show_playing(self, on: bool) -> None:
        words = ("pause", "Pause", "Stay at this round.") if on else ("play", "Play the rounds", "Play the rounds one "
                 "after the other.")  # fmt: skip
        self.play.show_sign(*words)

    def _refresh(self) -> None:
        count, chosen = len(self._rounds.parts), self._rounds.selected
        self.label.setText(heading(chosen, count))
        self.back.setEnabled(count > 0 and chosen != 0)
        self.on.setEnabled(count > 0 and chosen != count - 1)
        self.play.setEnabled(count > 0)
        # The widest that it will get, so that the strip does not move when a round is chosen.
        widest = heading(max(0, count - 1), max(count, 10))
        self.label.setMinimumWidth(QFontMetrics(self.label.font()).horizontalAdvance(widest) + 1)

    def _restyle(self) -> None:
        self.label.setFont(self._theme.font(13))
        self.update()
