"""What this is, and what the colours and keys are: two small windows of text."""

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.theme import Theme
from app.views.controls.keys import key_text
from app.views.controls.labels import label

ABOUT = (
    "See and feel the trade that lossy speculative decoding makes: a small draft model writes, "
    "a large target checks, and the TV budget says how far the text may lean to the draft.",
    "The bundled Storypair (22 M and 2 M parameters) writes simple children’s stories and runs without a network.",
    "Mentorscope and Storypair are under the Apache License 2.0; the Inter font is under the SIL Open Font "
    "License; Qt is used under the LGPL; MLX and mlx-lm are under the MIT licence.",
)
CLASSES = (
    ("Accepted", "plain", "The target would have kept it too."),
    ("Relaxed", "dotted underline", "Kept only because of the budget."),
    ("Resampled", "solid underline", "Drawn again after a refusal."),
    ("Bonus", "line above", "The target’s own, after a full round."),
)
KEYS = (
    ("Ctrl+R", "run"),
    ("Ctrl+.", "stop"),
    ("Ctrl+L", "prompt"),
    ("Ctrl+B", "TV budget"),
    ("Ctrl+D", "draft length"),
    ("Ctrl+1", "compare"),
    ("Ctrl+2", "sweep"),
    ("Ctrl+3", "draft only pane"),
    ("Ctrl+Y", "run history"),
    ("Ctrl+[", "round before"),
    ("Ctrl+]", "round after"),
    ("Ctrl+Shift+R", "race replay"),
    ("Ctrl+S", "save run"),
    ("Ctrl+Z", "undo, sliders included"),
)


def installed_version() -> str:
    """The version of the installed package, or "" in a checkout that is not installed."""
    try:
        return version("mentorscope")
    except PackageNotFoundError:
        return ""


class TextDialog(QDialog):
    """A title and paragraphs, with a button that closes it."""

    def __init__(self, theme: Theme, title: str, parts: list[QLabel], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setFixedWidth(440)
        self.resize(440, 100)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for part in parts:
            part.setWordWrap(True)
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            layout.addWidget(part)
        buttons = QDialogButtonBox()
        close = buttons.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
        close.setAccessibleName("Close")
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        # Wrapped lines are counted only once the width is known.
        self.setMinimumHeight(layout.totalHeightForWidth(self.width()))

    @property
    def words(self) -> str:
        """All of its text."""
        return "\n".join(part.text() for part in self.findChildren(QLabel))


def about_dialog(theme: Theme, parent: QWidget) -> TextDialog:
    """Name, version, what it is, and licences."""
    number = installed_version()
    parts = [label(theme, "Mentorscope", 19, semibold=True)]
    if number:
        parts.append(label(theme, f"Version {number}", 11, tone="secondary"))
    parts += [label(theme, words) for words in ABOUT]
    return TextDialog(theme, "About Mentorscope", parts, parent)


def help_dialog(theme: Theme, parent: QWidget) -> TextDialog:
    """The token classes and the keys."""
    parts = [label(theme, "How tokens came to be", 15, semibold=True)]
    parts += [label(theme, f"{name} ({mark}): {words}") for name, mark, words in CLASSES]
    parts.append(label(theme, "Keys", 15, semibold=True))
    parts.append(label(theme, "\n".join(f"{key_text(keys)}   {words}" for keys, words in KEYS)))
    parts.append(
        label(theme, "On a slider: arrows 0.01 TV or one token, with Shift 0.10 TV or four tokens.", tone="secondary")
    )
    return TextDialog(theme, "Colours and keys", parts, parent)
