"""What the two pictures of a sweep show, as plain numbers: the settings that nothing beats, and the break-even line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.sweep.plan import Setting
from engine.sweep.summary import Summary


@dataclass(frozen=True, slots=True)
class Edge:
    """A piece of the break-even line along a cell's edge, in cells: column x grows with the budget, row y with K."""

    x0: int
    y0: int
    x1: int
    y1: int


def frontier(rows: Iterable[Summary]) -> list[Summary]:
    """The mentored settings that no other one beats: none spends as little and is as fast. By mean spent, rising."""
    known = [row for row in rows if row.setting.mode == "mentored" and row.speedup and row.mean_spent is not None]
    known.sort(key=lambda row: (row.mean_spent or 0.0, -_speed(row)))
    best: list[Summary] = []
    for row in known:
        if not best or _speed(row) > _speed(best[-1]):
            best.append(row)
    return best


def break_even_edges(
    speedups: Mapping[tuple[int, float], float], lengths: Sequence[int], budgets: Sequence[float]
) -> list[Edge]:
    """Edges between two known cells of which one is below 1.0× and the other is not.

    Args:
        speedups: by (K, D); a cell that is missing has no edges.
        lengths, budgets: the rows (from below) and the columns of the map.
    """
    below: dict[tuple[int, int], bool] = {}
    for y, length in enumerate(lengths):
        for x, budget in enumerate(budgets):
            if (speed := speedups.get((length, budget))) is not None:
                below[x, y] = speed < 1.0
    found = []
    for (x, y), state in below.items():
        if below.get((x + 1, y), state) != state:
            found.append(Edge(x + 1, y, x + 1, y + 1))
        if below.get((x, y + 1), state) != state:
            found.append(Edge(x, y + 1, x + 1, y + 1))
    return found


def axes(settings: Iterable[Setting]) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The draft lengths and budgets of all fixed cells, rising: the rows and columns of the map."""
    cells = [setting for setting in settings if setting.fixed]
    return tuple(sorted({cell.draft_length for cell in cells})), tuple(sorted({cell.tv_budget for cell in cells}))


def _speed(row: Summary) -> float:
    return row.speedup.median if row.speedup else 0.0
