"""The words of the fetch panel."""

from app.models.pair.choices import pair_name, size_words
from app.models.pair.fetching import FetchState, Recommended


def fetch_lines(pair: Recommended, state: FetchState) -> tuple[str, str, tuple[str, str, str, str]]:
    """Title, what the pair is good for, and four lines: the repositories, the size, the licence, the room."""
    title = pair_name(pair)
    repos = f"{pair.target.id}\n{pair.draft.id}"
    if not state.size:
        listed = f"Size: {size_words(pair.size)} as listed"
        return title, pair.why, (repos, listed, f"Licence: {pair.licence} as listed", "")
    size = f"Size: {size_words(state.size)}"
    if 0 < state.left < state.size and state.stage != "fetching":
        size += f", {size_words(state.left)} still to be fetched"
    terms = ", gated: its terms must be accepted on its page first" if state.gated else ""
    licence = f"Licence: {state.licence}{terms}"
    return title, pair.why, (repos, size, licence, f"Free on the disk: {size_words(state.free)}")


def fetch_button(state: FetchState) -> str:
    """What a click does now."""
    if state.stage in ("stopped", "failed") and state.size:
        return f"{'Go on fetching,' if state.left < state.size else 'Fetch'} {size_words(state.left)}"
    words = {
        "listed": "Ask for size and licence…",
        "asking": "Asking…",
        "fetching": "Stop fetching",
        "failed": "Ask again…",
        "done": "Fetched",
    }
    return words.get(state.stage) or f"Fetch {size_words(state.left)} ({state.licence})"


def share_of(state: FetchState) -> float:
    """Of the bytes, how many are there, 0 to 1."""
    return state.done / state.total if state.total else 0.0


def fetch_tip(state: FetchState) -> str:
    """Progress in words."""
    return f"{size_words(state.done)} of {size_words(state.total)}" if state.total else ""
