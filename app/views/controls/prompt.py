"""The prompt: presets, the editor, and a message under it when it cannot be used."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QVBoxLayout, QWidget

from app.models.settings.model import SettingsModel
from app.models.settings.presets import OWN, PRESETS, preset_of
from app.theme import Theme
from app.views.controls.fields import Combo, passes_undo_on
from app.views.controls.labels import Sentence, label, row
from engine.errors import RequestError

EDITOR_HEIGHT = 126
LINE = 19
SYSTEM_HEIGHT = 3 * LINE + 16


class PromptEditor(QTextEdit):
    """Plain text on lines of 19 points; Tab leaves it, and undo is the window's own."""

    edited = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("prompt")
        self.setAccessibleName("Prompt")
        self.setPlaceholderText("Who, where, and what happens?")
        self.setAcceptRichText(False)
        self.setFont(theme.font(13))
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setFixedHeight(EDITOR_HEIGHT)
        self.document().setDocumentMargin(4)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(self._on_text)

    def show_text(self, text: str) -> None:
        """Show a prompt that came from elsewhere; the cursor stays where it was if it can."""
        if text == self.toPlainText():
            return
        place = self.textCursor().position()
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self._space_lines()
        self.blockSignals(blocked)
        cursor = self.textCursor()
        cursor.setPosition(min(place, len(text)))
        self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        if passes_undo_on(event):
            event.ignore()
            return False
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, EDITOR_HEIGHT)

    def _on_text(self) -> None:
        self.edited.emit(self.toPlainText())

    def _space_lines(self) -> None:
        spacing = QTextBlockFormat()
        spacing.setLineHeight(LINE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(spacing)


class SystemEditor(PromptEditor):
    """Three lines for the system prompt."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setObjectName("system")
        self.setAccessibleName("System prompt")
        self.setFixedHeight(SYSTEM_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, SYSTEM_HEIGHT)


class PromptSection(QWidget):
    """Label, presets, editor and message."""

    def __init__(self, theme: Theme, settings: SettingsModel) -> None:
        super().__init__()
        self._settings = settings
        self.presets = Combo(theme, "Preset prompts", 164)
        self.editor = PromptEditor(theme)
        self.message = Sentence(theme, tone="error")
        self._message_row = row(self.message)
        self._build(theme)
        for preset in PRESETS:
            self.presets.addItem(preset.name, preset.prompt)
        self.presets.activated.connect(self._on_preset)
        self.editor.edited.connect(lambda text: settings.set("prompt", text))
        settings.changed.connect(self._on_changed)
        self._show_prompt()

    def show_error(self, sentence: str) -> None:
        """Mark the editor and say what is wrong; "" clears it."""
        self.message.show_words(sentence)
        self._message_row.setVisible(bool(sentence))
        self.editor.setAccessibleDescription(sentence)
        if self.editor.property("wrong") != bool(sentence):
            self.editor.setProperty("wrong", bool(sentence))
            self.editor.style().polish(self.editor)

    def _build(self, theme: Theme) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        heading = label(theme, "Prompt", semibold=True)
        heading.setBuddy(self.editor)
        layout.addWidget(row(heading, None, self.presets))
        layout.addWidget(row(self.editor))
        layout.addWidget(self._message_row)

    def _on_preset(self, index: int) -> None:
        prompt = self.presets.itemData(index)
        if prompt is None:
            self._show_prompt()
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._settings.set("prompt", prompt)

    def _on_changed(self, name: str) -> None:
        if name == "prompt":
            self._show_prompt()

    def _show_prompt(self) -> None:
        prompt = self._settings.value("prompt")
        self.editor.show_text(prompt)
        preset = preset_of(prompt)
        self._offer_own(preset is None)
        self.presets.setCurrentIndex(self.presets.findText(preset.name if preset else OWN))
        self.show_error(self._problem())

    def _problem(self) -> str:
        try:
            self._settings.request()
        except RequestError as problem:
            return problem.sentence if problem.field == "prompt" else ""
        return ""

    def _offer_own(self, offered: bool) -> None:
        """Keep “Your own” in the list only while it is true."""
        there = self.presets.findText(OWN)
        if offered and there < 0:
            self.presets.addItem(OWN, None)
        elif not offered and there >= 0:
            self.presets.removeItem(there)
