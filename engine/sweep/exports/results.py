"""Everything that is told of a sweep, computed once from its header and samples."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.sweep.findings import Finding, finding
from engine.sweep.predict import HeldOut, Model, held_out, model_of
from engine.sweep.provenance import Header
from engine.sweep.sample import Sample
from engine.sweep.summary import Summary, summarise


@dataclass(frozen=True, slots=True)
class Results:
    """A sweep's table and what follows from it.

    Attributes:
        rows: one for each setting that was run, target-only first.
        model, check: the fitted cost model and its error on held-out cells; None where too little was measured.
    """

    header: Header
    samples: tuple[Sample, ...]
    rows: tuple[Summary, ...]
    finding: Finding
    model: Model | None
    check: HeldOut | None


def results_of(header: Header, samples: Iterable[Sample]) -> Results:
    """The results so far."""
    kept, plan = tuple(samples), header.plan
    rows = summarise(kept, plan.settings)
    bonus = plan.base.bonus
    model, check = model_of(kept, bonus), held_out(kept, rows, bonus)
    return Results(header, kept, rows, finding(rows, plan), model, check)
