"""Why a sweep cannot begin, or cannot go on; None where it can."""

from app.models.notice import Notice
from app.models.pair.loader import no_pair
from app.models.runs.comparison import ComparisonModel
from app.models.sweep import words
from engine.events import PairInfo
from engine.sweep.provenance import Header


def to_begin(comparison: ComparisonModel) -> Notice | None:
    """What the engine or the pair stands in the way of."""
    if comparison.running:
        return words.COMPARING
    if comparison.loading is not None:
        return words.LOADING
    return no_pair() if comparison.pair is None else None


def to_go_on(comparison: ComparisonModel, header: Header) -> Notice | None:
    """As `to_begin`; and a sweep goes on with its own pair, on its own device."""
    reason = to_begin(comparison)
    return of_pair(header, comparison.pair) if reason is None and comparison.pair is not None else reason


def of_pair(header: Header, pair: PairInfo) -> Notice | None:
    """Runs of one sweep are of one pair and one device."""
    if (header.target, header.draft) != (pair.target, pair.draft):
        return words.other_pair(header)
    return words.other_device(header) if header.device != pair.device else None
