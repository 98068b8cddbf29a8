"""The thread with real models: the bundled pair and small made ones."""

from pathlib import Path

import mlx.core as mx
import pytest

from engine.events import Failed, Finished, PairInfo, Prefill, Token, Unloaded
from engine.paths import bundled_draft, bundled_target
from engine.request import Request
from tests.enginerun import Engine, ids_of, text_of
from tests.tinypair import Maker, make_pair

BUNDLED = bundled_target(), bundled_draft()
REQUEST = Request("The greenhouse on the moon", max_tokens=24, draft_length=4)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_pair(tmp_path_factory.mktemp("tiny"))


def test_load_generate_unload(tiny: tuple[Path, Path]) -> None:
    with Engine() as engine:
        send = engine.thread
        commands = [send.load(*tiny), send.generate(REQUEST), send.unload(), send.generate(REQUEST)]
        engine.wait(commands[-1])
        assert engine.order == commands
        ends = [engine.events[command][-1] for command in commands]
    assert [type(end) for end in ends] == [PairInfo, Finished, Unloaded, Failed]
    assert text_of(engine.events[commands[1]])


def test_stop(tiny: tuple[Path, Path]) -> None:
    with Engine() as engine:
        engine.loaded(*tiny)
        long = REQUEST.replace(max_tokens=3000, ignore_eos=True)
        command = engine.thread.generate(long)
        engine.until(lambda: any(isinstance(event, Token) for event in engine.events[command]))
        engine.thread.cancel(command)
        finished = engine.wait(command)[-1]
        assert isinstance(finished, Finished) and finished.reason == "stopped"
        assert 0 < finished.stats.tokens < 3000
        assert finished.stats.tokens == len(ids_of(engine.events[command]))


def test_stop_during_prefill() -> None:
    with Engine() as engine:
        engine.loaded(*BUNDLED)
        command = engine.thread.generate(REQUEST.replace(prompt="the moon and the door " * 180, raw=True))
        engine.until(lambda: any(isinstance(event, Prefill) for event in engine.events[command]))
        engine.thread.cancel(command)
        events = engine.wait(command)
    assert isinstance(events[-1], Finished) and events[-1].reason == "stopped"
    assert ids_of(events) == [] and events[-1].stats.total_s < 2.0


def test_stop_of_a_load_keeps_the_old_pair(tiny: tuple[Path, Path]) -> None:
    with Engine() as engine:
        engine.loaded(*tiny)
        before = engine.ids(REQUEST)
        held = mx.get_active_memory()
        command = engine.thread.load(*BUNDLED)
        engine.until(lambda: len(engine.events[command]) > 0)
        engine.thread.cancel(command)
        assert engine.wait(command)[-1] == Failed("Loading was stopped.")
        assert mx.get_active_memory() == held
        assert engine.ids(REQUEST) == before


def test_two_threads_one_after_the_other(tiny: tuple[Path, Path]) -> None:
    runs = []
    for _ in range(2):
        with Engine() as engine:
            engine.loaded(*BUNDLED)
            runs.append(engine.ids(REQUEST))
            engine.loaded(*tiny)
            runs.append(engine.ids(REQUEST))
    assert runs[:2] == runs[2:]


def test_memory_is_the_same_after_loading_again(tiny: tuple[Path, Path]) -> None:
    base = mx.get_active_memory()
    with Engine() as engine:
        first = engine.loaded(*BUNDLED)
        engine.ids(REQUEST)
        after_run = mx.get_active_memory()
        assert isinstance(engine.wait(engine.thread.unload())[-1], Unloaded)
        assert mx.get_active_memory() - base < 100_000 and mx.get_cache_memory() < 1000
        again = engine.loaded(*BUNDLED)
        replaced = engine.loaded(*BUNDLED)  # the old pair is let go only after the new one is whole
        assert again.memory_bytes == pytest.approx(first.memory_bytes, rel=0.01)
        assert replaced.memory_bytes == pytest.approx(first.memory_bytes, rel=0.01)
        assert after_run == pytest.approx(first.memory_bytes, rel=0.01)
        small = engine.loaded(*tiny)
        assert small.memory_bytes - base < 2_000_000
    assert mx.get_active_memory() - base < 100_000 and mx.get_cache_memory() < 1000


def test_switching_frees_the_old_pair(tmp_path: Path, tiny: tuple[Path, Path]) -> None:
    """Back and forth: the memory in use is that of the pair in use, and each pair has its own context."""
    maker = Maker(words=(), context=64)
    large = make_pair(tmp_path / "large", maker.but(hidden=128, layers=3), maker)
    with Engine() as engine:
        held = []
        for pair in (tiny, large, tiny, large, tiny):
            info = engine.loaded(*pair)
            engine.run(REQUEST.replace(prompt="the moon", raw=True, max_tokens=4))
            held.append(mx.get_active_memory())
            assert info.memory_bytes == pytest.approx(held[-1], rel=0.01)
        assert held[0::2] == pytest.approx([held[0]] * 3, abs=5_000)  # less than any tensor of these models
        assert held[1] == pytest.approx(held[3], abs=5_000) and held[1] > held[0] + 50_000
        assert mx.get_cache_memory() < held[1]
        engine.loaded(*large)
        refused = engine.run(REQUEST.replace(prompt="x" * 50, raw=True))[-1]
        assert isinstance(refused, Failed) and refused.field == "max_tokens"
        assert "50 tokens and 24 new ones exceed the models' context of 64" in refused.sentence
        engine.loaded(*tiny)
        assert isinstance(engine.run(REQUEST.replace(prompt="x" * 50, raw=True))[-1], Finished)


def test_no_usable_probabilities(tmp_path: Path, tiny: tuple[Path, Path]) -> None:
    """Damage that only a run can show ends the run with a sentence, and the thread goes on."""
    broken = make_pair(tmp_path, Maker(layers=2, sharpness=float("nan")), Maker())
    with Engine() as engine:
        engine.loaded(*broken)
        for mode in ("target", "mentored"):
            failed = engine.run(REQUEST.replace(mode=mode))[-1]
            assert isinstance(failed, Failed) and "no usable probabilities" in failed.sentence
        assert engine.ids(REQUEST.replace(mode="draft"))
        engine.loaded(*tiny)
        assert engine.ids(REQUEST)
