"""One pane: header, token text and foot of one run."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.compare.versus import comparable
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneModel, PaneState
from app.models.runs.panes import TITLES, PaneName
from app.theme import Theme
from app.views.panes.difference_words import draws_agree, finding
from app.views.panes.figure_words import message_words
from app.views.panes.foot import MentoredFoot, SentenceFoot, draft_finding
from app.views.panes.header import PaneHeader
from app.views.panes.token_text import TokenText
from app.views.panes.token_words import quoted_token, tooltip

TEXT_NAMES: dict[PaneName, str] = {
    "target": "Target-only text",
    "mentored": "Mentored text",
    "draft": "Draft-only text",
}
#: The foot follows a live run this often, in milliseconds.
FOOT_EVERY_MS = 100
ENDED = (PaneState.DONE, PaneState.STOPPED, PaneState.FAILED)


class Pane(QWidget):
    """Shows a `PaneModel`; the comparison tells where the panes part."""

    def __init__(
        self, theme: Theme, comparison: ComparisonModel, name: PaneName, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._model: PaneModel = comparison.panes[name]
        self.setAccessibleName(TITLES[name])
        self.header = PaneHeader(theme, self._model, self)
        self.text = TokenText(theme, self.token_words, self)
        self.text.setAccessibleName(TEXT_NAMES[name])
        mentored = name == "mentored"
        self.foot = MentoredFoot(theme, self.token_words, self) if mentored else SentenceFoot(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.foot)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(FOOT_EVERY_MS)
        self._soon.timeout.connect(self.refresh_foot)
        self._connect()
        self._on_reset()

    @property
    def model(self) -> PaneModel:
        """What it shows."""
        return self._model

    def token_words(self, index: int) -> str:
        """The tooltip of a token."""
        record = self._model.record
        if record is None or not 0 <= index < len(record.tokens):
            return ""
        return tooltip(record.tokens[index], record, self._target_says(index))

    def refresh_foot(self) -> None:
        """Bring the foot up to date at once."""
        self._soon.stop()
        if isinstance(self.foot, MentoredFoot):
            self.foot.take(self._model.record)
        elif self._model.name == "target":
            target, mentored = self._comparison.panes["target"], self._comparison.panes["mentored"]
            at = self._comparison.first_difference
            found = finding(target.record, mentored.record, at, comparable(target, mentored))
            self.foot.set_finding(found)
        else:
            mentored_record = self._comparison.panes["mentored"].record or self._model.record
            self.foot.set_finding(draft_finding(mentored_record.request if mentored_record else None))

    def mark_difference(self, at: int | None) -> None:
        """Mark a token as the first that differs, in the text and on the strip."""
        self.text.set_difference(at)
        if isinstance(self.foot, MentoredFoot):
            self.foot.strip.set_difference(at)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while hidden."""
        super().showEvent(event)
        self.refresh_foot()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing to keep up to date."""
        super().hideEvent(event)
        self._soon.stop()

    def _connect(self) -> None:
        model, comparison = self._model, self._comparison
        model.reset.connect(self._on_reset)
        model.tokens_added.connect(self._on_tokens)
        model.state_changed.connect(self._on_state)
        if model.name != "draft":
            comparison.difference_changed.connect(self._on_difference)
        if model.name != "mentored":
            mentored = comparison.panes["mentored"]
            mentored.reset.connect(self._refresh_foot_soon)
            mentored.tokens_added.connect(self._refresh_foot_soon)
            mentored.state_changed.connect(self._refresh_foot_on_end)

    def _on_reset(self) -> None:
        self.text.show_record(self._model.record)
        self._on_state()
        self._on_difference()

    def _on_tokens(self) -> None:
        self.text.append_new()
        self._refresh_foot_soon()

    def _on_state(self) -> None:
        self.text.set_message(message_words(self._model))
        if self._model.state in ENDED or not self._model.record or not self._model.record.tokens:
            self.refresh_foot()

    def _on_difference(self) -> None:
        self.mark_difference(self._comparison.first_difference if self._model.name != "draft" else None)
        self.refresh_foot()

    def _refresh_foot_soon(self) -> None:
        # Hidden panes catch up when they are shown.
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _refresh_foot_on_end(self) -> None:
        if self._comparison.panes["mentored"].state in ENDED:
            self.refresh_foot()

    def _target_says(self, index: int) -> str:
        """What target-only has in this place: known where the panes part, if their draws agree."""
        target, record = self._comparison.panes["target"].record, self._model.record
        if self._model.name != "mentored" or record is None or target is None:
            return ""
        if index != self._comparison.first_difference or index >= len(target.tokens):
            return ""
        return quoted_token(target.tokens[index]) if draws_agree(record.request) else ""
