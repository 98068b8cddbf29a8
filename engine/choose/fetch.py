"""Fetch repositories into the Hugging Face cache: with progress, stoppable, and going on where it was stopped.

The cache's layout is that of the hub's own client, so that each finds what the other fetched: blobs by digest,
snapshots of links to them, and a reference to the main revision. A snapshot appears only once all its files are whole.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.choose.download import Stopped, Transfer, blob_of, missing_bytes
from engine.choose.faults import full, told
from engine.choose.hub import FetchError, Offer
from engine.errors import MentorscopeError
from engine.pair.names import CACHED

__all__ = ["Fetching", "Stopped", "fetch", "missing"]

#: Left free on the disk, bytes.
SPARE = 200_000_000


@dataclass(frozen=True, slots=True)
class Fetching:
    """Progress: `done` of `total` bytes of all repositories, and the one that is being fetched."""

    repo: str
    done: int
    total: int


def fetch(
    offers: Sequence[Offer],
    cache: Path,
    progress: Callable[[Fetching], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
    endpoint: str | None = None,
    patience_s: float = 1.0,
) -> list[Path]:
    """Fetch what is missing of these repositories.

    Args:
        progress: called often, in this thread.
        stop: asked often; what was fetched by then stays, and the next time goes on from there.
        endpoint: the hub's address; its own by default.
        patience_s: seconds between tries where the connection is lost.

    Returns:
        The folder of each, ready to be loaded.

    Raises:
        FetchError: what went wrong and the mend.
        Stopped: `stop` said so.
    """
    told_of = _Count(offers, missing(offers, cache), progress)
    _require_room(told_of.total - told_of.done, cache)
    paths = []
    for offer in offers:
        told_of.repo = offer.repo
        told_of.add(0)
        transfer = Transfer(offer.repo, offer.commit, told_of.add, stop, endpoint, patience_s)
        try:
            paths.append(_fetch(offer, cache, transfer))
        except (MentorscopeError, Stopped):
            raise
        except Exception as error:  # files and the hub's client raise many kinds
            raise FetchError(*told(error, offer.repo)) from error
    return paths


class _Count:
    """Counts bytes and tells of them."""

    def __init__(self, offers: Sequence[Offer], left: int, progress: Callable[[Fetching], None]) -> None:
        self.repo = ""
        self.total = sum(offer.size for offer in offers)
        self.done = self.total - left
        self._progress = progress

    def add(self, more: int) -> None:
        """Count more bytes, or fewer."""
        self.done += more
        self._progress(Fetching(self.repo, self.done, self.total))


def missing(offers: Sequence[Offer], cache: Path) -> int:
    """Bytes that are still to be fetched; a file of two repositories' counts twice."""
    return sum(missing_bytes(home(offer.repo, cache), file) for offer in offers for file in offer.files)


def home(repo: str, cache: Path) -> Path:
    """A repository's place in the cache."""
    return cache / (CACHED + repo.replace("/", "--"))


def _fetch(offer: Offer, cache: Path, transfer: Transfer) -> Path:
    place = home(offer.repo, cache)
    (place / "blobs").mkdir(parents=True, exist_ok=True)
    # Small files first: what is wrong with the repository as such shows at once.
    for file in sorted(offer.files, key=lambda file: file.size):
        transfer.run(place, file)
    snapshot = place / "snapshots" / offer.commit
    snapshot.mkdir(parents=True, exist_ok=True)
    for file in offer.files:
        _link(blob_of(place, file), snapshot / file.name)
    (place / "refs").mkdir(exist_ok=True)
    (place / "refs" / "main").write_text(offer.commit, encoding="utf-8")
    return snapshot


def _link(blob: Path, name: Path) -> None:
    """A relative link, as the hub's client makes it; a copy where the disk knows no links."""
    if name.exists():
        return
    name.unlink(missing_ok=True)
    try:
        name.symlink_to(os.path.relpath(blob, name.parent))
    except OSError:
        shutil.copy2(blob, name)


def _require_room(needed: int, cache: Path) -> None:
    place = cache
    while not place.exists() and place != place.parent:
        place = place.parent
    free = shutil.disk_usage(place).free
    if needed and needed + SPARE > free:
        raise FetchError(full(f"{needed / 1e9:.1f} GB, as {free / 1e9:.1f} GB are free"))
