"""How far two growing runs say the same."""

from app.models.runs.kept import baseline_of
from engine.record import RunRecord


class Agreement:
    """Counts the tokens on which two runs agree from the start; looks only at what is new since the last call."""

    def __init__(self) -> None:
        self._pair: tuple[RunRecord, RunRecord] | None = None
        self._alike = False
        self._count = 0

    def upto(self, left: RunRecord, right: RunRecord) -> int | None:
        """Tokens that agree; None where the runs belong to other settings and say nothing of each other."""
        if self._pair is None or self._pair[0] is not left or self._pair[1] is not right:
            self._pair, self._count = (left, right), 0
            self._alike = baseline_of(left) == baseline_of(right)
        if not self._alike:
            return None
        most = min(len(left.tokens), len(right.tokens))
        while self._count < most and left.tokens[self._count].id == right.tokens[self._count].id:
            self._count += 1
        return self._count

    def difference(self, left: RunRecord, right: RunRecord) -> int | None:
        """As `engine.record.first_difference`, without going through the beginning again; None for other settings."""
        agreed = self.upto(left, right)
        if agreed is None:
            return None
        short, long = sorted((left, right), key=lambda run: len(run.tokens))
        if agreed < len(short.tokens):
            return agreed
        ended = short.finished and short.reason != "stopped"
        return agreed if ended and agreed < len(long.tokens) else None
