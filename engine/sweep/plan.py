"""What a sweep measures: settings × seeds × timed calls, frozen and validated. No MLX, no clock."""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from engine.errors import RequestError
from engine.request import CHOICES, MAX_SEED, Mode, Policy, Request, check_range

MOST_SETTINGS, MOST_SEEDS, MOST_REPEATS, MOST_RUNS = 400, 100, 100, 20_000
#: Cells between two target-only runs of a lap, as drawn in the design: 25 cells, 6 target-only runs.
BETWEEN = 5
SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: what is changed from run to run. Raises `RequestError` where it is out of range.

    Attributes:
        mode: mentored, target or draft. The other fields mean nothing (and are 0) but for "mentored".
        policy: how the draft length changes from round to round.
        draft_length: K, drafted tokens a round; with an adaptive policy, of the first round.
        tv_budget: D, TV, 0 to 1.
    """

    mode: Mode = "mentored"
    policy: Policy = "fixed"
    draft_length: int = 8
    tv_budget: float = 0.4

    def __post_init__(self) -> None:
        if self.mode not in CHOICES["mode"]:
            raise RequestError("mode", f"The mode “{self.mode}” is not known: choose mentored, target or draft.")
        if self.mode != "mentored":
            for name, value in (("policy", "fixed"), ("draft_length", 0), ("tv_budget", 0.0)):
                object.__setattr__(self, name, value)
            return
        Request("any", policy=self.policy, draft_length=self.draft_length, tv_budget=self.tv_budget)
        object.__setattr__(self, "tv_budget", float(self.tv_budget) + 0.0)  # no −0

    @property
    def fixed(self) -> bool:
        """Whether it is a cell of the draft length × budget map: mentored, the same K in every round."""
        return self.mode == "mentored" and self.policy == "fixed"

    def key(self) -> str:
        """A short text that no other setting has: "target", "mentored fixed 8 0.75"."""
        return (
            f"mentored {self.policy} {self.draft_length} {self.tv_budget!r}" if self.mode == "mentored" else self.mode
        )

    def label(self) -> str:
        """For people: "Target only", "K 8, TV 0.75", "cost-aware from K 8, TV 0.75"."""
        if self.mode != "mentored":
            return f"{self.mode.capitalize()} only"
        start = "" if self.policy == "fixed" else f"{self.policy} from "
        return f"{start}K {self.draft_length}, TV {self.tv_budget:.4g}"

    def request(self, base: Request, seed: int) -> Request:
        """The run that measures it: `base`'s prompt and sampling, this setting, that seed."""
        if self.mode != "mentored":
            return base.replace(mode=self.mode, seed=seed)
        changes = dataclasses.asdict(self)
        return base.replace(seed=seed, **changes)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return dataclasses.asdict(self) if self.mode == "mentored" else {"mode": self.mode}


