"""Every command of the window, once: words, shortcut, role. Menus and the window use these."""

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from app.models.settings.model import SettingsModel

Role = QAction.MenuRole
Keys = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Command:
    """What an action is called and how it is reached.

    Attributes:
        keys: a portable shortcut, a platform's standard one, or "".
    """

    name: str
    words: str
    keys: str | QKeySequence.StandardKey = ""
    role: QAction.MenuRole = Role.NoRole
    checkable: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("about", "About Mentorscope", role=Role.AboutRole),
    Command("settings", "Settings…", "Ctrl+,", role=Role.PreferencesRole),
    Command("quit", "Quit Mentorscope", "Ctrl+Q", role=Role.QuitRole),
    Command("open_pair", "Choose a pair…", "Ctrl+O"),
    Command("bundled_pair", "Bundled pair"),
    Command("open_run", "Open run…", "Ctrl+Shift+O"),
    Command("save_run", "Save run…", "Ctrl+S"),
    Command("export_page", "Export as HTML…", "Ctrl+Shift+E"),
    Command("export_picture", "Export PNG…"),
    Command("close", "Close", "Ctrl+W"),
    Command("cut", "Cut", Keys.Cut),
    Command("copy", "Copy", Keys.Copy),
    Command("paste", "Paste", Keys.Paste),
    Command("select_all", "Select all", Keys.SelectAll),
    Command("copy_mentored", "Copy mentored text", "Ctrl+Shift+C"),
    Command("copy_target", "Copy target-only text", "Ctrl+Alt+C"),
    Command("draft_pane", "Draft only pane", "Ctrl+3", checkable=True),
    Command("more", "More settings", "Ctrl+Shift+M", checkable=True),
    Command("system", "System", checkable=True),
    Command("light", "Light", checkable=True),
    Command("dark", "Dark", checkable=True),
    Command("full_screen", "Full screen", Keys.FullScreen, checkable=True),
    Command("run", "Run", "Ctrl+R"),
    Command("stop", "Stop", "Ctrl+."),
    Command("new_seed", "New seed", "Ctrl+Shift+N"),
    Command("focus_prompt", "Go to the prompt", "Ctrl+L"),
    Command("focus_budget", "Go to the TV budget", "Ctrl+B"),
    Command("focus_length", "Go to the draft length", "Ctrl+D"),
    Command("history", "Run history", "Ctrl+Y"),
    Command("scroll_together", "Scroll panes together", checkable=True),
    Command("word_marks", "Mark words that differ", checkable=True),
    Command("race", "Race replay", "Ctrl+Shift+R", checkable=True),
    Command("token_back", "Previous token"),
    Command("token_on", "Next token"),
    Command("relaxed_back", "Previous relaxed token"),
    Command("relaxed_on", "Next relaxed token"),
    Command("token_continue", "Continue with the chosen token"),
    Command("round_back", "Previous round", "Ctrl+["),
    Command("round_on", "Next round", "Ctrl+]"),
    Command("round_play", "Play or pause the rounds"),
    Command("view_compare", "Compare", "Ctrl+1", checkable=True),
    Command("view_sweep", "Sweep", "Ctrl+2", checkable=True),
    Command("resume_sweep", "Continue the sweep"),
    Command("open_sweep", "Open sweep…"),
    Command("save_sweep", "Save sweep…"),
    Command("export_csv", "Export CSV…"),
    Command("export_json", "Export JSON…"),
    Command("export_markdown", "Export Markdown…"),
    Command("export_sweep_picture", "Export PNG…"),
    Command("copy_table", "Copy table"),
    Command("open_cell", "Open cell in Compare"),
    Command("help", "Mentorscope Help", Keys.HelpContents),
)


class Actions(QObject):
    """The actions by name; `undo` and `redo` come from the settings' own stack."""

    def __init__(self, settings: SettingsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = {command.name: self._made(command) for command in COMMANDS}
        self._actions["undo"] = settings.undo_stack.createUndoAction(self, "Undo")
        self._actions["redo"] = settings.undo_stack.createRedoAction(self, "Redo")
        self["undo"].setShortcut(QKeySequence("Ctrl+Z"))
        self["redo"].setShortcut(QKeySequence("Ctrl+Shift+Z"))
        for names in (("system", "light", "dark"), ("view_compare", "view_sweep")):
            choice = QActionGroup(self)
            for name in names:
                choice.addAction(self[name])

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> list[QAction]:
        """Every action."""
        return list(self._actions.values())

    def _made(self, command: Command) -> QAction:
        action = QAction(command.words, self)
        action.setObjectName(command.name)
        action.setMenuRole(command.role)
        action.setCheckable(command.checkable)
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        return action
