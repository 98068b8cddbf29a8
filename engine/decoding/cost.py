"""What a round costs on this machine with this pair: a line through measured times, kept from run to run."""

from engine.rates import emitted


class _Line:
    """Least squares of seconds on length, old measurements fading."""

    FADE = 0.97

    def __init__(self) -> None:
        self._n = self._x = self._y = self._xx = self._xy = 0.0

    def add(self, x: float, y: float) -> None:
        """Take one measurement."""
        self._n, self._x, self._y = (self.FADE * old + new for old, new in ((self._n, 1), (self._x, x), (self._y, y)))
        self._xx, self._xy = self.FADE * self._xx + x * x, self.FADE * self._xy + x * y

    def at(self, x: float) -> float:
        """Seconds at a length: the fitted line, or the mean in proportion where only one length was seen."""
        spread = self._n * self._xx - self._x * self._x
        mean_x, mean_y = self._x / self._n, self._y / self._n
        if spread < 1e-9 * self._xx * self._n:
            return mean_y * (0.5 + 0.5 * x / mean_x)
        slope = max((self._n * self._xy - self._x * self._y) / spread, 0.0)
        return max(mean_y + slope * (x - mean_x), 0.1 * mean_y)


class CostModel:
    """Seconds of drafting and checking by draft length, and of one target-only token.

    The first measurement of each length is left out, since it may hold one-time work.
    """

    FIRST_LENGTHS = (2, 8)
    FADE = 0.9

    def __init__(self) -> None:
        self._draft, self._verify = _Line(), _Line()
        self._seen: dict[int, int] = {}
        self._target_seen = 0
        self.target_s: float | None = None

    def observe_round(self, length: int, draft_s: float, verify_s: float) -> None:
        """A round of that draft length took these seconds."""
        self._seen[length] = self._seen.get(length, 0) + 1
        if self._seen[length] > 1:
            self._draft.add(length, draft_s)
            self._verify.add(length, verify_s)

    def observe_target(self, seconds: float) -> None:
        """One target-only token took these seconds."""
        self._target_seen += 1
        if self._target_seen > 1:
            old = seconds if self.target_s is None else self.target_s
            self.target_s = self.FADE * old + (1 - self.FADE) * seconds

    def unknown_length(self) -> int | None:
        """A length that has to be tried before the lines mean anything; None when enough were."""
        for length in self.FIRST_LENGTHS:
            if self._seen.get(length, 0) < 2:
                return length
        return None

    def round_s(self, length: int) -> float:
        """Expected seconds of a round."""
        return self._draft.at(length) + self._verify.at(length)

    def best_length(self, acceptance: float, bonus: bool, longest: int) -> tuple[int, float]:
        """The length with the most expected tokens per second, and that rate."""
        rates = {k: emitted(acceptance, k, bonus) / self.round_s(k) for k in range(1, longest + 1)}
        best = max(rates, key=lambda k: rates[k])
        return best, rates[best]
