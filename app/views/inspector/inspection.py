"""What lets one see why a token is there: the preview, the inspector and the links, put into the window."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.models.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.budget import BudgetSection
from app.views.inspector.previewing import Previewing
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea


class Inspection(QObject):
    """Made by the window once its own parts stand."""

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
        self.previewing = Previewing(theme, comparison, panes, bottom, budget)
