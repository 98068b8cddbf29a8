"""One file from the hub into the cache, in pieces that can be stopped between and gone on from."""

import fcntl
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engine.choose.faults import NO_SPACE, full, lost, told
from engine.choose.hub import TIMEOUT_S, FetchError, HubFile

#: Tries without a new byte before the connection is given up.
TRIES = 5
#: What a half-fetched blob is called.
PART = ".mentorscope-part"
PIECE = 1 << 20


class Stopped(Exception):
    """Fetching was stopped by the user."""


def blob_of(home: Path, file: HubFile) -> Path:
    """Where the file's bytes are in a repository's place in the cache."""
    return home / "blobs" / file.digest


def part_of(home: Path, file: HubFile) -> Path:
    """Where they are until all are there."""
    return home / "blobs" / (file.digest + PART)


def missing_bytes(home: Path, file: HubFile) -> int:
    """Bytes that are still to be fetched."""
    if blob_of(home, file).exists():
        return 0
    try:
        return max(0, file.size - part_of(home, file).stat().st_size)
    except OSError:
        return file.size


@dataclass(frozen=True, slots=True)
class Transfer:
    """How to fetch files of one repository.

    Attributes:
        count: told of more bytes, or of fewer where some have to be fetched again.
    """

    repo: str
    commit: str
    count: Callable[[int], None]
    stop: Callable[[], bool]
    endpoint: str | None
    patience_s: float

    def run(self, home: Path, file: HubFile) -> None:
        """Fetch what is missing of a file, and check it. Raises `FetchError` or `Stopped`."""
        blob, part = blob_of(home, file), part_of(home, file)
        if blob.exists():
            return
        with _alone(part, self.repo) as opened:
            digest = self._known(opened, file)
            tries = 0
            while opened.tell() < file.size:
                begin, error = opened.tell(), None
                try:
                    self._receive(opened, file, digest)
                except Exception as problem:
                    error = self._mendable(problem, file)
                tries = 0 if opened.tell() > begin else tries + 1
                if opened.tell() < file.size:
                    self._wait_or_give_up(error, tries)
            self._require_same(digest.hexdigest(), opened, file)
            part.rename(blob)

    def _receive(self, opened: IO[bytes], file: HubFile, digest: "_Digest") -> None:
        """Append what the hub sends from here on, until it ends or breaks off."""
        import huggingface_hub.utils
        from huggingface_hub import hf_hub_url

        hub: Any = huggingface_hub.utils
        url = hf_hub_url(self.repo, file.name, revision=self.commit, endpoint=self.endpoint)
        begin = opened.tell()
        headers = hub.build_hf_headers(library_name="mentorscope") | {"Accept-Encoding": "identity"}
        if begin:
            headers["Range"] = f"bytes={begin}-"
        with hub.get_session().stream("GET", url, headers=headers, timeout=TIMEOUT_S) as response:
            hub.hf_raise_for_status(response)
            if begin and response.status_code != 206:
                self._begin_again(opened, digest)
            for piece in response.iter_bytes():
                self._require_going()
                room = file.size - opened.tell()
                opened.write(piece[:room])
                digest.update(piece[:room])
                self.count(min(len(piece), room))
                if len(piece) > room:
                    break  # longer than listed: the digest will tell

    def _known(self, opened: IO[bytes], file: HubFile) -> "_Digest":
        """The digest of what is there from an earlier time; the file stands at its end then."""
        digest = _Digest(file)
        opened.seek(0)
        while piece := opened.read(PIECE):
            self._require_going()
            digest.update(piece)
        if opened.tell() > file.size:
            self._begin_again(opened, digest)
        return digest

    def _begin_again(self, opened: IO[bytes], digest: "_Digest") -> None:
        self.count(-min(opened.tell(), digest.file.size))
        opened.seek(0)
        opened.truncate()
        digest.reset()

    def _require_same(self, found: str, opened: IO[bytes], file: HubFile) -> None:
        opened.flush()
        if found != file.digest:
            self.count(-file.size)
            opened.truncate(0)
            raise FetchError(
                f"The file {file.name} of “{self.repo}” arrived damaged: fetch it again.",
                f"digest {found}, {file.digest} expected",
            )

    def _mendable(self, error: Exception, file: HubFile) -> Exception:
        """The error, where trying again may help; else it is raised in plain words, or as it is."""
        if lost(error):
            return error
        if isinstance(error, OSError) and error.errno in NO_SPACE:
            raise FetchError(full(f"{file.name} of “{self.repo}”"), str(error)) from error
        raise error

    def _wait_or_give_up(self, error: Exception | None, tries: int) -> None:
        if tries >= TRIES:
            details = told(error, self.repo)[1] if error else "the answers were empty"
            words = "The connection to the hub was lost: fetch again to go on from here."
            raise FetchError(words, details) from error
        until = time.monotonic() + self.patience_s
        self._require_going()
        while time.monotonic() < until:
            self._require_going()
            time.sleep(0.02)

    def _require_going(self) -> None:
        if self.stop():
            raise Stopped


class _Digest:
    """SHA-256, or git's SHA-1 of a blob, as the length of the expected digest says."""

    def __init__(self, file: HubFile) -> None:
        self.file = file
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self._hash: Any = hashlib.sha256() if len(self.file.digest) == 64 else hashlib.sha1(usedforsecurity=False)
        if len(self.file.digest) == 40:
            self._hash.update(f"blob {self.file.size}\0".encode())

    def update(self, piece: bytes) -> None:
        """Take more bytes."""
        self._hash.update(piece)

    def hexdigest(self) -> str:
        """The digest so far."""
        return str(self._hash.hexdigest())


@contextmanager
def _alone(part: Path, repo: str) -> Iterator[IO[bytes]]:
    """The half-fetched file, opened, and kept from any other program that fetches it."""
    with part.open("a+b") as appended:
        try:
            fcntl.flock(appended, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            words = f"Another program is fetching “{repo}”: wait until it is done."
            raise FetchError(words, str(error)) from error
        with part.open("r+b") as opened:
            yield opened
