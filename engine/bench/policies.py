"""The cost-aware policy against target-only and against every fixed length, on a story and on an easy prompt."""

from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from engine.bench.cases import Lap, ours
from engine.bench.header import header
from engine.bench.laps import Progress, run_laps
from engine.bench.middle import Middle, middle
from engine.bench.ready import ready_pair, require_easy_room, require_rooms
from engine.decoding.cost import CostModel
from engine.pair.loading import Pair
from engine.request import Request

LENGTHS = (1, 2, 4, 6, 8, 12, 16)
BUDGETS = (0.0, 0.25, 0.5, 1.0)
#: One letter over and over, raw and without chance: what even the bundled draft, which has one layer and cannot look
#: back, goes on with just as its target does.
EASY_NAME = "easy"
EASY: dict[str, Any] = {"prompt": "P" * 48, "raw": True, "temperature": 0.0}
#: By the prompt's name and the budget, lap by lap: the runs by their contenders' names.
Kept = dict[tuple[str, float], list[dict[str, Lap]]]


@dataclass(frozen=True, slots=True)
class Race:
    """One prompt at one budget. Ratios are those of paired laps, of tokens a second after the prompt.

    Attributes:
        fixed: length -> ratio to target-only. best: the length with the largest median.
        cost_aware: ratio to target-only. against_best: ratio to the best fixed length.
        acceptance: of the cost-aware runs, the median; None where none drafted anything.
    """

    prompt: str
    budget: float
    target_tokens_per_s: float
    fixed: dict[int, Middle]
    best: int
    cost_aware: Middle
    against_best: Middle
    acceptance: float | None


@dataclass(frozen=True, slots=True)
class PolicyPlan:
    """What to race: the story's request (of which the easy one changes what `EASY` says), lengths, budgets, laps."""

    request: Request
    lengths: tuple[int, ...] = LENGTHS
    budgets: tuple[float, ...] = BUDGETS
    laps: int = 5


def race_policies(pair: Pair, plan: PolicyPlan, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Run the plan, every contender once a lap, and give everything that `--json` writes.

    After Ctrl-C that is of the laps that were finished.

    Raises:
        RequestError: a run has no room in the models.
        KeyboardInterrupt: Ctrl-C before a counted lap was finished.
    """
    for name, request in requests(plan.request, plan.budgets):
        (require_easy_room if name == EASY_NAME else require_rooms)(pair, request, plan.lengths)
    kept: Kept = {}
    done = _race(pair, plan, kept, progress)
    races = [judge(name, budget, laps, plan.lengths) for (name, budget), laps in kept.items()]
    return {
        "format": "mentorscope-policies/2",
        **header(pair, plan.request, plan.lengths, plan.budgets, done),
        "finished": done == plan.laps,
        "races": [asdict(race) for race in races],
        "runs": [
            {"prompt": name, "budget": budget, "laps": [{one: asdict(run) for one, run in lap.items()} for lap in laps]}
            for (name, budget), laps in kept.items()
        ],
    }


def _race(pair: Pair, plan: PolicyPlan, kept: Kept, progress: Progress) -> int:
    """Fill `kept`; returns how many laps were finished after the first one, which warms up and is not counted."""
    chance = Random()
    costs = CostModel()  # one for all runs of a pair, as in the app

    def lap(number: int, tell: Progress) -> None:
        whole = {}
        for name, request in requests(plan.request, plan.budgets):
            tell(f"{name}, TV {request.tv_budget:g}")
            one = request.replace(seed=request.seed + number)
            whole[name, request.tv_budget] = race_once(pair, one, plan.lengths, costs, chance)
        if number:
            for key, runs in whole.items():
                kept.setdefault(key, []).append(runs)

    return run_laps(plan.laps, lap, progress)


def requests(base: Request, budgets: tuple[float, ...]) -> list[tuple[str, Request]]:
    """Each prompt at each budget, by the prompt's name."""
    story = base.replace(ignore_eos=True)
    prompts = {"story": story, EASY_NAME: story.replace(**EASY)}
    return [(name, one.replace(tv_budget=budget)) for name, one in prompts.items() for budget in budgets]


def race_policies_in(target: Path, draft: Path, plan: PolicyPlan, progress: Progress) -> dict[str, Any]:
    """Load a pair and run the plan on it."""
    return race_policies(ready_pair(target, draft, progress), plan, progress)


def race_once(
    pair: Pair, request: Request, lengths: tuple[int, ...], costs: CostModel, chance: Random
) -> dict[str, Lap]:
    """Every contender once, within seconds of each other. In random order: a machine that slows down favours nobody."""
    contenders = {f"{length}": request.replace(draft_length=length, policy="fixed") for length in lengths}
    contenders |= {"cost-aware": request.replace(policy="cost-aware"), "target": request.replace(mode="target")}
    return {name: ours(pair, contenders[name], costs) for name in chance.sample(list(contenders), len(contenders))}


def judge(prompt: str, budget: float, laps: list[dict[str, Lap]], lengths: tuple[int, ...]) -> Race:
    """What the laps of one prompt at one budget come to."""

    def ratio(name: str, other: str) -> Middle:
        return middle([_rate(lap[name]) / _rate(lap[other]) for lap in laps])

    fixed = {length: ratio(f"{length}", "target") for length in lengths}
    best = max(fixed, key=lambda length: fixed[length].median)
    accepted = [lap["cost-aware"].acceptance for lap in laps]
    known = [share for share in accepted if share is not None]
    return Race(
        prompt=prompt,
        budget=budget,
        target_tokens_per_s=median(_rate(lap["target"]) for lap in laps),
        fixed=fixed,
        best=best,
        cost_aware=ratio("cost-aware", "target"),
        against_best=ratio("cost-aware", f"{best}"),
        acceptance=median(known) if known else None,
    )


def _rate(lap: Lap) -> float:
    return lap.tokens / (lap.decode_s or lap.total_s)
