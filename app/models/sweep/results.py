"""Everything that is shown of a sweep, made from its header and its samples."""

from functools import cached_property

from app.models.sweep.board import Board, columns_of, rows_of
from app.models.sweep.cell import Cell
from app.models.sweep.words import EMPTY, STARTED
from engine.sweep.findings import Finding, finding
from engine.sweep.frontier import frontier
from engine.sweep.plan import DRAFT, TARGET, Plan, Setting
from engine.sweep.predict import error_words, held_out, model_of
from engine.sweep.provenance import Header
from engine.sweep.sample import Sample
from engine.sweep.summary import Summary, summarise


def planned_board(plan: Plan) -> Board:
    """The cells of a plan, nothing known of them yet."""
    cells = {setting: Cell(setting, plan.laps) for setting in plan.measured}
    return Board(rows_of(plan.measured), columns_of(plan.measured), cells)


class Results:
    """One state of a sweep; made anew with each finished run, and worked out when it is asked for.

    Attributes:
        header: None while there is no sweep. running: the setting that is being measured, or None.
    """

    def __init__(
        self, header: Header | None = None, samples: tuple[Sample, ...] = (), running: Setting | None = None
    ) -> None:
        self.header, self.samples, self.running = header, samples, running

    @cached_property
    def rows(self) -> tuple[Summary, ...]:
        """The table: one summary a setting that has runs."""
        return summarise(self.samples, self.header.plan.settings) if self.header else ()

    @cached_property
    def finding(self) -> Finding:
        """The sentence on top and those below it."""
        if self.header is None:
            return EMPTY
        measured = any(row.setting.mode == "mentored" and row.speedup for row in self.rows)
        return finding(self.rows, self.header.plan) if measured else STARTED

    @cached_property
    def board(self) -> Board:
        """The cells; those of fixed lengths that were not measured are predicted where that can be."""
        if self.header is None:
            return Board()
        plan = self.header.plan
        by_setting = {row.setting: row for row in self.rows}
        cells = {setting: Cell(setting, plan.laps, by_setting.get(setting)) for setting in plan.measured}
        cells[TARGET] = Cell(TARGET, plan.laps * plan.baselines, by_setting.get(TARGET))
        rows, columns = rows_of(plan.measured), columns_of(plan.measured)
        grid = [Setting("mentored", *row, column) for row in rows for column in columns]
        self._predict(cells, [one for one in grid if one.fixed])
        best = tuple(row.setting for row in frontier(self.rows))
        return Board(rows, columns, cells, best, self.running)

    @cached_property
    def target(self) -> Summary | None:
        """Target only."""
        return next((row for row in self.rows if row.setting == TARGET), None)

    @cached_property
    def draft(self) -> Summary | None:
        """Draft only."""
        return next((row for row in self.rows if row.setting == DRAFT), None)

    @cached_property
    def error_words(self) -> str:
        """How far the model of cost was off on cells that it had not seen."""
        if self.header is None:
            return ""
        return error_words(held_out(self.samples, self.rows, self.header.plan.base.bonus))

    def _predict(self, cells: dict[Setting, Cell], grid: list[Setting]) -> None:
        """Fill what is not measured."""
        missing = [one for one in grid if one not in cells or cells[one].known == "nothing"]
        model = model_of(self.samples, self.header is not None and self.header.plan.base.bonus) if missing else None
        for setting in missing if model is not None else ():
            planned = cells[setting].planned if setting in cells else 0
            summary = cells[setting].summary if setting in cells else None
            guess = model.predict(setting.draft_length, setting.tv_budget) if model else None
            cells[setting] = Cell(setting, planned, summary, guess.speedup if guess else None)
