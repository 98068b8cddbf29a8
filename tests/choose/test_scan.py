"""What is found: the bundled pair, models in the cache, folders; and what `models` and `check` print of it."""

from pathlib import Path

import pytest

from app.cli.main import main
from engine.choose.recommended import RECOMMENDED
from engine.choose.scan import about_it, hub_cache, resolved, scan
from tests.choose.hub import put_into_cache
from tests.tinypair import Maker, write_json

QWEN = "mlx-community/Tiny--Qwen-4bit"


@pytest.fixture
def cache(tmp_path: Path, good: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with a whole model, one that lost its weights, one that mlx-lm does not know, and other things."""
    cache = tmp_path / "hub"
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(cache))
    put_into_cache(cache, QWEN, good[0])
    cut = put_into_cache(cache, "someone/cut-short", good[1])
    (cut / "tokenizer.json").unlink()
    odd = put_into_cache(cache, "someone/bert", good[1])
    (odd / "config.json").unlink()
    write_json(odd / "config.json", {"model_type": "bert"})
    (cache / "models--a--gguf" / "snapshots" / "0").mkdir(parents=True)
    (cache / "models--a--empty").mkdir()
    (cache / "datasets--a--b").mkdir()
    (cache / "version.txt").write_text("1")
    return cache


def test_scan(cache: Path, good: tuple[Path, Path], tmp_path: Path) -> None:
    found = scan([good[1], tmp_path / "gone", good[1]])
    assert [one.place for one in found] == ["bundled"] * 2 + ["cache"] * 3 + ["folder"] * 2
    assert [one.name for one in found[:2]] == ["Storypair 22M", "Storypair 2M"]
    cached = {one.repo: one for one in found if one.place == "cache"}
    assert cached[QWEN].name.startswith("Qwen-4bit") and cached[QWEN].model is not None
    assert cached[QWEN].path == cache / "models--mlx-community--Tiny--Qwen-4bit" / "snapshots" / "c0ffee"
    assert cached["someone/cut-short"].problem == "It has no tokenizer: add its tokenizer.json."
    assert "It cannot be built: mlx-lm does not know its architecture “bert”" in cached["someone/bert"].problem
    assert found[-1].problem == "It does not exist: check the path." and found[-2].model is not None


def test_a_stop_keeps_what_was_found(cache: Path) -> None:
    asked: list[int] = []
    found = scan(stop=lambda: len(asked) >= 2 or asked.append(1) is not None)
    assert len(found) == 2


def test_revisions(tmp_path: Path, good: tuple[Path, Path]) -> None:
    """The main revision counts; where it holds no model, another that does."""
    old = put_into_cache(tmp_path, "a/b", good[0], "old", main=False)
    new = put_into_cache(tmp_path, "a/b", good[0], "new")
    assert resolved(Path("a/b"), tmp_path) == new
    (new / "config.json").unlink()
    assert resolved(Path("a/b"), tmp_path) == old
    assert resolved(Path("a/c"), tmp_path) == Path("a/c") and resolved(good[0], tmp_path) == good[0]


@pytest.mark.parametrize("reference", [b"\xff\xfe", b"\0", b"x" * 5000, b""])
def test_a_damaged_reference_hides_no_model(reference: bytes, tmp_path: Path, good: tuple[Path, Path]) -> None:
    whole = put_into_cache(tmp_path, "a/b", good[0], "old")
    (tmp_path / "models--a--b" / "refs" / "main").write_bytes(reference)
    assert resolved(Path("a/b"), tmp_path) == whole
    assert [one.repo for one in scan(cache=tmp_path)] == ["", "", "a/b"]


def test_no_cache(tmp_path: Path) -> None:
    assert [one.place for one in scan(cache=tmp_path / "none")] == ["bundled"] * 2


def test_the_caches_place_is_the_hubs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", "/some/where")
    assert hub_cache() == Path("/some/where")


def test_about_it() -> None:
    assert about_it("The draft in “/a” has no x.", Path("/a")) == "It has no x."
    assert about_it("These two differ.", Path("/a")) == "These two differ."


def test_recommended_pairs() -> None:
    sizes = {pair.target.name: round(pair.size / 1e9, 1) for pair in RECOMMENDED}
    assert sizes["Qwen2.5-7B-Instruct-4bit"] == 4.6 and sizes["Llama-3.1-8B-Instruct-4bit"] == 5.2
    for pair in RECOMMENDED:
        assert pair.target.size > 2 * pair.draft.size and pair.why.endswith(".")
    assert RECOMMENDED[1].licence == "Llama 3.1 Community and Llama 3.2 Community"


def test_models(cache: Path, good: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", str(good[0])]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for words in ("Storypair 22M  44 MB, context 1,024 tokens", str(cache), "Qwen-4bit", "It has no tokenizer: add"):
        assert words in out
    assert "mlx-community/Qwen2.5-7B-Instruct-4bit ← mlx-community/Qwen2.5-0.5B-Instruct-4bit" in out
    assert "4.6 GB, Apache-2.0" in out and "as listed" in out


def test_check(cache: Path, good: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", QWEN, str(good[1])]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Compatible: Qwen-4bit") and "same 272 tokens" in out and "for 2,048 tokens" in out
    other = Maker(words=(" one",)).make(tmp_path / "other")
    assert main(["check", str(good[0]), str(other)]) == 2
    out = capsys.readouterr().out
    assert out.startswith("No pair: ") and "different tokens to them" in out
    assert main(["check", str(tmp_path / "none"), str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert "none” does not exist: check the path." in out and "has no config.json" in out
    assert main(["check", "a", "b", "--length", "0"]) == 2
    assert "The length 0 is out of range" in capsys.readouterr().err
