"""Shows a preview wherever the run is shown: slider, status bar, header, text, strip and plots."""

from PySide6.QtCore import QObject

from app.models.compare.versus import comparable
from app.models.preview.model import PreviewModel
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneModel
from app.theme import Theme
from app.views.controls.budget import BudgetSection
from app.views.inspector import preview_words as words
from app.views.panes.area import PanesArea
from app.views.panes.difference_words import Finding
from app.views.panes.figure_words import figure_words
from app.views.panes.foot import MentoredFoot, SentenceFoot
from app.views.panes.header import HeaderPreview
from app.views.plots.bottom import BottomArea


class Previewing(QObject):
    """Follows a `PreviewModel`; what it puts into the views goes when the preview ends."""

    def __init__(
        self, theme: Theme, comparison: ComparisonModel, area: PanesArea, bottom: BottomArea, budget: BudgetSection
    ) -> None:
        super().__init__(area)
        self.model = PreviewModel(comparison, self)
        self._comparison, self._area, self._bottom, self._budget = comparison, area, bottom, budget
        self._shown = False
        self.model.changed.connect(self.refresh)

    @property
    def _pane(self) -> PaneModel:
        return self._comparison.panes["mentored"]

    def refresh(self) -> None:
        """Show what the model says now."""
        model = self.model
        if model.budget is None and not self._shown and not model.obstacle:
            return
        first = model.change.position if model.change else None
        self._shown = model.budget is not None or bool(model.obstacle)
        self._say()
        pane = self._area.panes["mentored"]
        pane.text.set_flag(first)
        pane.header.set_preview(self._header())
        self._area.legend.set_preview(first)
        if isinstance(pane.foot, MentoredFoot):
            pane.foot.set_preview(model.budget, first)
        self._bottom.distance.set_preview(model.budget, first)
        self._bottom.acceptance.set_preview(model.stakes.acceptance if model.stakes else None, model.budget)
        self._show_difference(first)

    def _say(self) -> None:
        model, record = self.model, self.model.record
        if record is None or model.budget is None:
            self._budget.show_preview("", model.obstacle, self._own())
            return
        how = model.held, model.continues
        self._budget.show_preview(*words.sentence(record, model.budget, model.change, *how), self._own())
        model.tell(words.status(model.budget, record, model.change, *how))

    def _own(self) -> float | None:
        record = self._pane.record
        return record.request.tv_budget if record else None

    def _header(self) -> HeaderPreview | None:
        model = self.model
        if model.record is None or model.budget is None or model.prediction is None:
            return None
        figures = words.predicted(figure_words(self._pane), model.record, model.budget, model.prediction)
        return HeaderPreview(words.NOTE, figures, words.hero(self._pane.speedup, model.prediction))

    def _show_difference(self, first: int | None) -> None:
        """The foot of target only says whether the first difference would stay."""
        pane, at, model = self._area.panes["target"], self._comparison.first_difference, self.model
        pane.refresh_foot()
        if model.record is None or model.budget is None or at is None or not isinstance(pane.foot, SentenceFoot):
            return
        target = self._comparison.panes["target"]
        stays = first is None or at < first
        sentence = words.still_different(model.record, at, model.budget) if stays else ""
        if sentence and comparable(target, self._pane):
            pane.foot.set_finding(Finding("difference", pane.foot.title.text(), sentence))
