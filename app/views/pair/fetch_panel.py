"""What stands beside a recommended pair: what it is, what fetching it takes, and how far it has come."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.models.pair.fetching import FetchModel, Recommended
from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.controls.labels import Sentence, label, row
from app.views.pair.words import fetch_button, fetch_lines, fetch_tip, share_of


class Bar(QWidget):
    """A share, as a bar 6 points thick."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._share = theme, 0.0
        self.setFixedHeight(6)
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    @property
    def share(self) -> float:
        """0 to 1."""
        return self._share

    def show_share(self, share: float) -> None:
        """Take another share."""
        self._share = share
        self.setAccessibleDescription(f"{share:.0%}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        rounded(painter, box, self._theme.colour("groove"), None, radius=3)
        if self._share > 0:
            box.setWidth(max(6.0, box.width() * self._share))
            rounded(painter, box, self._theme.colour("accent"), None, radius=3)


class FetchPanel(QWidget):
    """Asks the hub on a first click, fetches on a second one that shows size and licence, stops on a third."""

    def __init__(self, theme: Theme, fetching: FetchModel) -> None:
        super().__init__()
        self._fetching = fetching
        self._pair: Recommended | None = None
        self.title = label(theme, "", 15, semibold=True)
        self.why = label(theme, "", 13, tone="secondary")
        self.lines = [label(theme, "", 13) for _ in range(4)]
        self.problem = Sentence(theme, tone="error")
        self.bar = Bar(theme, "Fetched")
        self.progress = label(theme, "", 11, tone="secondary")
        self.button = QPushButton()
        self.note = Sentence(theme)
        self._build()
        self.button.clicked.connect(self._act)
        fetching.changed.connect(self._refresh)

    def show_pair(self, pair: Recommended) -> None:
        """Show a recommended pair."""
        self._pair = pair
        self._refresh()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(8)
        for part in (self.title, self.why, *self.lines):
            part.setWordWrap(True)
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout.addWidget(self.title)
        layout.addWidget(self.why)
        layout.addSpacing(8)
        for part in self.lines:
            layout.addWidget(part)
        layout.addSpacing(8)
        layout.addWidget(self.bar)
        layout.addWidget(self.progress)
        layout.addWidget(self.problem)
        self.button.setAutoDefault(False)
        layout.addWidget(row(self.button, None, padding=0))
        layout.addWidget(self.note)
        layout.addStretch(1)

    def _act(self) -> None:
        pair = self._pair
        if pair is None:
            return
        state = self._fetching.state(pair)
        if state.stage in ("asking", "fetching"):
            self._fetching.stop()
        elif state.stage in ("offered", "stopped") or (state.stage == "failed" and state.size):
            self._fetching.fetch(pair)
        else:
            self._fetching.ask(pair)

    def _refresh(self) -> None:
        pair = self._pair
        if pair is None:
            return
        state, other = self._fetching.state(pair), self._fetching.busy not in (None, pair)
        title, why, lines = fetch_lines(pair, state)
        self.title.setText(title)
        self.why.setText(why)
        for part, words in zip(self.lines, lines, strict=True):
            part.setText(words)
            part.setVisible(bool(words))
        self.problem.show_words(state.problem)
        self.problem.setVisible(bool(state.problem))
        fetching = state.stage in ("fetching", "stopped") and bool(state.total)
        self.bar.setVisible(fetching)
        self.bar.show_share(share_of(state))
        self.progress.setVisible(fetching)
        self.progress.setText(fetch_tip(state))
        self.button.setText(fetch_button(state))
        self.button.setAccessibleName(fetch_button(state))
        self.button.setEnabled(not other and state.stage not in ("asking", "done"))
        self.note.show_words("Another pair is being fetched." if other else NOTES.get(state.stage, ""))


NOTES = {
    "listed": "A click asks the hub for the present size and licence. Nothing is fetched before you have seen them.",
    "asking": "Asking the hub for size and licence.",
    "offered": "It goes into the Hugging Face cache, where other programs find it too.",
    "fetching": "You can close this window meanwhile; it goes on.",
    "stopped": "What was fetched is kept. Fetching goes on from there.",
}
