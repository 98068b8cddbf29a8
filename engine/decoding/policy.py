"""How many tokens to draft next: fixed, the source's two rules, or by measured cost."""

from collections.abc import Sequence
from typing import Protocol

from engine.decoding.cost import CostModel
from engine.decoding.survival import Survival
from engine.request import MAX_DRAFT_LENGTH, Request

#: Most tokens that the target draws between two probes: the draft reads them all at once after that.
LONGEST_STRETCH = 128


class Policy(Protocol):
    """Chooses the draft length of each round and learns from what came of it."""

    #: Tokens to draw from the target alone when `length` is 0.
    stretch: int

    def length(self) -> int:
        """Tokens to draft in the next round; 0 to draft nothing for `stretch` tokens."""

    def observe(
        self, proposed: int, accepted: int, draft_s: float, verify_s: float, distances: Sequence[float] = ()
    ) -> None:
        """A round is over: drafted and kept tokens, seconds of the draft and of all else, d up to the first refusal."""

    def observe_target(self, seconds: float) -> None:
        """A stretch was drawn from the target alone, in that many seconds a token."""


class Fixed:
    """The same length in every round."""

    stretch = 1

    def __init__(self, length: int) -> None:
        self._length = length

    def length(self) -> int:
        return self._length

    def observe(
        self, proposed: int, accepted: int, draft_s: float, verify_s: float, distances: Sequence[float] = ()
    ) -> None:
        pass

    def observe_target(self, seconds: float) -> None:
        pass


class AcceptanceRate(Fixed):
    """The source's first rule: ±1 when accepted/proposed of the last round is above 0.8 or below 0.4, within 1 to 8."""

    HIGH, LOW, LONGEST = 0.8, 0.4, 8

    def __init__(self, length: int = 4) -> None:
        super().__init__(min(length, self.LONGEST))

    def observe(
        self, proposed: int, accepted: int, draft_s: float, verify_s: float, distances: Sequence[float] = ()
    ) -> None:
        rate = accepted / proposed
        step = (rate > self.HIGH) - (rate < self.LOW)
        self._length = min(max(self._length + step, 1), self.LONGEST)


class AcceptedLength(Fixed):
    """The source's second rule: next length round(s) + 1, s a moving average (α = 0.2) of accepted tokens, 1 to 8."""

    ALPHA, LONGEST = 0.2, 8

    def __init__(self, length: int = 4) -> None:
        super().__init__(min(length, self.LONGEST))
        self._average = float(self._length - 1)

    def observe(
        self, proposed: int, accepted: int, draft_s: float, verify_s: float, distances: Sequence[float] = ()
    ) -> None:
        self._average += self.ALPHA * (accepted - self._average)
        self._length = min(max(round(self._average) + 1, 1), self.LONGEST)


