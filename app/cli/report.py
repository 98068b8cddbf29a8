"""A run's figures as a small table, each with its unit."""

from engine.record import RunRecord, length_words

_ENDS = {"end": "end of text", "length": "stopped at max tokens", "stopped": "stopped by Ctrl-C"}


def report(record: RunRecord) -> str:
    """The table of a finished run, one figure a line."""
    rows = _rows(record)
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def _rows(record: RunRecord) -> list[tuple[str, str]]:
    stats, request = record.stats, record.request
    if stats is None:
        return [("Tokens", f"{len(record.tokens)} tokens")]
    rows = [
        ("Mode", _mode(record)),
        ("Tokens", f"{stats.tokens} tokens, {_ENDS[record.reason or 'stopped']}"),
        ("Speed", f"{_number(stats.tokens_per_s, 1)} tokens/s after the prompt"),
        ("Prompt", _prompt(record)),
        ("First token", f"{_number(stats.first_token_s, 2)} s"),
        ("Total", f"{stats.total_s:.2f} s"),
    ]
    if request.mode == "mentored":
        percent = "" if stats.acceptance is None else f" · {100 * stats.acceptance:.0f} %"
        rows += [
            ("Accepted", f"{stats.accepted} / {stats.proposed} drafted tokens{percent}"),
            ("Rounds", f"{stats.rounds} rounds"),
            ("Draft lengths", length_words(record)),
            ("Mean distance", f"{_number(stats.mean_tv, 2)} TV"),
            ("Mean spent", f"{_number(stats.mean_spent, 2)} of {request.tv_budget:.2f} TV"),
        ]
    return rows


def _mode(record: RunRecord) -> str:
    request = record.request
    if request.mode != "mentored":
        return f"{request.mode} only, seed {request.seed}"
    return f"mentored, TV budget {request.tv_budget:.2f}, draft length {request.draft_length}, seed {request.seed}"


def _prompt(record: RunRecord) -> str:
    assert record.stats is not None
    tokens = f", {record.prefill.total} tokens" if record.prefill else ""
    return f"{record.stats.prefill_s:.2f} s{tokens}"


def _number(value: float | None, places: int) -> str:
    return "–" if value is None else f"{value:.{places}f}"