TARGET, DRAFT = Setting("target"), Setting("draft")


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole sweep. Raises `RequestError` where it cannot be meant.

    Target-only runs are always part of it: every speed-up is taken against them.

    Attributes:
        base: prompt, sampling, tokens a run (`max_tokens`) and whether the end of the text is ignored.
            Its mode, seed, policy, draft length and budget are not used.
        settings: what is measured besides target-only, in the order of the table; may hold `DRAFT`.
        seeds: all seeds. repeats: timed calls of each setting with each seed.
        warm_up: begin with a short call of each mode, policy and draft length that is not counted.
        between: cells between two target-only runs of a lap; 0 for one target-only run a lap.
        preset: "source" for the source's table, else "".
    """

    base: Request
    settings: tuple[Setting, ...]
    seeds: tuple[int, ...] = (0,)
    repeats: int = 3
    warm_up: bool = True
    between: int = BETWEEN
    preset: str = ""

    def __post_init__(self) -> None:
        if not self.measured:
            raise RequestError("settings", "The sweep measures nothing: name at least one draft length and one budget.")
        if len(self.settings) > MOST_SETTINGS:
            raise RequestError(
                "settings", f"The sweep has {len(self.settings):,} settings: leave at most {MOST_SETTINGS}."
            )
        twice = _first_twice(self.measured)
        if twice is not None:
            raise RequestError("settings", f"The setting {twice.label()} is there twice: name each one once.")
        if not 1 <= len(self.seeds) <= MOST_SEEDS:
            raise RequestError("seeds", f"There are {len(self.seeds):,} seeds: give from 1 to {MOST_SEEDS}.")
        for seed in self.seeds:
            check_range("seeds", seed, 0, MAX_SEED, "seed")
        if _first_twice(self.seeds) is not None:
            raise RequestError("seeds", f"The seed {_first_twice(self.seeds)} is there twice: name each one once.")
        check_range("repeats", self.repeats, 1, MOST_REPEATS, "number of runs per cell")
        check_range("between", self.between, 0, MOST_SETTINGS, "number of cells between target-only runs")
        if self.runs > MOST_RUNS:
            raise RequestError(
                "repeats",
                f"The sweep has {self.runs:,} runs: leave at most {MOST_RUNS:,}, with fewer seeds or repeats.",
            )

    @property
    def measured(self) -> tuple[Setting, ...]:
        """The settings without target-only."""
        return tuple(setting for setting in self.settings if setting.mode != "target")

    @property
    def laps(self) -> int:
        """Times that every setting is run: seeds × repeats."""
        return len(self.seeds) * self.repeats

    def seed_of(self, lap: int) -> int:
        """The seed of a lap, 0 to `laps` − 1: seed after seed, then from the first one again."""
        return self.seeds[lap % len(self.seeds)]

    @property
    def baselines(self) -> int:
        """Target-only runs of a lap: before, between and after the cells."""
        return 1 + -(-len(self.measured) // self.between) if self.between else 1

    @property
    def runs(self) -> int:
        """All timed runs."""
        return self.laps * (len(self.measured) + self.baselines)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values; `engine.sweep.store` reads them back."""
        settings = [setting.to_json() for setting in self.settings]
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return own | {"base": self.base.to_json(), "settings": settings, "seeds": list(self.seeds)}


def grid(
    base: Request,
    lengths: Sequence[int],
    budgets: Sequence[float],
    policies: Sequence[Policy] = ("fixed",),
    draft_only: bool = False,
    **others: Any,
) -> Plan:
    """Every draft length with every budget and policy.

    Args:
        others: `seeds`, `repeats`, `warm_up` and `between` of the plan.

    Raises:
        RequestError: a value is out of range, or there are too many or none.
    """
    cells = [
        Setting("mentored", policy, length, budget) for policy in policies for length in lengths for budget in budgets
    ]
    return Plan(base, (*cells, *([DRAFT] if draft_only else [])), **others)


def source_preset(base: Request, seeds: Iterable[int] = (0, 1, 2), repeats: int = 3, **changes: Any) -> Plan:
    """The source's table: target only; fixed 4, 6, 8 at TV 1; fixed 8 at 0.75 and 0.5; fixed 4 at 0; draft only.

    Args:
        base: gives the prompt, and whether it goes in without the template; all sampling is the source's.
        changes: fields of the request that are to differ from the source's 256 tokens at T 0.7 all the same.
    """
    request = Request(base.prompt, raw=base.raw, temperature=0.7, max_tokens=256, ignore_eos=True)
    cells = ((4, 1.0), (6, 1.0), (8, 1.0), (8, 0.75), (8, 0.5), (4, 0.0))
    settings = tuple(Setting("mentored", "fixed", length, budget) for length, budget in cells)
    request = request.replace(**changes)
    return Plan(request, (TARGET, *settings, DRAFT), tuple(seeds), repeats, between=0, preset=SOURCE)


def seeds_from(first: int, count: int) -> tuple[int, ...]:
    """`count` seeds, one after the other. Raises `RequestError` where they do not fit."""
    check_range("seeds", count, 1, MOST_SEEDS, "number of seeds")
    check_range("seed", first, 0, MAX_SEED - count + 1, "seed")
    return tuple(range(first, first + count))


def _first_twice(items: Sequence[Any]) -> Any:
    seen = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None


POLICIES: tuple[Policy, ...] = get_args(Policy)
