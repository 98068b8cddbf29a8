"""Sweeps without models: scripted runs, made-up samples and made-up rows."""

from collections.abc import Callable

from engine.record import RunRecord
from engine.request import Request
from engine.sweep.plan import TARGET, Plan, Setting, grid
from engine.sweep.provenance import Header
from engine.sweep.run import Schedule, carry_out
from engine.sweep.sample import Sample, Timing
from engine.sweep.summary import Spread, Summary
from tests.scripted import ScriptedEngine

PROMPT = "Mara finds a key."
MACHINE = {"device": "CPU", "processor": "arm64", "cores": "8", "mlx": "1.0", "mentorscope": "0.1.0"}


def small_plan(**others: object) -> Plan:
    """Two lengths × two budgets, 12 tokens, 2 seeds × 2 runs, target-only runs after every third cell."""
    base = Request(PROMPT, max_tokens=12, ignore_eos=True)
    return grid(base, (2, 4), (0.0, 0.5), **({"seeds": (3, 4), "repeats": 2, "between": 3} | others))


def header(plan: Plan) -> Header:
    """A header of a made-up machine and pair."""
    return Header(
        plan, "/models/big", "/models/small", "Big 7B", "Small 1B", 8192, "2025-01-02T03:04:05+00:00", MACHINE
    )


def scripted_run(request: Request) -> RunRecord:
    """A whole run of the scripted engine."""
    engine, record = ScriptedEngine(), RunRecord(request)
    engine.generate(request)
    while engine.busy:
        engine.step()
    for _, event in engine.drain():
        record.add(event)
    return record


def swept(plan: Plan, run: Callable[[Request], RunRecord] = scripted_run) -> list[Sample]:
    """All samples of a plan."""
    schedule = Schedule(plan)
    assert carry_out(schedule, run, lambda sample: None)
    return schedule.samples


def cell(length: int, budget: float) -> Setting:
    """A fixed cell."""
    return Setting("mentored", "fixed", length, budget)


def sample(
    setting: Setting = TARGET, seconds: float = 1.0, lap: int = 0, place: int = 0, session: int = 0, **others: object
) -> Sample:
    """A made-up run of 10 tokens, so many seconds after the prompt (one more for that)."""
    fields = {"seed": 0, "total_s": seconds + 1, "prefill_s": 1.0, "decode_s": seconds, "tokens": 10, "rounds": 0}
    fields |= {"proposed": 0, "accepted": 0, "mean_tv": None, "mean_spent": None, "nll": None}
    return Sample(setting, lap=lap, place=place, session=session, **(fields | others))  # type: ignore[arg-type]


def timings(length: int, count: int, draft_s: float, verify_s: float) -> dict[str, object]:
    """Fields of a sample with so many equal rounds."""
    rounds = tuple(Timing(length, draft_s, verify_s) for _ in range(count))
    return {"timings": rounds, "rounds": count, "proposed": length * count}


def row(setting: Setting, speedup: tuple[float, float, float], spent: float | None = 0.0, runs: int = 3) -> Summary:
    """A made-up row; `speedup` is lowest, median, highest."""
    low, middle, high = speedup
    one = Spread(1.0, 1.0, 1.0)
    speeds = Spread(middle, low, high)
    return Summary(
        setting, runs, 1, 8.0, 10.0, 0.8, 5.0, 10.0, one, one, speeds, speeds, 0.2, spent, 0.1, 0.01, 0.02
    )  # fmt: skip
