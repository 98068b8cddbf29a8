"""Commands in order, one end each, stops within a round, and errors that the thread outlives."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.events import Failed, Finished, Loading, PairInfo, Round, Unloaded
from engine.request import Request
from engine.thread import EngineThread
from tests.enginerun import ENDS, Engine, require_plain
from tests.thread.scripts import ERRORS, INFO, Scripted

HERE = Path("/nowhere")


@pytest.fixture
def backend() -> Scripted:
    return Scripted()


@pytest.fixture
def hasty_switching() -> Iterator[None]:
    """Let threads take turns as often as they can, so that races show."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def request(rounds: int = 3, prompt: str = "moon") -> Request:
    return Request(prompt, max_tokens=rounds)


def test_in_order_with_ids(backend: Scripted) -> None:
    backend.allow(100)
    with Engine(lambda: backend) as engine:
        send = engine.thread
        commands = [send.load(HERE, HERE), send.generate(request()), send.unload(), send.generate(request(2))]
        engine.wait(commands[-1])
        assert engine.order == commands == sorted(commands)
        kinds = [[type(event) for event in engine.events[command]] for command in commands]
    assert kinds == [[Loading] * 4 + [PairInfo], [Round] * 3 + [Finished], [Unloaded], [Round] * 2 + [Finished]]
    assert backend.calls == ["load", "generate", "unload", "generate", "close"]
    assert len(backend.owners) == 1 and threading.get_ident() not in backend.owners


def test_one_end_each(backend: Scripted) -> None:
    backend.allow(1000)
    with Engine(lambda: backend) as engine:
        send = engine.thread
        commands = [send.load(HERE / name, HERE) for name in (*ERRORS, "good")]
        commands += [send.generate(request(prompt=name)) for name in (*ERRORS, "good")]
        send.cancel(commands[3])
        commands.append(send.unload())
        engine.wait(commands[-1])
    for command in commands:
        ends = [event for event in engine.events[command] if isinstance(event, ENDS)]
        assert len(ends) == 1 and engine.events[command][-1] is ends[0]


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_errors_do_not_end_the_thread(name: str, backend: Scripted) -> None:
    backend.allow(100)
    with Engine(lambda: backend) as engine:
        for command in (engine.thread.load(HERE / name, HERE), engine.thread.generate(request(prompt=name))):
            (failed,) = engine.wait(command)
            assert isinstance(failed, Failed)
            require_plain(failed.sentence)
            assert failed.field == ("max_tokens" if name == "request" else None)
            expected = getattr(ERRORS[name], "sentence", None)
            assert failed.sentence == expected if expected else "unforeseen" in failed.sentence
            assert expected is not None or type(ERRORS[name]).__name__ in failed.details
        assert engine.load(HERE, HERE) == INFO
        assert isinstance(engine.run(request())[-1], Finished)


def test_backend_that_cannot_be_made() -> None:
    backends: list[Callable[[], Scripted]] = [Scripted]

    def make() -> Scripted:
        if not backends:
            made = Scripted()
            made.allow(10)
            return made
        backends.pop()
        raise ImportError("no libmlx")

    with Engine(make) as engine:
        failed = engine.load(HERE, HERE)
        assert isinstance(failed, Failed) and "libmlx" in failed.details
        require_plain(failed.sentence)
        assert engine.load(HERE, HERE) == INFO


@pytest.mark.parametrize("every", [False, True])
def test_stop_within_a_round(every: bool, backend: Scripted) -> None:
    with Engine(lambda: backend) as engine:
        command = engine.thread.generate(request(100))
        backend.allow(5)
        engine.until(lambda: len(engine.events[command]) == 5)
        engine.thread.cancel(None if every else command)
        backend.allow(50)
        events = engine.wait(command)
        assert backend.rounds <= 6, "more than the round that was under way"
        assert isinstance(events[-1], Finished) and events[-1].reason == "stopped"
        assert isinstance(engine.run(request())[-1], Finished), "later commands are not concerned"


