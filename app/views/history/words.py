"""Runs of the history in words."""

from app.models.runs.history import Entry
from app.models.sweep.cell import row_words
from app.views.panes.figure_words import continued_words
from engine.sweep.plan import Setting

DASH = "–"
COLUMNS = ("Time", "TV budget", "K", "Seed", "Accepted", "Speed-up")
TOOLTIPS = (
    "When the run ended, or its file was opened.",
    "The most that each output token may lean to the draft, in TV.",
    "Draft length: drafted tokens a round; where a policy chooses it, the one to begin with.",
    "What the random draws follow from.",
    "Drafted tokens shown, of all drafted.",
    "Mentored tokens/s divided by target-only tokens/s, same prompt and seed.",
)


def speed(entry: Entry) -> str:
    """The speed-up, or an en dash."""
    return f"{entry.speedup:.2f}×" if entry.speedup is not None else DASH


def setting(entry: Entry) -> str:
    """ "TV 0.40 · K 8", or "TV 0.40 · K cost 8" where a policy chose the length."""
    return f"TV {entry.record.request.tv_budget:.2f} · K {_length(entry)}"


def _length(entry: Entry) -> str:
    """The draft length as a sweep's rows say it."""
    request = entry.record.request
    return row_words(Setting("mentored", request.policy, request.draft_length, request.tv_budget))


def short(entry: Entry) -> str:
    """What the closed list shows: "14:32  TV 0.40 · K 8 · 2.08×"."""
    known = f" · {speed(entry)}" if entry.speedup is not None else ""
    return f"{entry.at:%H:%M}  {setting(entry)}{known}"


def cells(entry: Entry) -> tuple[str, ...]:
    """A row of the list, in the order of `COLUMNS`."""
    request, stats = entry.record.request, entry.record.stats
    share = DASH if stats is None or stats.acceptance is None else f"{100 * stats.acceptance:.0f} %"
    seed, budget = str(request.seed), f"{request.tv_budget:.2f}"
    return (f"{entry.at:%H:%M}", budget, _length(entry), seed, share, speed(entry))


def spoken(entry: Entry, pinned: bool) -> str:
    """A row for VoiceOver, with units."""
    when, budget, length, seed, share, ratio = cells(entry)
    words = f"{when}, TV budget {budget}, draft length {length}, seed {seed}, accepted {share}, speed-up {ratio}"
    words = ", ".join(filter(None, (words, continued_words(entry.record))))
    return f"{words}, pinned" if pinned else words


def tooltip(entry: Entry) -> str:
    """The prompt, and what else tells runs apart."""
    request = entry.record.request
    prompt = " ".join(request.prompt.split())
    prompt = prompt if len(prompt) <= 90 else prompt[:89] + "…"
    draws = "shared draws" if request.coupling == "gumbel" else "independent draws"
    policy = "" if request.policy == "fixed" else f"{request.policy} draft lengths, "
    rest = f"Temperature {request.temperature:.2f}, {policy}{draws}, {len(entry.record.tokens):,} tokens."
    source = f"From {entry.name}.\n" if entry.name else ""
    goes_on = continued_words(entry.record)
    goes_on = f"\n{goes_on[:1].upper()}{goes_on[1:]}; the speed-up is that of the part that ran." if goes_on else ""
    return f"{source}{prompt}\n{rest}{goes_on}"
