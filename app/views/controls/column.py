"""The left column: every setting of a run, scrolling, above the Run button, which stays put."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.notice import Notice, notice_of
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.budget import BudgetSection
from app.views.controls.buttons import RunButton
from app.views.controls.keys import key_text
from app.views.controls.labels import ground, hairline, row
from app.views.controls.length import LengthSection
from app.views.controls.more import MoreSection
from app.views.controls.prompt import PromptSection
from app.views.controls.sampling import SamplingSection
from app.views.controls.sections import Sections
from engine.errors import RequestError

WIDTH = 320
NARROW = 280


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
        sections = Sections((
            self.prompt, 16, row(hairline()), 16, self.budget, 17, self.length, 16, row(hairline()), 16,
            self.sampling, 8, self.more,
        ))  # fmt: skip
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(sections, 1)
        outer.addWidget(sections.edge)
        outer.addSpacing(12)
        # Last, so that Tab comes to it last.
        outer.addWidget(row(self.run_button, padding=16, below=16))

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
