"""The models that there are: bundled, in the cache, and in folders that were added by hand."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.models.pair.folders import Folders
from app.models.pair.jobs import Jobs
from app.models.pair.looking import look_through
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from engine.choose.scan import Found


class Stock(QObject):
    """Keeps what was found the last time, and looks again.

    Attributes:
        found: by key, which is the folder. looking: whether it looks at everything anew.
        fetched: keys of target and draft of the recommended pairs that are whole in the cache, by their number.

    Signals:
        begun, looked: looking at everything has begun, or ended.
        added: folders that were added have been looked at; with the key of the first that was found, "" for none.
    """

    begun = Signal()
    looked = Signal()
    added = Signal(str)

    def __init__(
        self, comparison: ComparisonModel, settings: SettingsModel, jobs: Jobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._comparison, self._jobs = comparison, jobs
        self._folders = Folders(settings)
        self.found: dict[str, Found] = {}
        self.fetched: dict[int, tuple[str, str]] = {}
        self.looking = False

    def look(self) -> None:
        """Look again at everything there is."""
        if self.looking:
            return
        self.looking = True
        folders = self._folders.paths
        self._jobs.start(lambda job: look_through(folders, job), self._on_looked)
        self.begun.emit()

    def add(self, paths: list[Path]) -> None:
        """Add folders by hand and look at them."""
        known = self._folders.paths
        self._folders.keep([*known, *(path for path in paths if path not in known)])
        self._jobs.start(lambda job: look_through(paths, job), lambda result: self._on_added(result, paths))

    def forget(self, key: str) -> None:
        """Take a folder that was added by hand off the list; nothing is deleted."""
        self._folders.keep([path for path in self._folders.paths if str(path) != key])
        self.found.pop(key, None)

    def size(self, key: str) -> int:
        """A model's parameters; 0 where it cannot be used."""
        model = self.found[key].model
        return model.parameters if model else 0

    def _take(self, found: list[Found]) -> None:
        self.found |= {str(one.path): one for one in found}

    def _on_looked(self, result: Any) -> None:
        self.looking = False
        if not isinstance(result, Exception):
            found, self.fetched = result
            pair = self._comparison.pair
            self.found.clear()
            self._take(found)
            strangers = {pair.target, pair.draft} - self.found.keys() if pair else set()
            strangers -= {str(path) for path in self._folders.paths}
            if strangers:  # in use, but nowhere on the list: given on the command line
                self._folders.keep([*self._folders.paths, *map(Path, sorted(strangers))])
                self.look()
                return
        self.looked.emit()

    def _on_added(self, result: Any, paths: list[Path]) -> None:
        if not isinstance(result, Exception):
            self._take(result[0])
            self.added.emit(next((str(path) for path in paths if str(path) in self.found), ""))
