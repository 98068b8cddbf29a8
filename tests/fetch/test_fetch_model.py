"""Fetching from the window's side: asked first, fetched after a second click, stopped, gone on with; on a hub here."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.models.pair.chooser import ChooserModel
from app.models.pair.fetching import FetchModel, FetchState, fetch_words
from app.models.pair.jobs import Jobs
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.pair.fetch_panel import FetchPanel
from engine.choose.recommended import Recommended, Repo
from engine.choose.scan import snapshot
from engine.paths import bundled_target
from tests.fetch.fakehub import FakeHub, Trouble
from tests.scripted import ScriptedEngine

# The offscreen platform says so of every window that has a least or greatest size.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
PAIR = Recommended(Repo("tiny/big", 400_000, "Apache-2.0"), Repo("tiny/small", 200_000, "Apache-2.0"), "For tests.")
OTHER = Recommended(Repo("tiny/none", 1, "MIT"), Repo("tiny/small", 1, "MIT"), "Not there.")


class Bench:
    """A fetch model and its panel."""

    def __init__(self, hub: FakeHub, cache: Path, theme: Theme, qtbot: QtBot) -> None:
        self.hub, self.cache, self.qtbot = hub, cache, qtbot
        self.jobs = Jobs()
        self.model = FetchModel(self.jobs, lambda: cache)
        self.model.hub = hub.endpoint
        self.seen: list[FetchState] = []
        self.model.changed.connect(lambda: self.seen.append(self.model.state(PAIR)))
        self.panel = FetchPanel(theme, self.model)
        qtbot.addWidget(self.panel)
        self.panel.show_pair(PAIR)
        self.panel.show()

    @property
    def state(self) -> FetchState:
        return self.model.state(PAIR)

    def click(self) -> FetchState:
        """Press the button and wait for the end of what it begins."""
        self.panel.button.click()
        self.qtbot.waitUntil(lambda: not self.jobs.busy, timeout=60_000)
        return self.state


@pytest.fixture
def bench(hub: FakeHub, tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(hub, tmp_path / "cache", Theme(qapp, "light"), qtbot)
    yield made
    made.jobs.close()
    assert made.jobs.join(60)


def test_two_clicks(bench: Bench) -> None:
    panel, fetched = bench.panel, []
    bench.model.fetched.connect(lambda *folders: fetched.append(folders))
    assert bench.hub.asked == [] and "600 kB as listed" in panel.lines[1].text()
    offered = bench.click()
    assert offered.stage == "offered" and offered.licence == "apache-2.0" and offered.left == offered.size > 0
    assert bench.hub.files_asked() == [], "the first click fetches nothing"
    assert panel.button.text() == f"Fetch {offered.size / 1e3:.0f} kB (apache-2.0)"
    assert "Licence: apache-2.0" in panel.lines[2].text() and "Free on the disk" in panel.lines[3].text()
    done = bench.click()
    folders = tuple(str(snapshot(repo, bench.cache)) for repo in ("tiny/big", "tiny/small"))
    assert done.stage == "done" and fetched == [folders]
    shares = [state.done / state.total for state in bench.seen if state.stage == "fetching" and state.total]
    assert len(shares) > 5 and shares == sorted(shares) and shares[-1] == 1
    assert panel.button.text() == "Fetched" and not panel.button.isEnabled()


def test_stop_and_go_on(bench: Bench) -> None:
    bench.click()
    bench.model.changed.connect(lambda: bench.model.stop() if bench.state.done else None)
    bench.hub.trouble = Trouble(cut=30_000, times=2)  # it takes a moment, so that the stop comes in time
    stopped = bench.click()
    assert stopped.stage == "stopped" and 0 < stopped.left < stopped.size
    assert bench.panel.button.text().startswith("Go on fetching, ") and bench.panel.bar.isVisible()
    assert fetch_words(stopped) == "Stopped" and "kept" in bench.panel.note.words
    bench.model.changed.disconnect()
    bench.hub.trouble = Trouble()
    bench.hub.files_asked()
    assert bench.click().stage == "done"


def test_failures_are_told_and_can_be_tried_again(bench: Bench) -> None:
    bench.hub.trouble = Trouble(info_status=503)
    assert bench.click().stage == "failed" and "(503)" in bench.panel.problem.words
    assert bench.panel.problem.isVisible() and bench.panel.button.text() == "Ask again…"
    bench.hub.trouble = Trouble()
    assert bench.click().stage == "offered" and not bench.panel.problem.isVisible()
    bench.hub.trouble = Trouble(status=401, code="GatedRepo")
    assert bench.click().stage == "failed" and "gated" in bench.panel.problem.words
    bench.hub.trouble = Trouble()
    assert bench.click().stage == "done"


def test_one_at_a_time(bench: Bench) -> None:
    bench.click()
    bench.panel.button.click()
    assert bench.model.busy is PAIR
    bench.model.ask(OTHER)
    assert bench.model.state(OTHER).stage == "listed"
    bench.panel.show_pair(OTHER)
    assert not bench.panel.button.isEnabled() and "Another pair" in bench.panel.note.words
    bench.qtbot.waitUntil(lambda: not bench.jobs.busy, timeout=60_000)
    assert bench.panel.button.isEnabled()
    bench.panel.button.click()
    bench.qtbot.waitUntil(lambda: not bench.jobs.busy, timeout=60_000)
    assert "has no repository “tiny/none”" in bench.panel.problem.words


def test_gated(bench: Bench) -> None:
    bench.hub.info = {"gated": "auto", "cardData": {"license": "llama3.1"}}
    bench.click()
    assert "llama3.1, gated: its terms must be accepted" in bench.panel.lines[2].text()


@pytest.mark.parametrize("gone_on", [False, True])
def test_a_pair_that_arrives_is_chosen(
    gone_on: bool, hub: FakeHub, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the user has gone on to something else meanwhile; the status bar tells in either case."""
    cache = tmp_path / "cache"
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(cache))
    monkeypatch.setattr("app.models.pair.chooser.RECOMMENDED", (PAIR,))
    monkeypatch.setattr("app.models.pair.looking.RECOMMENDED", (PAIR,))
    settings, engine, jobs = SettingsModel(), ScriptedEngine(), Jobs()
    comparison = ComparisonModel(settings, engine, clock=engine.clock)
    chooser = ChooserModel(comparison, settings, jobs)
    chooser.fetching.hub = hub.endpoint
    wait = partial(qtbot.waitUntil, lambda: not jobs.busy, timeout=60_000)
    chooser.look()
    wait()
    chooser.choose_target("pair:0")
    for click in (chooser.fetching.ask, chooser.fetching.fetch):
        click(PAIR)
        if gone_on:
            chooser.choose_target(str(bundled_target()))
        wait()
    there = str(snapshot("tiny/big", cache))
    assert chooser.target == (str(bundled_target()) if gone_on else there)
    assert comparison.status.startswith("The pair was fetched.")
    assert any(row.key == "pair:0" and row.words.startswith("Ready") for row in chooser.targets())
    chooser.choose_target("pair:0")
    wait()
    assert chooser.target == there and chooser.can_load, "from now on the row stands for what was fetched"
    chooser.fetching.failed.emit("The hub answered with an error (500): try again later.")
    assert "(500)" in comparison.status
    chooser.close()
    assert chooser.join()
    settings.close()


def test_closing_ends_a_fetch(bench: Bench) -> None:
    bench.click()
    bench.panel.button.click()
    bench.jobs.close()
    assert bench.jobs.join(60)
