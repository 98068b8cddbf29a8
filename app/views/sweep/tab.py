"""The Sweep tab in the window: the switch in the header, the keys, and what each of the two views may do."""

from PySide6.QtCore import QObject, QSettings, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTextEdit, QWidget

from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.models.sweep.model import SweepModel
from app.theme import Theme
from app.views.controls.buttons import Segmented
from app.views.controls.column import NARROW, WIDTH
from app.views.controls.keys import key_text
from app.views.controls.labels import hairline
from app.views.frame.actions import Actions
from app.views.frame.header import Header
from app.views.sweep.chooser import SweepChooser
from app.views.sweep.column import SweepColumn
from app.views.sweep.files import SweepFiles
from app.views.sweep.page import SweepPage
from engine.sweep.plan import Setting

WIDE = 1280
EMPTY_HINT = "Set draft lengths and budgets, then press Run sweep."
HINT = "A click on a cell sets the sliders to it; a double click opens it in Compare."
#: Commands that mean the comparison; off while the sweep is in front.
COMPARE_ONLY = (
    "new_seed", "focus_budget", "focus_length", "draft_pane", "more", "copy_mentored", "copy_target", "open_run",
    "save_run", "export_page", "export_picture", "history", "scroll_together", "word_marks", "race", "round_back",
    "round_on", "round_play", "token_back", "token_on", "relaxed_back", "relaxed_on", "token_continue",
)  # fmt: skip
#: Commands of the sweep; off while the comparison is in front.
SWEEP_ONLY = (
    "save_sweep", "export_csv", "export_json", "export_markdown", "export_sweep_picture", "copy_table", "open_cell",
)  # fmt: skip


