"""A pair that is ready to be raced, as it is in the window before its first run."""

from collections.abc import Callable
from pathlib import Path

from engine.decoding.warm import warm_up
from engine.events import Loading
from engine.pair.loading import Pair, load_pair


def ready_pair(target: Path, draft: Path, progress: Callable[[str], None]) -> Pair:
    """Load a pair and meet the kernels and shapes of its runs, so that no timed lap waits for one."""

    def tell(loading: Loading) -> None:
        if loading.what == "kernels":
            progress(f"{loading.name} are made ready, {loading.done} of {loading.total}")

    pair = load_pair(target, draft)
    warm_up(pair, tell)
    return pair
