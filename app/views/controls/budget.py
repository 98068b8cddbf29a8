"""The TV budget: how far each output token may lean from the target to the draft."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.runs.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.fields import Number
from app.views.controls.labels import Sentence, label, row
from app.views.controls.slider import BudgetSlider
from engine.record import RunRecord

TIP = (
    "D: the most by which the law of each output token may differ from the target’s, in total variation (TV).\n"
    "0 is lossless, 1 is the draft’s own text."
)
MARKS_TIP = "Marks are critical budgets: the smallest budget at which a token stays."
#: A mark under this many TV is a token that the target keeps anyway.
LEAST_MARK = 1e-6


class BudgetSection(QWidget):
    """Label, number, marked slider, captions and one sentence of help."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, binder: Binder) -> None:
        super().__init__()
        self._comparison, self._previewing = comparison, False
        self._marks: list[float] = []
        self._counted: tuple[RunRecord | None, int] = (None, 0)
        self.number = Number(theme, "TV budget", 0, 1, 0.01, decimals=2)
        self.slider = BudgetSlider(theme)
        self.help = Sentence(theme, lines=3)
        self._build(theme)
        binder.number("tv_budget", self.number)
        binder.slider("tv_budget", self.slider, scale=100)
        binder.watch("tv_budget", self._show_budget)
        self.slider.drag_began.connect(self._show_ghost)
        self.slider.drag_ended.connect(lambda: self.slider.set_ghost(None))
        mentored = comparison.panes["mentored"]
        mentored.reset.connect(self._show_marks)
        mentored.state_changed.connect(self._show_marks)
        mentored.figures_changed.connect(self._show_marks)
        self._show_marks()

    def _build(self, theme: Theme) -> None:
        heading = label(theme, "TV budget", 15, semibold=True, tip=TIP)
        heading.setBuddy(self.number)
        self.number.setToolTip(TIP)
        self.number.setAccessibleDescription("TV, from 0.00 to 1.00")
        self.slider.setToolTip(MARKS_TIP)
        captions = row(
            label(theme, "0  lossless", 11, tone="secondary"),
            None,
            label(theme, "draft’s own  1", 11, tone="secondary"),
        )
        captions.setFixedHeight(15)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(row(heading, None, self.number))
        layout.addSpacing(6)
        layout.addWidget(self.slider)
        layout.addSpacing(1)
        layout.addWidget(captions)
        layout.addSpacing(8)
        layout.addWidget(row(self.help))

    def _show_budget(self, budget: float) -> None:
        self.slider.setAccessibleDescription(f"{budget:.2f} TV")
        if self._previewing:
            return  # the preview tells it next
        marks = " Marks: budgets at which a token of this run changes." if self._marks else ""
        self.help.show_words(f"{_meaning(budget)}{marks}")

    def show_preview(self, strong: str, words: str, ghost: float | None) -> None:
        """Say what the budget that is being set would change; a ring marks that of the run (TV).

        Args:
            strong, words: the sentence; both "" for the usual help.
        """
        self._previewing = bool(strong or words)
        if self._previewing:
            self.help.show_words(words, strong)
            self.slider.set_ghost(None if ghost is None else 100 * ghost)
            return
        if not self.slider.dragging:
            self.slider.set_ghost(None)
        self._show_budget(self._comparison.settings.value("tv_budget"))

    def _show_marks(self) -> None:
        record, marked = self._comparison.panes["mentored"].record, bool(self._marks)
        if record is not self._counted[0]:
            self._counted, self._marks = (record, 0), []
        # Only what is new: this is asked for several times a second while a run goes on.
        new = record.tokens[self._counted[1] :] if record else []
        self._counted = record, self._counted[1] + len(new)
        budgets = [token.critical_budget for token in new]
        self._marks = sorted(self._marks + [b for b in budgets if b is not None and LEAST_MARK < b <= 1])
        self.slider.set_marks(self._marks)
        if bool(self._marks) != marked:
            self._show_budget(self._comparison.settings.value("tv_budget"))

    def _show_ghost(self) -> None:
        """While the handle is held, a ring stays where the last run was."""
        record = self._comparison.panes["mentored"].record
        self.slider.set_ghost(record.request.tv_budget * 100 if record else None)


def _meaning(budget: float) -> str:
    """What a budget lets each output token do."""
    if budget <= 0:
        return "Each output token follows the target’s own law."
    if budget >= 1:
        return "Each output token follows the draft’s own law, with the linear shape."
    return f"Each output token may lean to the draft by up to {budget:.2f} TV."
