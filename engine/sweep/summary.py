"""The table of a sweep: one row a setting, medians of its runs, speed-ups as ratios of paired runs."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from engine.sweep.plan import TARGET, Setting
from engine.sweep.sample import Sample


@dataclass(frozen=True, slots=True)
class Spread:
    """Median, lowest and highest of some runs."""

    median: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One setting's figures.

    Attributes:
        runs: timed runs so far. seeds: how many different seeds they had.
        accepted, proposed: drafted tokens, mean of a run. acceptance: accepted / proposed of all runs, 0 to 1.
        rounds: mean rounds of a run ("rounds a request"). tokens: mean tokens of a run.
        total_s: seconds from end to end, prompt included.
        tokens_per_s: tokens over the time after the prompt was read.
        speedup: times as fast as target-only: tokens/s of each run over that of the target-only runs beside it
            (same seed and lap); 1.0 is break-even. None where no run has a partner yet; for target-only 1.0.
        end_to_end: the same for tokens over `total_s`, as the source counts.
        mean_tv, mean_spent: means of d and min(d, D) over checked tokens, TV.
        gap: the target's mean −ln p of the output less that of target-only with the same seed, nats a token, mean
            of runs. It is no mark of quality: a text that repeats itself lowers it. None where not known.
        draft_s, verify_s: seconds of drafting and of the check, mean of a round.
    """

    setting: Setting
    runs: int
    seeds: int
    accepted: float
    proposed: float
    acceptance: float | None
    rounds: float
    tokens: float
    total_s: Spread
    tokens_per_s: Spread | None
    speedup: Spread | None
    end_to_end: Spread | None
    mean_tv: float | None
    mean_spent: float | None
    gap: float | None
    draft_s: float | None
    verify_s: float | None

    @property
    def straddles(self) -> bool:
        """Whether its runs reach both sides of 1.0×, or touch it."""
        return self.speedup is not None and self.speedup.low <= 1.0 <= self.speedup.high

    @property
    def clearly_faster(self) -> bool:
        """Whether there are at least two runs, and each of them was faster than target-only."""
        return self.runs > 1 and self.speedup is not None and self.speedup.low > 1.0


def summarise(samples: Iterable[Sample], settings: Sequence[Setting] = ()) -> tuple[Summary, ...]:
    """One row for each setting that has a sample: target-only first, then in the order of `settings`."""
    found: dict[Setting, list[Sample]] = defaultdict(list)
    for sample in samples:
        found[sample.setting].append(sample)
    baselines = found.get(TARGET, [])
    order = dict.fromkeys((TARGET, *settings, *found))
    return tuple(_summary(setting, found[setting], baselines) for setting in order if setting in found)


def ratios(samples: Sequence[Sample], baselines: Sequence[Sample], whole: bool = False) -> list[float]:
    """Each run's speed over that of the target-only runs that stand beside it.

    These are the last one before it and the first one after it in its lap, so that slow drifts (heat) cancel;
    where the sweep was resumed between them, only the one of the same session. Their seconds a token are averaged.

    Args:
        whole: count seconds from end to end instead of those after the prompt.
    """
    laps: dict[int, list[Sample]] = defaultdict(list)
    for baseline in baselines:
        laps[baseline.lap].append(baseline)
    found = []
    for sample in samples:
        own = _pace(sample, whole)
        base = [pace for partner in partners(sample, laps[sample.lap]) if (pace := _pace(partner, whole))]
        if own and base:
            found.append(fmean(base) / own)
    return found


def partners(sample: Sample, lap: Sequence[Sample]) -> list[Sample]:
    """The target-only runs of a sample's lap that it is compared with."""
    before = [one for one in lap if one.place < sample.place]
    after = [one for one in lap if one.place > sample.place]
    beside = [max(before, key=_place)] if before else []
    beside += [min(after, key=_place)] if after else []
    same = [one for one in beside if one.session == sample.session]
    return same or beside


def _place(sample: Sample) -> int:
    return sample.place


def _pace(sample: Sample, whole: bool) -> float | None:
    """Seconds a token."""
    seconds = sample.total_s if whole else sample.decode_s
    return seconds / sample.tokens if sample.tokens and seconds > 0 else None


def _summary(setting: Setting, samples: list[Sample], baselines: list[Sample]) -> Summary:
    proposed, accepted = (sum(getattr(one, name) for one in samples) for name in ("proposed", "accepted"))
    rounds = sum(one.rounds for one in samples)
    timed = sum(len(one.timings) for one in samples)
    alone = setting == TARGET
    return Summary(
        setting=setting,
        runs=len(samples),
        seeds=len({one.seed for one in samples}),
        accepted=accepted / len(samples),
        proposed=proposed / len(samples),
        acceptance=accepted / proposed if proposed else None,
        rounds=rounds / len(samples),
        tokens=fmean(one.tokens for one in samples),
        total_s=_required([one.total_s for one in samples]),
        tokens_per_s=spread([rate for one in samples if (rate := one.tokens_per_s) is not None]),
        speedup=Spread(1.0, 1.0, 1.0) if alone else spread(ratios(samples, baselines)),
        end_to_end=Spread(1.0, 1.0, 1.0) if alone else spread(ratios(samples, baselines, whole=True)),
        mean_tv=_mean([one.mean_tv for one in samples]),
        mean_spent=_mean([one.mean_spent for one in samples]),
        gap=_gap(samples, baselines),
        draft_s=sum(one.draft_s for one in samples) / timed if timed else None,
        verify_s=sum(one.verify_s for one in samples) / timed if timed else None,
    )


def spread(values: Sequence[float]) -> Spread | None:
    """Median and range; None of nothing."""
    return _required(values) if values else None


def _required(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _gap(samples: Sequence[Sample], baselines: Sequence[Sample]) -> float | None:
    base = {one.seed: one.nll for one in baselines if one.nll is not None and math.isfinite(one.nll)}
    return _mean([one.nll - base[one.seed] for one in samples if one.nll is not None and one.seed in base])
