"""What stands on top of the comparison: rounds, history, run files, comparing and racing; put into the window."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow

from app.export.files import Files
from app.models.comparison import ComparisonModel
from app.models.history import HistoryModel
from app.models.rounds import RoundsModel
from app.theme import Theme
from app.views.compare.comparing import Comparing
from app.views.controls.labels import hairline
from app.views.frame.actions import Actions
from app.views.frame.header import Header
from app.views.history.button import HistoryButton
from app.views.history.pinned import Pinning
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


class History(QObject):
    """The list in the header, and the run that is pinned."""

    def __init__(
        self, theme: Theme, comparison: ComparisonModel, panes: PanesArea, header: Header, actions: Actions
    ) -> None:
        super().__init__(header)
        self.model = HistoryModel(comparison, self)
        self.button = HistoryButton(theme, self.model)
        self.pinning = Pinning(theme, comparison, self.model, panes)
        header.right.addSpacing(20)
        header.right.addWidget(hairline(vertical=True, length=22), 0, Qt.AlignmentFlag.AlignVCenter)
        header.right.addSpacing(20)
        header.right.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        actions["history"].triggered.connect(self.button.open)


class Additions(QObject):
    """Made by the window once its own parts stand."""

    def __init__(
        self,
        window: QMainWindow,
        theme: Theme,
        comparison: ComparisonModel,
        panes: PanesArea,
        bottom: BottomArea,
        header: Header,
        actions: Actions,
    ) -> None:
        super().__init__(window)
        self.history = History(theme, comparison, panes, header, actions)
        self.rounds = Rounds(theme, comparison, panes, bottom, actions)
        self.comparing = Comparing(theme, comparison, self.history.model, panes, self.history.pinning)
        tab = bottom.add_page("Compare", self.comparing.page)
        bottom.tabs.chosen.connect(lambda index: self.comparing.set_chosen(index == tab))
        actions["scroll_together"].setChecked(True)
        actions["scroll_together"].toggled.connect(lambda on: setattr(self.comparing.scrolling, "on", on))
        actions["word_marks"].toggled.connect(self.comparing.set_always)
        self.files = Files(window, comparison, self.history.model)
        deeds = {
            "open_run": self.files.ask_open,
            "save_run": self.files.ask_save,
            "export_page": self.files.ask_page,
            "export_picture": self.files.ask_picture,
        }
        for name, deed in deeds.items():
            actions[name].triggered.connect(lambda _=False, deed=deed: deed())
