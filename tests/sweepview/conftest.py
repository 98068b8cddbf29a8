"""The window of the frame's tests with the sweep in front, and a small sweep on the scripted engine."""

import pytest

from app.models.sweep.model import SweepModel
from app.views.sweep.tab import SweepTab
from engine.sweep.plan import Setting
from tests.frame.conftest import Desk, desk, open_desk

__all__ = ["Sweeping", "cell", "desk", "open_desk"]


class Sweeping:
    """The Sweep tab of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.tab: SweepTab = desk.window.sweep
        self.model: SweepModel = self.tab.model
        self.page, self.column = self.tab.page, self.tab.column
        for name, value in {"lengths": "2, 4", "budgets": "0, 1", "repeats": 2, "tokens": 12}.items():
            self.model.form.set(name, value)
        self.tab.show_view("sweep")

    def run(self) -> None:
        """A whole sweep."""
        self.model.run()
        self.desk.finish()

    def until(self, samples: int) -> None:
        """Let the engine go on until that many timed runs are done."""
        while len(self.model.results.samples) < samples:
            self.desk.step()


@pytest.fixture
def sweep(desk: Desk) -> Sweeping:
    """The tab in front, nothing run yet."""
    return Sweeping(desk)


def cell(length: int, budget: float) -> Setting:
    """A fixed draft length at a budget."""
    return Setting("mentored", "fixed", length, budget)
