"""The table for the terminal, and as Markdown with everything that a reader needs to repeat it."""

from collections.abc import Sequence

from engine.request import Request
from engine.sweep.exports.columns import COLUMNS
from engine.sweep.exports.results import Results
from engine.sweep.exports.source import SOURCE_LABEL, SOURCE_NOTE, is_source, source_changes, source_table
from engine.sweep.predict import error_words


def table(results: Results, narrow: bool = False) -> list[tuple[str, ...]]:
    """Headings, then one line a setting; `narrow` leaves out what a terminal has no room for."""
    columns = [column for column in COLUMNS if column.narrow or not narrow]
    heads = tuple(column.heading for column in columns)
    return [heads, *(tuple(column.text(row) for column in columns) for row in results.rows)]


def terminal(results: Results) -> str:
    """The finding, the table (for the source's preset its own, too) and how far the cost model is to be trusted."""
    finding = results.finding
    parts = [finding.head, *([finding.rest] if finding.rest else []), ""]
    if is_source(results.header.plan):
        parts += [aligned(_short_source(results)), "", f"Right: the source's own figures ({SOURCE_LABEL}).", ""]
    return "\n".join([*parts, aligned(table(results, narrow=True)), "", error_words(results.check)])


def markdown(results: Results) -> str:
    """The whole result as a Markdown page."""
    header, finding = results.header, results.finding
    lines = [f"# Sweep: {_cell(header.pair_words)}", "", f"**{finding.head}**", ""]
    lines += [finding.rest, ""] if finding.rest else []
    if is_source(header.plan):
        changes = source_changes(header.plan)
        lines += ["## In the source's columns", "", *_pipes(source_table(results.rows)), "", SOURCE_NOTE, ""]
        lines += [f"Measured here with a difference: {'; '.join(changes)}.", ""] if changes else []
    lines += ["## All figures", "", *_pipes(table(results)), ""]
    lines += [f"- **{column.heading}**: {column.meaning}." for column in COLUMNS[1:]]
    lines += ["", error_words(results.check), "", "## Measured on", ""]
    lines += [f"- {name}: {_cell(words)}" for name, words in provenance(results)]
    return "\n".join(lines) + "\n"


def provenance(results: Results) -> list[tuple[str, str]]:
    """What the figures depend on, as (name, words)."""
    header, plan = results.header, results.header.plan
    warm = "after a warm-up" if plan.warm_up else "without a warm-up"
    done = f"{len(results.samples)} of {plan.runs} runs, interleaved, {warm}"
    seeds = ", ".join(map(str, plan.seeds))
    return [
        ("Machine", header.machine_words),
        ("Versions", header.version_words),
        ("Pair", header.pair_words),
        ("Date", header.date),
        ("Prompt", plan.base.prompt),
        ("Sampling", sampling_words(plan.base)),
        ("Seeds", f"{seeds}, {plan.repeats} runs each" if plan.repeats > 1 else f"{seeds}, one run each"),
        ("Runs", done),
    ]


def sampling_words(base: Request) -> str:
    """The settings that all runs share, in a line."""
    words = [f"temperature {base.temperature:g}", f"{base.max_tokens} tokens"]
    words.append("end of sequence ignored" if base.ignore_eos else "ended by end of sequence")
    words += [f"draws {base.coupling}", f"shape {base.shape}", f"verification by {base.verify}"]
    optional = {"top_p": (1.0, "top-p"), "top_k": (0, "top-k"), "min_p": (0.0, "min-p")}
    optional["repetition_penalty"] = (1.0, "repetition penalty")
    words += [f"{name} {getattr(base, key):g}" for key, (off, name) in optional.items() if getattr(base, key) != off]
    words += ["with the bonus token"] if base.bonus else []
    return ", ".join([*words, *(["raw prompt"] if base.raw else [])])


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Columns under each other: the first one to the left, figures to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    text = []
    for line in lines:
        cells = [
            line[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
        ]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text)


def _short_source(results: Results) -> list[tuple[str, ...]]:
    """The source's table with headings that fit a terminal."""
    lines = source_table(results.rows)
    heads = ("Accepted", "Rounds", "End to end", "Ratio")
    return [("Configuration", *heads, *(f"source: {head.lower()}" for head in heads)), *lines[1:]]


def _pipes(lines: Sequence[Sequence[str]]) -> list[str]:
    rule = ["---", *("---:" for _ in lines[0][1:])]
    return ["| " + " | ".join(map(_cell, line)) + " |" for line in (lines[0], rule, *lines[1:])]


def _cell(text: str) -> str:
    """A text that cannot end a cell or a line."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")
