"""The source's own table, to stand beside a sweep of its settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.sweep.exports.columns import number
from engine.sweep.plan import DRAFT, SOURCE, TARGET, Plan, Setting, source_preset
from engine.sweep.summary import Summary

SOURCE_LABEL = "Apple M2, Qwen2.5 7B + 0.5B"
SOURCE_NOTE = (
    "The source's figures are its own: Apple M2, Qwen2.5 7B + 0.5B in 4 bits, a creative prompt, temperature 0.7, "
    "256 tokens, end of sequence ignored, a warm-up, 3 calls × 3 seeds. Its ratios are of its medians. Other "
    "machines and pairs are not expected to agree with them."
)


@dataclass(frozen=True, slots=True)
class SourceRow:
    """What the source reports of a setting: acceptance (0 to 1), rounds a request, median seconds end to end."""

    acceptance: float | None = None
    rounds: float | None = None
    total_s: float | None = None


def _fixed(length: int, budget: float) -> Setting:
    return Setting("mentored", "fixed", length, budget)


SOURCE_ROWS: dict[Setting, SourceRow] = {
    TARGET: SourceRow(total_s=20.971),
    _fixed(4, 1.0): SourceRow(1.0, 64, 24.425),
    _fixed(6, 1.0): SourceRow(1.0, 43, 20.587),
    _fixed(8, 1.0): SourceRow(1.0, 32, 18.508),
    _fixed(8, 0.75): SourceRow(0.934, 34, 18.820),
    _fixed(8, 0.5): SourceRow(0.635, 46, 22.900),
    _fixed(4, 0.0): SourceRow(0.286),
    DRAFT: SourceRow(total_s=3.372),
}

HEADINGS = ("Configuration", "Acceptance", "Rounds a request", "Median end-to-end", "Against target only")


def source_label(setting: Setting) -> str:
    """In the source's words: "fixed 8, TV 0.75"."""
    if setting.mode != "mentored":
        return setting.label().lower()
    return f"{setting.policy} {setting.draft_length}, TV {setting.tv_budget:g}"


def source_table(rows: Sequence[Summary]) -> list[tuple[str, ...]]:
    """Headings, then one line a setting: the source's columns measured here, then the source's own."""
    own = HEADINGS[1:]
    lines = [(HEADINGS[0], *own, *(f"{heading} ({SOURCE_LABEL})" for heading in own))]
    for row in rows:
        theirs = SOURCE_ROWS.get(row.setting, SourceRow())
        ratio = row.end_to_end.median if row.end_to_end is not None else None
        base = SOURCE_ROWS[TARGET].total_s
        their_ratio = base / theirs.total_s if base and theirs.total_s else None
        lines.append(
            (
                source_label(row.setting),
                *_cells(row.acceptance, row.rounds or None, row.total_s.median, ratio),
                *_cells(theirs.acceptance, theirs.rounds, theirs.total_s, their_ratio),
            )
        )
    return lines


def _cells(acceptance: float | None, rounds: float | None, total_s: float | None, ratio: float | None) -> list[str]:
    marks = ((acceptance, 1, 100.0, " %"), (rounds, 0, 1.0, ""), (total_s, 3, 1.0, " s"), (ratio, 2, 1.0, "×"))
    return [number(value, places, by) + (unit if value is not None else "") for value, places, by, unit in marks]


def source_changes(plan: Plan) -> list[str]:
    """In what a sweep differs from the source's way to measure, in words: "60 tokens instead of 256"."""
    theirs = source_preset(plan.base)
    found = []
    mine, base = plan.base.to_json(), theirs.base.to_json()
    words = {"max_tokens": "tokens", "ignore_eos": "end of sequence ignored"}
    for name, value in base.items():
        if name not in ("prompt", "raw", "mode", "seed", "tv_budget", "draft_length", "policy") and mine[name] != value:
            found.append(f"{words.get(name, name.replace('_', ' '))}: {_word(mine[name])} instead of {_word(value)}")
    if len(plan.seeds) != len(theirs.seeds):
        found.append(f"seeds: {len(plan.seeds)} instead of {len(theirs.seeds)}")
    if plan.repeats != theirs.repeats:
        found.append(f"calls: {plan.repeats} instead of {theirs.repeats}")
    if not plan.warm_up:
        found.append("no warm-up")
    return found


def is_source(plan: Plan) -> bool:
    """Whether the sweep is of the source's settings."""
    return plan.preset == SOURCE


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
