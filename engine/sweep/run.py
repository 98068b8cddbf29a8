"""The order in which a sweep is run, and its state: what is next, what is done, what is left. It runs nothing itself.

Lap by lap, each setting once a lap, in an order that differs from lap to lap, with target-only runs before, between
and after them: heat and noise fall on all alike, and each run has a target-only run close by.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import gcd

from engine.record import RunRecord
from engine.request import Request
from engine.sweep.pace import Pace
from engine.sweep.plan import TARGET, Plan, Setting
from engine.sweep.sample import Sample, sample_of

WARM_UP_TOKENS = 32
#: Neighbours in the table stand far apart in a lap: steps of about this share of it.
STEP = 0.382


@dataclass(frozen=True, slots=True)
class Job:
    """One run to do. A warm-up has lap −1 and is not counted."""

    request: Request
    setting: Setting
    lap: int
    place: int

    @property
    def warm_up(self) -> bool:
        """Whether it is thrown away."""
        return self.lap < 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Timed runs done, of all; seconds left at the measured speeds, None while nothing was measured."""

    done: int
    total: int
    left_s: float | None
    warming: bool


class Schedule:
    """What a sweep runs next. Feed `take` with each job's record; stop whenever you like.

    Args:
        done: samples of this plan from before (a resumed sweep); these runs are not done again.
        session: how often the sweep had been resumed before; marks the new samples.
    """

    def __init__(self, plan: Plan, done: Iterable[Sample] = (), session: int = 0) -> None:
        self.plan, self.session = plan, session
        self.samples: list[Sample] = list(done)
        self._pace = Pace(self.samples)
        kept = {(sample.lap, sample.place) for sample in self.samples}
        timed = [job for job in jobs(plan) if (job.lap, job.place) not in kept]
        self._left = [*(_warm_ups(plan, timed) if plan.warm_up else ()), *timed]
        self._left.reverse()  # the next one is the last

    def next_job(self) -> Job | None:
        """The run to do now, the same until it was taken; None where all is done."""
        return self._left[-1] if self._left else None

    def take(self, job: Job, record: RunRecord) -> Sample | None:
        """Take the record of the next job.

        Returns:
            Its sample, to be kept; None for a warm-up and for a run that was stopped, which stays to be done.

        Raises:
            ValueError: it is not the next job.
        """
        if job is not self.next_job() or record.request != job.request:
            raise ValueError("this is not the run that is due")
        sample = sample_of(record, job.setting, job.lap, job.place, self.session)
        if sample is None:
            return None
        self._left.pop()
        self._pace.add(sample)
        if job.warm_up:
            return None
        self.samples.append(sample)
        return sample

    def progress(self) -> Progress:
        """How far it is."""
        job = self.next_job()
        left = Counter((one.setting, one.request.max_tokens) for one in self._left)
        left_s: float | None = 0.0
        for (setting, tokens), count in left.items():
            seconds = self._pace.seconds(setting, tokens)
            left_s = None if left_s is None or seconds is None else left_s + count * seconds
        return Progress(len(self.samples), self.plan.runs, left_s, job is not None and job.warm_up)


def carry_out(
    schedule: Schedule,
    run: Callable[[Request], RunRecord],
    keep: Callable[[Sample], None],
    tell: Callable[[Job, Progress], None] = lambda job, progress: None,
) -> bool:
    """Run a schedule to its end, or until a run is stopped.

    Args:
        run: carries a request out, and gives its record; one that was stopped ends the sweep.
        keep: is handed each finished run at once. tell: is told before each run.

    Returns:
        Whether all is done.
    """
    while (job := schedule.next_job()) is not None:
        tell(job, schedule.progress())
        record = run(job.request)
        sample = schedule.take(job, record)
        if sample is not None:
            keep(sample)
        elif schedule.next_job() is job:
            return False
    return True


def jobs(plan: Plan) -> Iterator[Job]:
    """All timed runs in order."""
    for lap in range(plan.laps):
        seed = plan.seed_of(lap)
        for place, setting in enumerate(lap_order(plan, lap)):
            yield Job(setting.request(plan.base, seed), setting, lap, place)


def lap_order(plan: Plan, lap: int) -> list[Setting]:
    """The settings of one lap, target-only among them."""
    if not plan.between:
        return _mixed([TARGET, *plan.measured], lap, plan.laps)
    cells = _mixed(list(plan.measured), lap, plan.laps)
    order = [TARGET]
    for begin in range(0, len(cells), plan.between):
        order += [*cells[begin : begin + plan.between], TARGET]
    return order


def _mixed(settings: list[Setting], lap: int, laps: int) -> list[Setting]:
    """Neighbours far apart, each lap begun elsewhere, every other lap backwards; the same for the same plan."""
    count = len(settings)
    step = next(step for step in range(max(1, round(STEP * count)), count + 2) if gcd(step, count) == 1)
    first = lap * count // laps
    order = [settings[(first + i * step) % count] for i in range(count)]
    return order[::-1] if lap % 2 else order


def _warm_ups(plan: Plan, timed: list[Job]) -> Iterator[Job]:
    """One short run of each kind of round that is still to be timed, at its largest budget."""
    kinds: dict[tuple[str, str, int], Job] = {}
    for job in timed:
        setting = job.setting
        kind = (setting.mode, setting.policy, setting.draft_length)
        if kind not in kinds or kinds[kind].setting.tv_budget < setting.tv_budget:
            kinds[kind] = job
    tokens = min(WARM_UP_TOKENS, plan.base.max_tokens)
    for place, job in enumerate(kinds.values()):
        yield Job(job.request.replace(max_tokens=tokens), job.setting, -1, place)
