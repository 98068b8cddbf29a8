"""Folders by any path; names; progress; quantised, half-precision and sharded weights; a cancelled load."""

import os
from pathlib import Path

import mlx.core as mx
import pytest

from engine.decoding import decode
from engine.device import on_cpu
from engine.events import Loading
from engine.pair import loading
from engine.pair.describe import parameters
from engine.pair.loading import load_pair
from engine.pair.names import short_name
from engine.paths import bundled_draft, bundled_target
from engine.request import Request
from tests.enginerun import ids_of
from tests.tinypair import Maker, make_pair

REQUEST = Request("the moon", max_tokens=16, ignore_eos=True)


@pytest.fixture(scope="module")
def expected(good: tuple[Path, Path]) -> list[int]:
    return ids_of(list(decode(load_pair(*good), REQUEST)))


def require_loads(target: Path, draft: Path, good: tuple[Path, Path], expected: list[int]) -> None:
    pair = load_pair(target, draft)
    assert ids_of(list(decode(pair, REQUEST))) == expected
    for named, folder in zip((pair.info.target, pair.info.draft), good, strict=True):
        assert Path(named).is_absolute() and Path(named).samefile(folder)


def test_relative(good: tuple[Path, Path], expected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(good[0].parent)
    require_loads(Path("big"), Path("./small"), good, expected)
    monkeypatch.chdir(good[0])
    require_loads(Path("."), Path("../small"), good, expected)
    assert load_pair(Path("."), Path("../small")).info.draft_name.startswith("small")
    assert load_pair(Path("."), Path("../small")).info.target_name.startswith("big")


def test_home(good: tuple[Path, Path], expected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(good[0].parent))
    require_loads(Path("~/big"), Path("~") / "small", good, expected)


def test_trailing_slash(good: tuple[Path, Path], expected: list[int]) -> None:
    require_loads(Path(f"{good[0]}/"), Path(f"{good[1]}//"), good, expected)


def test_symlinks(good: tuple[Path, Path], expected: list[int], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(good[0], target_is_directory=True)
    (tmp_path / "copy").mkdir()
    for file in good[1].iterdir():  # as in a cache, where each file is a link
        (tmp_path / "copy" / file.name).symlink_to(os.path.relpath(file, tmp_path / "copy"))
    pair = load_pair(tmp_path / "link", tmp_path / "copy")
    assert ids_of(list(decode(pair, REQUEST))) == expected
    assert pair.info.target_name.startswith("link")


def test_spaces_and_accents(expected: list[int], tmp_path: Path) -> None:
    folders = make_pair(tmp_path / "my models – été ☾")
    assert ids_of(list(decode(load_pair(*folders), REQUEST))) == expected


def test_same_folder_twice(good: tuple[Path, Path]) -> None:
    pair = load_pair(good[0], good[0])
    assert len(ids_of(list(decode(pair, REQUEST)))) == 16


def test_names() -> None:
    assert short_name(bundled_target()) == "Storypair" == short_name(bundled_draft())
    assert short_name(Path("/models/Qwen2.5-7B-4bit")) == "Qwen2.5-7B-4bit"
    cached = Path("/hub/models--mlx-community--Qwen2.5-0.5B-Instruct-4bit/snapshots/0a1b2c3d")
    assert short_name(cached) == "Qwen2.5-0.5B-Instruct-4bit"


def test_bundled_pair() -> None:
    info = load_pair(bundled_target(), bundled_draft()).info
    assert (info.target_name, info.draft_name, info.vocabulary, info.context) == ("Storypair 22M", "2M", 8192, 1024)
    assert info.has_template


def test_progress(good: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "PIECE", 10_000)
    seen: list[Loading] = []
    load_pair(*good, seen.append)
    assert len({event.name for event in seen}) == 2
    for name in ("big", "small"):
        done = [event.done for event in seen if event.name == name]
        assert done[0] == 0 and done == sorted(set(done)) and len(done) > 4
        assert done[-1] == next(event.total for event in seen if event.name == name)


class Enough(Exception):
    """Raised to give up."""


def test_given_up(good: tuple[Path, Path]) -> None:
    def give_up(event: Loading) -> None:
        if event.name == "small":
            raise Enough

    with pytest.raises(Enough):
        load_pair(*good, give_up)


def test_shards(good: tuple[Path, Path], expected: list[int], tmp_path: Path) -> None:
    folders = make_pair(tmp_path, Maker(layers=2, shards=3), Maker(shards=2))
    assert len(list(folders[0].glob("model-*.safetensors"))) == 3
    assert ids_of(list(decode(load_pair(*folders), REQUEST))) == expected


@pytest.mark.parametrize("bits", [4, 8])
def test_quantised(bits: int, tmp_path: Path) -> None:
    maker = Maker(bits=bits, dtype=mx.float16)
    pair = load_pair(*make_pair(tmp_path, maker.but(layers=2), maker))
    assert pair.info.target_name == "big 117K"  # parameters, not packed words
    kinds = {value.dtype for name, value in parameters(pair.target)}
    assert kinds == ({mx.uint32, mx.float32} if on_cpu() else {mx.uint32, mx.float16})
    assert len(ids_of(list(decode(pair, REQUEST)))) == 16


def test_half_precision(tmp_path: Path) -> None:
    """float16 is slow on a CPU and is raised there; bfloat16 is as fast as float32 and stays."""
    pair = load_pair(*make_pair(tmp_path, Maker(layers=2, dtype=mx.float16), Maker(dtype=mx.bfloat16)))
    assert {value.dtype for _, value in parameters(pair.target)} == {mx.float32 if on_cpu() else mx.float16}
    assert {value.dtype for _, value in parameters(pair.draft)} == {mx.bfloat16}
    assert len(ids_of(list(decode(pair, REQUEST)))) == 16
