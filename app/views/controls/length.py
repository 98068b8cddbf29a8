"""The draft length: how many tokens the draft proposes before the target checks them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.runs.comparison import ComparisonModel
from app.theme import Theme
from app.views.controls.binding import Binder
from app.views.controls.fields import Combo, Number
from app.views.controls.labels import label, row
from app.views.controls.slider import LengthSlider
from engine.request import MAX_DRAFT_LENGTH

TIP = "K: how many tokens the draft proposes in a round, before the target checks them all at once."
POLICIES = (
    ("fixed", "Fixed", "The same draft length in every round."),
    ("acceptance-rate", "Acceptance rate", "Longer drafts after rounds that were accepted, shorter after refusals."),
    ("accepted-length", "Accepted length", "Drafts about as long as those that were accepted lately."),
    ("cost-aware", "Cost-aware", "The length that the measured times and acceptance make fastest."),
)


class LengthSection(QWidget):
    """Label, unit, number, slider with ticks, captions, and the policy."""

    def __init__(self, theme: Theme, comparison: ComparisonModel, binder: Binder) -> None:
        super().__init__()
        self._comparison = comparison
        self.number = Number(theme, "Draft length", 1, MAX_DRAFT_LENGTH, shift=4)
        self.slider = LengthSlider(theme, MAX_DRAFT_LENGTH)
        self.policy = Combo(theme, "Policy", 164)
        for key, words, tip in POLICIES:
            self.policy.addItem(words, key)
            self.policy.setItemData(self.policy.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self._build(theme)
        binder.number("draft_length", self.number)
        binder.slider("draft_length", self.slider)
        binder.watch("draft_length", self._show_length)
        binder.combo("policy", self.policy)
        binder.watch("policy", self._show_policy)
        self.slider.drag_began.connect(self._show_ghost)
        self.slider.drag_ended.connect(lambda: self.slider.set_ghost(None))

    def _build(self, theme: Theme) -> None:
        heading = label(theme, "Draft length", 15, semibold=True, tip=TIP)
        heading.setBuddy(self.number)
        self.number.setToolTip(TIP)
        self.number.setAccessibleDescription(f"tokens, from 1 to {MAX_DRAFT_LENGTH}")
        self.slider.setToolTip(TIP)
        low = label(theme, "1", 11, tone="secondary")
        high = label(theme, str(MAX_DRAFT_LENGTH), 11, tone="secondary")
        captions = row(low, None, high)
        low.setIndent(5)
        captions.setFixedHeight(14)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(row(heading, None, label(theme, "tokens", 11, tone="secondary"), self.number))
        layout.addSpacing(5)
        layout.addWidget(self.slider)
        layout.addWidget(captions)
        layout.addSpacing(9)
        layout.addWidget(
            row(label(theme, "Policy", tip="How the draft length changes from round to round."), None, self.policy)
        )

    def _show_length(self, length: int) -> None:
        self.slider.setAccessibleDescription(f"{length} token" if length == 1 else f"{length} tokens")

    def _show_policy(self, policy: str) -> None:
        self.policy.setToolTip(next(tip for key, _, tip in POLICIES if key == policy))

    def _show_ghost(self) -> None:
        record = self._comparison.panes["mentored"].record
        self.slider.set_ghost(record.request.draft_length if record else None)
