"""The main window: header, column, panes over plots, status bar; and what its commands do."""

from typing import Protocol, cast, get_args, runtime_checkable

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.models.notice import Notice
from app.models.pair.bundled import bundled_pair
from app.models.runs.comparison import ComparisonModel
from app.models.settings.fields import REQUEST_DEFAULTS
from app.models.settings.model import SettingsModel
from app.theme import Theme, ThemeName
from app.theme.style import install_style
from app.views.controls.column import Column
from app.views.frame.actions import Actions
from app.views.frame.additions import Additions
from app.views.frame.editing import copy_text, edit
from app.views.frame.header import Header
from app.views.frame.menus import fill_menu_bar, pair_menu
from app.views.frame.notice import NoticeBanner
from app.views.frame.preferences import TEXT_SIZES, Preferences
from app.views.frame.settings_dialog import SettingsDialog
from app.views.frame.status import StatusBar
from app.views.frame.tab_order import in_layout, put_in_order
from app.views.frame.window_state import DEFAULT_SIZE, MINIMUM_SIZE, Division, restore_place, save_place
from app.views.help.about import AboutDialog
from app.views.help.help import HelpWindow
from app.views.inspector.inspection import Inspection
from app.views.pair.choosing import Choosing
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea
from app.views.sweep.tab import SweepTab


@runtime_checkable
class TakesTextSize(Protocol):
    """Panes whose text can be made larger."""

    def set_text_size(self, points: int) -> None:
        """Take a size in points."""


