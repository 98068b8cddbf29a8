"""Random cases for property-based tests: the same each time, and as many as a slow machine bears."""

import numpy as np
from hypothesis import assume, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

Floats = NDArray[np.float64]
EXAMPLES = settings(deadline=None, derandomize=True, database=None, max_examples=60)

budgets = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))


@st.composite
def distributions(draw: st.DrawFn, width: int) -> Floats:
    """Any distribution: flat, peaked, with zeros, one-hot."""
    sharpness = draw(st.sampled_from([0.1, 1.0, 4.0]))
    logits = np.array(draw(st.lists(st.floats(-3, 3), min_size=width, max_size=width)))
    gone = np.array(draw(st.lists(st.sampled_from([False, False, True]), min_size=width, max_size=width)))
    weights = np.where(gone, 0.0, np.exp(sharpness * logits))
    assume(weights.sum() > 0)
    return np.asarray(weights / weights.sum())


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Two of the same width, which may be alike or the same."""
    width = draw(st.integers(2, 12))
    p, q = draw(distributions(width)), draw(distributions(width))
    weight = draw(st.sampled_from([0.0, 0.0, 0.5, 0.999, 1.0]))
    q = weight * p + (1 - weight) * q
    return p, q / q.sum()
