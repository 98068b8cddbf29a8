"""What two panes say of each other: whether they compare, and the speed-up."""

from app.models.runs.kept import baseline_of
from app.models.runs.pane import PaneModel, PaneState


def comparable(left: PaneModel, right: PaneModel) -> bool:
    """Whether both show runs of the same pair, prompt, sampling and seed."""
    if left.record is None or right.record is None:
        return False
    return baseline_of(left.record) == baseline_of(right.record)


def speedup(pane: PaneModel, target: PaneModel) -> float | None:
    """Tokens/s of `pane` over those of `target`; None unless both ended by themselves and compare."""
    if (pane.state, target.state) != (PaneState.DONE, PaneState.DONE) or not comparable(pane, target):
        return None
    own, base = pane.figures(), target.figures()
    if own is None or base is None or not own.tokens_per_s or not base.tokens_per_s:
        return None
    return own.tokens_per_s / base.tokens_per_s
