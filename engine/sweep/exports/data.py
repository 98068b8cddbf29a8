"""The results for other programs: CSV with one line a setting, JSON with everything."""

import csv
import io
import math
from dataclasses import asdict
from typing import Any

from engine.sweep.exports.results import Results
from engine.sweep.exports.source import SOURCE_LABEL, SOURCE_ROWS, SourceRow, is_source
from engine.sweep.frontier import axes, frontier
from engine.sweep.predict import error_words, predictions
from engine.sweep.summary import Spread, Summary
from engine.sweep.sweepcheck import sample_to_json

FORMAT = "mentorscope-sweep-table/1"


def to_csv(results: Results) -> str:
    """One line a setting, raw numbers, seconds; the last columns say where they come from, the same in each line."""
    header, base = results.header, results.header.plan.base
    source = is_source(header.plan)
    around = {
        "tokens_asked": base.max_tokens,
        "temperature": base.temperature,
        "ignore_eos": base.ignore_eos,
        "machine": header.machine_words,
        "versions": header.version_words,
        "pair": header.pair_words,
        "prompt": base.prompt,
        "date": header.date,
    }
    lines = [_flat(row) | (_source_cells(row) if source else {}) | around for row in results.rows]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(lines[0]) if lines else [*around], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def to_json(results: Results) -> dict[str, Any]:
    """Header, finding, rows, frontier, cost model and all runs, as plain JSON values."""
    header = results.header
    rows = [_flat(row) | ({"source": _source_cells(row)} if is_source(header.plan) else {}) for row in results.rows]
    about = {name: value for name, value in header.to_json().items() if name not in ("target", "draft")}
    return {
        "format": FORMAT,
        **about,  # without the folders, which mean nothing to others
        "finding": asdict(results.finding),
        "rows": [_plain(row) for row in rows],
        "frontier": [row.setting.key() for row in frontier(results.rows)],
        "cost_model": _model(results),
        "samples": [sample_to_json(sample) for sample in results.samples],
    } | ({"source": SOURCE_LABEL} if is_source(header.plan) else {})


def _flat(row: Summary) -> dict[str, Any]:
    mentored = row.setting.mode == "mentored"
    return {
        "setting": row.setting.key(),
        "mode": row.setting.mode,
        "policy": row.setting.policy if mentored else None,
        "draft_length": row.setting.draft_length if mentored else None,
        "tv_budget": row.setting.tv_budget if mentored else None,
        **_spread("speedup", row.speedup),
        **_spread("end_to_end_speedup", row.end_to_end),
        **_spread("tokens_per_s", row.tokens_per_s),
        **_spread("end_to_end_s", row.total_s),
        "acceptance": row.acceptance,
        "accepted": row.accepted if mentored else None,
        "proposed": row.proposed if mentored else None,
        "rounds": row.rounds if mentored else None,
        "tokens": row.tokens,
        "mean_tv": row.mean_tv,
        "mean_spent": row.mean_spent,
        "likelihood_gap_nats": row.gap,
        "draft_s_per_round": row.draft_s,
        "verify_s_per_round": row.verify_s,
        "runs": row.runs,
        "seeds": row.seeds,
        "straddles_break_even": row.straddles if mentored else None,
    }


def _spread(name: str, spread: Spread | None) -> dict[str, float | None]:
    values = (spread.median, spread.low, spread.high) if spread else (None, None, None)
    return dict(zip((name, f"{name}_low", f"{name}_high"), values, strict=True))


def _source_cells(row: Summary) -> dict[str, Any]:
    theirs = SOURCE_ROWS.get(row.setting, SourceRow())
    return {
        "source_acceptance": theirs.acceptance,
        "source_rounds": theirs.rounds,
        "source_end_to_end_s": theirs.total_s,
        "source_label": SOURCE_LABEL,
    }


def _model(results: Results) -> dict[str, Any] | None:
    """The fitted lines, predictions of the cells of the map that were not measured, and the error on held-out ones."""
    if results.model is None:
        return None
    check = results.check
    known = {row.setting for row in results.rows if row.speedup is not None}
    cells = predictions(results.model, *axes(results.header.plan.settings))
    return {
        **asdict(results.model.cost),
        "error": error_words(check),
        "held_out": None if check is None else [[one.key(), guess, true] for one, guess, true in check.pairs],
        "predicted": {cell.key(): asdict(guess) for cell, guess in cells.items() if cell not in known},
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinity."""
    return {
        name: "infinite" if isinstance(value, float) and math.isinf(value) else value for name, value in row.items()
    }
