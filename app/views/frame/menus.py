"""The menu bar."""

from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.views.frame.actions import Actions

#: "-" is a separator, a tuple a submenu. The roles move About, Settings and Quit to a Mac's app menu.
Entry = str | tuple[str, tuple[str, ...]]
ROUNDS: tuple[Entry, ...] = ("round_back", "round_on", "round_play")
TOKENS: tuple[Entry, ...] = ("token_back", "token_on", "relaxed_back", "relaxed_on", "token_continue")
FILES: tuple[Entry, ...] = ("open_run", "save_run", "-", "export_page", "export_picture")
COMPARING: tuple[Entry, ...] = ("history", "-", "scroll_together", "word_marks", "-", "race")
SWEEP_EXPORTS: tuple[Entry, ...] = ("export_csv", "export_json", "export_markdown", "export_sweep_picture")
SWEEP: tuple[Entry, ...] = (
    "resume_sweep",
    "-",
    "open_sweep",
    "save_sweep",
    "-",
    *SWEEP_EXPORTS,
    "-",
    "copy_table",
    "open_cell",
)
MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    ("File", (*FILES, "-", "open_pair", "bundled_pair", "-", "settings", "-", "close", "quit")),
    (
        "Edit",
        ("undo", "redo", "-", "cut", "copy", "paste", "select_all", "-", "copy_mentored", "copy_target"),
    ),
    (
        "View",
        (
            "view_compare",
            "view_sweep",
            "-",
            "draft_pane",
            "more",
            "-",
            *COMPARING,
            "-",
            ("Appearance", ("system", "light", "dark")),
            "-",
            "full_screen",
        ),
    ),
    ("Run", ("run", "stop", "-", "new_seed", "-", "focus_prompt", "focus_budget", "focus_length", "-", *ROUNDS)),
    ("Token", TOKENS),
    ("Sweep", SWEEP),
    ("Help", ("help", "about")),
)


def fill_menu_bar(bar: QMenuBar, actions: Actions) -> None:
    """Put every menu into the bar."""
    for title, entries in MENUS:
        _fill(bar.addMenu(title), entries, actions)


def pair_menu(parent: QWidget, actions: Actions) -> QMenu:
    """What the chip in the header does: its first entry on a click, all of them on the menu key."""
    menu = QMenu("Pair", parent)
    _fill(menu, ("open_pair", "bundled_pair", "-", "stop"), actions)
    return menu


def _fill(menu: QMenu, entries: tuple[Entry, ...], actions: Actions) -> None:
    for entry in entries:
        if isinstance(entry, tuple):
            title, names = entry
            _fill(menu.addMenu(title), names, actions)
        elif entry == "-":
            menu.addSeparator()
        else:
            menu.addAction(actions[entry])
