"""A pair that is ready to be raced, as it is in the window before its first run, and room for what is asked of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from engine.decoding.decode import require_room
from engine.decoding.warm import warm_up
from engine.errors import RequestError
from engine.events import Loading
from engine.pair.loading import Pair, load_pair
from engine.request import Request


def ready_pair(target: Path, draft: Path, progress: Callable[[str], None]) -> Pair:
    """Load a pair and meet the kernels and shapes of its runs, so that no timed lap waits for one."""

    def tell(loading: Loading) -> None:
        if loading.what == "kernels":
            progress(f"{loading.name} are made ready, {loading.done} of {loading.total}")

    pair = load_pair(target, draft)
    warm_up(pair, tell)
    return pair


def require_rooms(pair: Pair, request: Request, lengths: Iterable[int], memory_tokens: int = 0) -> None:
    """Raise `RequestError` before any lap where a run of some draft length, or the memory check, has no room."""
    prompt = len(pair.text.encode(request.prompt, request.raw, request.system))
    require_room(pair, request.replace(draft_length=max(lengths)), prompt)
    if memory_tokens:  # it may go past the context, not past a window
        endless = replace(pair, info=replace(pair.info, context=None))
        require_room(endless, request.replace(max_tokens=memory_tokens), prompt)


def require_easy_room(pair: Pair, request: Request, lengths: Iterable[int]) -> None:
    """The same for the race's own prompt, which nobody can shorten."""
    try:
        require_rooms(pair, request, lengths)
    except RequestError as problem:
        raise RequestError(
            "max_tokens",
            f"The race's easy prompt and {request.max_tokens:,} new tokens do not fit these models: "
            "ask for fewer tokens, or take models with a longer context.",
        ) from problem
