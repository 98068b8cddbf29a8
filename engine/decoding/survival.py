"""How far a draft is expected to live: from the chances of single positions to the tokens of a round. No MLX."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


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
        self._stayed, self._seen = np.zeros(longest), np.zeros(longest)
        self._before = np.zeros(longest - 1)  # chances of the positions before the next one, and how many there are
        self._known = 0
        # What `add` needs for so many positions at a time: where each of them and those in front of it stand in the
        # line of all, and how much of each is left after the last one.
        self._rows = np.arange(longest - 1, 2 * longest - 1)[:, None] - np.arange(longest)
        self._left = self.FADE ** np.arange(longest, -1.0, -1.0)

    def add(self, chances: Iterable[float]) -> None:
        """The chances, 0 to 1, that the drafted tokens of the next positions had to stay."""
        new = list(chances)
        for first in range(0, len(new), len(self._rows)):
            self._add(new[first : first + len(self._rows)])

    def _add(self, new: list[float]) -> None:
        count, before = len(new), len(self._before)
        line = np.concatenate((self._before, new))
        alive = line[self._rows[:count]].cumprod(axis=1)  # all of them stay; 0 where there are not so many
        left: float | NDArray[np.float64] = self._left[-1 - count]
        if self._known < before:
            seen = np.maximum(0, count + self._known - np.arange(before + 1))
            left = self.FADE ** np.minimum(count, seen)
        self._stayed = left * self._stayed + self._left[-count:] @ alive
        self._seen = left * self._seen + (1.0 - left) / (1.0 - self.FADE)
        self._before, self._known = line[count:], min(self._known + count, before)

    def cut(self) -> None:
        """The next position does not follow on the last one that was added."""
        self._before, self._known = np.zeros_like(self._before), 0

    def weigh(self, positions: float) -> None:
        """Let all that was seen so far count for at most so many positions."""
        share = min(1.0, positions / self._seen[0]) if self._seen[0] else 1.0
        self._stayed, self._seen = share * self._stayed, share * self._seen
        self.cut()

    def emitted(self, bonus: bool) -> list[float]:
        """Expected tokens of a round of 1, 2, … drafted tokens."""
        tokens, total, alive = [], 1.0, 1.0
        for stayed, seen in zip(self._stayed.tolist(), self._seen.tolist(), strict=True):
            guess = self._guess * alive
            reached = (stayed + self.GUESSED * guess) / (seen + self.GUESSED)
            alive = min(reached, alive)
            tokens.append(total + bonus * alive)
            total += alive
        return tokens
