"""What stands on top of the comparison: rounds, history, run files, comparing and racing; put into the window."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QVBoxLayout

from app.export.files import Files
from app.models.replay.race import RaceModel
from app.models.replay.rounds import RoundsModel
from app.models.runs.comparison import ComparisonModel
from app.models.runs.history import HistoryModel
from app.theme import Theme
from app.views.compare.comparing import Comparing
from app.views.controls.labels import hairline
from app.views.frame.actions import Actions
from app.views.frame.header import Header
from app.views.history.button import HistoryButton
from app.views.history.pinned import Pinning
from app.views.links.links import Links
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea
from app.views.race.bar import RaceBar
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


class Race(QObject):
    """The race replay and its strip over the panes."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, history: HistoryModel, panes: PanesArea) -> None:
        super().__init__(panes)
        self.model = RaceModel(comparison, self)
        self.bar = RaceBar(theme, self.model)
        self._comparison, self._history = comparison, history
        layout = panes.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, self.bar)

    def connect_action(self, action: QAction) -> None:
        """Follow the menu's command, and let it follow the race."""
        action.triggered.connect(self._toggle)
        self.model.changed.connect(lambda: action.setChecked(self.model.active))
        self._action = action

    def _toggle(self, on: bool) -> None:
        if not on:
            self.model.stop()
        elif self.model.ready():
            # The race is between the panes of one comparison.
            self._history.pin(None)
            self.model.start()
        else:
            self._comparison.tell("A race needs finished runs of the same settings: press Run, or open a run file.")
        self._action.setChecked(self.model.active)


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
        tab = bottom.add_page("Measures", self.comparing.page)
        bottom.tabs.chosen.connect(lambda index: self.comparing.set_chosen(index == tab))
        actions["scroll_together"].setChecked(True)
        actions["scroll_together"].toggled.connect(lambda on: setattr(self.comparing.scrolling, "on", on))
        actions["word_marks"].toggled.connect(self.comparing.set_always)
        self.links = Links(
            comparison, panes, bottom, self.rounds.model, self.rounds.row.strip, self.history.pinning.pane
        )
        self.race = Race(theme, comparison, self.history.model, panes)
        self.race.connect_action(actions["race"])
        self.files = Files(window, comparison, self.history.model)
        deeds = {
            "open_run": self.files.ask_open,
            "save_run": self.files.ask_save,
            "export_page": self.files.ask_page,
            "export_picture": self.files.ask_picture,
        }
        for name, deed in deeds.items():
            actions[name].triggered.connect(lambda _=False, deed=deed: deed())
