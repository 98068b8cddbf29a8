"""The status bar's sentences."""

from app.models.runs.panes import TITLES, PaneName
from engine.events import Candidate, Loading
from engine.record import RunRecord
from engine.request import Request

STARTING = "Starting…"
READY = "Ready. Press Run."
CHANGED = "Settings changed. Press Run."
CLICK = "Click a token to see why it is there."
FINISHED = f"Run finished. {CLICK}"
SHOWN_AGAIN = "Shown again from an earlier run with these settings."
SHOWN_IN_PART = "Settings changed. What is known of them is shown; press Run for the rest."
UNCHANGED = "No token changes at this budget, so nothing had to run."
STOPPING = "Stopping…"
DRAFT_LEFT = "The draft’s run was stopped, since its pane is hidden."
TRY_AGAIN = "The text so far stays. Press Run to try again."


def shown_from(name: str) -> str:
    """A run was opened from a file."""
    return f"Shown from {name}. {CLICK}"


def loading(event: Loading) -> str:
    """Progress of a load, in megabytes, or of the kernels' steps."""
    if event.what == "kernels":
        return f"Preparing the GPU kernels, {event.done} of {event.total}…"
    if not event.total:
        return f"Loading {event.name}…"
    return f"Loading {event.name}, {event.done / 1e6:.0f} of {event.total / 1e6:.0f} MB"


def loading_stopped(pair: bool) -> str:
    """The user gave up a load; `pair` says whether there is one from before."""
    return "Loading was stopped. The pair from before stays." if pair else "Loading was stopped."


def running(pane: PaneName) -> str:
    """Which pane runs."""
    return f"Running {TITLES[pane]}…"


def continuing(position: int) -> str:
    """From which token on a run continues an earlier one."""
    return f"Continuing from token {position + 1}…"


def chosen(token: Candidate, index: int) -> str:
    """A run that goes on from a token that the reader chose."""
    return f"Goes on from “{token.text.strip() or token.text}”, chosen at token {index + 1}."


def stopped(record: RunRecord | None) -> str:
    """Where a run was stopped."""
    return f"Stopped at token {len(record.tokens)}." if record and record.tokens else "Stopped."


def draft_length(request: Request, device: str) -> str:
    """What a change of the draft length alone does to the text; true for these settings."""
    start = f"Draft length {request.draft_length}"
    if request.verify == "block":
        return f"{start}: with block verification the text can change, as the timing does."
    if request.bonus:
        return f"{start}: with the bonus token the text can change, as the timing does."
    if request.policy == "cost-aware" and (request.tv_budget > 0 or request.coupling != "gumbel"):
        return f"{start} to begin with: the policy goes by the clock, so the text can change, as the timing does."
    # Only a CPU is known to give the same bits whatever the number of rows.
    stays = "the text stays the same" if device == "CPU" else "the text should stay the same"
    if request.policy != "fixed":
        return f"{start} to begin with: {stays}, the timing changes."
    return f"{start}: {stays}, the timing changes."
