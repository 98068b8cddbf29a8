"""A sweep as the window shows it: a grid of cells, the two baselines, and which settings nothing beats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.models.sweep.cell import Cell
from engine.request import Policy
from engine.sweep.plan import POLICIES, Setting

#: The speed-up at which the heat map is darkest, where no cell is further from 1.0×; and the most that it stretches to.
LEAST_FULL, MOST_FULL = 2.2, 8.0
Row = tuple[Policy, int]
#: An edge between two cells of the grid: column and row of the first, and whether the other is right of it or above.
Edge = tuple[int, int, bool]


@dataclass(frozen=True)
class Board:
    """Everything that the views draw.

    Attributes:
        rows: from the lowest up. columns: TV budgets from the left.
        cells: mentored cells and baselines by setting. frontier: unbeaten settings by rising mean spent budget.
        running: the setting that is being measured, or None.
    """

    rows: tuple[Row, ...] = ()
    columns: tuple[float, ...] = ()
    cells: Mapping[Setting, Cell] = field(default_factory=dict)
    frontier: tuple[Setting, ...] = ()
    running: Setting | None = None

    @property
    def grid(self) -> list[Cell]:
        """The mentored cells."""
        return [cell for cell in self.cells.values() if cell.setting.mode == "mentored"]

    @property
    def measured(self) -> list[Cell]:
        """The mentored cells of which runs are done."""
        return [cell for cell in self.grid if cell.known in ("some", "all")]

    @property
    def most_runs(self) -> int:
        """Timed runs of a setting."""
        return max((cell.planned for cell in self.grid), default=0)

    @property
    def full(self) -> float:
        """The speed-up at which the heat map's blue is full; its inverse is the darkest grey."""
        found = [max(cell.speedup, 1 / cell.speedup) for cell in self.grid if cell.speedup]
        return min(MOST_FULL, max([LEAST_FULL, *found]))

    def at(self, column: int, row: int) -> Cell | None:
        """The cell of a square of the grid, or None where this sweep has none."""
        if not (0 <= column < len(self.columns) and 0 <= row < len(self.rows)):
            return None
        return self.cells.get(self.setting(column, row))

    def setting(self, column: int, row: int) -> Setting:
        """What a square of the grid stands for."""
        policy, length = self.rows[row]
        return Setting("mentored", policy, length, self.columns[column])

    def square(self, setting: Setting | None) -> tuple[int, int] | None:
        """Column and row of a setting, or None where it is not in the grid."""
        if setting is None or row_of(setting) not in self.rows or setting.tv_budget not in self.columns:
            return None
        return self.columns.index(setting.tv_budget), self.rows.index(row_of(setting))

    def break_even(self) -> list[tuple[Edge, bool]]:
        """The edges that part cells of 1.0× and above from cells below, and whether both are measured."""
        found = []
        for column in range(len(self.columns)):
            for row in range(len(self.rows)):
                for beside in (True, False):
                    if not beside and self.rows[row][0] != self.rows[min(row + 1, len(self.rows) - 1)][0]:
                        continue  # above is another policy, which is no longer draft
                    other = (column + 1, row) if beside else (column, row + 1)
                    edge = _parted(self.at(column, row), self.at(*other))
                    if edge is not None:
                        found.append(((column, row, beside), edge))
        return found


def _parted(one: Cell | None, other: Cell | None) -> bool | None:
    """Whether the line between two cells is measured; None where break-even does not run between them."""
    if one is None or other is None or one.speedup is None or other.speedup is None:
        return None
    if (one.speedup >= 1.0) == (other.speedup >= 1.0):
        return None
    return "predicted" not in (one.known, other.known)


def row_of(setting: Setting) -> Row:
    """The heat map's row that a setting belongs to."""
    return setting.policy, setting.draft_length


def rows_of(settings: Iterable[Setting]) -> tuple[Row, ...]:
    """Fixed lengths from the shortest up, then the policies."""
    rows = {row_of(setting) for setting in settings if setting.mode == "mentored"}
    return tuple(sorted(rows, key=lambda row: (POLICIES.index(row[0]), row[1])))


def columns_of(settings: Iterable[Setting]) -> tuple[float, ...]:
    """TV budgets from the least up."""
    return tuple(sorted({setting.tv_budget for setting in settings if setting.mode == "mentored"}))


def step_line(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a line that keeps its height until the next point, then rises to it."""
    line = list(points[:1])
    for (_, height), (x, y) in pairwise(points):
        line += [(x, height), (x, y)]
    return line
