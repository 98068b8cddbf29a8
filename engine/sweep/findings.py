"""What a sweep found, in plain words; nothing is said that was not measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.sweep.plan import Plan, Setting
from engine.sweep.summary import Summary

FASTER = 1.10


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence for the head, and smaller ones below it."""

    head: str
    rest: str


def finding(rows: Sequence[Summary], plan: Plan) -> Finding:
    """The finding of a sweep, finished or not.

    Args:
        rows: the summaries of its samples so far.
    """
    cells = [row for row in rows if row.setting.mode == "mentored" and row.speedup is not None]
    if not cells:
        return Finding("No mentored setting has been measured yet.", "")
    told = _paying(cells)
    parts = [told[0], _lossless(cells, told[1]), _fastest(cells, told[1]), _undecided(cells), _basis(rows, plan)]
    return Finding(parts[0], " ".join(part for part in parts[1:] if part))


def pays(row: Summary) -> bool:
    """Whether every run was faster than target-only; of a single run, only that it was."""
    return row.speedup is not None and row.speedup.low > 1.0


def where(setting: Setting) -> str:
    """A setting in a sentence: "6 drafted tokens at a budget of 0.4"."""
    return f"{_length(setting)} at a budget of {setting.tv_budget:.4g}"


def times(row: Summary) -> str:
    """A speed-up with its range: "1.05× (0.96–1.10)"."""
    if row.speedup is None:
        return "–"
    middle = f"{row.speedup.median:.2f}×"
    return f"{middle} ({row.speedup.low:.2f}–{row.speedup.high:.2f})" if row.runs > 1 else middle


def _paying(cells: Sequence[Summary]) -> tuple[str, Summary | None]:
    """The head, and the setting that it names first (None where none pays)."""
    good = [row for row in cells if pays(row)]
    if not good:
        best = max(cells, key=_speed)
        clearly = "clearly " if best.straddles else ""
        return (
            f"On this machine and prompt, speculation does not {clearly}pay at any measured setting: the fastest, "
            f"{where(best.setting)}, ran {times(best)} as fast as target-only.",
            None,
        )
    first = min(good, key=_cheapness)
    longer = [
        row for row in cells if _same_column(row, first) and row.setting.draft_length > first.setting.draft_length
    ]
    words = "from" if first.setting.fixed and all(pays(row) for row in longer) else "with"
    free = ", which is lossless" if first.setting.tv_budget == 0 else ""
    return (
        f"On this machine and prompt, speculation pays {words} {where(first.setting)}{free}{_tenth(good, first)}",
        first,
    )


def _tenth(good: Sequence[Summary], first: Summary) -> str:
    """The second half of the head: the smallest budget that is 10 % faster."""
    fast = [row for row in good if _speed(row) >= FASTER]
    if not fast:
        return "; no setting is clearly 10 % faster."
    budget = min(row.setting.tv_budget for row in fast)
    best = max((row for row in fast if row.setting.tv_budget == budget), key=_speed)
    if budget > first.setting.tv_budget:
        return (
            f"; the smallest budget that is 10 % faster is {budget:.4g} ({_speed(best):.2f}×, {_short(best.setting)})."
        )
    if best is first:
        return f", and runs {_speed(best):.2f}× as fast there."
    return f"; at that budget {_length(best.setting)} ran {_speed(best):.2f}× as fast."


def _lossless(cells: Sequence[Summary], first: Summary | None) -> str:
    """What budget 0 gave, where the head does not say it."""
    rows = [row for row in cells if row.setting.tv_budget == 0]
    if not rows or first is None or first.setting.tv_budget == 0:
        return ""
    best, worst = max(rows, key=_speed), min(rows, key=_speed)
    state = "clearly faster" if best.straddles else "faster"
    text = f"At budget 0 no length was {state}: the best, {_length(best.setting)}, ran {times(best)}"
    return (
        f"{text}; {_length(worst.setting, short=True)} ran {_speed(worst):.2f}×." if worst is not best else f"{text}."
    )


def _fastest(cells: Sequence[Summary], first: Summary | None) -> str:
    """The fastest setting, or that the fastest ones cannot be told apart."""
    if first is None:
        return ""
    top = max(cells, key=_speed)
    assert top.speedup is not None
    close = [row for row in cells if row.speedup is not None and row.speedup.high >= top.speedup.low]
    if len(close) > 1 and top.runs > 1:
        cheapest = min(close, key=lambda row: (row.mean_spent if row.mean_spent is not None else 1.0, -_speed(row)))
        return (
            f"{len(close)} settings, the fastest at {_speed(top):.2f}×, are too close to rank; the cheapest of them, "
            f"{_short(cheapest.setting)}, {_spent(cheapest)}."
        )
    if top is first:
        return ""
    return f"The fastest, {_short(top.setting)}, ran {times(top)} and {_spent(top)}."


def _spent(row: Summary) -> str:
    return f"spent {row.mean_spent:.2f} TV a token" if row.mean_spent else "spent nothing"


def _undecided(cells: Sequence[Summary]) -> str:
    count = sum(row.straddles for row in cells if row.runs > 1)
    if not count:
        return ""
    return f"In {count} of {len(cells)} settings the runs reach both sides of 1.0×, or touch it."


def _basis(rows: Sequence[Summary], plan: Plan) -> str:
    """How much was measured, and what it cannot say."""
    seeds, runs = len(plan.seeds), max(row.runs for row in rows if row.setting.mode != "target")
    seed_words = "One seed" if seeds == 1 else f"{seeds} seeds"
    tokens = (
        f"{plan.base.max_tokens} tokens a run"
        if plan.base.ignore_eos
        else f"at most {plan.base.max_tokens} tokens a run"
    )
    run_words = "one run a setting, so that no range is known" if runs == 1 else f"median of {runs} runs"
    caution = "; another seed may move any figure" if seeds == 1 else ""
    done = sum(row.runs for row in rows)
    left = "" if done >= plan.runs else f" Not finished: {done} of {plan.runs} runs."
    return f"{seed_words}, {tokens}, {run_words}{caution}.{left}"


def _speed(row: Summary) -> float:
    return row.speedup.median if row.speedup else 0.0


def _cheapness(row: Summary) -> tuple[float, bool, int]:
    return row.setting.tv_budget, not row.setting.fixed, row.setting.draft_length


def _same_column(row: Summary, other: Summary) -> bool:
    return (row.setting.policy, row.setting.tv_budget) == (other.setting.policy, other.setting.tv_budget)


def _length(setting: Setting, short: bool = False) -> str:
    if setting.policy != "fixed":
        return f"the {setting.policy} policy from {setting.draft_length}"
    if short:
        return str(setting.draft_length)
    return f"{setting.draft_length} drafted token{'s' * (setting.draft_length != 1)}"


def _short(setting: Setting) -> str:
    return f"{_length(setting)} at {setting.tv_budget:.4g}"