class SweepView(QSplitter):
    """Column and page; the column is as wide as Compare's."""

    def __init__(self, column: SweepColumn, page: SweepPage) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.column, self.page = column, page
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._moved = False
        for index, part in enumerate((column, page)):
            self.addWidget(part)
            self.setStretchFactor(index, index)
        self.splitterMoved.connect(lambda *_: setattr(self, "_moved", True))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What the design gives the column, until its edge is moved by hand."""
        super().resizeEvent(event)
        if not self._moved:
            wide = (WIDTH if event.size().width() >= WIDE else NARROW) - 1
            self.setSizes([wide, max(1, event.size().width() - wide - 1)])


class SweepTab(QObject):
    """Made by the window once its own parts stand; column and page when they are first asked for.

    Attributes:
        view: column and page, stacked behind the comparison. shown: whether it is in front.
    """

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        comparison: ComparisonModel,
        settings: SettingsModel,
        store: QSettings,
        header: Header,
        actions: Actions,
    ) -> None:
        super().__init__(parent)
        self._theme, self._settings = theme, settings
        self._comparison, self._header, self._actions = comparison, header, actions
        self.model = SweepModel(comparison, settings, store, self)
        self.files = SweepFiles(parent, lambda: self.page, comparison, self.model)
        # Texts would take a file's name for words.
        self.files.watch(parent, *(editor.viewport() for editor in parent.findChildren(QTextEdit, "prompt")))
        self.chooser = SweepChooser(theme, self.model)
        self.switch = Segmented(
            theme,
            "View",
            (
                ("compare", "Compare", f"Target only and mentored, side by side ({key_text('Ctrl+1')})."),
                ("sweep", "Sweep", f"Many settings, measured against each other ({key_text('Ctrl+2')})."),
            ),
        )
        self._stack: QStackedWidget | None = None
        self._before = ""
        self._view: SweepView | None = None
        self._put_into_header()
        self._connect()

    @property
    def shown(self) -> bool:
        """Whether the sweep is in front."""
        return self._stack is not None and self._view is not None and self._stack.currentWidget() is self._view

    @property
    def view(self) -> SweepView:
        """Column and page. They take a quarter of a window's time to make, and many a window never shows them."""
        if self._view is None:
            self._view = self._make_view()
            if self._stack is not None:
                self._stack.addWidget(self._view)
        return self._view

    @property
    def column(self) -> SweepColumn:
        """The left side."""
        return self.view.column

    @property
    def page(self) -> SweepPage:
        """The right side."""
        return self.view.page

    def put_behind(self, views: QStackedWidget) -> None:
        """Take a place behind the comparison, which is in front at first."""
        self._stack = views
        # Until the user goes somewhere, nothing has the focus, and no ring is drawn.
        views.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        if self._view is not None:
            views.addWidget(self._view)
        self.show_view("compare")

    def show_view(self, name: str) -> None:
        """Bring "compare" or "sweep" to the front."""
        sweep = name == "sweep"
        self._greet(sweep)
        if self._stack is not None and sweep:
            self._stack.setCurrentWidget(self.view)
        elif self._stack is not None:
            self._stack.setCurrentIndex(0)
        self.switch.show_choice(name)
        self.model.set_shown(sweep)
        self._actions["view_sweep" if sweep else "view_compare"].setChecked(True)
        for widget in self._of_comparison:
            widget.setVisible(not sweep)
        self.chooser.setVisible(sweep)
        if self._stack is not None:
            self._stack.setFocus()
        for command in COMPARE_ONLY:
            self._actions[command].setEnabled(not sweep)
        self.refresh_actions()

    def _greet(self, sweep: bool) -> None:
        """The status bar says what can be done here; back in Compare it says again what it said there."""
        comparison = self._comparison
        if sweep and not self.shown and not self.model.running:
            self._before = comparison.status
            comparison.tell(EMPTY_HINT if self.model.results.header is None else HINT)
        elif not sweep and comparison.status in (EMPTY_HINT, HINT):
            comparison.tell(self._before)

    def refresh_actions(self) -> None:
        """Which commands can be given now."""
        actions, model, sweep = self._actions, self.model, self.shown
        known = model.results.header is not None
        for name in SWEEP_ONLY:
            actions[name].setEnabled(sweep and known)
        cell = model.selected
        actions["open_cell"].setEnabled(sweep and cell is not None and cell.mode == "mentored")
        actions["open_sweep"].setEnabled(not model.running)
        actions["run"].setText("Run sweep" if sweep else "Run")
        if sweep:
            actions["run"].setEnabled(not model.running and self._comparison.loading is None)
            actions["stop"].setEnabled(model.state == "running")
        actions["resume_sweep"].setEnabled(sweep and model.can_resume)

    def open_cell(self, setting: Setting | None) -> None:
        """Put a cell's settings into the sliders, and turn to Compare."""
        if setting is None or setting.mode != "mentored":
            return
        if self.model.running:
            self._comparison.tell("A sweep is running: open the cell once it is done or stopped.")
            return
        self.show_view("compare")
        self.model.load_setting(setting)

    def _make_view(self) -> SweepView:
        column, page = SweepColumn(self._theme, self.model, self._settings), SweepPage(self._theme, self.model)
        self.files.watch(column.prompt.editor.viewport())
        page.opened.connect(self.open_cell)
        return SweepView(column, page)

    def _put_into_header(self) -> None:
        header = self._header
        # What stands at the right belongs to the comparison.
        items = [header.right.itemAt(index) for index in range(header.right.count())]
        right = [item.widget() for item in items if item is not None]
        self._of_comparison: list[QWidget] = [header.draft_pane, *(widget for widget in right if widget is not None)]
        header.left.addSpacing(8)
        header.left.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignVCenter)
        header.left.addSpacing(18)
        header.left.addWidget(hairline(vertical=True, length=20), 0, Qt.AlignmentFlag.AlignVCenter)
        header.left.addSpacing(8)
        header.right.addWidget(self.chooser, 0, Qt.AlignmentFlag.AlignVCenter)

    def _connect(self) -> None:
        actions, model = self._actions, self.model
        self.switch.chosen.connect(self.show_view)
        self.chooser.open_asked.connect(self._ask_open)
        self.files.dropped.connect(lambda: self.show_view("sweep"))
        model.changed.connect(self.refresh_actions)
        model.selection_changed.connect(self.refresh_actions)
        deeds = {
            "view_compare": lambda: self.show_view("compare"),
            "view_sweep": lambda: self.show_view("sweep"),
            "resume_sweep": model.resume,
            "open_sweep": self._ask_open,
            "save_sweep": self.files.ask_save,
            "export_csv": lambda: self.files.ask_export("csv"),
            "export_json": lambda: self.files.ask_export("json"),
            "export_markdown": lambda: self.files.ask_export("markdown"),
            "export_sweep_picture": self.files.ask_picture,
            "copy_table": lambda: self.page.table.copy(),
            "open_cell": lambda: self.open_cell(model.selected),
        }
        for name, deed in deeds.items():
            actions[name].triggered.connect(lambda _=False, deed=deed: deed())

    def _ask_open(self) -> None:
        self.show_view("sweep")
        self.files.ask_open()
