"""What is set once for the whole app, kept between starts: appearance, text size, the window's place."""

from typing import get_args

from PySide6.QtCore import QObject, QSettings, Signal

from app.theme import Theme, ThemeName

TEXT_SIZES = {"small": 13, "medium": 15, "large": 18}


class Preferences(QObject):
    """Typed access to the store.

    Signals:
        text_size_changed: the panes' text size, in points.
    """

    text_size_changed = Signal(int)

    def __init__(self, theme: Theme, store: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._store = theme, store
        name = str(store.value("appearance/theme", ""))
        # A theme that was given on the command line stays, unless the user has chosen one.
        for known in get_args(ThemeName):
            if name == known:
                theme.choose(known)

    @property
    def theme(self) -> ThemeName:
        """The appearance that the user chose."""
        return self._theme.name

    def choose_theme(self, name: ThemeName) -> None:
        """Take an appearance and keep it."""
        self._store.setValue("appearance/theme", name)
        self._theme.choose(name)

    @property
    def text_size(self) -> str:
        """The panes' text size: a key of `TEXT_SIZES`."""
        size = str(self._store.value("appearance/text_size", "medium"))
        return size if size in TEXT_SIZES else "medium"

    def choose_text_size(self, size: str) -> None:
        """Take a text size and keep it."""
        self._store.setValue("appearance/text_size", size)
        self.text_size_changed.emit(TEXT_SIZES[size])

    @property
    def restores_window(self) -> bool:
        """Whether the window opens where it was closed."""
        return bool(self._store.value("window/restore", True, bool))

    def set_restores_window(self, on: bool) -> None:
        """Keep that choice."""
        self._store.setValue("window/restore", on)
