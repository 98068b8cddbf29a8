"""The figures of a pane's header as words: value, unit, caption and definition."""

from dataclasses import dataclass, replace

from app.models.runs.pane import PaneModel, PaneState
from engine.events import Stats
from engine.record import RunRecord, length_words

DASH = "–"
TOOLTIPS = {
    "speed": "Tokens divided by the time after the prompt was read.",
    "total": "From Run to the last token, prompt included.",
    "first": "From Run to the first token on screen.",
    "first mentored": "From Run to the first token on screen; Mentored waits for a whole round.",
    "accepted": "Drafted tokens shown, of all drafted.",
    "rounds": "One draft and one check each.",
    "spent": "Mean of min(d, D) over checked tokens.",
    "tokens": "Output tokens, an end token included.",
    "speedup": "Mentored tokens/s divided by target-only tokens/s, same run.",
    "draft speedup": "Draft-only tokens/s divided by target-only tokens/s, same run.",
    "baseline": "What the other panes' speed is divided by.",
}


@dataclass(frozen=True, slots=True)
class FigureWords:
    """One figure.

    Attributes:
        key: which figure; also says in which order figures give way.
        value: in ink. unit: after it, in the secondary colour, with its leading space.
        caption: below. tooltip: its definition. room: the widest text that is expected
            here, so that the row does not move while figures grow.
    """

    key: str
    value: str
    unit: str
    caption: str
    tooltip: str
    room: str = ""

    @property
    def spoken(self) -> str:
        """For VoiceOver: "speed: 23.7 tokens/s"."""
        return f"{self.caption}: {self.value}{self.unit}"


def figure_words(pane: PaneModel) -> list[FigureWords]:
    """The figures of a pane in their order, with en dashes for what is not known."""
    stats = pane.figures()
    tip = note_tip(pane)
    times = (
        [replace(one, tooltip=f"{one.tooltip}\n{tip}") for one in _times(pane, stats)] if tip else _times(pane, stats)
    )
    return [*times, *(_mentored(pane, stats) if pane.name == "mentored" else _tokens(pane, stats))]


def hero_words(pane: PaneModel) -> tuple[str, str, str]:
    """The large value, the words after it, and the definition. The value may be ""."""
    known = f"{pane.speedup:.2f}×" if pane.speedup is not None else DASH
    if pane.name == "mentored":
        tip = note_tip(pane)
        return known, "as fast as target only", f"{TOOLTIPS['speedup']}\n{tip}" if tip else TOOLTIPS["speedup"]
    if pane.name == "draft":
        return "", f"{known} as fast as target only", TOOLTIPS["draft speedup"]
    return "", "baseline, 1.00×", TOOLTIPS["baseline"]


def note_words(pane: PaneModel) -> str:
    """A few words beside the pane's name: where it was stopped, or that it failed."""
    if pane.state is PaneState.FAILED:
        return "Failed; an earlier run is shown" if pane.record and pane.record.finished else "Failed"
    if pane.state is PaneState.STOPPED and pane.name == "mentored":
        return stopped_words(pane.record)
    return continued_words(pane.record)


def note_tip(pane: PaneModel) -> str:
    """What the note means for the figures; "" where it says all."""
    record = pane.record
    if record is None or not record.kept:
        return ""
    if record.kept == len(record.tokens) and record.finished:
        return "This budget changes no token, so the run was not repeated: its times are those of the run before."
    kept = "token 1 was" if record.kept == 1 else f"tokens 1–{record.kept:,} were"
    return f"Whole rounds are kept: {kept} taken over. Speed, total and first token count only what ran after them."


def continued_words(record: RunRecord | None) -> str:
    """From where on a run was continued from an earlier one; its speed counts only what came after."""
    if record is None or not record.kept:
        return ""
    if record.kept == len(record.tokens) and record.finished:
        return "no token changed"
    return f"continued from token {record.first_change + 1}"


def _rounds_tip(record: RunRecord | None) -> str:
    """The definition, and the histogram of the draft lengths that were chosen."""
    chosen = f" Draft lengths: {length_words(record)}." if record and record.rounds else ""
    return TOOLTIPS["rounds"] + chosen


