"""How many tokens to draft: the source's two rules step by step, and the choice by cost on tables of times."""

import itertools
from typing import Any

import pytest

from engine.decoding import decode
from engine.decoding.cost import CostModel
from engine.decoding.policy import LONGEST_STRETCH, AcceptanceRate, AcceptedLength, CostAware, Fixed, make_policy
from engine.rates import emitted
from tests.engine.costs import LONGEST, best, law_of_times
from tests.engine.toys import recalling, run, settings


def steps(policy: Any, kept: list[int]) -> list[int]:
    """The lengths that a policy chooses while so many tokens of its rounds stay."""
    lengths = [policy.length()]
    for count in kept:
        policy.observe(lengths[-1], min(count, lengths[-1]), 0.0, 0.0)
        lengths.append(policy.length())
    return lengths


def test_fixed() -> None:
    assert steps(Fixed(7), [0, 7, 3]) == [7, 7, 7, 7]


def test_acceptance_rate() -> None:
    """Start 4; +1 above 0.8, −1 below 0.4, neither at 0.8 or 0.4 itself; within 1 to 8."""
    assert steps(AcceptanceRate(), [4, 5, 6, 7, 8, 8]) == [4, 5, 6, 7, 8, 8, 8]
    assert steps(AcceptanceRate(), [0, 0, 0, 0]) == [4, 3, 2, 1, 1]
    assert steps(AcceptanceRate(5), [4, 2, 3]) == [5, 5, 5, 5]  # 0.8, 0.4, 0.6
    assert steps(AcceptanceRate(5), [1, 4]) == [5, 4, 5]
    assert steps(AcceptanceRate(16), [0]) == [8, 7]
    assert steps(AcceptanceRate(1), [1, 0]) == [1, 2, 1]


def test_accepted_length() -> None:
    """s from 3 by 0.2 of the way to each count of accepted tokens; the next length is round(s) + 1, within 1 to 8."""
    assert steps(AcceptedLength(), [4, 4, 4, 4]) == [4, 4, 4, 4, 5]  # s = 3.2, 3.36, 3.49, 3.59
    assert steps(AcceptedLength(), [0, 0, 0, 0]) == [4, 3, 3, 3, 2]  # s = 2.4, 1.92, 1.54, 1.23
    assert steps(AcceptedLength(8), [8] * 4) == [8] * 5
    assert steps(AcceptedLength(), [0] * 12)[-1] == 1
    assert steps(AcceptedLength(16), [])[0] == 8


def test_the_policy_that_is_asked_for() -> None:
    kinds = {"fixed": Fixed, "acceptance-rate": AcceptanceRate, "accepted-length": AcceptedLength}
    for name, kind in ({**kinds, "cost-aware": CostAware}).items():
        policy = make_policy(settings(policy=name, draft_length=3), CostModel())
        assert type(policy) is kind and policy.length() == 3


@pytest.mark.parametrize("bonus", [False, True])
def test_expected_tokens_of_a_round(bonus: bool) -> None:
    """The sum of the chances that each token comes: 1 + a + a² + …"""
    for acceptance in (0.0, 0.3, 0.9, 1.0):
        for length in (1, 4, 16):
            steps_ = length + bonus
            assert emitted(acceptance, length, bonus) == pytest.approx(sum(acceptance**i for i in range(steps_)))


def drive(
    policy: CostAware, acceptance: float, draft_s: float, row_s: float, rounds: int, target_s: float = 1.0
) -> list[int]:
    """Rounds on a machine on which a draft step takes `draft_s`, a check 1 s and `row_s` a row.

    Of every round that share of tokens stays that a long run would see.
    """
    lengths, owed = [], 0.0
    for _ in range(rounds):
        length = policy.length()
        lengths.append(length)
        if length == 0:
            policy.observe_target(target_s)
            continue
        owed += sum(acceptance**i for i in range(1, length + 1))
        kept = min(length, int(owed))
        owed -= kept
        judged = min(kept + 1, length)
        policy.observe(length, kept, draft_s * length, 1.0 + row_s * length, [1 - acceptance] * judged)
    return lengths


def cost_aware(costs: CostModel, **changes: Any) -> CostAware:
    return CostAware(settings(policy="cost-aware", **({"draft_length": 4, "tv_budget": 0.0} | changes)), costs)


@pytest.mark.parametrize("acceptance", [0.7, 0.9])
def test_cost_aware_comes_to_the_best_length(acceptance: float) -> None:
    policy = cost_aware(CostModel())
    lengths = drive(policy, acceptance, 0.05, 0.02, 120)
    _, rate = best(acceptance, 0.05, 0.02)
    assert rate > 1
    drafted = [length for length in lengths[60:] if length]
    assert len(drafted) >= 56, "target-only is timed again now and then, no more"
    for length in drafted:
        assert emitted(acceptance, length, False) / (0.07 * length + 1.0) > 0.93 * rate, length


