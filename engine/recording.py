"""What a run file tells beside its runs: the pair, and what stood to choose at some places. For showing it anywhere."""

from dataclasses import dataclass

from engine.events import Candidate, Explained, PairInfo
from engine.paths import local
from engine.record import RunRecord
from engine.runcheck import Part


@dataclass(frozen=True, slots=True)
class Recording:
    """All that a run file has.

    Attributes:
        records: the run, and those that were saved beside it.
        pair: the pair that wrote them; None where the file has no more than its folders.
        explained: what stood to choose at some places of the first run.
    """

    records: list[RunRecord]
    pair: PairInfo | None
    explained: tuple[Explained, ...]


def pair_of(data: object) -> PairInfo | None:
    """The pair, as far as the file knows it. Raises `RunFileError` where that is damaged."""
    part = Part(data, "").part("pair")
    if "vocabulary" not in part.data:
        return None
    return PairInfo(
        target=local(part.text("target")),
        draft=local(part.text("draft")),
        target_name=part.text("target_name"),
        draft_name=part.text("draft_name"),
        vocabulary=part.whole("vocabulary"),
        memory_bytes=part.whole("memory_bytes"),
        context=None if part.data.get("context") is None else part.whole("context"),
        device=part.text("device"),
        has_template=part.flag("has_template"),
    )


def explained_of(data: object) -> tuple[Explained, ...]:
    """What stood to choose; empty where nothing was kept. Raises `RunFileError` where that is damaged."""
    whole = Part(data, "")
    if "explained" not in whole.data:
        return ()
    return tuple(
        Explained(
            position=part.whole("position"),
            candidates=tuple(_candidate(one) for one in part.parts("candidates")),
            others=_candidate(part.part("others")),
            alone=None if part.data.get("alone") is None else _candidate(part.part("alone")),
            tv=part.number("tv", 1.0),
        )
        for part in whole.parts("explained")
    )


def _candidate(part: Part) -> Candidate:
    adds = None if part.data.get("adds") is None else part.text("adds")
    p, q, pi = (part.number(key, 1.0) for key in ("p", "q", "pi"))
    return Candidate(part.whole("id"), part.text("text"), p, q, pi, adds)
