"""A recording in the engine's place: the pair is there at once, questions are answered from the file, nothing runs."""

from collections.abc import Sequence
from pathlib import Path

from engine.events import Event, Explained, Failed, PairInfo, Unloaded
from engine.recording import Recording
from engine.request import Place, Request

NO_RUN = "This is a recording: nothing can be run."
NOT_KEPT = "The recording does not say what else stood to choose here."


class Player:
    """Has the methods of `EngineThread`; needs neither a thread nor MLX."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._events: list[tuple[int, Event]] = []
        self._count = 0

    def start(self) -> None:
        """Nothing has to be started."""

    def load(self, target: Path, draft: Path) -> int:
        """The pair that the recording knows."""
        return self._answer(self._recording.pair or unknown_pair(self._recording))

    def generate(self, request: Request, prefix: Sequence[int] = ()) -> int:
        """Refused."""
        return self._answer(Failed(NO_RUN))

    def explain(self, request: Request, place: Place) -> int:
        """What was kept of that place, if anything was."""
        kept = (one for one in self._recording.explained if _is_of(one, place))
        return self._answer(next(kept, None) or Failed(NOT_KEPT))

    def unload(self) -> int:
        """Nothing was loaded."""
        return self._answer(Unloaded())

    def cancel(self, command: int | None = None) -> None:
        """Everything has ended already."""

    def drain(self) -> list[tuple[int, Event]]:
        """All answers since the last time."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Nothing has to be ended."""

    def join(self, timeout: float | None = None) -> bool:
        """There is no thread to wait for."""
        return True

    def _answer(self, event: Event) -> int:
        self._count += 1
        self._events.append((self._count, event))
        return self._count


def unknown_pair(recording: Recording) -> PairInfo:
    """The pair of a file that keeps no more than its folders."""
    run = recording.records[0]
    names = [Path(folder).name or "unknown" for folder in (run.target, run.draft)]
    return PairInfo(run.target, run.draft, names[0], names[1], 0, 0, None, "", has_template=True)


def _is_of(kept: Explained, place: Place) -> bool:
    return kept.position == len(place.before) and kept.candidates[0].id == place.shown[0]
