"""Settings of the app (⌘,). What belongs to a run is in the window's left column."""

from collections.abc import Callable
from typing import cast

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from app.theme import Theme, ThemeName
from app.views.controls.buttons import Check, Segmented
from app.views.controls.labels import hairline, label, row
from app.views.frame.preferences import Preferences

THEMES = (
    ("system", "System", "Follow the system."),
    ("light", "Light", "Always light."),
    ("dark", "Dark", "Always dark."),
)
SIZES = (
    ("small", "Small", "13 points."),
    ("medium", "Medium", "15 points."),
    ("large", "Large", "18 points."),
)


class SettingsDialog(QDialog):
    """Takes effect at once; there is nothing to confirm."""

    def __init__(
        self, theme: Theme, preferences: Preferences, reset: Callable[[], None], sizes: bool, parent: QWidget
    ) -> None:
        """`reset` brings the settings of runs back to their defaults; `sizes` says whether the panes take sizes."""
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setFixedWidth(420)
        self.appearance = Segmented(theme, "Appearance", THEMES)
        self.text_size = Segmented(theme, "Text size of the panes", SIZES)
        self.restore = Check(theme, "Open the window where it was closed")
        self.reset = QPushButton("Reset run settings to defaults")
        self.reset.setAccessibleName("Reset run settings to defaults")
        self.reset.setToolTip("Prompt, sliders, sampling and More, as at the first start. ⌘Z brings them back.")
        self.reset.setAutoDefault(False)
        self._build(theme, sizes)
        self.appearance.show_choice(preferences.theme)
        self.text_size.show_choice(preferences.text_size)
        self.restore.setChecked(preferences.restores_window)
        self.appearance.chosen.connect(lambda key: preferences.choose_theme(cast(ThemeName, key)))
        self.text_size.chosen.connect(preferences.choose_text_size)
        self.restore.clicked.connect(preferences.set_restores_window)
        self.reset.clicked.connect(lambda: reset())

    def _build(self, theme: Theme, sizes: bool) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 20, 14, 16)
        layout.setSpacing(12)
        layout.addWidget(row(label(theme, "Appearance"), None, self.appearance))
        text_row = row(label(theme, "Text size of the panes"), None, self.text_size)
        text_row.setVisible(sizes)
        layout.addWidget(text_row)
        layout.addWidget(row(self.restore, None))
        layout.addWidget(row(hairline()))
        layout.addWidget(row(self.reset, None))
        buttons = QDialogButtonBox()
        close = buttons.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
        close.setAccessibleName("Close")
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        layout.addWidget(row(None, buttons))