def test_cost_aware_drafts_nothing_where_target_only_is_faster_and_probes_again() -> None:
    policy = cost_aware(CostModel())
    later = drive(policy, 0.3, 0.5, 0.3, 60)[20:]
    assert later.count(0) >= len(later) // 2
    assert any(later), "it never probes"
    assert all(not (one and other) for one, other in itertools.pairwise(later)), "a probe is one round"
    assert max(later) <= 2 and policy.stretch > LONGEST_STRETCH // 2, "so dear a probe is short, and seldom"


def test_a_prompt_that_is_not_known_is_tried_at_once_and_again_soon() -> None:
    """Where the first guess says that no draft pays, an easy text would else be decoded alone for long."""
    costs = law_of_times(0.3, 0.1)
    assert costs.best_length(cost_aware(costs)._survival.emitted(False))[1] < 1
    assert 0 not in drive(cost_aware(costs), 1.0, 0.05, 0.02, 12)
    costs = law_of_times(0.3, 0.1)
    policy, stretches = cost_aware(costs), []
    for _ in range(9):
        if drive(policy, 0.1, 0.3, 0.1, 1) == [0]:
            stretches.append(policy.stretch)
    assert stretches[:3] == [8, 16, 32] and max(stretches) <= LONGEST_STRETCH
    known = cost_aware(costs, seed=1)
    assert known.length() == 0 and known.stretch > 32, "told by the run before"


def test_a_length_that_stays_the_best_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosing takes time of its own: after a while it happens every 48 positions, or four rounds."""
    asked, choose = [], CostModel.best_length

    def counted(costs: CostModel, tokens: list[float]) -> tuple[int, float]:
        asked.append(choose(costs, tokens))
        return asked[-1]

    monkeypatch.setattr(CostModel, "best_length", counted)
    policy = cost_aware(law_of_times(0.05, 0.02))
    drive(policy, 1.0, 0.05, 0.02, 10)
    asked.clear()
    drive(policy, 1.0, 0.05, 0.02, 30)
    assert {length for length, _ in asked} == {16} and len(asked) <= 11
    assert max(drive(policy, 0.2, 0.05, 0.02, 140)[-20:]) <= 4, "bad news comes in time"


def test_cost_aware_comes_back_when_the_draft_is_good_again() -> None:
    policy = cost_aware(CostModel())
    assert 0 in drive(policy, 0.1, 0.15, 0.05, 40)[20:]
    back = drive(policy, 0.97, 0.15, 0.05, 90)[-40:]
    assert back.count(0) <= 3 and min(filter(None, back)) >= 4


def test_cost_aware_finds_out_when_target_only_has_become_faster() -> None:
    """Its time was taken while another program had the accelerator that it runs on."""
    policy = cost_aware(CostModel())
    assert 0 not in drive(policy, 0.4, 0.2, 0.1, 60, target_s=3.0)[-10:]
    assert drive(policy, 0.4, 0.2, 0.1, 1500)[-20:].count(0) >= 9


def test_a_new_run_begins_with_what_earlier_ones_saw_at_another_budget() -> None:
    """TV distances of 0.6: at budget 0 four in ten drafted tokens stay, at 0.6 all."""
    costs = law_of_times(0.05, 0.02)
    first = cost_aware(costs, tv_budget=0.0)
    for _ in range(20):
        first.observe(4, 1, 0.2, 1.08, [0.6, 0.6])
    assert cost_aware(costs, tv_budget=0.6, seed=1).length() > 8
    assert cost_aware(costs, tv_budget=0.0, seed=1).length() < 4
    new = cost_aware(law_of_times(0.05, 0.02))._survival.emitted(False)
    unknown: tuple[dict[str, Any], ...] = ({"seed": 0}, {"seed": 1, "temperature": 0.1})
    for changes in unknown:  # the same draws, which no length may follow; other distances
        assert cost_aware(costs, **changes)._survival.emitted(False) == new
    assert cost_aware(costs, seed=1)._survival.emitted(False) != new


@pytest.mark.parametrize("policy", ["acceptance-rate", "accepted-length", "cost-aware"])
def test_lengths_of_a_run(policy: str) -> None:
    """In the real loop: the lengths that the rule gives for the run's own accepted counts."""
    record = run(recalling(), settings(policy=policy, draft_length=4, tv_budget=0.5, max_tokens=60))
    rounds = record.rounds[:-1]  # the last is held to the tokens that are left
    assert all(1 <= round_.proposed <= LONGEST for round_ in record.rounds)
    if policy != "cost-aware":
        rule: Any = {"acceptance-rate": AcceptanceRate, "accepted-length": AcceptedLength}[policy](4)
        assert steps(rule, [round_.accepted for round_ in rounds])[: len(rounds)] == [r.proposed for r in rounds]


def test_a_run_of_a_single_round_is_learnt_from() -> None:
    """The events end with its last token, before the loop would go on."""
    costs = CostModel()
    request = settings(policy="cost-aware", max_tokens=3, tv_budget=1.0)
    list(decode(recalling(), request, costs=costs))
    assert costs.distances(request.replace(seed=1))
