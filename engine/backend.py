"""The real backend of the engine thread: MLX models, loaded and run where they were made."""

from collections.abc import Callable
from pathlib import Path

import mlx.core as mx

from engine.decoding import decode
from engine.decoding.cost import CostModel
from engine.errors import PairError
from engine.events import Event, Finished, Loading, PairInfo
from engine.pair.loading import Pair, load_pair, release
from engine.record import RunRecord
from engine.request import Request


class MlxBackend:
    """Holds at most one pair. Every method belongs to one thread."""

    def __init__(self) -> None:
        self._pair: Pair | None = None
        self._costs = CostModel()

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        """Load a pair; the old one stays until the new one is whole."""
        pair = load_pair(target, draft, progress)
        self.unload()
        self._pair, self._costs = pair, CostModel()
        return pair.info

    def generate(self, request: Request, should_stop: Callable[[], bool], emit: Callable[[Event], None]) -> None:
        """Run one request; a run that was stopped before it began ends with Finished("stopped")."""
        if should_stop():
            emit(Finished("stopped", RunRecord(request).figures(0.0, 0.0)))
            return
        if self._pair is None:
            raise PairError("No pair is loaded: choose a target and a draft first.")
        for event in decode(self._pair, request, should_stop, costs=self._costs):
            emit(event)

    def unload(self) -> None:
        """Drop the pair and give its memory back."""
        self._pair = None
        release()

    def close(self) -> None:
        """Without clearing its streams a thread that used MLX can abort the process at exit."""
        self.unload()
        mx.clear_streams()
