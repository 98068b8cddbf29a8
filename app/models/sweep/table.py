"""The sweep's table: columns, words, what they are sorted by, and the source's own figures beside."""

from collections.abc import Callable
from dataclasses import dataclass

from app.models.sweep.cell import Cell, budget_words, row_words
from engine.sweep.exports.source import SOURCE_LABEL, SOURCE_ROWS, SourceRow
from engine.sweep.plan import SOURCE, TARGET, Setting

DASH = "–"
MEANINGS: dict[str, str] = {
    "length": "K: how many tokens the draft proposes in a round.",
    "budget": "D: how far each output token’s law may lean from the target’s to the draft’s, in TV.",
    "speedup": "Tokens/s divided by those of the target-only runs beside it, of the same seed; the median of the runs.",
    "range": "The least and the greatest speed-up of the runs.",
    "rate": "Tokens divided by the time after the prompt was read; the median of the runs.",
    "accepted": "Drafted tokens shown, of all drafted; means of a run.",
    "acceptance": "Accepted / proposed of all runs, in percent.",
    "rounds": "One draft and one check each; the mean of the runs.",
    "spent": "Mean of min(d, D) over checked tokens, in TV; d is the TV distance of draft and target.",
    "distance": "Mean of d, the TV distance of draft and target, over checked tokens.",
    "draft": "Milliseconds until a round’s drafted tokens are known; the mean of the rounds.",
    "verify": "Milliseconds that the target’s check of a round takes; the mean of the rounds.",
    "seconds": "From the start of a run to its last token, prompt included; the median of the runs.",
    "ratio": "Tokens over whole seconds, divided by those of the target-only runs beside it; the median of the runs.",
    "gap": "Mean −ln p under the target, less that of target only, in nats a token. Lower is not better: "
    "a text that repeats itself lowers it.",
}
OTHERS = f"The source’s own figure: {SOURCE_LABEL}. Another machine, another pair: not expected to agree."


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        head: its words; a line break is where a narrow table breaks them.
        text: the cell's words. value: what rows are sorted by; None sorts last.
    """

    key: str
    head: str
    tip: str
    text: Callable[[Cell], str]
    value: Callable[[Cell], float | None]


def columns(runs: int, preset: str = "") -> tuple[Column, ...]:
    """The columns of a sweep with that many runs a cell."""
    plain = (
        _column("length", "Draft\nlength", _length_words, lambda cell: _order(cell.setting)),
        _column("budget", "TV\nbudget", _budget_words, _budget),
        _column("speedup", "Speed-\nup", lambda cell: times(cell.speedup), lambda cell: cell.speedup),
        _column("range", f"Range of\n{runs} runs" if runs > 1 else "Range of\n1 run", _range, _low),
        _column("rate", "Tokens/s", lambda cell: number(_rate(cell), 1), _rate),
        _column("accepted", "Accepted /\nproposed", _accepted, _figure("accepted")),
        _column("acceptance", "Accepted,\n%", lambda cell: number(_percent(cell)), _percent),
        _column("rounds", "Rounds", lambda cell: _whole(_rounds(cell)), _rounds),
        _column("spent", "Mean\nspent, TV", lambda cell: number(_spent(cell), 2), _spent),
        _column("draft", "Draft, ms\na round", lambda cell: milliseconds(_draft(cell)), _draft),
        _column("verify", "Verify, ms\na round", lambda cell: milliseconds(_verify(cell)), _verify),
    )
    if preset != SOURCE:
        return plain
    # The source's columns, measured here, and its own beside them, come before what the source does not give.
    first = ("length", "budget", "speedup", "range", "acceptance", "rounds")
    named = {column.key: column for column in plain}
    return (*(named[key] for key in first), *_others(), *(column for column in plain if column.key not in first))


def _others() -> tuple[Column, ...]:
    """End-to-end seconds, which the source counts, and its own figures."""
    own = (
        _column("seconds", "End to\nend, s", lambda cell: number(_seconds(cell), 3), _seconds),
        _column("ratio", "End to\nend, ×", lambda cell: times(_ratio(cell)), _ratio),
    )
    theirs: tuple[tuple[str, int, Callable[[SourceRow], float | None]], ...] = (
        ("M2:\naccepted, %", 1, lambda row: None if row.acceptance is None else 100 * row.acceptance),
        ("M2:\nrounds", 0, lambda row: row.rounds),
        ("M2: end to\nend, s", 3, lambda row: row.total_s),
        ("M2: end to\nend, ×", 2, _their_ratio),
    )
    return (*own, *(_other(*one) for one in theirs))


def _other(head: str, decimals: int, figure: Callable[[SourceRow], float | None]) -> Column:
    def value(cell: Cell) -> float | None:
        return figure(SOURCE_ROWS.get(cell.setting, SourceRow()))

    sign = "×" if head.endswith("×") else ""

    def text(cell: Cell) -> str:
        found = value(cell)
        return DASH if found is None else f"{found:.{decimals}f}{sign}"

    return Column(head, head, OTHERS, text, value)


def _their_ratio(row: SourceRow) -> float | None:
    base = SOURCE_ROWS[TARGET].total_s
    return base / row.total_s if base and row.total_s else None


def _column(key: str, head: str, text: Callable[[Cell], str], value: Callable[[Cell], float | None]) -> Column:
    return Column(key, head, MEANINGS[key], text, value)


def times(value: float | None) -> str:
    """A speed-up: "1.55×"."""
    return DASH if value is None else f"{value:.2f}×"


def number(value: float | None, decimals: int = 0) -> str:
    """A figure without its unit."""
    return DASH if value is None else f"{value:.{decimals}f}"


def milliseconds(seconds: float | None) -> str:
    """Whole milliseconds from ten on, one decimal below."""
    if seconds is None:
        return DASH
    return number(1000 * seconds, 0 if seconds >= 0.00995 else 1)


def _whole(value: float | None) -> str:
    """A mean of whole numbers: no decimal where it is one."""
    return DASH if value is None else f"{value:.1f}".removesuffix(".0")


def _figure(name: str) -> Callable[[Cell], float | None]:
    def value(cell: Cell) -> float | None:
        found = getattr(cell.summary, name) if cell.summary else None
        return None if found is None else float(found)

    return value


_spent, _draft, _verify = _figure("mean_spent"), _figure("draft_s"), _figure("verify_s")
_share = _figure("acceptance")


def _percent(cell: Cell) -> float | None:
    share = _share(cell)
    return None if share is None else 100 * share


def _rounds(cell: Cell) -> float | None:
    return cell.summary.rounds if cell.summary and cell.setting.mode == "mentored" else None


def _rate(cell: Cell) -> float | None:
    return cell.summary.tokens_per_s.median if cell.summary and cell.summary.tokens_per_s else None


def _seconds(cell: Cell) -> float | None:
    return cell.summary.total_s.median if cell.summary else None


def _ratio(cell: Cell) -> float | None:
    return cell.summary.end_to_end.median if cell.summary and cell.summary.end_to_end else None


def _low(cell: Cell) -> float | None:
    return cell.summary.speedup.low if cell.summary and cell.summary.speedup else None


def _budget(cell: Cell) -> float | None:
    return cell.setting.tv_budget if cell.setting.mode == "mentored" else None


def _order(setting: Setting) -> float:
    """Baselines first, then by length; policies after fixed lengths of the same K."""
    if setting.mode != "mentored":
        return -2.0 if setting.mode == "target" else -1.0
    return setting.draft_length + (0.0 if setting.policy == "fixed" else 0.5)


def _length_words(cell: Cell) -> str:
    return row_words(cell.setting) if cell.setting.mode == "mentored" else f"{cell.setting.mode} only"


def _budget_words(cell: Cell) -> str:
    return budget_words(cell.setting.tv_budget) if cell.setting.mode == "mentored" else DASH


def _range(cell: Cell) -> str:
    shown = cell.summary is not None and cell.runs > 1 and cell.setting.mode != "target"
    spread = cell.summary.speedup if cell.summary and shown else None
    return DASH if spread is None else f"{spread.low:.2f}–{spread.high:.2f}"


def _accepted(cell: Cell) -> str:
    row = cell.summary
    return f"{row.accepted:.0f} / {row.proposed:.0f}" if row is not None and row.proposed else DASH
