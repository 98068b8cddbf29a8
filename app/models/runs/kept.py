"""Finished runs, kept so that settings that go back show their text again at once."""

from collections import OrderedDict
from collections.abc import Hashable

from engine.record import RunRecord
from engine.request import Request

MOST_RUNS = 64
#: Folders of target and draft, mode, the settings that the run depends on, and the ids that it was given.
_Key = tuple[str, str, str, Hashable, tuple[int, ...]]


def baseline_of(record: RunRecord) -> Hashable:
    """What two runs must share to be compared: the pair, and all but the mentored settings."""
    return (record.target, record.draft, record.request.baseline_key())


class KeptRuns:
    """The last runs that ended by themselves; the longest unused goes first."""

    def __init__(self, most: int = MOST_RUNS) -> None:
        self._most = most
        self._runs: OrderedDict[_Key, RunRecord] = OrderedDict()

    def put(self, record: RunRecord) -> None:
        """Keep a run, unless it was stopped or has not ended."""
        if record.reason not in ("end", "length"):
            return
        key = _key(record.target, record.draft, record.request, record.branch)
        self._runs[key] = record
        self._runs.move_to_end(key)
        while len(self._runs) > self._most:
            self._runs.popitem(last=False)

    def get(self, target: str, draft: str, request: Request, branch: tuple[int, ...] = ()) -> RunRecord | None:
        """The kept run that `request` would repeat on that pair of folders, or None.

        Args:
            branch: the ids that it was given to go on from.
        """
        key = _key(target, draft, request, branch)
        if key in self._runs:
            self._runs.move_to_end(key)
        return self._runs.get(key)

    def latest(self, target: str, draft: str, request: Request) -> RunRecord | None:
        """The kept run of these settings that was shown last, whichever token it goes on from; None where none is."""
        key = _key(target, draft, request, ())
        found = next((other for other in reversed(self._runs) if other[:-1] == key[:-1]), key)
        return self.get(target, draft, request, found[-1])


def _key(target: str, draft: str, request: Request, branch: tuple[int, ...]) -> _Key:
    depends_on: Hashable = request if request.mode == "mentored" else request.baseline_key()
    return (target, draft, request.mode, depends_on, branch)
