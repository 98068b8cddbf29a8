"""The figures of the Measures tab in words, with what they do not measure."""

import math
from dataclasses import dataclass

from app.models.compare.metrics import Metrics

DASH = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's caption and its definition."""

    caption: str
    tooltip: str


COLUMNS = (
    Column(
        "distinct-2",
        "Different pairs of neighbouring tokens, of all pairs, at equal length.\n"
        "It does not measure sense: random words are the most distinct.",
    ),
    Column(
        "repeated 4-grams",
        "Runs of four tokens that stood earlier in the same text, of all, at equal length.\n"
        "It does not measure quality: names and phrases may repeat on purpose.",
    ),
    Column(
        "target’s NLL, gap",
        "Negative log-likelihood: mean −ln p under the target, after filters and temperature, in nats a token,\n"
        "less that of target only. Lower is not better: a text that goes round in circles is easy to predict.\n"
        "It does not measure meaning, nor what a reader would prefer.",
    ),
    Column(
        "words that differ",
        "After the first difference: words that the other text does not have in that order.\n"
        "It does not measure how different the stories are.",
    ),
)
NOT_ASKED = "The target was not asked about these tokens, so there is no p to take the logarithm of."
NO_BASELINE = "Known once target only has run with the same prompt, sampling and seed."
ENDLESS = "A token has no probability at all under the target’s filters, so the mean has no end."


def share(value: float | None) -> str:
    """A share in percent."""
    if value is None:
        return DASH
    return f"{100 * value:.1f} %" if value < 0.0995 else f"{100 * value:.0f} %"


def gap(figures: Metrics) -> tuple[str, str]:
    """The gap with its sign and unit, and why there is none."""
    if figures.surprise is None:
        return DASH, NOT_ASKED
    if figures.gap is None:
        return DASH, NO_BASELINE
    if math.isinf(figures.gap):
        return "∞ nats/token", ENDLESS
    return f"{signed(figures.gap)} nats/token", f"The target’s NLL is {figures.surprise:.3f} nats a token."


def signed(value: float) -> str:
    """Two decimals with a sign; a true minus."""
    rounded = round(value, 2)
    return "0.00" if rounded == 0 else f"{rounded:+.2f}".replace("-", "−")


def differing(count: int, of: int) -> str:
    """ "98 of 120"."""
    return f"{count:,} of {of:,}" if of else DASH
