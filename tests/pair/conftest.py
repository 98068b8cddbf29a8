"""Small pairs on disk, and no way to the network."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tinypair import make_pair


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Fail where anything looks up a host or opens a connection, even if it gets over the refusal."""
    attempts: list[str] = []

    def refuse(*arguments: Any, **named: Any) -> None:
        attempts.append(str(arguments))
        raise OSError("no network in this test")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    yield attempts
    assert attempts == []


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Folders of a pair that works."""
    return make_pair(tmp_path_factory.mktemp("good"))
