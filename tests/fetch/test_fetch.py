"""Fetching from a hub on this machine: progress, a stop, going on from there, and each thing that can go wrong."""

import errno
import fcntl
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from engine.choose import download
from engine.choose.check import check
from engine.choose.download import PART
from engine.choose.fetch import Fetching, Stopped, fetch, home, missing
from engine.choose.hub import FetchError, Offer, look_up
from engine.choose.scan import scan, snapshot
from tests.enginerun import require_plain
from tests.fetch.fakehub import COMMIT, FakeHub, Trouble

REPOS = ("tiny/big", "tiny/small")


def offers(hub: FakeHub) -> list[Offer]:
    return [look_up(repo, hub.endpoint) for repo in REPOS]


def get(hub: FakeHub, cache: Path, **changes: Any) -> list[Path]:
    return fetch(offers(hub), cache, endpoint=hub.endpoint, patience_s=0, **changes)


def refusal(hub: FakeHub, cache: Path, **changes: Any) -> str:
    with pytest.raises(FetchError) as caught:
        get(hub, cache, **changes)
    require_plain(caught.value.sentence)
    return caught.value.sentence


def test_an_offer(hub: FakeHub, folders: tuple[Path, Path]) -> None:
    big = look_up("tiny/big", hub.endpoint)
    names = {file.name for file in big.files}
    shards = {f"model-0000{i}-of-00002.safetensors" for i in (1, 2)} | {"model.safetensors.index.json"}
    assert names == shards | {"config.json", "tokenizer.json", "tokenizer_config.json"}
    assert big.size == sum((folders[0] / name).stat().st_size for name in names)
    assert (big.licence, big.gated, big.commit) == ("apache-2.0", False, COMMIT)
    assert hub.files_asked() == [], "looking up fetches nothing"
    hub.info = {"gated": "manual", "cardData": {"license": "other", "license_name": "llama3.1"}}
    gated = look_up("tiny/big", hub.endpoint)
    assert gated.gated and gated.licence == "llama3.1"


def test_fetch(hub: FakeHub, folders: tuple[Path, Path], tmp_path: Path) -> None:
    seen: list[Fetching] = []
    paths = get(hub, tmp_path, progress=seen.append)
    total = sum(offer.size for offer in offers(hub))
    assert seen[0] == Fetching("tiny/big", 0, total) and seen[-1] == Fetching("tiny/small", total, total)
    assert [event.done for event in seen] == sorted(event.done for event in seen)
    assert paths == [snapshot(repo, tmp_path) for repo in REPOS]
    for path, folder in zip(paths, folders, strict=True):
        for file in path.iterdir():
            assert file.is_symlink() and file.read_bytes() == (folder / file.name).read_bytes()
        assert not (path / "modeling_own.py").exists() and not list(path.parent.parent.rglob(f"*{PART}"))
    assert check(*paths).compatible
    assert [one.repo for one in scan(cache=tmp_path) if one.place == "cache"] == list(REPOS)


def test_a_second_time_fetches_nothing(hub: FakeHub, tmp_path: Path) -> None:
    get(hub, tmp_path)
    assert missing(offers(hub), tmp_path) == 0
    hub.files_asked()
    get(hub, tmp_path)
    assert hub.files_asked() == []


def test_stop_and_go_on(hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Fetching] = []
    with pytest.raises(Stopped):
        get(hub, tmp_path, progress=seen.append, stop=lambda: bool(seen) and seen[-1].done > 100_000)
    assert snapshot("tiny/big", tmp_path) is None, "half a repository is no model"
    had = seen[-1].done
    parts = list(tmp_path.rglob(f"*{PART}"))
    assert len(parts) == 1 and parts[0].stat().st_size > 0
    hub.files_asked()
    again: list[Fetching] = []
    paths = get(hub, tmp_path, progress=again.append)
    assert again[0].done == had, "it goes on where it was stopped"
    assert any(part for _, part in hub.files_asked()), "the rest of the file was asked for, not all of it"
    assert check(*paths).compatible


def test_a_hub_without_ranges_sends_all_again(hub: FakeHub, tmp_path: Path) -> None:
    seen: list[Fetching] = []
    with pytest.raises(Stopped):
        get(hub, tmp_path, stop=lambda: bool(seen) and seen[-1].done > 100_000, progress=seen.append)
    hub.trouble = Trouble(ranges=False)
    again: list[Fetching] = []
    assert check(*get(hub, tmp_path, progress=again.append)).compatible
    assert again[-1].done == again[-1].total and min(event.done for event in again) >= 0


def test_a_broken_connection_is_taken_up_again(hub: FakeHub, tmp_path: Path) -> None:
    hub.trouble = Trouble(cut=20_000, times=4)
    assert check(*get(hub, tmp_path)).compatible
    assert hub.trouble.times == 0


