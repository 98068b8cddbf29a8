"""How many tokens to draft next: fixed, the source's two rules, or by measured cost."""

from typing import Protocol

from engine.decoding.cost import CostModel
from engine.request import MAX_DRAFT_LENGTH, Request


class Policy(Protocol):
    """Chooses the draft length of each round and learns from what came of it."""

    #: Tokens to draw from the target alone when `length` is 0.
    stretch: int

    def length(self) -> int:
        """Tokens to draft in the next round; 0 to draft nothing for `stretch` tokens."""

    def observe(self, proposed: int, accepted: int, draft_s: float, verify_s: float) -> None:
        """A round is over: drafted and kept tokens, seconds of draft and check."""

    def observe_target(self, seconds: float) -> None:
        """One token was drawn from the target alone in that many seconds."""


class Fixed:
    """The same length in every round."""

    stretch = 1

    def __init__(self, length: int) -> None:
        self._length = length

    def length(self) -> int:
        return self._length

    def observe(self, proposed: int, accepted: int, draft_s: float, verify_s: float) -> None:
        pass

    def observe_target(self, seconds: float) -> None:
        pass


class AcceptanceRate(Fixed):
    """The source's first rule: ±1 when accepted/proposed of the last round is above 0.8 or below 0.4, within 1 to 8."""

    HIGH, LOW, LONGEST = 0.8, 0.4, 8

    def __init__(self, length: int = 4) -> None:
        super().__init__(min(length, self.LONGEST))

    def observe(self, proposed: int, accepted: int, draft_s: float, verify_s: float) -> None:
        rate = accepted / proposed
        step = (rate > self.HIGH) - (rate < self.LOW)
        self._length = min(max(self._length + step, 1), self.LONGEST)


class AcceptedLength(Fixed):
    """The source's second rule: next length round(s) + 1, s a moving average (α = 0.2) of accepted tokens, 1 to 8."""

    ALPHA, LONGEST = 0.2, 8

    def __init__(self, length: int = 4) -> None:
        super().__init__(min(length, self.LONGEST))
        self._average = float(self._length - 1)

    def observe(self, proposed: int, accepted: int, draft_s: float, verify_s: float) -> None:
        self._average += self.ALPHA * (accepted - self._average)
        self._length = min(max(round(self._average) + 1, 1), self.LONGEST)


class CostAware:
    """The length with the best expected tokens per second, from measured times and the running acceptance.

    Where no length beats target-only, it drafts nothing and probes again after `stretch` tokens,
    which doubles each time a probe finds no better.
    """

    SHORTEST_STRETCH, LONGEST_STRETCH = 4, 16
    #: How much a round keeps of what was judged before it; a short memory would chase noise into long drafts.
    DECAY = 0.95
    #: The first guess of the acceptance, and how many judged tokens it is worth.
    GUESS_RATE, GUESS = 0.7, 4.0

    def __init__(self, start: int, bonus: bool, costs: CostModel) -> None:
        self._start = start
        self._bonus = bonus
        self._costs = costs
        self._stayed, self._judged = 0.0, 0.0
        self._probing = False
        self.stretch = self.SHORTEST_STRETCH

    def length(self) -> int:
        if self._judged == 0:
            return self._start
        wanted = self._costs.unknown_length()
        if wanted is not None:
            return wanted
        if self._costs.target_s is None:
            return 0
        best, rate = self._costs.best_length(self._acceptance(), self._bonus, MAX_DRAFT_LENGTH)
        if rate * self._costs.target_s > 1.0:
            self.stretch = self.SHORTEST_STRETCH
            self._probing = False
            return best
        self._probing = not self._probing
        if self._probing:
            return 0
        self.stretch = min(2 * self.stretch, self.LONGEST_STRETCH)
        return best

    def observe(self, proposed: int, accepted: int, draft_s: float, verify_s: float) -> None:
        self._costs.observe_round(proposed, draft_s, verify_s)
        self._stayed = self.DECAY * self._stayed + accepted
        self._judged = self.DECAY * self._judged + min(accepted + 1, proposed)

    def observe_target(self, seconds: float) -> None:
        self._costs.observe_target(seconds)

    def _acceptance(self) -> float:
        """Chance that the next drafted token stays, from tokens judged so far, recent ones weighing more."""
        return min((self._stayed + self.GUESS_RATE * self.GUESS) / (self._judged + self.GUESS), 0.999)


def make_policy(request: Request, costs: CostModel) -> Policy:
    """The policy that a request asks for."""
    if request.policy == "acceptance-rate":
        return AcceptanceRate(request.draft_length)
    if request.policy == "accepted-length":
        return AcceptedLength(request.draft_length)
    if request.policy == "cost-aware":
        return CostAware(request.draft_length, request.bonus, costs)
    return Fixed(request.draft_length)
