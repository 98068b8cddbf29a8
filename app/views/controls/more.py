"""The settings that are folded away, with a summary of them."""

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QPropertyAnimation
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.settings.model import SettingsModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.buttons import Check, FoldHeading
from app.views.controls.fields import Combo, Number
from app.views.controls.labels import Sentence, label, row
from app.views.controls.motion import unfold_ms
from app.views.controls.prompt import SystemEditor
from engine.request import RANGES

UNLIMITED = 16_777_215
NUMBERS: tuple[tuple[str, str, float, int, str], ...] = (
    ("top_p", "Top-p", 0.01, 2, "Keep the likeliest tokens that together hold this share of probability. 1 is off."),
    ("top_k", "Top-k", 1, 0, "Keep this many of the likeliest tokens. 0 is off."),
    ("min_p", "Min-p", 0.01, 2, "Keep tokens at least this many times as likely as the likeliest one. 0 is off."),
    ("repetition_penalty", "Repetition penalty", 0.05, 2, "Above 1 makes recent tokens less likely. 1 is off."),
    ("repetition_context", "Repetition context", 10, 0, "How many of the last tokens the penalty looks at."),
)
CHECKS: tuple[tuple[str, str, str], ...] = (
    ("bonus", "Bonus token", "After a fully accepted round, draw one more token from the target."),
    ("ignore_eos", "Write on past the end of text", "Do not stop at the end-of-text token."),
    ("raw", "Raw prompt", "Give the prompt to the models as it is, without the chat template."),
)
SHAPES = (("linear", "Linear"), ("clipped", "Clipped"))
VERIFIES = (("token", "Token by token"), ("block", "Block"))
SHAPE_TIP = (
    "How the budget is used. Linear: a mixture of target and draft.\n"
    "Clipped: accepts as often, strays less, and keeps no token that the target rules out."
)
VERIFY_TIP = "Check drafted tokens one by one, or as a block, which accepts more."
SYSTEM_TIP = "What the models are told before the prompt, where their chat template has a place for it."
SYSTEM_HINT = "Who the model is, and how it answers."
NO_BLOCK_TIP = "Block verification needs independent draws. Choose Independent under Draws to use it."


class MoreSection(QWidget):
    """Heading with summary, and the folded rows."""

    def __init__(self, theme: Theme, settings: SettingsModel, binder: Binder) -> None:
        super().__init__()
        self._theme, self._settings = theme, settings
        self.heading = FoldHeading(theme, "More")
        self.body = QWidget()
        self.numbers: dict[str, Number] = {}
        self.checks: dict[str, Check] = {}
        self.shape = self._combo("Shape", SHAPES)
        self.verify = self._combo("Verify", VERIFIES)
        self.system = SystemEditor(theme)
        self.system_why = Sentence(theme)
        self._why_row = row(self.system_why)
        self._build(binder)
        self._motion = QPropertyAnimation(self.body, b"maximumHeight", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.finished.connect(self._on_rest)
        self.heading.toggled.connect(self._fold)
        self.body.hide()
        binder.combo("shape", self.shape)
        binder.combo("verify", self.verify)
        binder.watch("coupling", self._allow_block)
        self.system.edited.connect(lambda text: settings.set("system", text))
        binder.watch("system", self._show_system)
        binder.watch("raw", lambda _: self._show_system(settings.value("system")))
        settings.changed.connect(lambda _: self._summarise())
        self._summarise()

    def _combo(self, words: str, choices: tuple[tuple[str, str], ...]) -> Combo:
        combo = Combo(self._theme, words, 140)
        for key, shown in choices:
            combo.addItem(shown, key)
        return combo

    def _build(self, binder: Binder) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.heading)
        layout.addWidget(self.body)
        rows = QVBoxLayout(self.body)
        rows.setContentsMargins(0, 8, 0, 0)
        rows.setSpacing(8)
        for name, words, step, decimals, tip in NUMBERS:
            low, high, _ = RANGES[name]
            field = Number(self._theme, words, low, high, step, decimals=decimals)
            field.setToolTip(tip)
            self.numbers[name] = field
            binder.number(name, field)
            rows.addWidget(row(label(self._theme, words, tip=tip), None, field))
        self.shape.setToolTip(SHAPE_TIP)
        rows.addWidget(row(label(self._theme, "Shape", tip=SHAPE_TIP), None, self.shape))
        rows.addWidget(row(label(self._theme, "Verify", tip=VERIFY_TIP), None, self.verify))
        rows.addWidget(row(label(self._theme, "System prompt", tip=SYSTEM_TIP), None))
        rows.addWidget(row(self.system))
        rows.addWidget(self._why_row)
        for name, words, tip in CHECKS:
            box = Check(self._theme, words)
            box.setToolTip(tip)
            self.checks[name] = box
            binder.check(name, box)
            rows.addWidget(row(box, None))

    @property
    def unfolded(self) -> bool:
        """Whether the rows are shown."""
        return self.heading.isChecked()

    def set_unfolded(self, on: bool) -> None:
        """Fold or unfold."""
        self.heading.setChecked(on)

    def _fold(self, on: bool) -> None:
        self._motion.stop()
        duration = unfold_ms() if self.isVisible() else 0
        whole = self.body.sizeHint().height()
        if on:
            self.body.setMaximumHeight(UNLIMITED if not duration else 0)
            self.body.show()
        if not duration:
            self._on_rest()
            return
        self._motion.setDuration(duration)
        self._motion.setStartValue(0 if on else self.body.height())
        self._motion.setEndValue(whole if on else 0)
        self._motion.start(QAbstractAnimation.DeletionPolicy.KeepWhenStopped)

    def _on_rest(self) -> None:
        self.body.setMaximumHeight(UNLIMITED)
        self.body.setVisible(self.unfolded)

    def _allow_block(self, coupling: str) -> None:
        allowed = coupling != "gumbel"
        self.verify.setEnabled(allowed)
        self.verify.setToolTip(VERIFY_TIP if allowed else NO_BLOCK_TIP)

    def _show_system(self, text: str) -> None:
        why = self._settings.why_no_system
        self.system.show_text(text)
        self.system.setEnabled(not why)
        self.system.setToolTip(why or SYSTEM_TIP)
        self.system.setAccessibleDescription(why or SYSTEM_TIP)
        self.system.setPlaceholderText("" if why else SYSTEM_HINT)
        self.system_why.show_words(why)
        self._why_row.setVisible(bool(why))

    def _summarise(self) -> None:
        """Top-p and the shape always; what is not at its default where it fits."""
        value = self._settings.value
        parts = [f"top-p {value('top_p'):.2f}", str(value("shape"))]
        if value("verify") == "block":
            parts.append("block")
        if value("top_k"):
            parts.append(f"top-k {value('top_k')}")
        if value("min_p"):
            parts.append(f"min-p {value('min_p'):.2f}")
        if value("repetition_penalty") != 1:
            parts.append(f"penalty {value('repetition_penalty'):.2f}")
        if value("system").strip() and not self._settings.why_no_system:
            parts.append("system")
        parts += [words for name, words in (("bonus", "bonus"), ("raw", "raw")) if value(name)]
        self.heading.set_summary(" · ".join(parts))