def stopped_words(record: RunRecord | None) -> str:
    """Where a run was stopped."""
    count = len(record.tokens) if record else 0
    return f"Stopped at token {count}" if count else "Stopped"


def message_words(pane: PaneModel) -> str:
    """What stands in place of text while there is none."""
    if pane.state is PaneState.EMPTY:
        if pane.name == "draft":
            return "Press Run. The draft alone uses this prompt and this seed."
        return "Press Run. Both panes use this prompt and this seed."
    if pane.state is PaneState.WAITING:
        return {
            "target": "Starts in a moment.",
            "mentored": "Runs after target only has ended, so that both timings are fair.",
            "draft": "Runs after the other panes have ended, so that all timings are fair.",
        }[pane.name]
    if pane.state is PaneState.FAILED:
        return "This run failed before its first token."
    if pane.state is PaneState.STOPPED:
        return "Stopped before the first token."
    prefill = pane.record.prefill if pane.record else None
    if prefill is None:
        return "Reading the prompt"
    return f"Reading the prompt, {prefill.done:,} of {prefill.total:,} tokens"


def rate(value: float | None) -> str:
    """Tokens a second: one decimal below 100, none above."""
    if value is None:
        return DASH
    return f"{value:.1f}" if value < 99.95 else f"{value:,.0f}"


def seconds(value: float | None) -> str:
    """Seconds: two decimals below 100, one above."""
    if value is None:
        return DASH
    return f"{value:.2f}" if value < 99.995 else f"{value:,.1f}"


def _times(pane: PaneModel, stats: Stats | None) -> list[FigureWords]:
    crowded = pane.name == "mentored"
    first = TOOLTIPS["first mentored" if crowded else "first"]
    speed = rate(stats.tokens_per_s if stats else None)
    total = seconds(stats.total_s if stats else None)
    shown = seconds(stats.first_token_s if stats else None)
    return [
        FigureWords("speed", speed, " tokens/s", "speed", TOOLTIPS["speed"], "00.0 tokens/s"),
        FigureWords("total", total, " s", "total", TOOLTIPS["total"], "0.00 s" if crowded else "000.00 s"),
        FigureWords("first", shown, " s", "first token", first, "0.00 s" if crowded else "0000.00 s"),
    ]


def _tokens(pane: PaneModel, stats: Stats | None) -> list[FigureWords]:
    count = stats.tokens if stats else None
    value = DASH if count is None else f"{count:,}"
    unit = " token" if count == 1 else " tokens"
    return [FigureWords("tokens", value, unit, _ending(pane), TOOLTIPS["tokens"], "000 tokens")]


def _ending(pane: PaneModel) -> str:
    record = pane.record
    if pane.state is PaneState.STOPPED:
        words = stopped_words(record)
        return words[:1].lower() + words[1:]
    if record is None or record.reason is None:
        return {PaneState.RUNNING: "so far", PaneState.FAILED: "until it failed"}.get(pane.state, "output")
    return "stopped at max tokens" if record.reason == "length" else "end of text"


def _mentored(pane: PaneModel, stats: Stats | None) -> list[FigureWords]:
    limit = pane.record.request.max_tokens if pane.record else 100
    digits = "0" * len(str(limit))
    accepted, share, rounds = DASH, "", DASH
    if stats is not None and stats.rounds:
        accepted, rounds = f"{stats.accepted} / {stats.proposed}", str(stats.rounds)
        share = f" · {100 * (stats.acceptance or 0):.0f} %"
    spent, budget = DASH, " TV"
    if stats is not None and stats.mean_spent is not None and pane.record is not None:
        spent, budget = f"{stats.mean_spent:.2f}", f" of {pane.record.request.tv_budget:.2f} TV"
    room = f"{digits} / {digits} · 00 %"
    return [
        FigureWords("accepted", accepted, share, "accepted / proposed", TOOLTIPS["accepted"], room),
        FigureWords("rounds", rounds, "", "rounds", _rounds_tip(pane.record)),
        FigureWords("spent", spent, budget, "mean spent", TOOLTIPS["spent"], "0.00 of 0.00 TV"),
    ]
