"""What stands on top of the comparison: rounds, history, run files, comparing and racing; put into the window."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.models.comparison import ComparisonModel
from app.models.rounds import RoundsModel
from app.theme import Theme
from app.views.frame.actions import Actions
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea
from app.views.rounds.marks import RoundMarks
from app.views.rounds.row import RoundsRow


class Rounds(QObject):
    """The rounds' row under the plots, their marks in the text, and their keys."""

    def __init__(
        self, theme: Theme, comparison: ComparisonModel, panes: PanesArea, bottom: BottomArea, actions: Actions
    ) -> None:
        super().__init__(bottom)
        self.model = RoundsModel(comparison.panes["mentored"], self)
        self.row = RoundsRow(theme, self.model)
        self.marks = RoundMarks(theme, self.model, panes.panes["mentored"].text)
        layout = bottom.layout()
        if layout is not None:
            layout.addWidget(self.row)
        actions["round_back"].triggered.connect(self.row.back.click)
        actions["round_on"].triggered.connect(self.row.on.click)
        actions["round_play"].triggered.connect(self.row.toggle_play)


class Additions(QObject):
    """Made by the window once its own parts stand."""

    def __init__(
        self,
        window: QMainWindow,
        theme: Theme,
        comparison: ComparisonModel,
        panes: PanesArea,
        bottom: BottomArea,
        actions: Actions,
    ) -> None:
        super().__init__(window)
        self.rounds = Rounds(theme, comparison, panes, bottom, actions)
