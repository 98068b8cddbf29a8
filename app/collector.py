"""Keeps Python's collector of cycles from stopping the window in the middle of a text."""

import gc

from app.models.runs.comparison import ComparisonModel


def spare_the_collector(comparison: ComparisonModel) -> None:
    """Let the collector pass over what stays: modules, widgets, the loaded pair.

    A full collection goes through every object that there is; with a pair's libraries imported that takes longer than
    two frames, and what a run makes (tokens, in thousands) brings one about. While a pair is loaded nothing is passed
    over, so that the former pair's memory is given back.
    """

    def follow() -> None:
        if comparison.loading is None:
            gc.collect()
            gc.freeze()
        else:
            gc.unfreeze()

    comparison.loading_changed.connect(follow)


def collect_again() -> None:
    """The collector goes through everything again."""
    gc.unfreeze()
