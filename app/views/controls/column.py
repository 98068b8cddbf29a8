"""The left column: every setting of a run, scrolling, above the Run button, which stays put."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.models.notice import Notice, notice_of
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.budget import BudgetSection
from app.views.controls.buttons import RunButton
from app.views.controls.keys import key_text
from app.views.controls.labels import PADDING, ground, hairline, row
from app.views.controls.length import LengthSection
from app.views.controls.more import MoreSection
from app.views.controls.prompt import PromptSection
from app.views.controls.sampling import SamplingSection
from engine.errors import RequestError

WIDTH = 320
NARROW = 280
#: What is left of the 16 points of padding beside a row's own.
EDGE = 16 - PADDING


class Column(QWidget):
    """All controls of a run."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, settings: SettingsModel) -> None:
        super().__init__()
        self._comparison = comparison
        ground(self, "side")
        self.setMinimumWidth(NARROW - 1)
        binder = Binder(settings, self._tell, self)
        self.prompt = PromptSection(theme, settings)
        self.budget = BudgetSection(theme, comparison, binder)
        self.length = LengthSection(theme, comparison, binder)
        self.sampling = SamplingSection(theme, settings, binder)
        self.more = MoreSection(theme, settings, binder)
        self.run_button = RunButton(theme)
        self._scroll = QScrollArea()
        self._edge = hairline()
        self._build()
        self.run_button.clicked.connect(self.run_or_stop)
        comparison.running_changed.connect(lambda _: self._show_run())
        comparison.loading_changed.connect(self._show_run)
        comparison.pair_changed.connect(self._show_run)
        comparison.notice.connect(self._on_notice)
        self._show_run()

    def run_or_stop(self) -> None:
        """What the button says."""
        if self._comparison.running:
            self._comparison.stop()
        else:
            self._comparison.run()

    def _build(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._scroll, 1)
        outer.addWidget(self._edge)
        outer.addSpacing(12)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        content = QWidget()
        self._content = QVBoxLayout(content)
        self._content.setSpacing(0)
        self._fill()
        self._scroll.setWidget(content)
        # Last, so that Tab comes to it last.
        outer.addWidget(row(self.run_button, padding=16, below=16))
        content.setAutoFillBackground(False)
        bar = self._scroll.verticalScrollBar()
        bar.rangeChanged.connect(self._fit_padding)
        self._fit_padding(0, 0)

    def _fill(self) -> None:
        parts: tuple[QWidget | int, ...] = (
            self.prompt, 16, row(hairline()), 16, self.budget, 17, self.length, 16, row(hairline()), 16,
            self.sampling, 8, self.more,
        )  # fmt: skip
        for part in parts:
            if isinstance(part, int):
                self._content.addSpacing(part)
            else:
                self._content.addWidget(part)
        self._content.addStretch(1)

    def _fit_padding(self, low: int, high: int) -> None:
        """A scroll bar takes its width from the padding, so that nothing moves sideways.

        What goes on below the Run button is cut by a line.
        """
        bar = self._scroll.verticalScrollBar().sizeHint().width() if high > low else 0
        self._content.setContentsMargins(EDGE, 16, max(0, EDGE - bar), 8)
        ground(self._edge, "line" if bar else "side")
        self._edge.style().polish(self._edge)

    def _show_run(self) -> None:
        if self._comparison.running:
            self.run_button.show_action("Stop", key_text("Ctrl+."), "Stop after the present round; the text stays.")
        else:
            self.run_button.show_action("Run", key_text("Ctrl+R"), "Run the panes one after the other.")
        loading = self._comparison.loading is not None
        self.run_button.setEnabled(self._comparison.running or not loading)
        if loading and not self._comparison.running:
            self.run_button.setToolTip("Run is possible once the pair is loaded.")

    def _tell(self, problem: RequestError) -> None:
        self._comparison.notice.emit(notice_of(problem))

    def _on_notice(self, notice: Notice | None) -> None:
        """A refused prompt is told under the prompt."""
        if notice is not None and notice.field == "prompt":
            self.prompt.show_error(notice.sentence)
