"""Lights up the token, or the round, under the pointer wherever else it is shown."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.models.compare.agreement import Agreement
from app.models.replay.rounds import RoundsModel
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneModel
from app.views.history.pinned import PinnedPane
from app.views.panes.area import PanesArea
from app.views.panes.foot import MentoredFoot
from app.views.panes.spend_strip import SpendStrip
from app.views.panes.token_text import TokenText
from app.views.plots.bottom import BottomArea
from app.views.rounds.strip import RoundsStrip

MENTORED = "mentored"


class Links(QObject):
    """Connects texts, spend strip, plots and rounds. It only lights up: nothing scrolls, nothing is chosen.

    The strip, the plots and the rounds are the mentored run's. In the other texts a position is lit only up to the
    first difference: until there it is the same token, and there the two stand side by side. Behind it the same
    position holds another word of another sentence, and to light it would claim a tie that is not there.

    Attributes:
        chosen: position of a token of the mentored run that was clicked in the strip or in the distance plot.
    """

    chosen = Signal(int)

    def __init__(
        self,
        comparison: ComparisonModel,
        area: PanesArea,
        bottom: BottomArea,
        rounds: RoundsModel,
        rounds_strip: RoundsStrip,
        pinned: PinnedPane,
    ) -> None:
        super().__init__(area)
        self._bottom, self._rounds, self._rounds_strip = bottom, rounds, rounds_strip
        self._models: dict[str, PaneModel] = {name: pane for name, pane in comparison.panes.items()}
        self._models["pinned"] = pinned.model
        self._texts: dict[str, TokenText] = {name: pane.text for name, pane in area.panes.items()}
        self._texts["pinned"] = pinned.text
        foot = area.panes["mentored"].foot
        assert isinstance(foot, MentoredFoot)
        self._strip: SpendStrip = foot.strip
        self._agreements: dict[tuple[str, str], Agreement] = {}
        self._connect()

    def point_at_token(self, index: int | None, where: str = MENTORED) -> None:
        """The pointer is on a token of a pane ("target", "mentored", "draft" or "pinned"), or on none any more."""
        self._light(None if index is None else range(index, index + 1), where)

    def point_at_round(self, index: int | None) -> None:
        """The pointer is on a round, or on none any more."""
        tokens = self._rounds.tokens_of(index) if index is not None else range(0)
        self._light(tokens if tokens else None, MENTORED, index)

    def _connect(self) -> None:
        for source in (self._strip, self._bottom.distance):
            source.hovered.connect(self.point_at_token)
            source.clicked.connect(self.chosen)
        for plot in (self._bottom.acceptance, self._bottom.times):
            plot.hovered.connect(self.point_at_round)
        self._rounds_strip.hovered.connect(self.point_at_round)
        for name, text in self._texts.items():
            text.hovered.connect(self._pointer_of(name))
        for model in self._models.values():
            model.reset.connect(lambda: self._light(None, MENTORED))

    def _pointer_of(self, name: str) -> Callable[[int | None], None]:
        return lambda index: self.point_at_token(index, name)

    def _light(self, tokens: range | None, where: str, round_index: int | None = None) -> None:
        """Light tokens of the run shown in `where`, and what they are elsewhere."""
        for name, text in self._texts.items():
            shared = tokens if name == where else self._shared(tokens, where, name)
            text.set_linked(shared if text.isVisible() else None)
        own = tokens if where == MENTORED else self._shared(tokens, where, MENTORED)
        self._strip.set_linked(own)
        self._bottom.distance.set_linked(own)
        if round_index is None and own is not None:
            round_index = self._rounds.round_of(own.start)
        self._rounds_strip.set_linked(round_index)
        there = None if round_index is None else range(round_index, round_index + 1)
        self._bottom.acceptance.set_linked(there)
        self._bottom.times.set_linked(there)

    def _shared(self, tokens: range | None, here: str, there: str) -> range | None:
        """The part of some tokens that another run shares, with the first that differs."""
        left, right = self._models[here].record, self._models[there].record
        if tokens is None or left is None or right is None:
            return None
        agreement = self._agreements.setdefault((here, there), Agreement())
        agreed = agreement.upto(left, right)
        stop = min(tokens.stop, agreed + 1, len(right.tokens)) if agreed is not None else 0
        return range(tokens.start, stop) if tokens.start < stop else None
