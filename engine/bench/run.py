"""The race: every case once a lap, seed by seed, in random order, so that heat and noise fall on all alike."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import mlx.core as mx

from engine.bench.cases import PEER, Case, Lap, make_cases
from engine.bench.header import header
from engine.bench.laps import Progress, run_laps
from engine.bench.middle import middle
from engine.bench.overhead import memory_growth, outside_forwards
from engine.bench.ready import ready_pair, require_rooms
from engine.pair.loading import Pair
from engine.request import Request

#: Rounds a lap whose time outside the forwards is measured.
ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure: prompt and sampling, draft lengths, budgets, laps, tokens of the memory check (0 = none)."""

    request: Request
    lengths: tuple[int, ...] = (2, 4, 8)
    budgets: tuple[float, ...] = (0.0, 0.5, 1.0)
    laps: int = 3
    memory_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """Medians over laps; ratios are those of paired laps, and 95 % of the medians of resampled laps fall in between.

    `tokens_per_s` is over seconds from end to end, `decode_tokens_per_s` over those after the prompt
    (known for this engine only). Ratios compare the latter where both have it, else the former.
    `first_ratio` is that of the two cases' first runs after the load, which are left out of all else.
    """

    name: str
    tokens_per_s: float
    against: str
    ratio: float
    ratio_low: float
    ratio_high: float
    first_ratio: float
    decode_tokens_per_s: float | None
    acceptance: float | None
    mean_spent: float | None


def bench(pair: Pair, plan: Plan, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Run the plan and give everything that `--json` writes. After Ctrl-C that is what was finished.

    Raises:
        RequestError: a run has no room in the models.
        KeyboardInterrupt: Ctrl-C before a counted lap was finished.
    """
    require_rooms(pair, plan.request, plan.lengths, plan.memory_tokens)
    cases = make_cases(pair, plan.request, list(plan.lengths), list(plan.budgets))
    laps: dict[str, list[Lap]] = {case.name: [] for case in cases}
    mx.reset_peak_memory()
    done = _race(cases, laps, plan, progress)
    peak = mx.get_peak_memory()
    besides = Besides()
    finished = done == plan.laps and _measure(besides, pair, plan, progress)
    return {
        "format": "mentorscope-bench/2",
        **header(pair, plan.request, plan.lengths, plan.budgets, done),
        "finished": finished,
        "rows": [asdict(row(case, laps)) for case in cases],
        "outside_forwards": besides.outside,
        "peak_memory_bytes": peak,
        "memory": besides.memory,
        "runs": {name: [asdict(lap) for lap in all_of_it] for name, all_of_it in laps.items()},
    }


def _race(cases: list[Case], laps: dict[str, list[Lap]], plan: Plan, progress: Progress) -> int:
    """Fill `laps`, by the cases' names; returns how many were finished after the first one."""
    chance = Random()

    def lap(number: int, tell: Progress) -> None:
        whole = {}
        for case in run_order(cases, chance):
            tell(case.name)
            whole[case.name] = case.run(plan.request.seed + number)
        for name, run in whole.items():
            laps[name].append(run)

    return run_laps(plan.laps, lap, progress)


@dataclass(slots=True)
class Besides:
    """What is measured after the laps: the share outside the forwards, by length, and the growth of memory."""

    outside: dict[str, dict[str, float]] = field(default_factory=dict)
    memory: dict[str, float] | None = None


def _measure(besides: Besides, pair: Pair, plan: Plan, progress: Progress) -> bool:
    """Fill `besides`; False where Ctrl-C came in between, which costs only what is not measured yet."""
    try:
        for k in plan.lengths:
            progress(f"outside the two forwards, K {k}")
            request = plan.request.replace(draft_length=k)
            besides.outside[f"K {k}"] = outside_forwards(pair, request, ROUNDS * plan.laps)
        if plan.memory_tokens:
            progress(f"memory over {plan.memory_tokens:,} tokens")
            besides.memory = memory_growth(pair, plan.request, plan.memory_tokens)
    except KeyboardInterrupt:
        return False
    return True


def run_order(cases: list[Case], chance: Random) -> list[Case]:
    """A random order, which favours nobody; but mlx-lm's speculative runs stand beside their rivals, at the front.

    They are the slowest: so they do not come between the others, on machines whose speed moves within minutes.
    """
    mixed = chance.sample(cases, len(cases))
    place = {case.name: at for at, case in enumerate(mixed)}
    slow = {case.name: place[case.name] for case in cases if case.name.startswith(PEER)}

    def turn(case: Case) -> tuple[bool, int, int]:
        peer = case.name if case.name in slow else case.against
        return peer not in slow, slow.get(peer, 0), place[case.name]

    return sorted(mixed, key=turn)


def bench_folders(target: Path, draft: Path, plan: Plan, progress: Progress) -> dict[str, Any]:
    """Load a pair and run the plan on it."""
    return bench(ready_pair(target, draft, progress), plan, progress)


def row(case: Case, laps: dict[str, list[Lap]]) -> Row:
    """Medians of one case, and its ratio to the case that it is raced against."""
    first, *ratios = [_ratio(a, b) for a, b in zip(laps[case.name], laps[case.against], strict=True)]
    mine, ratio = laps[case.name][1:], middle(ratios)
    decode = [lap.tokens / lap.decode_s for lap in mine if lap.decode_s]
    accepted = [lap.acceptance for lap in mine if lap.acceptance is not None]
    spent = [lap.mean_spent for lap in mine if lap.mean_spent is not None]
    return Row(
        name=case.name,
        tokens_per_s=median(lap.tokens / lap.total_s for lap in mine),
        against=case.against,
        ratio=ratio.median,
        ratio_low=ratio.low,
        ratio_high=ratio.high,
        first_ratio=first,
        decode_tokens_per_s=median(decode) if decode else None,
        acceptance=median(accepted) if accepted else None,
        mean_spent=median(spent) if spent else None,
    )


def _ratio(mine: Lap, other: Lap) -> float:
    """How many times as fast: after the prompt where both were measured so, else from end to end."""
    if mine.decode_s and other.decode_s:
        return (mine.tokens / mine.decode_s) / (other.tokens / other.decode_s)
    return (mine.tokens / mine.total_s) / (other.tokens / other.total_s)
