"""A small HTTP server that answers as the hub does, and misbehaves when it is told to."""

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

COMMIT = "c0ffee" * 6 + "beef"


@dataclass
class Trouble:
    """What goes wrong with files.

    Attributes:
        status, code: answer files with this status and X-Error-Code. info_status, info_code: the same for look-ups.
        cut: break the connection after so many bytes of an answer, this many times.
        ranges: whether parts of a file are handed out. flip: spoil the first byte.
    """

    status: int = 0
    code: str = ""
    info_status: int = 0
    info_code: str = ""
    cut: int = 0
    times: int = 0
    ranges: bool = True
    flip: bool = False


@dataclass
class FakeHub:
    """Serves folders as repositories on 127.0.0.1 while a `with` lasts.

    Attributes:
        asked: every request: its path, and the range that was asked for ("" for none).
        info: changes what look-ups say.
    """

    folders: dict[str, Path]
    trouble: Trouble = field(default_factory=Trouble)
    asked: list[tuple[str, str]] = field(default_factory=list)
    info: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> "FakeHub":
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def endpoint(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def files_asked(self) -> list[tuple[str, str]]:
        """Requests for files since the last call."""
        files = [(path.rsplit("/", 1)[-1], part) for path, part in self.asked if "/resolve/" in path]
        self.asked.clear()
        return files

    def describe(self, repo: str) -> dict[str, Any]:
        """The answer to a look-up."""
        siblings = [_sibling(file) for file in sorted(self.folders[repo].iterdir())]
        info = {"id": repo, "modelId": repo, "sha": COMMIT, "siblings": siblings, "tags": [], "gated": False}
        return info | {"cardData": {"license": "apache-2.0"}} | self.info


def _sibling(file: Path) -> dict[str, Any]:
    data = file.read_bytes()
    sibling = {"rfilename": file.name, "size": len(data)}
    if file.suffix == ".safetensors":
        sha = hashlib.sha256(data).hexdigest()
        return sibling | {"lfs": {"sha256": sha, "size": len(data), "pointerSize": 100}, "blobId": "0" * 40}
    return sibling | {"blobId": hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()}


def _handler(hub: FakeHub) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, part = self.path.split("?")[0].strip("/"), self.headers.get("Range", "")
            hub.asked.append((path, part))
            if path.startswith("api/models/"):
                self._answer_about(path.removeprefix("api/models/"))
            else:
                repo, _, name = path.partition(f"/resolve/{COMMIT}/")
                self._send_file(hub.folders[repo] / name, part)

        def _answer_about(self, repo: str) -> None:
            trouble = hub.trouble
            if trouble.info_status:
                return self._refuse(trouble.info_status, trouble.info_code)
            if repo not in hub.folders:
                return self._refuse(401, "RepoNotFound")
            data = json.dumps(hub.describe(repo)).encode()
            self._begin(200, len(data))
            self.wfile.write(data)

        def _send_file(self, file: Path, part: str) -> None:
            trouble = hub.trouble
            if trouble.status:
                return self._refuse(trouble.status, trouble.code)
            data = file.read_bytes()
            if trouble.flip:
                data = bytes([data[0] ^ 1]) + data[1:]
            begin = int(part.removeprefix("bytes=").rstrip("-")) if part and trouble.ranges else 0
            self._begin(206 if begin else 200, len(data) - begin)
            if trouble.times and len(data) - begin > trouble.cut:
                trouble.times -= 1
                self.wfile.write(data[begin : begin + trouble.cut])
                self.close_connection = True
                return None
            self.wfile.write(data[begin:])
            return None

        def _begin(self, status: int, length: int) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(length))
            self.end_headers()

        def _refuse(self, status: int, code: str) -> None:
            self.send_response(status)
            self.send_header("X-Error-Code", code)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    return Handler
