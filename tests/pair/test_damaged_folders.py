"""A damaged folder gets its own plain sentence, runs nothing, asks nobody, and leaves the working pair loaded."""

from collections.abc import Iterator
from pathlib import Path

import mlx.core as mx
import pytest

from engine.events import Failed
from engine.request import Request
from tests.enginerun import Engine, require_plain
from tests.pair.damage import DAMAGES, Damage

REQUEST = Request("the moon", max_tokens=4, ignore_eos=True)


@pytest.fixture(scope="module")
def engine(good: tuple[Path, Path]) -> Iterator[Engine]:
    with Engine() as running:
        running.loaded(*good)
        yield running


#: What goes wrong most, each mended in its own way.
TABLE = (
    *("missing", "empty", "file", "no-weights", "cut-short", "pointer", "bad-config", "unknown-type"),
    *("no-shard", "wrong-shape", "no-tokenizer", "cut-tokenizer", "own-code", "recurrent"),
)
CASES = [pytest.param(damage, role, id=f"{damage.name}-{role}") for damage in DAMAGES for role in damage.roles]


def refusal(engine: Engine, target: Path, draft: Path) -> Failed:
    """The refusal of a pair, with proof that the working pair is still there."""
    before = engine.ids(REQUEST)
    end = engine.load(target, draft)
    assert isinstance(end, Failed), end
    assert engine.ids(REQUEST) == before
    require_plain(end.sentence, target, draft)
    assert "unforeseen" not in end.sentence
    assert "Traceback" not in end.details
    return end


@pytest.mark.parametrize("damage, role", CASES)
def test_own_sentence(damage: Damage, role: str, engine: Engine, good: tuple[Path, Path], tmp_path: Path) -> None:
    bad = damage.make(tmp_path / "bad")
    end = refusal(engine, *((bad, good[1]) if role == "target" else (good[0], bad)))
    assert f"The {role} " in end.sentence and str(bad) in end.sentence
    for words in damage.says:
        assert words in end.sentence
    assert not (bad / "RAN").exists(), "code from the folder was run"


def test_sentences_are_told_apart() -> None:
    says = {damage.name: damage.says for damage in DAMAGES}
    apart = {says[name] for name in TABLE}
    assert len(apart) == len(TABLE)


@pytest.mark.parametrize("name", ["mlx-community/Qwen2.5-0.5B-Instruct-4bit", "gpt2", "a/b"])
def test_hub_name_is_a_missing_path(name: str, engine: Engine, good: tuple[Path, Path], no_network: list[str]) -> None:
    end = refusal(engine, Path(name), good[1])
    assert end.sentence == f"The target folder “{name}” does not exist: check the path."
    assert no_network == []


def test_unreadable(engine: Engine, good: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied", str(path))

    before = engine.ids(REQUEST)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "iterdir", refuse)
        end = engine.load(*good)
    assert isinstance(end, Failed)
    require_plain(end.sentence, *good)
    assert "cannot be read" in end.sentence and "right to read" in end.sentence
    assert engine.ids(REQUEST) == before


def test_name_too_long(engine: Engine, good: tuple[Path, Path]) -> None:
    end = refusal(engine, Path("/tmp/" + "long" * 200), good[1])
    assert "cannot be read" in end.sentence or "does not exist" in end.sentence


def test_no_home(engine: Engine, good: tuple[Path, Path]) -> None:
    assert "cannot be read" in refusal(engine, Path("~nobody-of-that-name/models"), good[1]).sentence


def test_without_a_pair() -> None:
    with Engine() as engine:
        end = engine.run(REQUEST)[-1]
    assert isinstance(end, Failed)
    assert end.sentence == "No pair is loaded: choose a target and a draft first."


def test_memory_is_given_back(engine: Engine, good: tuple[Path, Path], tmp_path: Path) -> None:
    damage = next(damage for damage in DAMAGES if damage.name == "missing-parameter")
    bad = damage.make(tmp_path / "bad")
    engine.loaded(*good)
    before = mx.get_active_memory()
    for _ in range(3):
        assert isinstance(engine.load(good[0], bad), Failed)  # the target's weights were read by then
        assert mx.get_active_memory() == before
        assert mx.get_cache_memory() == 0
