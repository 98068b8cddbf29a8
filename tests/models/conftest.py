"""A comparison on a scripted engine, with a clock that stands still by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.models.notice import Notice
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from tests.scripted import ScriptedEngine


@dataclass
class Bench:
    """The models, the engine behind them, and what they said."""

    settings: SettingsModel
    engine: ScriptedEngine
    comparison: ComparisonModel
    notices: list[Notice | None]
    statuses: list[str]

    def step(self, count: int = 1) -> None:
        """Let the engine put out that many bursts, and hand them over."""
        for _ in range(count):
            self.engine.step()
            self.comparison.apply(self.engine.drain())

    def finish(self) -> None:
        """Let everything that was asked for come to its end."""
        for _ in range(10_000):
            if not self.engine.busy:
                return
            self.step()
        raise TimeoutError("the engine never ends")

    def commit(self, name: str, value: object) -> None:
        """A slider that is held, moved and let go."""
        self.settings.begin_drag(name)
        self.settings.set(name, value)
        self.settings.end_drag(name)

    def modes(self) -> list[str]:
        """The modes of all runs asked for since the last call."""
        modes = [request.mode for request in self.engine.requests]
        self.engine.requests.clear()
        return modes

    def text(self, pane: str) -> str:
        """What a pane shows."""
        record = self.comparison.panes[pane].record
        return record.text if record else ""


@pytest.fixture
def bench(qapp: object, tmp_path: Path) -> Iterator[Bench]:
    """A bench with a loaded pair and short runs."""
    settings = SettingsModel()
    engine = ScriptedEngine()
    comparison = ComparisonModel(settings, engine, clock=engine.clock)
    made = Bench(settings, engine, comparison, [], [])
    comparison.notice.connect(made.notices.append)
    comparison.status_changed.connect(made.statuses.append)
    settings.set("max_tokens", 24)
    comparison.load(tmp_path, tmp_path)
    made.finish()
    yield made
    settings.close()
