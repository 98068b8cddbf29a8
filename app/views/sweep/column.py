"""The left column of the Sweep tab: prompt, axes, counts, and the button that runs or stops."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.models.notice import Notice
from app.models.settings.model import SettingsModel
from app.models.sweep import words
from app.models.sweep.model import SweepModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.buttons import RunButton
from app.views.controls.column import NARROW
from app.views.controls.keys import key_text
from app.views.controls.labels import Sentence, ground, hairline, row
from app.views.controls.prompt import PromptSection
from app.views.controls.sections import Sections
from app.views.sweep.axes import AxesSection
from app.views.sweep.counts import CountsSection
from app.views.sweep.more import SweepMore
from engine.errors import RequestError


class SweepColumn(QWidget):
    """All that a sweep depends on, scrolling, above what stays put."""

    def __init__(self, theme: Theme, model: SweepModel, settings: SettingsModel) -> None:
        super().__init__()
        self._model, self._form = model, model.form
        ground(self, "side")
        self.setMinimumWidth(NARROW - 1)
        binder = Binder(settings, self._tell, self)
        self.prompt = PromptSection(theme, settings)
        self.axes = AxesSection(theme, model.form)
        self.counts = CountsSection(theme, model.form, settings, binder)
        self.more = SweepMore(theme, model.form, settings, binder)
        self.estimate = Sentence(theme, lines=3)
        self.resume_button = QPushButton("Continue the sweep")
        self.run_button = RunButton(theme)
        self._build()
        self.run_button.clicked.connect(self.run_or_stop)
        self.resume_button.clicked.connect(model.resume)
        model.changed.connect(self._show_run)
        model.form.changed.connect(self._show_run)
        model.notice.connect(self._on_notice)
        self._show_run()

    def run_or_stop(self) -> None:
        """What the button says."""
        if self._model.running:
            self._model.stop()
        else:
            self._model.run()

    def _build(self) -> None:
        self.resume_button.setFixedHeight(28)
        self.resume_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.resume_button.setAccessibleName("Continue the sweep")
        sections = Sections((
            self.prompt, 16, row(hairline()), 16, self.axes, 16, row(hairline()), 16, self.counts, 8, self.more,
        ))  # fmt: skip
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(sections, 1)
        outer.addWidget(sections.edge)
        # Last, so that Tab comes to the buttons last.
        outer.addSpacing(10)
        outer.addWidget(row(self.estimate, padding=16))
        outer.addSpacing(10)
        self._resume_row = row(self.resume_button, padding=16, below=8)
        outer.addWidget(self._resume_row)
        outer.addWidget(row(self.run_button, padding=16, below=16))

    def _show_run(self) -> None:
        model = self._model
        running = model.running
        if running:
            tip = "Stop after the present round; all finished runs stay."
            self.run_button.show_action("Stop", key_text("Ctrl+."), tip)
        else:
            tip = "Run every setting, with target-only runs in between."
            self.run_button.show_action("Run sweep", key_text("Ctrl+R"), tip)
        self.run_button.setEnabled(model.state != "stopping")
        self._resume_row.setVisible(model.can_resume)
        now = model.progress
        if now is not None and model.can_resume:
            left = now.total - now.done
            self.resume_button.setText(f"Continue, {left} run{'s' * (left != 1)} left")
            self.resume_button.setToolTip("Go on with the stopped sweep; what is done is not done again.")
        for part in (self.prompt, self.axes, self.counts, self.more):
            part.setEnabled(not running)
        self._show_estimate()

    def _show_estimate(self) -> None:
        now = self._model.progress
        if self._model.running and now is not None:
            self.estimate.show_words(words.progress(now))
            return
        try:
            self.estimate.show_words(self._model.estimate())
        except RequestError as problem:
            # The two lists say it themselves.
            self.estimate.show_words("" if problem.field in ("lengths", "budgets", "prompt") else problem.sentence)

    def _tell(self, problem: RequestError) -> None:
        self._model.notice.emit(Notice(problem.sentence))

    def _on_notice(self, notice: Notice | None) -> None:
        """A refused prompt is told under the prompt, a list under the list."""
        if notice is not None and notice.field == "prompt":
            self.prompt.show_error(notice.sentence)
        elif notice is not None and notice.field in self.axes.lists:
            self.axes.lists[notice.field].field.setFocus(Qt.FocusReason.OtherFocusReason)
