"""Fetching a recommended pair: asked about first, fetched only after a second click, stopped at will."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from app.models.pair.jobs import Job, Jobs
from engine.choose.check import gigabytes
from engine.choose.recommended import Recommended
from engine.errors import MentorscopeError

__all__ = ["FetchModel", "FetchState", "Recommended", "fetch_words"]
Stage = Literal["listed", "asking", "offered", "fetching", "stopped", "failed", "done"]
BUSY = ("asking", "fetching")


@dataclass(frozen=True, slots=True)
class FetchState:
    """How far it has come.

    Attributes:
        size, licence: as the hub says; 0 and "" before it was asked.
        left: bytes still to be fetched. free: bytes free on the disk.
        done, total: bytes, while it is fetched. problem: what went wrong.
    """

    stage: Stage = "listed"
    size: int = 0
    licence: str = ""
    gated: bool = False
    left: int = 0
    free: int = 0
    done: int = 0
    total: int = 0
    problem: str = ""


class FetchModel(QObject):
    """One fetch at a time.

    Attributes:
        changed: the state of `pair` moved on. fetched: a pair has arrived (its target's and draft's folders).
        failed: fetching has failed, in a sentence; not where the user stopped it.
        hub: the hub's address; None for its own. Tests have another.
    """

    changed = Signal()
    fetched = Signal(str, str)
    failed = Signal(str)

    def __init__(self, jobs: Jobs, cache: Callable[[], Path], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hub: str | None = None
        self._jobs, self._cache = jobs, cache
        self._states: dict[Recommended, FetchState] = {}
        self._offers: dict[Recommended, list[Any]] = {}
        self._job: Job | None = None
        self._busy: Recommended | None = None

    def state(self, pair: Recommended) -> FetchState:
        """How far that pair has come."""
        return self._states.get(pair, FetchState())

    @property
    def busy(self) -> Recommended | None:
        """The pair that is asked about or fetched."""
        return self._busy

    def ask(self, pair: Recommended) -> None:
        """Ask the hub for size and licence: the first time that anything is asked of any network."""
        if self._busy is None:
            self._begin(pair, FetchState("asking"), lambda job: _offers(pair, self._cache(), self.hub), self._on_offers)

    def fetch(self, pair: Recommended) -> None:
        """Fetch what was offered, or go on with it."""
        offers = self._offers.get(pair)
        if offers is None or self._busy is not None:
            return
        state = replace(self.state(pair), stage="fetching", problem="", done=0, total=0)
        cache, hub = self._cache(), self.hub
        self._begin(pair, state, lambda job: _fetched(job, offers, cache, hub), self._on_fetched, self._on_progress)

    def stop(self) -> None:
        """Stop; what was fetched stays."""
        if self._job is not None:
            self._job.stop()

    def _begin(
        self,
        pair: Recommended,
        state: FetchState,
        work: Callable[[Job], Any],
        done: Callable[[Any], None],
        take: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self._busy = pair
        self._job = self._jobs.start(work, done, take)
        self._put(pair, state)

    def _end(self) -> Recommended:
        pair, self._busy, self._job = self._busy, None, None
        assert pair is not None  # only a running job ends
        return pair

    def _put(self, pair: Recommended, state: FetchState) -> None:
        self._states[pair] = state
        self.changed.emit()

    def _on_offers(self, result: Any) -> None:
        pair = self._end()
        if isinstance(result, Exception):
            self._put(pair, replace(FetchState("failed"), problem=_words(result)))
            return
        offers, state = result
        self._offers[pair] = offers
        self._put(pair, state)

    def _on_progress(self, progress: tuple[int, int]) -> None:
        if self._busy is not None:
            done, total = progress
            self._put(self._busy, replace(self.state(self._busy), done=done, total=total))

    def _on_fetched(self, result: Any) -> None:
        pair = self._end()
        state = self.state(pair)
        left = max(0, state.total - state.done) if state.total else state.left
        if isinstance(result, list):
            self._put(pair, replace(state, stage="done", left=0))
            self.fetched.emit(*map(str, result))
        elif result is None:
            self._put(pair, replace(state, stage="stopped", left=left))
        else:
            self._put(pair, replace(state, stage="failed", left=left, problem=_words(result)))
            self.failed.emit(_words(result))


def fetch_words(state: FetchState) -> str:
    """The state in a few words, for the list."""
    if state.stage == "fetching":
        return f"Fetching, {gigabytes(state.done)} of {gigabytes(state.total or state.size)}"
    stages = {"asking": "Asking the hub…", "stopped": "Stopped", "failed": "Failed", "done": "Fetched"}
    return stages.get(state.stage, "")


def _offers(pair: Recommended, cache: Path, hub: str | None) -> tuple[list[Any], FetchState]:
    import shutil

    from engine.choose.fetch import missing
    from engine.choose.hub import look_up

    offers = [look_up(repo.id, hub) for repo in (pair.target, pair.draft)]
    place = next(parent for parent in (cache, *cache.parents) if parent.exists())
    licences = " and ".join(dict.fromkeys(offer.licence or "no licence named" for offer in offers))
    size, gated = sum(offer.size for offer in offers), any(offer.gated for offer in offers)
    left, free = missing(offers, cache), shutil.disk_usage(place).free
    return offers, FetchState("offered", size, licences, gated, left, free)


def _fetched(job: Job, offers: list[Any], cache: Path, hub: str | None) -> list[Path] | None:
    """The folders, or None where it was stopped. Progress is posted a hundred times at most."""
    from engine.choose.fetch import Fetching, Stopped, fetch

    told = [-1]

    def post(event: Fetching) -> None:
        share = 200 * event.done // max(1, event.total)
        if share != told[0]:
            told[0] = share
            job.post((event.done, event.total))

    try:
        return fetch(offers, cache, post, job.stopped, hub)
    except Stopped:
        return None


def _words(problem: Exception) -> str:
    return problem.sentence if isinstance(problem, MentorscopeError) else "Fetching failed: try again."
