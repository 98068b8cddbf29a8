"""The columns of the table: headings with units, texts for people."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.sweep.summary import Spread, Summary

DASH = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading with the unit, its definition, a row's text, and whether a terminal shows it."""

    heading: str
    meaning: str
    text: Callable[[Summary], str]
    narrow: bool = True


def number(value: float | None, places: int, factor: float = 1.0) -> str:
    """A number, "–" where there is none, "∞" where it has no end."""
    if value is None:
        return DASH
    return "∞" if math.isinf(value) else f"{factor * value:.{places}f}"


def spread_text(spread: Spread | None, places: int) -> str:
    """The range: "0.96–1.10"."""
    return DASH if spread is None else f"{spread.low:.{places}f}–{spread.high:.{places}f}"


def _speedup(row: Summary) -> str:
    return DASH if row.speedup is None else f"{row.speedup.median:.2f}×"


def _range(row: Summary) -> str:
    return DASH if row.setting.mode == "target" or row.runs < 2 else spread_text(row.speedup, 2)


def _accepted(row: Summary) -> str:
    return f"{row.accepted:.0f} / {row.proposed:.0f}" if row.proposed else DASH


def _signed(row: Summary) -> str:
    return DASH if row.gap is None else "∞" if math.isinf(row.gap) else f"{row.gap:+.3f}".replace("-", "−")


COLUMNS: tuple[Column, ...] = (
    Column("Setting", "Draft length K, tokens, and TV budget", lambda row: row.setting.label()),
    Column("Speed-up", "Tokens/s over that of the target-only runs beside it, median", _speedup),
    Column("Range", "Lowest and highest speed-up of its runs", _range),
    Column(
        "Tokens/s",
        "Tokens over the time after the prompt was read, median",
        lambda row: number(row.tokens_per_s.median if row.tokens_per_s else None, 1),
    ),
    Column("End to end, s", "Start to last token, prompt included, median", lambda row: number(row.total_s.median, 3)),
    Column("Accepted / proposed", "Drafted tokens of a run, mean", _accepted, narrow=False),
    Column("Accepted, %", "Accepted of all proposed", lambda row: number(row.acceptance, 1, 100)),
    Column("Rounds", "Rounds of a run, mean", lambda row: number(row.rounds or None, 1)),
    Column("Mean TV", "Mean distance d over checked tokens, TV", lambda row: number(row.mean_tv, 3), narrow=False),
    Column("Mean spent, TV", "Mean of min(d, D) over checked tokens", lambda row: number(row.mean_spent, 3)),
    Column("Gap, nats", "The target's −ln p a token, less that of target-only with the same seed", _signed),
    Column("Draft, ms", "Drafting, mean of a round", lambda row: number(row.draft_s, 1, 1e3), narrow=False),
    Column("Verify, ms", "The check, mean of a round", lambda row: number(row.verify_s, 1, 1e3), narrow=False),
    Column("Runs", "Timed runs", lambda row: str(row.runs)),
)
