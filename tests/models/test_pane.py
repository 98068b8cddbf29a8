"""A pane hears of each burst once, and its live figures move at most four times a second."""

from app.models.runs.pane import PaneModel, PaneState
from engine.events import Prefill
from engine.record import RunRecord
from engine.request import Request
from tests.scripted import Clock, ScriptedEngine


def begun(clock: Clock) -> PaneModel:
    pane = PaneModel("mentored", clock=clock)
    pane.begin(RunRecord(Request("A lamp.", max_tokens=40)))
    return pane


def test_a_burst_is_told_once(qapp: object) -> None:
    clock = Clock()
    engine = ScriptedEngine(clock)
    pane = begun(clock)
    told: list[tuple[str, int]] = []
    pane.tokens_added.connect(lambda first: told.append(("tokens", first)))
    pane.rounds_added.connect(lambda first: told.append(("rounds", first)))
    engine.generate(Request("A lamp.", max_tokens=40))
    engine.step(5)
    pane.add([event for _, event in engine.drain()])
    assert told == [("tokens", 0), ("rounds", 0)]
    assert pane.record is not None
    known, rounds = len(pane.record.tokens), len(pane.record.rounds)
    engine.step()
    pane.add([event for _, event in engine.drain()])
    assert told[2:] == [("tokens", known), ("rounds", rounds)]


def test_prefill_is_a_state_with_progress(qapp: object) -> None:
    pane = begun(Clock())
    heard: list[PaneState] = []
    pane.state_changed.connect(lambda: heard.append(pane.state))
    pane.add([Prefill(8, 27)])
    pane.add([Prefill(24, 27)])
    assert heard == [PaneState.PREFILL, PaneState.PREFILL]
    assert pane.record is not None and pane.record.prefill == Prefill(24, 27)


def test_figures_move_at_most_four_times_a_second(qapp: object) -> None:
    clock = Clock()
    pane = begun(clock)
    heard: list[float] = []
    pane.figures_changed.connect(lambda: heard.append(clock.now))
    for _ in range(300):
        clock.now += 0.01
        pane.tick()
    assert 10 <= len(heard) <= 12


def test_live_figures_leave_the_prompt_out_of_the_rate(qapp: object) -> None:
    clock = Clock()
    engine = ScriptedEngine(clock)
    pane = begun(clock)
    engine.generate(Request("A lamp.", max_tokens=40))
    for _ in range(6):
        engine.step()
        pane.add([event for _, event in engine.drain()])
    live = pane.figures()
    assert live is not None and pane.record is not None
    assert abs(live.prefill_s - 0.2) < 1e-6
    assert live.tokens_per_s is not None
    assert abs(live.tokens_per_s - live.tokens / (live.total_s - 0.2)) < 1e-6


def test_figures_of_nothing_are_none(qapp: object) -> None:
    assert PaneModel("draft").figures() is None
