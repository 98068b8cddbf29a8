"""A hub on this machine, and a model folder that it hands out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import close_session

from tests.fetch.fakehub import FakeHub
from tests.tinypair import Maker, make_pair


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A pair's folders, with things beside them that are not to be fetched."""
    pair = make_pair(tmp_path_factory.mktemp("hub"), Maker(layers=2, shards=2), Maker())
    for folder in pair:
        (folder / "modeling_own.py").write_text("raise SystemExit")
        (folder / "pytorch_model.bin").write_bytes(b"x" * 5000)
        (folder / "README.md").write_text("A model.")
    return pair


@pytest.fixture
def hub(folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """The hub, with the repositories "tiny/big" and "tiny/small"."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    close_session()
    with FakeHub({"tiny/big": folders[0], "tiny/small": folders[1]}) as hub:
        yield hub
    close_session()
