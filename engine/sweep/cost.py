"""What a round costs by its draft length: lines through the measured rounds of a sweep."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from engine.sweep.plan import TARGET, Setting
from engine.sweep.sample import Sample

#: Rounds of one length that a point of the line needs: the last round of a run is often cut short, once.
FEWEST_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds of a round as a function of K, drafted tokens: base_s + slope_s K."""

    base_s: float
    slope_s: float

    def at(self, length: float) -> float:
        """Seconds at K; never less than none."""
        return max(0.0, self.base_s + self.slope_s * length)


@dataclass(frozen=True, slots=True)
class Cost:
    """The fitted cost of a round.

    Attributes:
        draft, verify: lines for the two phases. overhead_s: what a round takes besides them.
        target_s: one target-only token.
        lengths: the draft lengths that the lines were fitted through.
    """

    draft: Line
    verify: Line
    overhead_s: float
    target_s: float
    lengths: tuple[int, ...]

    def round_s(self, length: int) -> float:
        """Expected seconds of a round."""
        return self.draft.at(length) + self.verify.at(length) + self.overhead_s


@dataclass(frozen=True, slots=True)
class Point:
    """The rounds of one setting that drafted `length` tokens: how many, and their medians in seconds."""

    setting: Setting
    length: int
    rounds: int
    draft_s: float
    verify_s: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What the fit needs of all samples, made once.

    Attributes:
        overheads: seconds a round besides draft and check, by setting; fixed lengths only.
        target_s: one target-only token; None where target-only was not run.
    """

    points: tuple[Point, ...]
    overheads: dict[Setting, float]
    target_s: float | None


def measured(samples: Iterable[Sample]) -> Measured:
    """The points of the fit."""
    timings: dict[tuple[Setting, int], list[tuple[float, float]]] = defaultdict(list)
    overheads: dict[Setting, list[float]] = defaultdict(list)
    target: list[float] = []
    for sample in samples:
        if sample.setting == TARGET and sample.tokens:
            target.append(sample.decode_s / sample.tokens)
        for one in sample.timings:
            timings[sample.setting, one.length].append((one.draft_s, one.verify_s))
        if sample.setting.fixed and sample.rounds:
            rest = sample.decode_s - sample.draft_s - sample.verify_s
            overheads[sample.setting].append(max(0.0, rest / sample.rounds))
    points = tuple(_point(setting, length, rounds) for (setting, length), rounds in timings.items())
    medians = {setting: median(found) for setting, found in overheads.items()}
    return Measured(points, medians, median(target) if target else None)


def fit(data: Measured, without: Setting | None = None) -> Cost | None:
    """Fit the lines by least squares, each length's median weighing as many rounds as it had.

    Args:
        without: a setting to leave out.

    Returns:
        None where target-only or at least two draft lengths are missing: a line needs two points.
    """
    points = [one for one in data.points if one.setting != without and one.rounds >= FEWEST_ROUNDS]
    rest = [seconds for setting, seconds in data.overheads.items() if setting != without]
    lengths = tuple(sorted({one.length for one in points}))
    if data.target_s is None or len(lengths) < 2:
        return None
    draft = _line([(one.length, one.draft_s, one.rounds) for one in points])
    verify = _line([(one.length, one.verify_s, one.rounds) for one in points])
    return Cost(draft, verify, median(rest) if rest else 0.0, data.target_s, lengths)


def _point(setting: Setting, length: int, rounds: Sequence[tuple[float, float]]) -> Point:
    draft, verify = zip(*rounds, strict=True)
    return Point(setting, length, len(rounds), median(draft), median(verify))


def _line(points: Sequence[tuple[float, float, float]]) -> Line:
    """Weighted least squares through (x, y, weight), at least two x; more is never cheaper, so no slope is negative."""
    total = sum(weight for _, _, weight in points)
    mean_x = sum(weight * x for x, _, weight in points) / total
    mean_y = sum(weight * y for _, y, weight in points) / total
    spread = sum(weight * (x - mean_x) ** 2 for x, _, weight in points)
    slope = max(0.0, sum(weight * (x - mean_x) * (y - mean_y) for x, y, weight in points) / spread)
    return Line(mean_y - slope * mean_x, slope)
