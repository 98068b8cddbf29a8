"""What the Sweep tab says of a cell, in the tooltip and to VoiceOver."""

from app.models.sweep.cell import Cell, words
from app.models.sweep.table import DASH, MEANINGS, milliseconds, number, times
from engine.sweep.summary import Spread, Summary


def range_words(spread: Spread | None) -> str:
    """Least and greatest: "0.96–1.10"."""
    return DASH if spread is None else f"{spread.low:.2f}–{spread.high:.2f}"


def accepted_words(row: Summary) -> str:
    """Means of a run: "61 / 76"."""
    return f"{row.accepted:.0f} / {row.proposed:.0f}" if row.proposed else DASH


def percent(row: Summary) -> str:
    """The acceptance rate in percent, without the sign."""
    return number(None if row.acceptance is None else 100 * row.acceptance)


def spoken(cell: Cell | None) -> str:
    """The cell in a sentence."""
    if cell is None:
        return "Not part of this sweep."
    start = words(cell.setting)
    if cell.speedup is None:
        return f"{start}: not measured yet."
    if cell.known == "predicted":
        return f"{start}: about {cell.speedup:.2f} times as fast as target only, predicted, not measured."
    told = f"{start}: {cell.speedup:.2f} times as fast as target only"
    row = cell.summary
    if cell.straddles and row is not None:
        told += f", {range_words(row.speedup)}, so its runs reach both sides of break-even"
    if row is not None and row.mean_spent is not None:
        told += f", {row.mean_spent:.2f} TV spent per token"
    if cell.runs < cell.planned:
        told += f", {cell.runs} of {cell.planned} runs done"
    return told + "."


def tooltip(cell: Cell | None) -> str:
    """All figures of a cell, each with what it means."""
    if cell is None:
        return "This setting is not part of the sweep."
    head = words(cell.setting)
    if cell.known == "predicted":
        told = "Predicted from measured acceptance and round times; nothing has run here."
        return f"{head}\n{told}\n\nSpeed-up  about {times(cell.speedup)}\n    {MEANINGS['speedup']}"
    row = cell.summary
    if row is None or cell.known == "nothing":
        return f"{head}\nNot measured yet."
    rate = row.tokens_per_s.median if row.tokens_per_s else None
    figures = (
        ("Speed-up", f"{times(cell.speedup)}, runs {range_words(row.speedup)}", "speedup"),
        ("Speed", f"{number(rate, 1)} tokens/s", "rate"),
        ("Whole run", f"{number(row.total_s.median, 2)} s", "seconds"),
        ("Accepted / proposed", f"{accepted_words(row)}, {percent(row)} %", "accepted"),
        ("Rounds", number(row.rounds, 1), "rounds"),
        ("Mean spent", f"{number(row.mean_spent, 2)} TV", "spent"),
        ("Mean distance", f"{number(row.mean_tv, 2)} TV", "distance"),
        ("Draft", f"{milliseconds(row.draft_s)} ms a round", "draft"),
        ("Verify", f"{milliseconds(row.verify_s)} ms a round", "verify"),
        ("Likelihood gap", f"{number(row.gap, 2)} nats a token", "gap"),
    )
    lines = [f"{head}\n{cell.runs} of {cell.planned} timed runs done\n"]
    lines += [f"{name}  {figure}\n    {MEANINGS[key]}" for name, figure, key in figures if not figure.startswith(DASH)]
    return "\n".join(lines)
