"""The checks that need the models: MLX, the bundled pair, and a short run in every mode."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol, get_args

from app.models.bundle import Kind, items
from app.models.runs.panes import PaneName
from app.models.settings.fields import DEFAULT_PROMPT
from app.selftest.checks import Check, Fault, Skipped
from app.selftest.trace import faults
from engine.events import Event, PairInfo
from engine.paths import bundled_draft, bundled_target
from engine.record import RunRecord
from engine.request import Request

TOKENS = 16
#: Settings with which the bundled pair has tokens of every kind within a few rounds (on a CPU: kernels differ).
BASE = Request(
    prompt=DEFAULT_PROMPT,
    tv_budget=0.2,
    draft_length=4,
    temperature=1.0,
    seed=18,
    max_tokens=TOKENS,
    ignore_eos=True,
)
REQUESTS: dict[str, Request] = {
    "Target only": BASE.replace(mode="target"),
    "Draft only": BASE.replace(mode="draft"),
    "Mentored, independent draws": BASE.replace(coupling="independent"),
    "Mentored, shared draws": BASE.replace(coupling="gumbel"),
}
MOST_FAULTS = 3


class Engine(Protocol):
    """What drives the engine's thread; `app.cli.follow.Follower` is the real one."""

    def load(self, target: Path, draft: Path) -> PairInfo:
        """Load a pair and wait for it."""

    def generate(self, request: Request, take: Callable[[list[Event]], None]) -> bool:
        """Run to the end; True where Ctrl-C came."""


class Runs:
    """Makes the checks one after another; what they found is kept for the window.

    Attributes:
        records: the runs that came out right, by pane.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pair: PairInfo | None = None
        self.records: dict[PaneName, RunRecord] = {}

    def checks(self) -> list[Check]:
        """All of them, in order."""
        runs = [Check(name, partial(self._run, request)) for name, request in REQUESTS.items()]
        return [Check("MLX", _device), Check("Bundled pair", self._load), *runs]

    def _load(self) -> str:
        pair = self._pair = self._engine.load(bundled_target(), bundled_draft())
        return (
            f"{pair.target_name} and {pair.draft_name} on {pair.device}, {pair.vocabulary:,} shared tokens, "
            f"{pair.memory_bytes / 1e6:.0f} MB"
        )

    def _run(self, request: Request) -> str:
        if self._pair is None:
            raise Skipped("the pair was not loaded")
        record = RunRecord(request, self._pair.target, self._pair.draft)
        if self._engine.generate(request, record.extend):
            raise KeyboardInterrupt
        found = faults(record)
        if len(record.tokens) != TOKENS:
            found.insert(0, f"the run has {len(record.tokens)} tokens, not {TOKENS}")
        if found:
            more = f"; and {len(found) - MOST_FAULTS} more" if len(found) > MOST_FAULTS else ""
            raise Fault("; ".join(found[:MOST_FAULTS]) + more)
        self.records[request.mode] = record
        return _words(record)


def check_parts() -> str:
    """What is bundled is known with its licences. Raises `Fault` where one is missing."""
    parts = items()
    for item in parts:
        if not item.licence:
            raise Fault(f"the licence of {item.name} is not known")
    kinds = {item.kind for item in parts}
    if kinds != set(get_args(Kind)):
        raise Fault(f"only {', '.join(sorted(kinds))} is bundled: the packages’ metadata is missing")
    return f"{len(parts)} parts, each with its licence"


def _device() -> str:
    from importlib.metadata import version

    from engine.probe import try_device

    return f"{version('mlx')} multiplies two matrices rightly on {try_device()}"


def _words(record: RunRecord) -> str:
    stats = record.stats
    assert stats is not None  # `faults` has seen to it
    words = f"{stats.tokens} tokens"
    if record.request.mode == "mentored":
        kinds = ", ".join(f"{record.counts[kind]} {kind}" for kind in ("accepted", "relaxed", "resampled"))
        words += f" in {stats.rounds} rounds: {kinds}"
    return f"{words}; the trace fits the formulas"
