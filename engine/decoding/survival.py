"""How far a draft is expected to live: from the chances of single positions to the tokens of a round. No MLX."""

from collections import deque
from collections.abc import Iterable


class Survival:
    """Chance that the first 1, 2, … drafted tokens of a round all stay, from a run of positions.

    Every position is taken for the start of a round that might have been, so that all lengths are learnt from
    whatever was drafted, and easy stretches of text count for what they are: runs of tokens that stay. A plain power
    of the mean chance would price long drafts too low.

    Args:
        longest: the longest draft. guess: a position's chance before any was seen.
    """

    #: How much of what was seen is left one position later; a shorter memory would chase noise into long drafts.
    FADE = 0.98
    #: How many positions the first guess is worth.
    GUESSED = 3.0

    def __init__(self, longest: int, guess: float = 0.7) -> None:
        self._guess = guess
        self._stayed, self._seen = [0.0] * longest, [0.0] * longest
        self._open: deque[float] = deque(maxlen=longest)

    def add(self, chances: Iterable[float]) -> None:
        """The chances, 0 to 1, that the drafted tokens of the next positions had to stay."""
        for chance in chances:
            self._open.appendleft(1.0)
            for i in range(len(self._open)):
                self._open[i] *= chance
                self._stayed[i] = self.FADE * self._stayed[i] + self._open[i]
                self._seen[i] = self.FADE * self._seen[i] + 1.0

    def cut(self) -> None:
        """The next position does not follow on the last one that was added."""
        self._open.clear()

    def weigh(self, positions: float) -> None:
        """Let all that was seen so far count for at most so many positions."""
        share = min(1.0, positions / self._seen[0]) if self._seen[0] else 1.0
        self._stayed = [share * value for value in self._stayed]
        self._seen = [share * value for value in self._seen]
        self.cut()

    def emitted(self, bonus: bool) -> list[float]:
        """Expected tokens of a round of 1, 2, … drafted tokens."""
        tokens, total, alive = [], 1.0, 1.0
        for stayed, seen in zip(self._stayed, self._seen, strict=True):
            guess = self._guess * alive
            reached = (stayed + self.GUESSED * guess) / (seen + self.GUESSED)
            alive = min(reached, alive)
            tokens.append(total + bonus * alive)
            total += alive
        return tokens
