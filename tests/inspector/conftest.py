"""The window of the frame's tests with a finished comparison, and the bundled pair."""

import pytest

from app.models.inspector.model import InspectorModel
from app.models.runs.pane import PaneModel
from engine.events import Kind
from engine.record import RunRecord
from tests.engine.conftest import bundled, on_the_cpu
from tests.frame.conftest import Desk, desk, open_desk

__all__ = ["bundled", "desk", "on_the_cpu", "open_desk"]


@pytest.fixture
def ran(desk: Desk) -> Desk:
    """A finished comparison with short rounds, whose mentored run has every kind of token but the bonus."""
    desk.settings.set("draft_length", 3)
    desk.settings.set("tv_budget", 0.5)
    desk.settings.set("seed", 4)
    desk.settings.settle()
    desk.comparison.run()
    desk.finish()
    desk.engine.prefixes.clear()
    desk.engine.requests.clear()
    return desk


def model_of(desk: Desk) -> InspectorModel:
    return desk.window.inspection.model


def mentored(desk: Desk) -> PaneModel:
    return desk.comparison.panes["mentored"]


def record_of(desk: Desk) -> RunRecord:
    record = mentored(desk).record
    assert record is not None
    return record


def first(desk: Desk, kind: Kind, after: int = 0) -> int:
    """Position of the first token of a kind, from a position on."""
    return next(token.position for token in record_of(desk).tokens[after:] if token.kind == kind)


def look(desk: Desk, index: int) -> None:
    """Look at a token of the mentored run, and hear what stood to choose there."""
    model = model_of(desk)
    model.select(mentored(desk), index)
    hear(desk)


def hear(desk: Desk) -> None:
    """The pause before the question is over, and the engine has answered."""
    model = model_of(desk)
    if model._timer.isActive():
        model._timer.stop()
        model._timer.timeout.emit()
    desk.finish()
