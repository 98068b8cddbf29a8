"""The rounds of the mentored run: which tokens each put out, which one is chosen, and playing through them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.models.runs.pane import PaneModel
from engine.events import Round, Token
from engine.record import RunRecord

#: A round stays chosen this long while they are played, in milliseconds.
PLAY_MS = 900


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round with the tokens that it put out and that are shown."""

    round: Round
    tokens: tuple[Token, ...]

    @property
    def cut(self) -> Token | None:
        """The token that was drawn in place of a refused one, or None."""
        return next((token for token in self.tokens if token.kind == "resampled"), None)

    @property
    def unused(self) -> int:
        """Drafted tokens that are not shown: those behind the cut, or behind the run's end."""
        return max(0, self.round.proposed - self.round.accepted - (self.cut is not None))


class RoundList:
    """The rounds of one record; takes what the record has got since the last call."""

    def __init__(self) -> None:
        self.record: RunRecord | None = None
        self.parts: list[RoundPart] = []
        self._taken = 0

    def take(self, record: RunRecord | None) -> None:
        """Follow a record; another one starts anew."""
        if record is not self.record:
            self.record, self.parts, self._taken = record, [], 0
        rounds = record.rounds if record else []
        for index in range(len(self.parts), len(rounds)):
            tokens = self._tokens_of(index)
            self._taken = tokens[-1].position + 1 if tokens else self._taken
            self.parts.append(RoundPart(rounds[index], tokens))

    def _tokens_of(self, index: int) -> tuple[Token, ...]:
        """By the number that tokens carry; files may leave it out, then by the counts."""
        assert self.record is not None
        tokens, start = self.record.tokens, self._taken
        # Tokens of no round stand between rounds: the target's own, and one that the reader chose.
        own = next((place for place in range(start, len(tokens)) if tokens[place].round is not None), start)
        start = own if own < len(tokens) and tokens[own].round == index else start
        end = start
        while end < len(tokens) and tokens[end].round == index:
            end += 1
        if end == start and start < len(tokens) and tokens[start].round is None:
            end = min(len(tokens), start + self.record.rounds[index].emitted)
        return tuple(tokens[start:end])


class RoundsModel(QObject):
    """The rounds that the mentored pane shows.

    Attributes:
        selected: index of the chosen round, or None.
        changed: there are more rounds, or another run's.
        selected_changed: `selected` is another one.
        playing_changed: playing began (True) or ended.
    """

    changed = Signal()
    selected_changed = Signal()
    playing_changed = Signal(bool)

    def __init__(self, pane: PaneModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._list = RoundList()
        #: Whether the round was chosen by its token, which is marked itself.
        self.by_token = False
        self.selected: int | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(PLAY_MS)
        self._timer.timeout.connect(self._play_on)
        pane.reset.connect(self._on_reset)
        pane.rounds_added.connect(self._take)
        self._take()

    @property
    def record(self) -> RunRecord | None:
        """The run whose rounds these are."""
        return self._list.record

    @property
    def parts(self) -> Sequence[RoundPart]:
        """All rounds so far."""
        return self._list.parts

    @property
    def playing(self) -> bool:
        """Whether the rounds are being played."""
        return self._timer.isActive()

    def select(self, index: int | None, by_token: bool = False) -> None:
        """Choose a round, or none; `by_token` where it is only the round of a token that is marked itself."""
        if index is not None and not 0 <= index < len(self.parts):
            return
        if (index, by_token) != (self.selected, self.by_token):
            self.selected, self.by_token = index, by_token
            self.selected_changed.emit()

    def select_token(self, position: int | None) -> None:
        """Choose the round of a token of the mentored text; None chooses none."""
        tokens = self.record.tokens if self.record else []
        if position is None or not 0 <= position < len(tokens):
            self.select(None)
            return
        index = self.round_of(position)
        self.select(index, by_token=index is not None)

    def round_of(self, position: int) -> int | None:
        """The round that put out the token at that position; None where none did, or none yet."""
        index = bisect_right(self.parts, position, key=_start) - 1
        return index if index >= 0 and _holds(self.parts[index], position) else None

    def tokens_of(self, index: int) -> range:
        """Positions of the tokens that a round put out."""
        tokens = self.parts[index].tokens if 0 <= index < len(self.parts) else ()
        return range(tokens[0].position, tokens[-1].position + 1) if tokens else range(0)

    def step(self, by: int) -> None:
        """Choose the round before (-1) or after (1); from none, the last or the first."""
        if self.parts:
            start = self.selected if self.selected is not None else (-1 if by > 0 else len(self.parts))
            self.select(min(max(0, start + by), len(self.parts) - 1))

    def play(self) -> None:
        """Go through the rounds from the chosen one, or from the first after the last."""
        if not self.parts:
            return
        at_end = self.selected is None or self.selected >= len(self.parts) - 1
        self.select(0 if at_end else (self.selected or 0) + 1)
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stay at the chosen round."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def _play_on(self) -> None:
        if self.selected is None or self.selected >= len(self.parts) - 1:
            self.pause()
        else:
            self.select(self.selected + 1)

    def _on_reset(self) -> None:
        self.pause()
        self.select(None)
        self._take()

    def _take(self) -> None:
        self._list.take(self._pane.record)
        self.changed.emit()


def _start(part: RoundPart) -> int:
    return part.tokens[0].position if part.tokens else part.round.first


def _holds(part: RoundPart, position: int) -> bool:
    return bool(part.tokens) and part.tokens[0].position <= position <= part.tokens[-1].position
