"""The bugs by name, where each is put in, and the checks that must catch it."""

import mlx.core as mx

from engine.decoding import mentored, verdict
from engine.decoding.mentored import Mentored
from engine.law import critical, shapes, verify
from tests.engine.law_mutants import rounded_room, told_by_its_own_law, walk_without_ceiling
from tests.engine.mutants import (
    Mutant,
    always_sound,
    bonus_of_another_law,
    bonus_of_the_next_position,
    both,
    by_round,
    by_step,
    cut_without_normalising,
    down_to_zero,
    draft_unfiltered,
    drawn_again,
    everywhere,
    judged_at_temperature_one,
    keeps_refused_drafts,
    of_another_row,
    off_by,
    omits_earlier_drafts,
    one_draw_for_both,
    replaced,
    reports_another_temperature,
    roles,
    softmaxed,
    sound_after_filters,
    target_cut_to,
    target_unfiltered,
    without_fallback,
)

MUTANTS: dict[str, tuple[Mutant, tuple[str, ...]]] = {
    "softmaxed residual": (replaced(verify, "residual", softmaxed), ("token law", "steps")),
    "residual empty by rounding": (replaced(verify, "residual", without_fallback), ("residual has mass",)),
    "residual of the row after": (replaced(shapes.Law, "row", of_another_row(1)), ("steps", "models")),
    "residual of the row before": (replaced(shapes.Law, "row", of_another_row(-1)), ("steps", "models")),
    "q told is not q drawn": (replaced(Mentored, "_propose", reports_another_temperature), ("symbols", "models")),
    "temperature left out of acceptance": (
        replaced(mentored, "output_law", judged_at_temperature_one(0.5)),
        ("models, cold", "no budget, cold"),
    ),
    "filters on the target only": (
        replaced(Mentored, "_propose", draft_unfiltered),
        ("models, filtered", "full budget, filtered"),
    ),
    "filters on the draft only": (
        replaced(mentored, "distribution", target_unfiltered),
        ("models, filtered", "no budget, filtered"),
    ),
    "replacement shares the draft's draw": (roles(RESIDUAL=0), ("lossless symbols",)),
    "replacement is made of the accept draw": (replaced(verify, "draw", one_draw_for_both), ("symbols",)),
    "shared draws that are not shared": (roles(DRAFT=3), ("no budget", "full budget, shared")),
    "seeded anew every round": (everywhere("keys", by_step), ("symbols", "draft length")),
    "one key a round": (everywhere("keys", by_round), ("draft length", "keys")),
    "block draws used again": (everywhere("keys", drawn_again), ("block symbols",)),
    "race weights down to 0": (everywhere("races", down_to_zero), ("draws of 0",)),
    "u ≤ p at u = 0": (
        replaced(verify, "accepts", lambda _: lambda u, probability: u <= probability),
        ("probability 0",),
    ),
    "unsound row taken": (replaced(verdict, "_sound", lambda _: lambda *_: True), ("unsound rows",)),
    "unsound row taken, filtered": (both("distribution", always_sound), ("unsound rows, filtered",)),
    "soundness asked after the filters": (
        both("distribution", sound_after_filters),
        ("unsound rows, filtered",),
    ),
    "penalty sees refused drafts": (keeps_refused_drafts, ("no budget, penalty", "models, penalty")),
    "penalty misses drafts before the row": (
        replaced(mentored, "history_rows", omits_earlier_drafts),
        ("no budget, penalty", "models, penalty"),
    ),
    "target cut to a narrow draft": (replaced(mentored, "distribution", target_cut_to(6)), ("no budget, narrow",)),
    "wide draft cut without normalising": (
        replaced(mentored, "distribution", cut_without_normalising),
        ("wide symbols",),
    ),
    "one entry too many rolled back": (replaced(mentored, "roll_back", off_by(1)), ("caches", "draft length")),
    "one entry too few rolled back": (replaced(mentored, "roll_back", off_by(-1)), ("caches", "models")),
    "bonus token of another law": (replaced(Mentored, "_bonus", bonus_of_another_law), ("bonus symbols",)),
    "bonus draw of the next position": (replaced(Mentored, "_bonus", bonus_of_the_next_position), ("no budget",)),
    "θ = D": (replaced(shapes, "share", lambda _: lambda d, budget: mx.ones_like(d) * budget), ("token law",)),
    "acceptance p/q at every budget": (
        replaced(verify, "_pi_of", lambda _: lambda law, p_x, q_x: p_x),
        ("token law",),
    ),
    "clipped shape unsolved": (
        lambda patch: patch.setattr(shapes, "NEWTON_STEPS", 1),
        ("clipped law",),
    ),
    "wide rows added up one after the other": (
        replaced(shapes, "total", lambda _: lambda x: mx.sum(x, axis=-1)),
        ("wide law",),
    ),
    "critical budget without d": (
        replaced(critical, "independent", lambda _: lambda law, p, q, u: mx.maximum((u - p / q) / (1 - p / q), 0.0)),
        ("critical", "figures"),
    ),
    "span of a replacement without d": (
        replaced(critical, "span", lambda original: lambda law, *rest: [at / law.mix.d for at in original(law, *rest)]),
        ("spans",),
    ),
    "block residual without P": (
        replaced(verify, "residual", lambda original: lambda law, scale=None: original(law)),
        ("block law",),
    ),
    "block walk without ceiling": (replaced(verify, "block_bounds", walk_without_ceiling), ("block law",)),
    "block bound rounded": (replaced(verify, "block_bounds", rounded_room), ("block bounds",)),
    "block told by its own law": (replaced(verify, "_block", told_by_its_own_law), ("block kinds",)),
    "block kept up to the first refusal": (
        replaced(verify, "trailing", lambda _: verify.leading),
        ("block law",),
    ),
}
