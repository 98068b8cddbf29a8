"""The laps of a race: how far it is, how long it still takes, and what stays of it after Ctrl-C."""

import time
from collections.abc import Callable

from engine.sweep.pace import duration

Progress = Callable[[str], None]


def run_laps(count: int, lap: Callable[[int, Progress], None], progress: Progress) -> int:
    """Run lap 0, which is told apart, and `count` laps after it; returns how many of those were finished.

    Args:
        lap: takes its number and a teller of what it is at; keeps its figures only once it is whole.
        progress: is told how far the race is, and of what is left from the second lap on.

    Raises:
        KeyboardInterrupt: Ctrl-C before lap 1 was finished. Later it ends the race with the laps before.
    """
    start = time.perf_counter()
    for number in range(count + 1):
        try:
            lap(number, _teller(number, count, start, progress))
        except KeyboardInterrupt:
            if number < 2:
                raise
            return number - 1
        if number == 0:
            start = time.perf_counter()  # whatever comes but once fell into the first
    return count


def _teller(number: int, count: int, start: float, progress: Progress) -> Progress:
    left = ""
    if number > 1:
        taken = time.perf_counter() - start
        left = f", about {duration(taken / (number - 1) * (count - number + 1))} left"
    head = f"lap {number} of {count}{left}" if number else "first runs"
    return lambda words: progress(f"{head}: {words}")
