"""The token that is looked at: which one, what stood to choose there, and which other one to go on with."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from app.models.inspector import branching
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneModel
from engine.events import Candidate, Explained, Token
from engine.record import RunRecord

#: A token that is only passed by, with a held arrow key, is not asked about.
ASK_AFTER_MS = 80


class InspectorModel(QObject):
    """One token of one pane. The place stays while the pane's run is replaced by another.

    Attributes:
        pane: the pane that is looked into, or None. index: position of the token.
        explained: what stood to choose there; None while that is not known.
        obstacle: why it is not known; "" while it is being asked, or where it is known.
        choice: the other token that "Continue" goes on with, or None.
        selected: another token is looked at, or its run has changed. told: `explained`, `obstacle` or `choice` has.
        branched: a run goes on from the token that was chosen in this record.
    """

    selected = Signal()
    told = Signal()
    branched = Signal(object)

    def __init__(self, comparison: ComparisonModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self.pane: PaneModel | None = None
        self.index = 0
        self.explained: Explained | None = None
        self.obstacle = ""
        self.choice: Candidate | None = None
        self._seen: tuple[RunRecord, int] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ASK_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        comparison.explaining.answered.connect(self._on_answer)
        comparison.explaining.refused.connect(self._on_refusal)
        comparison.running_changed.connect(lambda _: self._look_again())
        comparison.pair_changed.connect(self._look_again)
        comparison.held_changed.connect(self._look_again)
        comparison.loading_changed.connect(self._look_again)
        self.watch(comparison.panes.values())

    def watch(self, panes: Iterable[PaneModel]) -> None:
        """Follow panes whose tokens may be looked at."""
        for pane in panes:
            pane.reset.connect(lambda pane=pane: self._on_change(pane))
            pane.tokens_added.connect(lambda _, pane=pane: self._on_change(pane))

    @property
    def record(self) -> RunRecord | None:
        """The run of the token, or None."""
        return self.pane.record if self.pane is not None else None

    @property
    def token(self) -> Token | None:
        """The token; None where none is looked at or the run has none there (yet)."""
        record = self.record
        return record.tokens[self.index] if record is not None and self.index < len(record.tokens) else None

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What stood to choose, as far as it is known: from the models, or else from the recording alone."""
        if self.explained is not None:
            return self.explained.candidates
        record, token = self.record, self.token
        return recorded(record, token) if record is not None and token is not None else ()

    @property
    def alone(self) -> Candidate | None:
        """What the target alone would have put there, where that is known."""
        return self.explained.alone if self.explained is not None else None

    @property
    def message(self) -> str:
        """Why there are not more candidates; "" where all are known."""
        asking = self.token is not None and self.explained is None and not self.obstacle
        return "Asking the models what else stood to choose…" if asking else self.obstacle

    def select(self, pane: PaneModel | None, index: int = 0) -> None:
        """Look at a token of a pane; None looks at none."""
        if pane is not None and (pane.record is None or not 0 <= index < len(pane.record.tokens)):
            return
        self.pane, self.index = pane, index
        self._look()

    def clear(self) -> None:
        """Look at no token."""
        self.select(None)

    def step(self, by: int) -> None:
        """Look at the token before (-1) or after (1)."""
        record = self.record
        if record is not None and record.tokens:
            self.select(self.pane, min(max(0, self.index + by), len(record.tokens) - 1))

    def step_relaxed(self, by: int) -> None:
        """Look at the next relaxed token before (-1) or after (1), if there is one."""
        record = self.record
        if record is None:
            return
        places = range(self.index + by, -1 if by < 0 else len(record.tokens), by)
        found = next((place for place in places if record.tokens[place].kind == "relaxed"), None)
        if found is not None:
            self.select(self.pane, found)

    def choose(self, number: int) -> None:
        """Choose the candidate of that id to go on with; the token itself is none."""
        found = next((one for one in self.candidates if one.id == number), None)
        if found is not None and self.token is not None and number != self.token.id and found != self.choice:
            self.choice = found
            self.told.emit()

    def choose_next(self, by: int) -> None:
        """Choose the candidate before (-1) or after (1) the chosen one."""
        others = self.candidates[1:]
        if others:
            at = others.index(self.choice) if self.choice in others else -1
            self.choose(others[min(max(0, at + by), len(others) - 1)].id)

    def why_not(self) -> str:
        """Why no run can go on from here; "" where one can."""
        record = self.record
        if record is None or self.token is None:
            return "Choose a token first."
        if self._comparison.held:
            return self._comparison.held
        if self.explained is None:
            return self.obstacle or "The models are still being asked about this token."
        panes = self._comparison.panes.values()
        return branching.obstacle(record, self.index, self.choice, panes, self._comparison.pair)

    def go_on(self) -> None:
        """Run on from here with the chosen token, as a new run beside the old one."""
        obstacle, record = self.why_not(), self.record
        if obstacle or record is None or self.choice is None:
            self._comparison.tell(obstacle)
            return
        index, choice, pane = self.index, self.choice, self._comparison.panes["mentored"]
        self.branched.emit(record)
        self._comparison.branch(record, index, choice)
        self.select(pane, index)

    def _on_change(self, pane: PaneModel) -> None:
        """The pane shows another run, or has got tokens."""
        if pane is not self.pane:
            return
        token, record = self.token, self.record
        seen = (record, self.index) if record is not None and token is not None else None
        if seen != self._seen:
            self._look()

    def _look(self) -> None:
        record, token = self.record, self.token
        self._seen = (record, self.index) if record is not None and token is not None else None
        self.selected.emit()
        self._look_again()

    def _look_again(self) -> None:
        """What stood to choose is asked anew, where it can be."""
        self._comparison.explaining.drop()
        self._timer.stop()
        self.explained = self.choice = None
        self.obstacle = self._obstacle()
        self._choose_first()
        if self.token is not None and not self.obstacle:
            self._timer.start()
        self.told.emit()

    def _obstacle(self) -> str:
        record, pair = self.record, self._comparison.pair
        if record is None or self.token is None:
            return ""
        if self._comparison.running:
            return "The other candidates follow when the run has ended."
        if self._comparison.held:
            return "The other candidates follow when the sweep has ended."
        if self._comparison.loading is not None:
            return "The other candidates follow when the pair is loaded."
        if pair is None or (record.target, record.draft) != (pair.target, pair.draft):
            return "This run belongs to another pair: load that to see the other candidates."
        return ""

    def _ask(self) -> None:
        if self.record is not None and self.token is not None:
            self._comparison.explaining.ask(self.record, self.index)

    def _on_answer(self, explained: Explained) -> None:
        token = self.token
        if token is None or explained.position != self.index or explained.candidates[0].id != token.id:
            return
        self.explained = explained
        self._choose_first()
        self.told.emit()

    def _on_refusal(self, sentence: str) -> None:
        self.obstacle = sentence
        self.told.emit()

    def _choose_first(self) -> None:
        """The target's own token if it is another one; else what was refused, else the likeliest other."""
        token = self.token
        if token is None:
            return
        others = [one for one in self.candidates if one.id != token.id]
        alone = self.alone
        if alone is not None and alone.id != token.id and token.kind == "relaxed":
            self.choice = alone
        else:
            self.choice = others[0] if others else None


def recorded(record: RunRecord, token: Token) -> tuple[Candidate, ...]:
    """The token, and a refused proposal, with the figures that the run recorded; where it has all three."""
    found = []
    refused = token.proposal
    rows = [(token.id, token.text, token.p, token.q)]
    if refused is not None:
        rows.append((refused.id, refused.text, refused.p, refused.q))
    for number, text, p, q in rows:
        pi = _output(record, token, p, q)
        if p is not None and q is not None and pi is not None:
            found.append(Candidate(number, text, p, q, pi, None if token.special else text))
    return tuple(found)


def _output(record: RunRecord, token: Token, p: float | None, q: float | None) -> float | None:
    """π of an id, from its p and q alone; None where the shape needs the others too."""
    if token.kind in ("bonus", "target", "chosen"):
        return p
    if token.theta is None or p is None or q is None or record.request.shape != "linear":
        return None
    return (1 - token.theta) * p + token.theta * q
