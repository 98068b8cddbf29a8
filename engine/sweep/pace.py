"""How long runs take: from measured samples to the time that a sweep still needs. No clock of its own."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean, median

from engine.sweep.plan import Plan, Setting
from engine.sweep.sample import Sample


class Pace:
    """Seconds of each setting's runs, learnt from samples of this sweep, of its warm-up or of an older one."""

    def __init__(self, samples: Iterable[Sample] = ()) -> None:
        self._prefill: list[float] = []
        self._token: dict[Setting, list[float]] = defaultdict(list)
        for sample in samples:
            self.add(sample)

    def add(self, sample: Sample) -> None:
        """Take one more run."""
        if sample.tokens and sample.decode_s > 0:
            self._prefill.append(sample.prefill_s)
            self._token[sample.setting].append(sample.decode_s / sample.tokens)

    def seconds(self, setting: Setting, tokens: int) -> float | None:
        """Expected seconds of a run of that many tokens; None before anything was measured.

        A setting that was not run yet takes the mean of its likes: the same mode, policy and draft length, else the
        same mode, else all.
        """
        if not self._token:
            return None
        likes = (
            lambda one: one == setting,
            lambda one: (
                (one.mode, one.policy, one.draft_length) == (setting.mode, setting.policy, setting.draft_length)
            ),
            lambda one: one.mode == setting.mode,
            lambda one: True,
        )
        for like in likes:
            paces = [median(found) for one, found in self._token.items() if like(one)]
            if paces:
                break
        return median(self._prefill) + tokens * fmean(paces)


def duration(seconds: float) -> str:
    """A time in words: "35 s", "4 min 49 s", "2 h 5 min"."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, rest = divmod(round(whole / 60), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def estimate(plan: Plan, samples: Iterable[Sample]) -> float | None:
    """Seconds that a whole sweep takes at the speed of earlier samples of the same pair; None without any."""
    pace = Pace(samples)
    found = [pace.seconds(setting, plan.base.max_tokens) for setting in plan.measured]
    target = pace.seconds(Setting("target"), plan.base.max_tokens)
    if target is None:
        return None
    return plan.laps * (sum(one for one in found if one is not None) + plan.baselines * target)
