"""Shows the token that is looked at wherever its run is shown, and takes the clicks that choose one."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from app.models.inspector.model import InspectorModel
from app.models.replay.rounds import RoundsModel
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneModel
from app.views.history.pinned import Pinning
from app.views.inspector.choosing import Choosing
from app.views.inspector.verdict_words import spoken, status
from app.views.panes.area import PanesArea
from app.views.panes.foot import MentoredFoot
from app.views.panes.token_text import TokenText
from app.views.plots.bottom import BottomArea


class Selecting(QObject):
    """Frames the token in its text, points at it from the strip, and chooses its round.

    Args:
        tab: index of the Token tab, which is turned to where a token is chosen.
    """

    def __init__(
        self,
        comparison: ComparisonModel,
        model: InspectorModel,
        panes: PanesArea,
        bottom: BottomArea,
        pinning: Pinning,
        rounds: RoundsModel,
        tab: int,
    ) -> None:
        super().__init__(panes)
        self._comparison, self._model, self._bottom, self._rounds, self._tab = comparison, model, bottom, rounds, tab
        self._mentored = comparison.panes["mentored"]
        foot = panes.panes["mentored"].foot
        assert isinstance(foot, MentoredFoot)
        self._strip = foot.strip
        self._texts: list[tuple[PaneModel, TokenText]] = [(pane.model, pane.text) for pane in panes.panes.values()]
        self._texts.append((pinning.pane.model, pinning.pane.text))
        model.watch([pinning.pane.model])
        for pane, text in self._texts:
            Choosing(model, pane, text)
        self._strip.clicked.connect(self._choose)
        bottom.distance.clicked.connect(self._choose)
        model.selected.connect(self.refresh)

    def refresh(self) -> None:
        """Show the selection everywhere, and say it."""
        model, token, record = self._model, self._model.token, self._model.record
        for pane, text in self._texts:
            own = pane is model.pane and token is not None
            text.set_selected(model.index if own else None)
            if own and not text.visibleRegion().isEmpty():
                text.show_token(model.index)
        mentored = model.pane is self._mentored and token is not None
        self._strip.set_selected(model.index if mentored else None)
        self._rounds.select_token(model.index if mentored else None)
        if token is None or record is None:
            return
        if self._bottom.tabs.current() != self._tab:
            self._bottom.tabs.choose(self._tab)
        if not self._comparison.running:
            self._comparison.tell(status(token))
        self._say(spoken(token, record))

    def _choose(self, index: int) -> None:
        self._model.select(self._mentored, index)

    def _say(self, words: str) -> None:
        """VoiceOver reads the token where its text is; the text itself keeps its own description."""
        text = next(text for pane, text in self._texts if pane is self._model.pane)
        text.setAccessibleDescription(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(text, words))
