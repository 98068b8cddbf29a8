"""What the models ask of an engine. The bridge is one; tests have a scripted one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from engine.request import Place, Request


class Engine(Protocol):
    """Takes commands at once and answers later with events that carry the command's id."""

    def load(self, target: Path, draft: Path) -> int:
        """Ask for a pair of model folders; ends with `PairInfo` or `Failed`."""

    def generate(self, request: Request, prefix: Sequence[int] = ()) -> int:
        """Ask for a run after the output ids `prefix`; ends with exactly one `Finished` or `Failed`."""

    def explain(self, request: Request, place: Place) -> int:
        """Ask what stood to choose at a place of a run; ends with `Explained` or `Failed`."""

    def unload(self) -> int:
        """Ask for the pair's memory back; ends with `Unloaded`."""

    def cancel(self, command: int | None = None) -> None:
        """Cut a running or queued command short, or all of them (None)."""
