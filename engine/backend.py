"""The real backend of the engine thread: MLX models, loaded and run where they were made."""

import dataclasses
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import mlx.core as mx

from engine.decoding import decode
from engine.decoding.cost import CostModel
from engine.decoding.warm import warm_up
from engine.errors import PairError
from engine.events import Event, Loading, PairInfo
from engine.pair.loading import Pair, load_pair, release
from engine.request import Request


class MlxBackend:
    """Holds at most one pair. Every method belongs to one thread."""

    def __init__(self) -> None:
        self._pair: Pair | None = None
        self._costs = CostModel()

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        """Load a pair; the old one stays until the new one is whole."""
        try:
            pair = load_pair(target, draft, progress)
            warm_up(pair, progress)
        except BaseException as error:
            _let_go(error)
            raise
        self.unload()
        # Counted again, as the old pair was still there when the new one was described.
        info = dataclasses.replace(pair.info, memory_bytes=mx.get_active_memory())
        self._pair, self._costs = dataclasses.replace(pair, info=info), CostModel()
        return info

    def generate(
        self,
        request: Request,
        should_stop: Callable[[], bool],
        emit: Callable[[Event], None],
        prefix: Sequence[int] = (),
    ) -> None:
        """Run one request after the output ids `prefix`, ending with Finished."""
        if self._pair is None:
            raise PairError("No pair is loaded: choose a target and a draft first.")
        try:
            for event in decode(self._pair, request, should_stop, prefix, self._costs):
                emit(event)
        except BaseException as error:
            _let_go(error)
            raise

    def unload(self) -> None:
        """Drop the pair and give its memory back."""
        self._pair = None
        release()

    def close(self) -> None:
        """Without clearing its streams a thread that used MLX can abort the process at exit."""
        try:
            self.unload()
        finally:
            mx.clear_streams()


def _let_go(error: BaseException | None) -> None:
    """Give back the memory of what went wrong: half-read weights, caches, all held by the error's frames."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
    release()
