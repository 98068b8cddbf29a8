"""The right side of the Sweep tab: finding, heat map and frontier, table, foot."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.models.notice import Notice
from app.models.sweep.model import SweepModel
from app.models.sweep.words import foot
from app.theme import Theme
from app.views.controls.labels import Sentence, ground, label
from app.views.frame.notice import NoticeBanner
from app.views.sweep.card import Card
from app.views.sweep.frontier import Frontier
from app.views.sweep.heat import HeatMap
from app.views.sweep.progress import ProgressLine
from app.views.sweep.table import SweepTable
from engine.sweep.plan import Setting

EDGE, BETWEEN = 24, 16
#: Below this height of the page, cards and words stand closer.
LOW = 740


class SweepPage(QWidget):
    """Shows what the model knows. A choice made in one place is shown in all.

    Signals:
        opened: a `Setting` to look at in Compare.
    """

    opened = Signal(object)

    def __init__(self, theme: Theme, model: SweepModel) -> None:
        super().__init__()
        self._model = model
        ground(self, "window")
        self.notice = NoticeBanner(theme)
        self.progress = ProgressLine(theme, model)
        self.finding = label(theme, "", 19, semibold=True)
        self.second = label(theme, "", 13, tone="secondary")
        self.heat, self.frontier = HeatMap(theme), Frontier(theme)
        self.table = SweepTable(theme)
        self.table_card = Card(theme).hold(self.table)
        self.foot = Sentence(theme)
        self.copy_button = _button("Copy table", "Copy the table, with tabs between its columns.")
        self.open_button = _button("Open cell in Compare", "Put the selected setting into the two sliders of Compare.")
        self._build()
        self._connect()
        self._show()

    def _build(self) -> None:
        for words in (self.finding, self.second):
            words.setWordWrap(True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            words.setSizePolicy(policy)
        self._inner = QVBoxLayout()
        charts = QHBoxLayout()
        charts.setSpacing(BETWEEN)
        charts.addWidget(self.heat, 52)
        charts.addWidget(self.frontier, 48)
        self._inner.setSpacing(0)
        self._inner.addWidget(self.finding)
        self._inner.addSpacing(8)
        self._inner.addWidget(self.second)
        self._inner.addSpacing(BETWEEN)
        self._inner.addLayout(charts, 59)
        self._inner.addSpacing(BETWEEN)
        self._inner.addWidget(self.table_card, 41)
        self._inner.addSpacing(12)
        self._inner.addLayout(self._foot_row())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.progress)
        outer.addWidget(self.notice)
        outer.addLayout(self._inner, 1)
        for card in (self.heat, self.frontier):
            card.setMinimumSize(250, 190)
        self.table_card.setMinimumHeight(100)

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.foot, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(8)
        row.addWidget(self.copy_button)
        row.addWidget(self.open_button)
        return row

    def _connect(self) -> None:
        model = self._model
        model.changed.connect(self._show)
        model.selection_changed.connect(self._show_selection)
        model.notice.connect(self._on_notice)
        for part in (self.heat, self.frontier, self.table):
            part.chosen.connect(model.select)
            part.opened.connect(self._open)
        for plot in (self.heat, self.frontier):
            plot.clicked.connect(model.take_setting)
        self.copy_button.clicked.connect(self.table.copy)
        self.open_button.clicked.connect(lambda: self._open(model.selected))

    def _on_notice(self, notice: Notice | None) -> None:
        """The banner tells it, unless it is about a field of the column, which tells it under itself."""
        told_there = notice is not None and notice.field in ("prompt", "lengths", "budgets")
        self.notice.show_notice(None if told_there else notice)

    def _open(self, setting: Setting | None) -> None:
        if setting is not None and setting.mode == "mentored":
            self.opened.emit(setting)

    def _show(self) -> None:
        results = self._model.results
        self.finding.setText(results.finding.head)
        self.second.setText(results.finding.rest)
        self.foot.show_words(foot(results, self._model.running))
        self.copy_button.setEnabled(bool(results.rows))
        self._show_selection()

    def _show_selection(self) -> None:
        board, selected = self._model.board, self._model.selected
        header = self._model.results.header
        self.heat.show_board(board, selected)
        self.frontier.show_board(board, selected)
        self.table.show_board(board, selected, header.plan.preset if header else "")
        self.open_button.setEnabled(selected is not None and selected.mode == "mentored")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low window has less air."""
        super().resizeEvent(event)
        low = event.size().height() < LOW
        self._inner.setContentsMargins(EDGE, 12 if low else 18, EDGE, 8 if low else 12)


def _button(words: str, tip: str) -> QPushButton:
    button = QPushButton(words)
    button.setAccessibleName(words)
    button.setToolTip(tip)
    button.setFixedHeight(26)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