class CostAware:
    """The length with the best expected tokens per second, from measured times and the chances of drafted tokens.

    Where no length beats target-only it drafts nothing and probes with a round now and then, the more seldom the
    more a probe costs, though sooner in a prompt that it does not know; where drafting pays, it times target-only
    again now and then. All that it looks at is known before the round's draws, so the law of the output stays as it
    is. (Of earlier runs with the same seed, whose draws are the same, it knows the times, and when target-only was last
    timed; their distances it does not look at.)
    """

    #: Tokens of a stretch without drafts, and how much of its time a probe after it may cost.
    SHORTEST_STRETCH, PROBE_SHARE = 8, 0.01
    #: How many times as fast as target-only drafting has to seem: the best of several uncertain lengths flatters.
    WORTH = 1.03
    #: Tokens by which target-only is timed again, how much of the time that may cost, and after how many at least.
    TIMED, TIMED_SHARE, SOONEST = 4, 0.005, 16
    #: A first guess of how many drafted tokens are refused at budget 0; at budget 1 none is.
    GUESSED_LOSS = 0.3
    #: Positions that are checked between two choices of the length, at first and at most, and most rounds: choosing
    #: takes time of its own, some percent of a round on an accelerator. What is chosen again is held longer.
    NEWS, MOST_NEWS, MOST_ROUNDS = 12, 48, 4
    #: Checked positions that what is known from earlier runs of the prompt counts for.
    CARRIED = 32.0

    def __init__(self, request: Request, costs: CostModel) -> None:
        self._request, self._costs = request, costs
        costs.begin()
        self._survival = Survival(MAX_DRAFT_LENGTH, 1.0 - self.GUESSED_LOSS * (1.0 - request.tv_budget) ** 2)
        #: Whether a token's chance follows from the TV distance; with shared draws it depends on more.
        self._told_by_distance = request.coupling == "independent"
        carried = costs.distances(request) if self._told_by_distance else ()
        self._survival.add(map(self._chance, carried))
        self._survival.weigh(self.CARRIED)
        self._fresh = True
        self._unknown = not carried  # whether nothing is known of this prompt: then a round comes first
        self._patience = LONGEST_STRETCH if carried else self.SHORTEST_STRETCH
        self._alone = False  # whether the last tokens came from the target alone
        self._held: int | None = None  # the length until there is news enough, which is so many positions
        self._rounds = 0  # since it was chosen
        self._enough, self._last = self.NEWS, 0
        self._news: list[float] = []  # distances, or chances where those do not tell them
        self._took: dict[int, tuple[int, float]] = {}  # rounds and their seconds by length
        self.stretch = self.SHORTEST_STRETCH

    def length(self) -> int:
        if self._held is None:
            return self._chosen()
        return self._held

    def _chosen(self) -> int:
        unknown = self._costs.unknown_length()
        if unknown is not None:
            return self._request.draft_length if self._fresh else unknown
        if self._costs.since_target is None:
            return 0
        emitted = self._survival.emitted(self._request.bonus)
        best, gain = self._costs.best_length(emitted)
        if gain > self.WORTH:
            return self._drafting(best, gain, emitted[best - 1] / gain)
        if self._alone or self._unknown:
            return best
        lost = emitted[best - 1] * ((1.0 + self._costs.change()) / gain - 1.0)  # tokens' time
        self.stretch = min(max(round(lost / self.PROBE_SHARE), self.SHORTEST_STRETCH), self._patience)
        self._patience = min(2 * self._patience, LONGEST_STRETCH)
        return 0

    def _drafting(self, best: int, gain: float, cost: float) -> int:
        """That length, of a round that costs so many target-only tokens, or 0 where target-only is due for timing."""
        since = self._costs.since_target or 0
        lost = self.TIMED * (gain - 1.0) + self._costs.change() * cost
        due = 0.0 if self._costs.surprised else lost / self.TIMED_SHARE
        if since >= max(due, self.SOONEST):
            self.stretch = self.TIMED
            return 0
        again = best == self._last and not self._costs.surprised
        self._enough = min(2 * self._enough, self.MOST_NEWS) if again else self.NEWS
        self._held = self._last = best
        return best

    def observe(
        self, proposed: int, accepted: int, draft_s: float, verify_s: float, distances: Sequence[float] = ()
    ) -> None:
        self._news.extend(distances if self._told_by_distance else [1.0] * accepted + [0.0] * (accepted < proposed))
        count, seconds = self._took.get(proposed, (0, 0.0))
        self._took[proposed] = count + 1, seconds + draft_s + verify_s
        if self._costs.since_target is not None:
            self._costs.since_target += accepted + (accepted < proposed)
        self._rounds += 1
        enough = len(self._news) >= self._enough or self._rounds >= self.MOST_ROUNDS
        if self._held is None or self._alone or enough:
            self._learn()
        self._fresh = self._unknown = self._alone = False

    def _learn(self) -> None:
        for length, (count, seconds) in self._took.items():
            self._costs.observe_round(length, seconds / count, self._alone)
        if self._told_by_distance:
            self._costs.remember(self._request, self._news)
            self._survival.add(map(self._chance, self._news))
        else:
            self._survival.add(self._news)
        self._held, self._rounds, self._news, self._took = None, 0, [], {}

    def observe_target(self, seconds: float) -> None:
        self._costs.observe_target(seconds)
        self._survival.cut()
        self._alone = True

    def _chance(self, distance: float) -> float:
        """That a drafted token stays: 1 − d + D, at most 1 (see `engine.law.shapes`)."""
        return min(1.0, 1.0 - distance + self._request.tv_budget)


def make_policy(request: Request, costs: CostModel) -> Policy:
    """The policy that a request asks for."""
    if request.policy == "acceptance-rate":
        return AcceptanceRate(request.draft_length)
    if request.policy == "accepted-length":
        return AcceptedLength(request.draft_length)
    if request.policy == "cost-aware":
        return CostAware(request, costs)
    return Fixed(request.draft_length)
