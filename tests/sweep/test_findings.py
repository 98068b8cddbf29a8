"""The finding on made-up tables: what pays, what does not, what cannot be told."""

import pytest

from engine.request import Request
from engine.sweep.findings import Finding, finding
from engine.sweep.plan import TARGET, Plan, Setting, grid
from engine.sweep.summary import Summary, summarise
from tests.sweep.scripted_runs import cell, row, sample, small_plan

PLAN = grid(Request("x", max_tokens=80, ignore_eos=True), (2, 4, 6), (0.0, 0.35, 0.4))


def told(*rows: Summary, plan: Plan = PLAN) -> Finding:
    return finding([row(TARGET, (1, 1, 1), None), *rows], plan)


def test_it_pays_from_a_length_and_a_budget() -> None:
    found = told(
        row(cell(4, 0.35), (0.95, 1.0, 1.04), 0.1),
        row(cell(4, 0.4), (0.9, 0.97, 1.1), 0.15),
        row(cell(6, 0.4), (1.02, 1.05, 1.08), 0.15),
        row(cell(6, 0.5), (1.3, 1.4, 1.5), 0.2),
    )
    assert found.head == (
        "On this machine and prompt, speculation pays from 6 drafted tokens at a budget of 0.4; the smallest budget "
        "that is 10 % faster is 0.5 (1.40×, 6 drafted tokens at 0.5)."
    )
    assert "In 2 of 4 settings the runs reach both sides of 1.0×" in found.rest
    assert "The fastest, 6 drafted tokens at 0.5, ran 1.40× (1.30–1.50) and spent 0.20 TV a token." in found.rest
    assert "One seed, 80 tokens a run, median of 3 runs; another seed may move any figure." in found.rest


def test_longer_drafts_that_do_not_pay_are_not_claimed() -> None:
    found = told(row(cell(4, 0.4), (1.2, 1.3, 1.4)), row(cell(6, 0.4), (0.8, 0.9, 1.0)))
    assert "pays with 4 drafted tokens at a budget of 0.4, and runs 1.30× as fast there." in found.head


def test_no_lossless_speed_up_is_said_below() -> None:
    found = told(
        row(cell(2, 0.0), (0.96, 1.05, 1.10)),
        row(cell(6, 0.0), (0.4, 0.46, 0.5)),
        row(cell(4, 0.4), (1.5, 1.55, 1.6), 0.17),
    )
    assert found.rest.startswith(
        "At budget 0 no length was clearly faster: the best, 2 drafted tokens, ran 1.05× (0.96–1.10); 6 ran 0.46×."
    )


def test_a_lossless_speed_up_is_called_so() -> None:
    found = told(row(cell(4, 0.0), (1.02, 1.05, 1.08)), row(cell(6, 0.0), (1.2, 1.3, 1.4)))
    assert (
        "from 4 drafted tokens at a budget of 0, which is lossless; at that budget 6 drafted tokens ran" in found.head
    )


@pytest.mark.parametrize(
    ("speeds", "words"),
    [((0.7, 0.8, 0.9), "does not pay at any measured setting"), ((0.97, 1.04, 1.1), "does not clearly pay")],
)
def test_what_never_pays_is_said(speeds: tuple[float, float, float], words: str) -> None:
    found = told(row(cell(8, 1.0), speeds), row(cell(4, 0.4), (0.5, 0.6, 0.7)))
    assert words in found.head and "8 drafted tokens at a budget of 1, ran" in found.head
    assert "10 %" not in found.head


def test_a_small_gain_is_not_ten_percent() -> None:
    assert told(row(cell(4, 0.4), (1.02, 1.05, 1.09))).head.endswith("; no setting is clearly 10 % faster.")


def test_what_is_too_close_to_rank_is_not_ranked() -> None:
    found = told(row(cell(4, 0.35), (1.8, 2.0, 2.2), 0.2), row(cell(6, 0.4), (1.9, 2.1, 2.3), 0.3))
    assert (
        "2 settings, the fastest at 2.10×, are too close to rank; the cheapest of them, 4 drafted tokens at 0.35"
        in (found.rest)
    )


def test_a_single_run_has_no_range_and_that_is_said() -> None:
    found = told(row(cell(4, 0.4), (1.3, 1.3, 1.3), runs=1))
    assert "one run a setting, so that no range is known" in found.rest and "(" not in found.head


def test_policies_are_named() -> None:
    assert "with the cost-aware policy from 4 at a budget of 0.4" in (
        told(row(Setting("mentored", "cost-aware", 4, 0.4), (1.2, 1.3, 1.4))).head
    )


def test_an_unfinished_or_empty_sweep_says_so() -> None:
    plan = small_plan()
    rows = summarise([sample(TARGET), sample(cell(4, 0.5), 0.5, place=1)])
    assert f"Not finished: 2 of {plan.runs} runs." in finding(rows, plan).rest
    assert finding([], plan) == Finding("No mentored setting has been measured yet.", "")
    assert finding(rows[:1], plan).rest == ""
