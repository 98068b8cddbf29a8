"""How many tokens to draft: the source's two rules step by step, and the choice by cost on tables of times."""

import itertools
from typing import Any

import pytest

from engine.decoding.cost import CostModel
from engine.decoding.policy import AcceptanceRate, AcceptedLength, CostAware, Fixed, make_policy
from engine.rates import emitted
from tests.engine.toys import recalling, run, settings

LONGEST = 16


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
    policy: CostAware, costs: CostModel, acceptance: float, draft_s: float, row_s: float, rounds: int
) -> list[int]:
    """Rounds on a machine on which a draft step takes `draft_s`, a check 1 s and `row_s` a row, a target step 1 s.

    Of every round that share of tokens stays that a long run would see.
    """
    lengths, owed = [], 0.0
    for _ in range(rounds):
        length = policy.length()
        lengths.append(length)
        if length == 0:
            for _ in range(policy.stretch):
                policy.observe_target(1.0)
            continue
        owed += sum(acceptance**i for i in range(1, length + 1))
        kept = min(length, int(owed))
        owed -= kept
        policy.observe(length, kept, draft_s * length, 1.0 + row_s * length)
    return lengths


def best(acceptance: float, draft_s: float, row_s: float) -> tuple[int, float]:
    """The best length on that machine, and its tokens per second, from the formula."""
    rates = {k: emitted(acceptance, k, False) / ((draft_s + row_s) * k + 1.0) for k in range(1, LONGEST + 1)}
    length = max(rates, key=lambda k: rates[k])
    return length, rates[length]


@pytest.mark.parametrize(("draft_s", "row_s"), [(0.02, 0.0), (0.1, 0.02), (0.05, 0.1), (0.01, 0.25)])
def test_the_best_length_on_a_table_of_times(draft_s: float, row_s: float) -> None:
    costs = CostModel()
    for length in (2, 2, 2, 8, 8, 8, 5, 5, 5):
        costs.observe_round(length, draft_s * length, 1.0 + row_s * length)
    for acceptance in (0.3, 0.6, 0.8, 0.95, 0.999):
        wanted, rate = best(acceptance, draft_s, row_s)
        found, promised = costs.best_length(acceptance, False, LONGEST)
        assert found == wanted and promised == pytest.approx(rate, rel=1e-6)


@pytest.mark.parametrize("acceptance", [0.7, 0.9])
def test_cost_aware_comes_to_the_best_length(acceptance: float) -> None:
    costs = CostModel()
    policy = CostAware(4, False, costs)
    lengths = drive(policy, costs, acceptance, 0.05, 0.02, 120)
    wanted, rate = best(acceptance, 0.05, 0.02)
    assert rate > 1
    for length in lengths[60:]:
        assert length > 0
        tokens = emitted(acceptance, length, False)
        assert tokens / (0.07 * length + 1.0) > 0.93 * rate, (length, wanted)


def test_cost_aware_drafts_nothing_where_target_only_is_faster_and_probes_again() -> None:
    costs = CostModel()
    policy = CostAware(4, False, costs)
    lengths = drive(policy, costs, 0.3, 0.5, 0.3, 60)
    later = lengths[20:]
    assert later.count(0) >= len(later) // 2
    assert any(later), "it never probes"
    assert all(not (one and other) for one, other in itertools.pairwise(later)), "a probe is one round"
    assert policy.stretch == CostAware.LONGEST_STRETCH


def test_cost_aware_comes_back_when_the_draft_is_good_again() -> None:
    costs = CostModel()
    policy = CostAware(4, False, costs)
    assert 0 in drive(policy, costs, 0.1, 0.15, 0.05, 40)[20:]
    back = drive(policy, costs, 0.97, 0.15, 0.05, 60)
    assert all(back[-20:]) and policy.stretch == CostAware.SHORTEST_STRETCH


def test_the_first_time_of_a_length_is_left_out() -> None:
    """It may hold one-time work, of compiling or of memory."""
    costs = CostModel()
    for length in (2, 8):
        costs.observe_round(length, 100.0, 100.0)
    assert costs.unknown_length() == 2
    for length in (2, 8):
        costs.observe_round(length, 0.1 * length, 1.0)
    assert costs.unknown_length() is None
    assert costs.round_s(4) == pytest.approx(1.4)
    costs.observe_target(50.0)
    assert costs.target_s is None
    costs.observe_target(1.0)
    assert costs.target_s == 1.0


@pytest.mark.parametrize("policy", ["acceptance-rate", "accepted-length", "cost-aware"])
def test_lengths_of_a_run(policy: str) -> None:
    """In the real loop: the lengths that the rule gives for the run's own accepted counts."""
    record = run(recalling(), settings(policy=policy, draft_length=4, tv_budget=0.5, max_tokens=60))
    rounds = record.rounds[:-1]  # the last is held to the tokens that are left
    assert all(1 <= round_.proposed <= LONGEST for round_ in record.rounds)
    if policy != "cost-aware":
        rule: Any = {"acceptance-rate": AcceptanceRate, "accepted-length": AcceptedLength}[policy](4)
        assert steps(rule, [round_.accepted for round_ in rounds])[: len(rounds)] == [r.proposed for r in rounds]
