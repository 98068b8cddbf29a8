"""The cost model gives exact lines back, predicts by the formula, and says when it cannot be trusted."""

import pytest

from engine.rates import emitted
from engine.sweep.cost import fit, measured
from engine.sweep.frontier import Edge, axes, break_even_edges, frontier
from engine.sweep.plan import TARGET, Setting
from engine.sweep.predict import chance_of, error_words, held_out, model_of, predictions
from engine.sweep.sample import Sample
from engine.sweep.summary import summarise
from tests.sweep.scripted_runs import cell, row, sample, timings

TARGET_S, OVERHEAD_S = 0.02, 0.001


def exact_run(length: int, chance: float, budget: float, place: int, rounds: int = 1000) -> Sample:
    """A run that keeps to the model: draft 2 ms + 1 ms K, check 10 ms + 0.5 ms K."""
    draft_s, verify_s = 0.002 + 0.001 * length, 0.010 + 0.0005 * length
    tokens = emitted(chance, length, False) * rounds
    accepted = round(chance * tokens)
    seconds = rounds * (draft_s + verify_s + OVERHEAD_S)
    made = timings(length, rounds, draft_s, verify_s)
    return sample(cell(length, budget), seconds, 0, place, accepted=accepted, tokens=tokens, **made)


def exact_sweep(lengths=(2, 4, 8), budgets=(0.0, 0.5, 1.0)) -> list[Sample]:
    """Chances that grow in a straight line from 0.6 at budget 0 to 1 at budget 1."""
    runs = [sample(TARGET, 10 * TARGET_S)]
    for length in lengths:
        runs += [exact_run(length, 0.6 + 0.4 * budget, budget, len(runs) + i) for i, budget in enumerate(budgets)]
    return runs


def test_lines_are_found_again() -> None:
    cost = fit(measured(exact_sweep()))
    assert cost is not None
    assert (cost.draft.base_s, cost.draft.slope_s) == pytest.approx((0.002, 0.001))
    assert (cost.verify.base_s, cost.verify.slope_s) == pytest.approx((0.010, 0.0005))
    assert (cost.overhead_s, cost.target_s) == pytest.approx((OVERHEAD_S, TARGET_S))
    assert cost.lengths == (2, 4, 8)


def test_one_stray_round_of_another_length_makes_no_line() -> None:
    runs = [sample(TARGET), exact_run(4, 0.8, 0.5, 1), sample(cell(4, 0.0), place=2, **timings(3, 1, 9.0, 9.0))]
    assert fit(measured(runs)) is None and model_of(runs) is None
    assert fit(measured(exact_sweep()[1:])) is None  # nothing to be faster than


def test_a_cell_that_was_not_measured_follows_the_formula() -> None:
    model = model_of(exact_sweep())
    assert model is not None
    guess = model.predict(6, 0.25)
    expected = TARGET_S * emitted(0.7, 6, False) / (0.002 + 0.006 + 0.010 + 0.003 + OVERHEAD_S)
    assert guess.speedup == pytest.approx(expected, rel=1e-2)
    assert guess.chance == pytest.approx(0.7, abs=1e-2) and not guess.outside
    assert model.predict(12, 0.25).outside and not model.predict(8, 1.0).outside


def test_budget_1_keeps_every_token_without_being_measured() -> None:
    model = model_of(exact_sweep(budgets=(0.0,)))
    assert model is not None
    assert model.predict(4, 1.0).chance == 1.0 and not model.predict(4, 1.0).outside
    below = model_of(exact_sweep(budgets=(0.5,)))
    assert below is not None and below.predict(4, 0.1).outside


def test_held_out_cells_give_the_error() -> None:
    runs = exact_sweep()
    check = held_out(runs, summarise(runs))
    assert check is not None and len(check.pairs) == 9
    assert check.typical < 0.02  # exact lines, straight chances
    slow = [one if one.setting != cell(4, 0.5) else exact_run(4, 0.3, 0.5, one.place) for one in runs]
    worse = held_out(slow, summarise(slow))
    assert worse is not None and worse.worst > 0.3
    assert f"{100 * worse.worst:.0f} %" in error_words(worse)


def test_too_few_cells_are_said_to_be_too_few() -> None:
    runs = exact_sweep(lengths=(4, 8), budgets=(0.5,))
    assert model_of(runs) is not None and held_out(runs, summarise(runs)) is None
    assert "could not be checked" in error_words(None)


@pytest.mark.parametrize("length", [1, 4, 16])
@pytest.mark.parametrize("chance", [0.0, 0.35, 0.9, 1.0])
def test_the_chance_is_found_from_the_acceptance(length: int, chance: float) -> None:
    acceptance = chance * emitted(chance, length, False) / length
    assert chance_of(acceptance, length) == pytest.approx(chance, abs=1e-6)


def test_predictions_cover_the_map() -> None:
    model = model_of(exact_sweep())
    assert model is not None
    lengths, budgets = axes([cell(4, 0.5), cell(2, 1.0), TARGET, Setting("mentored", "cost-aware", 3, 0.1)])
    assert (lengths, budgets) == ((2, 4), (0.5, 1.0))
    assert set(predictions(model, lengths, budgets)) == {cell(k, d) for k in (2, 4) for d in (0.5, 1.0)}


def test_the_frontier_holds_what_nothing_beats() -> None:
    best = [
        row(cell(2, 0.0), (1, 1.05, 1.1), 0.0),
        row(cell(4, 0.25), (1, 1.5, 2), 0.17),
        row(cell(8, 1.0), (2, 2, 2), 0.3),
    ]
    beaten = [
        row(cell(4, 0.0), (1, 0.9, 1), 0.0),
        row(cell(6, 0.5), (1, 1.5, 2), 0.2),
        row(cell(2, 1.0), (2, 2, 2), 0.4),
    ]
    others = [row(TARGET, (1, 1, 1), None), row(Setting("draft"), (9, 9, 9), None)]
    assert frontier([*beaten, *reversed(best), *others]) == best
    assert frontier([]) == []


def test_the_break_even_line_follows_cell_edges() -> None:
    speeds = {(2, 0.0): 0.9, (2, 0.5): 1.0, (4, 0.0): 0.8, (4, 0.5): 0.7}
    assert set(break_even_edges(speeds, (2, 4), (0.0, 0.5))) == {Edge(1, 0, 1, 1), Edge(1, 1, 2, 1)}
    del speeds[2, 0.5]
    assert break_even_edges(speeds, (2, 4), (0.0, 0.5)) == []
