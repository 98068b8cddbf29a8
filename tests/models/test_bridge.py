"""The bridge: one batch a frame, a timer only while something is outstanding, an end without a leftover."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.bridge import EngineBridge
from engine.events import Event, Finished, Loading, PairInfo, Prefill, Token
from engine.record import RunRecord
from engine.request import Request
from engine.thread import EngineThread
from tests.scripted import ScriptedEngine


def timer_of(bridge: EngineBridge) -> QTimer:
    (timer,) = bridge.findChildren(QTimer)
    return timer


def test_the_timer_runs_only_while_something_is_outstanding(qtbot: QtBot, tmp_path: Path) -> None:
    engine = ScriptedEngine(auto=True)
    bridge = EngineBridge(engine)
    timer = timer_of(bridge)
    assert not timer.isActive()
    batches: list[list[tuple[int, Event]]] = []
    bridge.batch.connect(batches.append)
    command = bridge.load(tmp_path, tmp_path)
    assert timer.isActive()
    qtbot.waitUntil(lambda: not timer.isActive(), timeout=3000)
    events = [event for batch in batches for number, event in batch if number == command]
    assert [type(event) for event in events] == [Loading, Loading, PairInfo]
    assert not bridge.outstanding


def test_a_burst_comes_as_one_batch_in_order(qtbot: QtBot) -> None:
    engine = ScriptedEngine()
    bridge = EngineBridge(engine)
    batches: list[list[tuple[int, Event]]] = []
    bridge.batch.connect(batches.append)
    command = bridge.generate(Request("A lamp.", max_tokens=24))
    engine.step(100)
    qtbot.waitUntil(lambda: not bridge.outstanding, timeout=3000)
    full = [batch for batch in batches if batch]
    assert len(full) == 1
    assert {number for number, _ in full[0]} == {command}
    assert isinstance(full[0][-1][1], Finished)
    assert [event.position for _, event in full[0] if isinstance(event, Token)] == list(range(24))


class Slow:
    """A backend whose runs go on until they are stopped."""

    def __init__(self) -> None:
        self.thread = threading.current_thread()
        self.closed = False

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        return PairInfo(str(target), str(draft), "Slow", "S", 8, 0, None, "CPU", True)

    def generate(self, request: Request, should_stop: Callable[[], bool], emit: Callable[[Event], None]) -> None:
        emit(Prefill(1, 1))
        record = RunRecord(request)
        while not should_stop():
            token = Token(1, " a", len(record.tokens), "target", 1.0, None)
            record.add(token)
            emit(token)
            time.sleep(0.002)
        emit(Finished("stopped", record.figures(0.0, 1.0)))

    def unload(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_shutting_down_during_a_run_ends_the_thread_and_drains_the_rest(qtbot: QtBot) -> None:
    made: list[Slow] = []

    def make() -> Slow:
        made.append(Slow())
        return made[0]

    bridge = EngineBridge(EngineThread(make))
    events: list[Event] = []
    bridge.batch.connect(lambda batch: events.extend(event for _, event in batch))
    bridge.start()
    bridge.generate(Request("A lamp."))
    qtbot.waitUntil(lambda: any(isinstance(event, Token) for event in events), timeout=3000)
    assert asyncio.run(bridge.shutdown())
    assert made[0].closed and not made[0].thread.is_alive()
    assert made[0].thread is not threading.main_thread()
    assert isinstance(events[-1], Finished) and events[-1].reason == "stopped"
    assert not timer_of(bridge).isActive()


def test_shutting_down_before_the_start_is_no_error(qapp: object) -> None:
    assert asyncio.run(EngineBridge(EngineThread(Slow)).shutdown())