def test_stop_of_waiting_commands(backend: Scripted) -> None:
    """They end in order without being begun; what was sent after a stop of all runs."""
    with Engine(lambda: backend) as engine:
        send = engine.thread
        running, waiting, load = send.generate(request(4)), send.generate(request(4)), send.load(HERE, HERE)
        memory, other = send.unload(), send.generate(request(4))
        backend.allow(2)
        engine.until(lambda: len(engine.events[running]) == 2)
        send.cancel()
        after = send.generate(request(1))
        backend.allow(20)
        engine.wait(after)
        assert engine.order == [running, waiting, load, memory, other, after]
        for command in (waiting, other):
            (finished,) = engine.events[command]
            assert isinstance(finished, Finished) and finished.reason == "stopped" and finished.stats.tokens == 0
        assert engine.events[load] == [Failed("Loading was stopped.")]
        assert engine.events[memory] == [Unloaded()]
        assert [type(event) for event in engine.events[after]] == [Round, Finished]
    assert backend.calls == ["generate", "unload", "generate", "close"]


def test_stop_of_one_waiting_command(backend: Scripted) -> None:
    with Engine(lambda: backend) as engine:
        first, second, third = (engine.thread.generate(request(2)) for _ in range(3))
        engine.thread.cancel(second)
        backend.allow(20)
        engine.wait(third)
        assert [len(engine.events[command]) for command in (first, second, third)] == [3, 1, 3]


def test_stop_of_a_load(backend: Scripted) -> None:
    with Engine(lambda: backend) as engine:
        command = engine.thread.load(HERE, HERE)
        backend.allow(1)
        engine.until(lambda: len(engine.events[command]) == 2)
        engine.thread.cancel(command)
        backend.allow(10)
        events = engine.wait(command)
        assert events[-1] == Failed("Loading was stopped.")
        assert sum(isinstance(event, Loading) for event in events) <= 3
        assert engine.load(HERE, HERE) == INFO


def test_stops_are_forgotten(backend: Scripted) -> None:
    backend.allow(1000)
    with Engine(lambda: backend) as engine:
        for _ in range(50):
            command = engine.thread.generate(request(1))
            engine.thread.cancel(command)
            engine.wait(command)
            engine.thread.cancel(command)  # too late
            engine.thread.cancel(command + 1)  # never sent so far
        assert engine.thread._cancelled == set()
        assert len(engine.run(request(2))) == 3, "a stop from before must not reach a later command"


def test_close_while_generating(backend: Scripted) -> None:
    with Engine(lambda: backend) as engine:
        running, waiting, load = (
            engine.thread.generate(request(100)),
            engine.thread.generate(request(100)),
            engine.thread.load(HERE, HERE),
        )
        backend.allow(3)
        engine.until(lambda: len(engine.events[running]) == 3)
        engine.thread.close()
        assert not engine.thread.join(0.01), "the round under way was not waited for"
        backend.allow(1)
        assert engine.thread.join(10)
        engine.drain()
    assert engine.order == [running, waiting, load]
    assert backend.rounds == 4 and backend.calls == ["generate", "close"]


def test_close_before_anything() -> None:
    made: list[Scripted] = []

    def make() -> Scripted:
        made.append(Scripted())
        return made[-1]

    never = EngineThread(make)
    never.close()
    assert never.join(0)
    with Engine(make):
        pass
    assert made == [], "the libraries are imported only when they are needed"


def test_close_twice_and_commands_after_it(backend: Scripted) -> None:
    with Engine(lambda: backend) as engine:
        engine.thread.close()
        command = engine.thread.generate(request())
        engine.thread.close()
        assert engine.thread.join(10)
        engine.drain()
    assert engine.events[command] == [] and backend.calls == []


def test_many_senders(backend: Scripted, hasty_switching: None) -> None:
    """Ids are unique and in the queue's order, and no event is lost while it is drained."""
    backend.allow(10_000)
    sent: list[int] = []

    def send(engine: Engine) -> None:
        for _ in range(50):
            sent.append(engine.thread.generate(request(3)))

    with Engine(lambda: backend) as engine:
        senders = [threading.Thread(target=send, args=(engine,)) for _ in range(6)]
        for sender in senders:
            sender.start()
        engine.until(lambda: len(engine.order) == 300)
        for sender in senders:
            sender.join()
        assert engine.order == list(range(1, 301)) == sorted(sent)
        assert all(len(engine.events[command]) == 4 for command in sent)
