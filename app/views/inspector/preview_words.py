"""The preview in words: the sentence under the slider, the status bar, and the predicted figures."""

from dataclasses import replace

from app.models.preview.stakes import Change, Prediction
from app.views.panes.figure_words import DASH, FigureWords, rate, seconds
from app.views.panes.token_words import needed, quoted, quoted_token
from engine.record import RunRecord

NOTE = "preview, nothing has run"
TIP = "Predicted from this run: its own figure, scaled by what the budget does to the acceptance. Nothing has run."


def sentence(record: RunRecord, budget: float, change: Change | None, held: bool, continues: bool) -> tuple[str, str]:
    """The part in semibold and the rest: "Token 117 is the first to change", ": “finally” becomes “never”. …".

    Args:
        held: letting the slider go is what comes next. continues: that continues the run at the first change.
    """
    then = "Release" if held else "A moment’s pause"
    count = len(record.tokens)
    if change is None:
        return f"No token changes at {budget:.2f} TV", f": all {count:,} stay. {then} {_to(held, 'take', 'takes')} it."
    number = change.position + 1
    said = quoted_token(record.tokens[change.position])
    becomes = f"{said} becomes {quoted(change.becomes.text)}" if change.becomes else f"{said} changes"
    lead = f"Token {number:,} is the first to change"
    if not change.sure:
        lead, becomes = f"Token {number:,} is the first that may change", f"{said} was drawn after a refusal"
    deed = f"continue from token {number:,}" if continues else "run it anew"
    does = f"continues from token {number:,}" if continues else "runs it anew"
    return lead, f": {becomes}.{_staying(change.position)} {then} {_to(held, deed, does)}."


def status(budget: float, record: RunRecord, change: Change | None, held: bool, continues: bool) -> str:
    """The status bar's sentence."""
    words = f"Previewing {budget:.2f}."
    if not held:
        return words
    goes_on = f"Release to continue from token {change.position + 1}" if change and continues else "Release to take it"
    return f"{words} {goes_on}; Esc returns to {record.request.tv_budget:.2f}."


def predicted(figures: list[FigureWords], record: RunRecord, budget: float, at: Prediction) -> list[FigureWords]:
    """The figures of a pane as they should be at another budget, each with "≈" where it is a prediction."""
    stats = record.stats
    was = "" if stats is None or stats.acceptance is None else f", was {100 * stats.acceptance:.0f} %"
    known = {
        "speed": (rate(at.tokens_per_s), None),
        "total": (_short(at.total_s), None),
        "accepted": (DASH if at.acceptance is None else f"{100 * at.acceptance:.0f}", " %"),
        "rounds": (DASH if at.rounds is None else str(at.rounds), None),
        "spent": (DASH if at.spent is None else f"{at.spent:.2f}", f" of {budget:.2f} TV"),
    }
    made = []
    for words in figures:
        if words.key not in known:
            made.append(words)
            continue
        value, unit = known[words.key]
        shown = value if value == DASH else f"≈ {value}"
        caption = f"accepted{was}" if words.key == "accepted" else words.caption
        tip = f"{words.tooltip}\n{TIP}"
        made.append(
            replace(words, value=shown, unit=words.unit if unit is None else unit, caption=caption, tooltip=tip)
        )
    return made


def hero(speedup: float | None, at: Prediction) -> tuple[str, str, str] | None:
    """The large figure while previewing; None where it is not known."""
    if at.speedup is None or speedup is None:
        return None
    return f"≈ {at.speedup:.1f}×", f"predicted, was {speedup:.2f}×", TIP


def still_different(record: RunRecord, at: int, budget: float) -> str:
    """What a preview makes of the first difference, where it lies before the first change; "" where it says nothing."""
    token = record.tokens[at] if at < len(record.tokens) else None
    if token is None or token.kind != "relaxed" or token.critical_budget is None:
        return ""
    least = needed(token.critical_budget)
    start = f"Still at token {at + 1} with a budget of {budget:.2f}: {quoted_token(token)} needs only {least}."
    return f"{start} Below {least} the two panes agree for longer."


def _short(value: float | None) -> str:
    return DASH if value is None else f"{value:.1f}" if value >= 1 else seconds(value)


def _staying(count: int) -> str:
    if count == 0:
        return ""
    return " Token 1 stays." if count == 1 else f" Tokens 1–{count:,} stay."


def _to(held: bool, deed: str, does: str) -> str:
    return f"to {deed}" if held else does