def test_a_lost_connection(hub: FakeHub, tmp_path: Path) -> None:
    hub.trouble = Trouble(cut=0, times=99)
    assert "connection to the hub was lost: fetch again to go on" in refusal(hub, tmp_path)
    assert hub.trouble.times == 99 - download.TRIES
    hub.trouble = Trouble()
    assert check(*get(hub, tmp_path)).compatible


def test_no_hub_at_all(hub: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FetchError, match="cannot be reached: check the connection"):
        look_up("tiny/big", "http://127.0.0.1:9")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(FetchError, match="switched off by HF_HUB_OFFLINE"):
        look_up("tiny/big", hub.endpoint)


@pytest.mark.parametrize(
    ("repo", "trouble", "words"),
    [
        ("tiny/none", Trouble(), "has no repository “tiny/none”, or it is private"),
        ("tiny/big", Trouble(info_status=403, info_code="GatedRepo"), "is gated: accept its terms"),
        ("tiny/big", Trouble(info_status=404, info_code="RepoNotFound"), "has no repository"),
        ("tiny/big", Trouble(info_status=503), "answered with an error (503): try again later"),
        ("not a name", Trouble(), "is none of a repository: write it as owner/name"),
        ("a/b/c", Trouble(), "is none of a repository"),
    ],
)
def test_look_ups_that_fail(repo: str, trouble: Trouble, words: str, hub: FakeHub) -> None:
    hub.trouble = trouble
    with pytest.raises(FetchError) as caught:
        look_up(repo, hub.endpoint)
    require_plain(caught.value.sentence)
    assert words in caught.value.sentence and "\n" not in caught.value.details


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Trouble(status=401, code="GatedRepo"), "is gated: accept its terms on its page, log in"),
        (Trouble(status=403, code="GatedRepo"), "is gated"),
        (Trouble(status=404, code="RepoNotFound"), "has no repository"),
        (Trouble(status=500), "answered with an error (500)"),
        (Trouble(flip=True), "arrived damaged: fetch it again"),
    ],
)
def test_files_that_fail(trouble: Trouble, words: str, hub: FakeHub, tmp_path: Path) -> None:
    hub.trouble = trouble
    assert words in refusal(hub, tmp_path)
    assert snapshot("tiny/big", tmp_path) is None
    hub.trouble = Trouble()
    assert check(*get(hub, tmp_path)).compatible


def test_a_full_disk(hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    with monkeypatch.context() as patched:
        patched.setattr("shutil.disk_usage", lambda place: usage(10**12, 10**12, 10**6))
        assert "no room on the disk for 0.0 GB, as 0.0 GB are free" in refusal(hub, tmp_path / "not" / "made")
    assert hub.files_asked() == []

    def fill(self: Any, opened: Any, file: Any, digest: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(download.Transfer, "_receive", fill)
        assert "There is no room on the disk for" in refusal(hub, tmp_path)


def test_a_cache_that_cannot_be_written(hub: FakeHub, tmp_path: Path) -> None:
    (tmp_path / "models--tiny--big").write_text("in the way")
    assert "cannot be written to" in refusal(hub, tmp_path)


def test_another_program_that_fetches_the_same(hub: FakeHub, tmp_path: Path) -> None:
    file = min(look_up("tiny/big", hub.endpoint).files, key=lambda file: file.size)
    part = download.part_of(home("tiny/big", tmp_path), file)
    part.parent.mkdir(parents=True)
    with part.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "Another program is fetching “tiny/big”" in refusal(hub, tmp_path)


@pytest.mark.parametrize(
    "info",
    [
        {"sha": "../../up"},
        {"siblings": [{"rfilename": "model.safetensors", "size": 4, "blobId": "../../../up"}]},
        {"siblings": [{"rfilename": "model.safetensors", "blobId": "0" * 40}]},
    ],
)
def test_answers_that_make_no_sense(info: dict[str, Any], hub: FakeHub) -> None:
    """Names and digests become paths: none may lead out of the cache."""
    hub.info = info
    with pytest.raises(FetchError, match="makes no sense"):
        look_up("tiny/big", hub.endpoint)


def test_names_that_lead_elsewhere_are_left_out(hub: FakeHub) -> None:
    names = ["../evil.json", "sub/config.json", ".hidden.json", "a\\b.json", "model.py", "consolidated.safetensors"]
    hub.info = {"siblings": [{"rfilename": name, "size": 1, "blobId": "0" * 40} for name in names]}
    with pytest.raises(FetchError, match="has no weights as safetensors"):
        look_up("tiny/big", hub.endpoint)
