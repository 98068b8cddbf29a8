"""The benchmark as a table for people."""

from typing import Any

#: What the column "95 %" says.
BETWEEN = "95 %: where 95 % of the medians of resampled laps fall (laps: {})"
HEAD = ("", "tokens/s", "ratio", "95 %", "first run", "against", "after prompt", "accepted", "spent TV")


def table(result: dict[str, Any]) -> str:
    """All rows aligned, then the share outside the forwards and memory. Rates are tokens/s from end to end."""
    lines = [HEAD, *(_cells(row, result["laps"]) for row in result["rows"])]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    text = [_line(line, widths) for line in lines]
    text.append("ratio: the median of paired laps, of tokens/s after the prompt, with mlx-lm from end to end")
    text.append(BETWEEN.format(result["laps"]))
    text.append("first run: the ratio of the first runs after the load, which count for nothing else")
    for name, share in result["outside_forwards"].items():
        text.append(
            f"outside the two forwards, {name}: {100 * share['outside_share']:.1f} % of a round, the median of rounds "
            f"beside bare forwards (medians {1e3 * share['round_s']:.1f} and {1e3 * share['forwards_s']:.1f} ms)"
        )
    text.append(f"peak memory, of all rows: {result['peak_memory_bytes'] / 1e6:.0f} MB")
    if result["memory"]:
        memory = result["memory"]
        text.append(
            f"growth beyond the caches over {memory['tokens']:.0f} tokens: "
            f"{memory['growth_beyond_caches'] / 1e6:.2f} MB"
        )
    return "\n".join(text)


def _cells(row: dict[str, Any], laps: int) -> tuple[str, ...]:
    return (
        row["name"],
        f"{row['tokens_per_s']:.1f}",
        f"{row['ratio']:.2f}×",
        _bounds(row["ratio_low"], row["ratio_high"], laps),
        f"{row['first_ratio']:.2f}×",
        row["against"],
        _or_dash(row["decode_tokens_per_s"], "{:.1f}"),
        _or_dash(row["acceptance"], "{:.0%}"),
        _or_dash(row["mean_spent"], "{:.2f}"),
    )


def _or_dash(value: float | None, form: str) -> str:
    return "–" if value is None else form.format(value)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [cells[i].ljust(width) if i in (0, 5) else cells[i].rjust(width) for i, width in enumerate(widths)]
    return "  ".join(padded).rstrip()


POLICY_HEAD = ("cost-aware", "95 %", "÷ best", "95 %", "accepted")


def policy_table(result: dict[str, Any]) -> str:
    """Ratios to target-only of each fixed length and of the cost-aware policy, a line for each prompt and budget."""
    lengths = list(result["races"][0]["fixed"])
    head = ("", "TV", "target-only", *(f"K {length} " for length in lengths), *POLICY_HEAD)
    lines = [head, *(_policy_cells(race, result["laps"]) for race in result["races"])]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        [
            *("  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines),
            "ratio: to target-only, medians of paired laps of tokens/s after the prompt; * the best fixed length",
            BETWEEN.format(result["laps"]),
            "÷ best: against the length that came out best in these same laps, which favours that one",
        ]
    )


def _policy_cells(race: dict[str, Any], laps: int) -> tuple[str, ...]:
    marks = {length: "*" if str(length) == str(race["best"]) else " " for length in race["fixed"]}
    return (
        race["prompt"],
        f"{race['budget']:g}",
        f"{race['target_tokens_per_s']:.1f}/s",
        *(f"{ratio['median']:.2f}×{marks[length]}" for length, ratio in race["fixed"].items()),
        *_with_bounds(race["cost_aware"], laps),
        *_with_bounds(race["against_best"], laps),
        _or_dash(race["acceptance"], "{:.0%}"),
    )


def _with_bounds(ratio: dict[str, float], laps: int) -> tuple[str, str]:
    return f"{ratio['median']:.2f}×", _bounds(ratio["low"], ratio["high"], laps)


def _bounds(low: float, high: float, laps: int) -> str:
    return f"{low:.2f}–{high:.2f}" if laps > 1 else "–"  # a single lap tells nothing of chance
