"""The real backend of the engine thread: MLX models, loaded and run where they were made."""

import dataclasses
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import mlx.core as mx

from engine.decoding import decode
from engine.decoding.cost import CostModel
from engine.decoding.explain import Explainer
from engine.decoding.warm import warm_up
from engine.errors import Cancelled, PairError
from engine.events import Event, Explained, Loading, PairInfo
from engine.pair.loading import Pair, load_pair, release
from engine.request import Place, Request


class MlxBackend:
    """Holds at most one pair. Every method belongs to one thread."""

    def __init__(self) -> None:
        self._pair: Pair | None = None
        self._costs = CostModel()
        self._explainer: Explainer | None = None

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
        pair = self._loaded()
        self._explainer = None  # its caches make room for those of the run
        try:
            for event in decode(pair, request, should_stop, prefix, self._costs):
                emit(event)
        except BaseException as error:
            _let_go(error)
            raise

    def explain(self, request: Request, place: Place, should_stop: Callable[[], bool]) -> Explained:
        """What stood to choose at a place of a run; raises `Cancelled` where it is to stop."""
        self._explainer = self._explainer or Explainer(self._loaded())
        try:
            return self._explainer.explain(request, place, should_stop)
        except BaseException as error:
            if not isinstance(error, Cancelled):
                self._explainer = None
            _let_go(error)
            raise

    def unload(self) -> None:
        """Drop the pair and give its memory back."""
        self._pair = self._explainer = None
        release()

    def _loaded(self) -> Pair:
        if self._pair is None:
            raise PairError("No pair is loaded: choose a target and a draft first.")
        return self._pair

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
