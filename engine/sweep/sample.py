"""One finished timed run of a sweep, as Python numbers: what the table and the cost model are made of."""

import math
from dataclasses import dataclass

from engine.record import RunRecord
from engine.sweep.plan import Setting


@dataclass(frozen=True, slots=True)
class Timing:
    """One round: K, and the seconds until the drafted ids were known and from then to the verdict."""

    length: int
    draft_s: float
    verify_s: float


@dataclass(frozen=True, slots=True)
class Sample:
    """One timed run.

    Attributes:
        lap: 0 to `Plan.laps` − 1; every setting is run once a lap, target-only `Plan.baselines` times.
        place: its place in the order of its lap, from 0; (lap, place) names a run of the plan.
        session: how often the sweep had been resumed before.
        total_s: from the start of the run to its last token, prompt included ("end to end").
        prefill_s: reading the prompt. decode_s: everything after it.
        tokens: emitted tokens. rounds: rounds of draft and check. proposed, accepted: drafted tokens.
        mean_tv, mean_spent: means of d and of min(d, D) over checked tokens, TV; None where none was checked.
        nll: the target's mean −ln p of the output, nats a token, after temperature and filters; None where the
            target was not asked (draft only), infinite where a token has no probability under it.
        timings: each round's K and seconds, in order; empty without rounds.
    """

    setting: Setting
    seed: int
    lap: int
    place: int
    session: int
    total_s: float
    prefill_s: float
    decode_s: float
    tokens: int
    rounds: int
    proposed: int
    accepted: int
    mean_tv: float | None
    mean_spent: float | None
    nll: float | None
    timings: tuple[Timing, ...] = ()

    @property
    def tokens_per_s(self) -> float | None:
        """Tokens over the time after the prompt was read; None where there was none."""
        return self.tokens / self.decode_s if self.tokens and self.decode_s > 0 else None

    @property
    def acceptance(self) -> float | None:
        """accepted / proposed, 0 to 1; None where nothing was drafted."""
        return self.accepted / self.proposed if self.proposed else None

    @property
    def draft_s(self) -> float:
        """Seconds of all drafting."""
        return sum(timing.draft_s for timing in self.timings)

    @property
    def verify_s(self) -> float:
        """Seconds of all checks."""
        return sum(timing.verify_s for timing in self.timings)


def sample_of(record: RunRecord, setting: Setting, lap: int, place: int, session: int) -> Sample | None:
    """The sample of a recorded run; None unless it came to its own end."""
    stats = record.stats
    if stats is None or record.reason not in ("end", "length"):
        return None
    return Sample(
        setting=setting,
        seed=record.request.seed,
        lap=lap,
        place=place,
        session=session,
        total_s=stats.total_s,
        prefill_s=stats.prefill_s,
        decode_s=stats.decode_s,
        tokens=stats.tokens,
        rounds=stats.rounds,
        proposed=stats.proposed,
        accepted=stats.accepted,
        mean_tv=stats.mean_tv,
        mean_spent=stats.mean_spent,
        nll=_nll(record),
        timings=tuple(Timing(one.proposed, round(one.draft_s, 7), round(one.verify_s, 7)) for one in record.rounds),
    )


def _nll(record: RunRecord) -> float | None:
    """Over the tokens that are text, as an end token says nothing of the words."""
    chances = [token.p for token in record.tokens if not token.special]
    if not chances:
        return None
    total = 0.0
    for p in chances:
        if p is None:
            return None
        total += -math.log(p) if p > 0 else math.inf
    return total / len(chances)
