"""Choosing a pair: what there is, a target, the drafts with their verdicts, and the way to more."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.models.pair.choices import Row, draft_row, recommended_row, summary_of, target_row
from app.models.pair.fetching import FetchModel, fetch_words
from app.models.pair.jobs import Job, Jobs
from app.models.pair.looking import check_all
from app.models.pair.stock import Stock
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from engine.choose.check import Verdict
from engine.choose.machine import Machine, guess, told
from engine.choose.recommended import RECOMMENDED, Recommended
from engine.choose.scan import hub_cache

#: Characters a token of a prompt, at the least; memory and windows are counted for the tokens that may come.
CHARACTERS = 3
JOIN_S = 15.0


class ChooserModel(QObject):
    """Keeps no widgets and loads nothing itself: the comparison does, and keeps the pair from before until then.

    Attributes:
        target, draft: keys of the chosen rows; "" for none. A target's may stand for a recommended pair.
        changed: rows, choices or verdicts have moved on.
        cache: where the hub's cache is; asked for in a job, as its library is imported there.
    """

    changed = Signal()

    def __init__(
        self, comparison: ComparisonModel, settings: SettingsModel, jobs: Jobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._comparison, self._settings, self._jobs = comparison, settings, jobs
        self.fetching = FetchModel(jobs, hub_cache, self)
        self._stock = Stock(comparison, settings, jobs, self)
        self.target = self.draft = ""
        self._verdicts: dict[str, Verdict] = {}
        self._checking: Job | None = None
        self._stock.begun.connect(self.changed)
        self._stock.looked.connect(self._on_looked)
        self._stock.added.connect(self._on_added)
        self.fetching.changed.connect(self.changed)
        self.fetching.fetched.connect(self._on_fetched)
        self.fetching.failed.connect(comparison.tell)

    # What there is

    @property
    def scanning(self) -> bool:
        """Whether everything is being looked at anew."""
        return self._stock.looking

    def look(self) -> None:
        """Look again at everything there is."""
        self._stock.look()

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders by hand and look at them; the first becomes the target, or the draft where it suits."""
        self._stock.add(paths)

    def forget(self, key: str) -> None:
        """Take a folder that was added by hand off the list; nothing is deleted."""
        self._stock.forget(key)
        if self.target == key:
            self.choose_target(self._first_target())
        if self.draft == key:
            self.draft = ""
        self.changed.emit()

    def targets(self) -> list[Row]:
        """All that can be a target, by group; recommended pairs last."""
        used = self._comparison.pair.target if self._comparison.pair else ""
        if not self._stock.found:
            return []  # not looked yet
        rows = [target_row(found, key == used) for key, found in self._stock.found.items()]
        for index, pair in enumerate(RECOMMENDED):
            ready = index in self._stock.fetched
            words = "Ready: it is in the cache" if ready else fetch_words(self.fetching.state(pair))
            rows.append(recommended_row(index, pair, words))
        return rows

    def drafts(self) -> list[Row]:
        """All that could be a draft of the target: those that fit first, the smallest of them on top."""
        found = self._stock.found
        if self.target not in found:
            return []
        used = self._comparison.pair.draft if self._comparison.pair else ""
        keys = [key for key in found if key != self.target]
        rows = [draft_row(found[key], self._verdicts.get(key), key == used) for key in keys]
        order = {"good": 0, "waiting": 1, "bad": 2}
        return sorted(rows, key=lambda row: (order[row.state], self._stock.size(row.key)))

    # Choosing

    def choose_target(self, key: str) -> None:
        """Take a target; its drafts are checked one after the other."""
        if key == self.target:
            return
        self.target, self.draft = key, ""
        if self.pair_to_fetch is not None and self._number in self._stock.fetched:
            self.target, self.draft = self._stock.fetched[self._number]
        self.check()

    def choose_draft(self, key: str) -> None:
        """Take a draft; one that does not fit can be looked at, not loaded."""
        if key != self.draft:
            self.draft = key
            self.changed.emit()

    def check(self) -> None:
        """Check every draft against the target anew."""
        if self._checking is not None:
            self._checking.stop()
        self._verdicts.clear()
        target = self._stock.found.get(self.target)
        if target is not None and target.model is not None:
            found = self._stock.found
            keys = sorted((key for key in found if key != self.target), key=self._stock.size)
            drafts = [found[key].path for key in keys if found[key].model]
            arguments = target.path, drafts, self.length, self._machine(), self._held()
            self._checking = self._jobs.start(
                lambda job: check_all(job, *arguments), self._on_checked, lambda item: self._on_verdict(*item)
            )
        self.changed.emit()

    @property
    def pair_to_fetch(self) -> Recommended | None:
        """The recommended pair that is chosen on the left, where it is not in the cache."""
        return RECOMMENDED[self._number] if self._number >= 0 else None

    @property
    def _number(self) -> int:
        return int(self.target.removeprefix("pair:")) if self.target.startswith("pair:") else -1

    @property
    def length(self) -> int:
        """Tokens of prompt and output together that memory and windows are counted for."""
        return int(self._settings.value("max_tokens")) + len(self._settings.value("prompt")) // CHARACTERS + 64

    @property
    def chosen(self) -> Verdict | None:
        """The verdict on the chosen two, once it is known."""
        return self._verdicts.get(self.draft) if self.draft else None

    @property
    def can_load(self) -> bool:
        """Whether the chosen two may be loaded now."""
        return self.chosen is not None and self.chosen.compatible and self._comparison.loading is None

    @property
    def summary(self) -> str:
        """What is to say of the chosen two."""
        target, draft = self._stock.found.get(self.target), self._stock.found.get(self.draft)
        return summary_of(target, draft, self.chosen, self._checking is not None)

    def load(self) -> None:
        """Ask for the chosen two."""
        if self.can_load:
            self._comparison.load(Path(self.target), Path(self.draft))

    def close(self) -> None:
        """Stop what goes on."""
        self._jobs.close()

    def join(self) -> bool:
        """Wait for what goes on."""
        return self._jobs.join(JOIN_S)

    # Within

    def _machine(self) -> Machine:
        pair = self._comparison.pair
        return told(pair.recommended_bytes, pair.device == "CPU") if pair else guess()

    def _held(self) -> int:
        return self._comparison.pair.memory_bytes if self._comparison.pair else 0

    def _first_target(self) -> str:
        """The pair in use, else the first that can be used."""
        pair = self._comparison.pair
        if pair and pair.target in self._stock.found:
            return pair.target
        return next((key for key, found in self._stock.found.items() if found.model), "")

    def _on_looked(self) -> None:
        if self.target not in self._stock.found and self.pair_to_fetch is None:
            self.target = self._first_target()
        self.check()

    def _on_added(self, added: str) -> None:
        model = self._stock.found[added].model if added else None
        chosen = self._stock.found.get(self.target)
        smaller = model and chosen and chosen.model and model.parameters < chosen.model.parameters
        if added and not smaller:
            self.target = added
        self.draft = added if smaller else ""
        self.check()

    def _on_verdict(self, key: str, verdict: Verdict) -> None:
        if str(verdict.target) == self.target:
            self._verdicts[key] = verdict
            pair = self._comparison.pair
            if not self.draft and verdict.compatible and pair and (pair.target, pair.draft) == (self.target, key):
                self.draft = key
            self.changed.emit()

    def _on_checked(self, result: Any) -> None:
        """All drafts are checked: take one that suits, unless one was taken."""
        if isinstance(result, Exception) or result != self.target:
            return
        self._checking = None
        if not self.draft:
            self.draft = next((row.key for row in self.drafts() if row.state == "good"), "")
        self.changed.emit()

    def _on_fetched(self, target: str, draft: str) -> None:
        """A pair has arrived: it is chosen, unless the user has gone on to something else."""
        pair = self.pair_to_fetch
        if pair is not None and self.fetching.state(pair).stage == "done":
            self.target, self.draft = target, draft
        self._comparison.tell("The pair was fetched. It is in the list of models now.")
        self.look()
