"""A cache with small pairs in it, and a chooser on a scripted engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.models.pair.chooser import ChooserModel
from app.models.pair.jobs import Jobs
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from engine.paths import bundled_draft, bundled_target
from tests.choose.hub import put_into_cache
from tests.frame.conftest import Desk, open_desk
from tests.pair.conftest import no_network
from tests.scripted import ScriptedEngine
from tests.tinypair import SPECIALS, Maker, write_json

__all__ = ["no_network", "open_desk"]

BIG, SMALL, OTHER, BROKEN = "tiny/Tiny-2M", "tiny/Tiny-1M", "tiny/Other-1M", "tiny/Broken-1M"


@pytest.fixture(scope="session")
def cached(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A cache, and the keys of what is in it: a pair, a stranger to it, and a model without its tokenizer."""
    home = tmp_path_factory.mktemp("hub")
    makers = {BIG: Maker(layers=3), SMALL: Maker(), OTHER: Maker(specials=(*SPECIALS[:2], "<|stop|>")), BROKEN: Maker()}
    keys = {}
    for repo, maker in makers.items():
        folder = maker.make(home / "made" / repo.rpartition("/")[2])
        if repo == BROKEN:
            (folder / "tokenizer.json").unlink()
        keys[repo] = str(put_into_cache(home, repo, folder))
    return home, keys


@pytest.fixture
def keys(cached: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The cache's keys, with the cache in its place."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(cached[0]))
    return cached[1]


@dataclass
class Bench:
    """A chooser without a window."""

    chooser: ChooserModel
    comparison: ComparisonModel
    settings: SettingsModel
    engine: ScriptedEngine
    jobs: Jobs
    qtbot: QtBot

    def rest(self) -> None:
        """Wait until nothing goes on beside the window."""
        self.qtbot.waitUntil(lambda: not self.jobs.busy, timeout=60_000)

    def look(self) -> None:
        """Look, and wait for all verdicts."""
        self.chooser.look()
        self.rest()

    def choose(self, key: str) -> None:
        """Take a target, and wait for all verdicts."""
        self.chooser.choose_target(key)
        self.rest()

    def step(self, count: int = 1) -> None:
        """Let the engine put out that many bursts."""
        for _ in range(count):
            self.engine.step()
            self.comparison.apply(self.engine.drain())

    def finish(self) -> None:
        """Let the engine come to its end."""
        while self.engine.busy:
            self.step()


@pytest.fixture
def bench(qtbot: QtBot, qapp: QObject, keys: dict[str, str]) -> Iterator[Bench]:
    """A chooser that has looked, with the bundled pair in use."""
    settings, engine = SettingsModel(), ScriptedEngine()
    comparison = ComparisonModel(settings, engine, clock=engine.clock)
    jobs = Jobs()
    made = Bench(ChooserModel(comparison, settings, jobs), comparison, settings, engine, jobs, qtbot)
    comparison.load(bundled_target(), bundled_draft())
    made.finish()
    made.look()
    yield made
    made.chooser.close()
    assert made.chooser.join()
    settings.close()


@pytest.fixture
def desk(open_desk: Callable[[], Desk], keys: dict[str, str]) -> Iterator[Desk]:
    """A window on a scripted engine, with the bundled pair in use."""
    made = open_desk()
    made.comparison.load(bundled_target(), bundled_draft())
    made.finish()
    yield made
    made.window.choosing.close()
    assert made.window.choosing.model.join()


def make_folder(folder: Path) -> Path:
    """A model folder that suits the cache's big one as a draft."""
    return Maker(hidden=32).make(folder)


def spoil(folder: Path) -> None:
    """Give a folder an architecture that nobody knows."""
    write_json(folder / "config.json", {"model_type": "abacus"})
