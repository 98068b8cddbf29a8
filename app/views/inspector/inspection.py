"""What lets one see why a token is there: the preview, the inspector and the links, put into the window."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.models.inspector.model import InspectorModel
from app.models.runs.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.budget import BudgetSection
from app.views.frame.actions import Actions
from app.views.frame.additions import Additions
from app.views.inspector.page import ChartKey, TokenPage
from app.views.inspector.previewing import Previewing
from app.views.inspector.selecting import Selecting
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea


class Inspection(QObject):
    """Made by the window once its own parts stand, and before what is added to them, so that its tab comes first."""

    def __init__(
        self,
        window: QMainWindow,
        theme: Theme,
        comparison: ComparisonModel,
        panes: PanesArea,
        bottom: BottomArea,
        budget: BudgetSection,
    ) -> None:
        super().__init__(window)
        self._comparison, self._panes, self._bottom = comparison, panes, bottom
        self.previewing = Previewing(theme, comparison, panes, bottom, budget)
        self.model = InspectorModel(comparison, self)
        self.page = TokenPage(theme, self.model)
        self.tab = bottom.add_page("Token", self.page, ChartKey(theme))

    def follow(self, additions: Additions, actions: Actions) -> None:
        """Take up the rounds, the history and the menu, which are made later."""
        history = additions.history
        parts = self._panes, self._bottom, history.pinning, additions.rounds.model
        self.selecting = Selecting(self._comparison, self.model, *parts, self.tab)
        self.model.branched.connect(history.model.pin_record)
        deeds = {
            "token_back": lambda: self._step(-1),
            "token_on": lambda: self._step(1),
            "relaxed_back": lambda: self.model.step_relaxed(-1),
            "relaxed_on": lambda: self.model.step_relaxed(1),
            "token_continue": self.model.go_on,
        }
        for name, deed in deeds.items():
            actions[name].triggered.connect(lambda _=False, deed=deed: deed())

    def _step(self, by: int) -> None:
        """From no token, to the first of the mentored text."""
        if self.model.token is None:
            self.model.select(self._comparison.panes["mentored"], 0)
        else:
            self.model.step(by)