class MainWindow(QMainWindow):
    """Puts the parts together. Models and engine outlive it."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, settings: SettingsModel, store: QSettings) -> None:
        super().__init__()
        install_style(cast(QApplication, QApplication.instance()), theme)
        self._theme, self._comparison, self._settings, self._store = theme, comparison, settings, store
        self.setWindowTitle("Mentorscope")
        self.setMinimumSize(MINIMUM_SIZE)
        self.preferences = Preferences(theme, store, self)
        self.actions_by_name = Actions(settings, self)
        self.header = Header(theme, comparison, settings, pair_menu(self, self.actions_by_name))
        self.column = Column(theme, comparison, settings)
        self.notice = NoticeBanner(theme)
        self.panes = PanesArea(theme, comparison)
        self.bottom = BottomArea(theme, comparison)
        self.status = StatusBar(theme, comparison, settings)
        self._columns, self._rows = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        self._division = Division(self._columns, self._rows)
        self._views = QStackedWidget()
        self._build()
        self.inspection = Inspection(self, theme, comparison, self.panes, self.bottom, self.column.budget)
        self.choosing = Choosing(self, theme, comparison, settings)
        parts = self.panes, self.bottom, self.header
        self.additions = Additions(self, theme, comparison, *parts, self.actions_by_name)
        self.inspection.follow(self.additions, self.actions_by_name)
        self.sweep = SweepTab(self, theme, comparison, settings, store, self.header, self.actions_by_name)
        self.sweep.put_behind(self._views)
        self._order()
        self._connect()
        self.resize(DEFAULT_SIZE)
        self._restore()

    def show_dialog(self, dialog: QDialog) -> None:
        """Open a dialog over the window; it is gone once closed."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_help(self) -> None:
        """The page of help, beside the window; there is one at most."""
        page = self.findChild(HelpWindow)
        if page is None:
            HelpWindow(self._theme, self).show()
        else:
            page.raise_()
            page.activateWindow()

    def open_pair(self) -> None:
        """Choose a target and a draft."""
        self.choosing.open()

    def open_settings(self) -> None:
        """The app's settings."""
        sizes = isinstance(self.panes, TakesTextSize)
        self.show_dialog(SettingsDialog(self._theme, self.preferences, self.reset_settings, sizes, self))

    def reset_settings(self) -> None:
        """Every setting of a run as at the first start, as one step of undo."""
        stack = self._settings.undo_stack
        stack.beginMacro("reset")
        for name, value in REQUEST_DEFAULTS.items():
            self._settings.set(name, value)
        stack.endMacro()
        self._settings.set("draft_pane", False)

    def _build(self) -> None:
        # From the outside in: a tree that is hung up again is styled again, all of it.
        central, right = QWidget(), QWidget()
        self.setCentralWidget(central)
        whole, stacked = QVBoxLayout(central), QVBoxLayout(right)
        whole.addWidget(self.header)
        whole.addWidget(self._views, 1)
        whole.addWidget(self.status)
        self._views.addWidget(self._columns)
        self._columns.addWidget(self.column)
        self._columns.addWidget(right)
        stacked.addWidget(self.notice)
        stacked.addWidget(self._rows, 1)
        self._rows.addWidget(self.panes)
        self._rows.addWidget(self.bottom)
        for splitter in (self._columns, self._rows):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
            splitter.setStretchFactor(0, 1 if splitter is self._rows else 0)
            splitter.setStretchFactor(1, 0 if splitter is self._rows else 1)
        for layout in (stacked, whole):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        # Until the user goes somewhere, nothing has the focus, and no ring is drawn.
        central.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        central.setFocus()
        fill_menu_bar(self.menuBar(), self.actions_by_name)
        # Pictures made without a screen show the Mac's window, whose menu bar is elsewhere.
        self.menuBar().setVisible(QGuiApplication.platformName() != "offscreen")
        self.addActions(self.actions_by_name.all())

    def _order(self) -> None:
        """Tab goes as the window is read; the sweep, which is made later, comes last and takes no place of these."""
        header, notice, added = self.header, self.notice, self.additions
        put_in_order(
            self._views,  # has the focus until the user goes somewhere
            [
                *(self.sweep.switch, header.chip, header.draft_pane, self.sweep.chooser, added.history.button),
                *(self.column, notice.details_button, notice.close_button, notice.details, added.race.bar),
                *in_layout(self.panes.splitter),
                *in_layout(self.bottom),
            ],
        )

    def _connect(self) -> None:
        self._comparison.notice.connect(self._on_notice)
        self._comparison.running_changed.connect(lambda _: self._refresh_actions())
        self._comparison.loading_changed.connect(self._refresh_actions)
        self._settings.changed.connect(lambda _: self._refresh_actions())
        self._theme.changed.connect(self._refresh_actions)
        self.column.more.heading.toggled.connect(lambda _: self._refresh_actions())
        self._connect_app()
        self._connect_edit()
        self._connect_run()
        self._refresh_actions()

    def _connect_app(self) -> None:
        actions = self.actions_by_name
        actions["about"].triggered.connect(lambda: self.show_dialog(AboutDialog(self._theme, self)))
        actions["help"].triggered.connect(self.show_help)
        actions["settings"].triggered.connect(self.open_settings)
        actions["quit"].triggered.connect(QApplication.closeAllWindows)
        actions["close"].triggered.connect(self._close_front)
        actions["open_pair"].triggered.connect(self.open_pair)
        actions["bundled_pair"].triggered.connect(lambda: self._comparison.load(*bundled_pair()))
        actions["draft_pane"].triggered.connect(lambda on: self._settings.set("draft_pane", on))
        actions["more"].triggered.connect(self.column.more.set_unfolded)
        actions["full_screen"].triggered.connect(lambda on: self.showFullScreen() if on else self.showNormal())
        for name in get_args(ThemeName):
            actions[name].triggered.connect(lambda _=False, name=name: self.preferences.choose_theme(name))
        if isinstance(self.panes, TakesTextSize):
            self.preferences.text_size_changed.connect(self.panes.set_text_size)
            self.panes.set_text_size(TEXT_SIZES[self.preferences.text_size])

    def _connect_edit(self) -> None:
        actions = self.actions_by_name
        for name in ("cut", "copy", "paste", "select_all"):
            actions[name].triggered.connect(lambda _=False, name=name: edit(name))
        actions["copy_mentored"].triggered.connect(lambda: copy_text(self._comparison, "mentored"))
        actions["copy_target"].triggered.connect(lambda: copy_text(self._comparison, "target"))

    def _connect_run(self) -> None:
        actions, column = self.actions_by_name, self.column
        actions["run"].triggered.connect(lambda: (self.sweep.model if self.sweep.shown else self._comparison).run())
        actions["stop"].triggered.connect(lambda: (self.sweep.model if self.sweep.shown else self._comparison).stop())
        actions["new_seed"].triggered.connect(column.sampling.take_new_seed)
        actions["focus_prompt"].triggered.connect(self._focus_prompt)
        goals = {
            "focus_budget": column.budget.slider,
            "focus_length": column.length.slider,
        }
        for name, widget in goals.items():
            actions[name].triggered.connect(lambda _=False, w=widget: w.setFocus(Qt.FocusReason.ShortcutFocusReason))

    def _focus_prompt(self) -> None:
        column = self.sweep.column if self.sweep.shown else self.column
        column.prompt.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _refresh_actions(self) -> None:
        actions = self.actions_by_name
        running = self._comparison.running
        actions["run"].setEnabled(not running and self._comparison.loading is None)
        actions["stop"].setEnabled(running or self._comparison.loading is not None)
        actions["draft_pane"].setChecked(self._settings.draft_pane_shown)
        actions["more"].setChecked(self.column.more.unfolded)
        actions["full_screen"].setChecked(self.isFullScreen())
        actions[self.preferences.theme].setChecked(True)
        self.sweep.refresh_actions()

    def _on_notice(self, notice: Notice | None) -> None:
        """The banner tells it, unless it is about the prompt, which tells it itself."""
        about_prompt = notice is not None and notice.field == "prompt"
        self.notice.show_notice(None if about_prompt else notice)

    def _close_front(self) -> None:
        window = QApplication.activeWindow()
        (window if isinstance(window, QDialog) else self).close()

    def _restore(self) -> None:
        if self.preferences.restores_window:
            restore_place(self, self._store)
            self._division.restore(self._store)
            self.column.more.set_unfolded(bool(self._store.value("window/more", False, bool)))
        self._division.fit(self.size())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._division.fit(event.size())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs, keep the window's state, close. Whoever started the engine ends it."""
        self._comparison.stop()
        self.choosing.close()
        self.sweep.model.close()
        save_place(self, self._store)
        self._division.save(self._store)
        self._store.setValue("window/more", self.column.more.unfolded)
        event.accept()
