"""The words beside the chart: the verdict, what the target alone would have done, the figures, and going on."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from app.models.inspector.model import InspectorModel
from app.theme import Theme
from app.views.controls.labels import label
from app.views.inspector import verdict_words as words
from app.views.panes.figures import ROW_HEIGHT, Figure
from app.views.panes.token_words import verdict

WIDTH, MARGIN, COLUMNS = 412, 20, 4
#: Below this height there is room for the heading and one row of figures only.
LOW = 140
CAPTION_TIP = (
    "Tokens are counted from 1, the prompt’s not among them. A round: what the draft proposed before one check; "
    "place: which of its drafted tokens this is."
)
EMPTY = "Click a token, or go to a text with Tab and press an arrow key, to see why it is there."


class Details(QWidget):
    """Follows an `InspectorModel`."""

    def __init__(self, theme: Theme, model: InspectorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model
        self._verdict = ""
        self.setAccessibleName("Why this token is there")
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.caption = self._line(11, tone="secondary")
        self.caption.setToolTip(CAPTION_TIP)
        self.heading = self._line(15, semibold=True)
        self.sentences = self._line(13)
        self.sentences.setWordWrap(True)
        self.sentences.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.figures = [Figure(theme, self) for _ in range(2 * COLUMNS)]
        self.button = QPushButton(self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(model.go_on)
        model.selected.connect(self.refresh)
        model.told.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what the model says now."""
        token, record = self._model.token, self._model.record
        for part in (self.caption, self.button, *self.figures):
            part.setVisible(token is not None)
        if token is None or record is None:
            self.heading.setText("")
            self.sentences.setText(EMPTY)
            self._place()
            return
        first = self._model.candidates[0] if self._model.candidates else None
        self.caption.setText(words.caption(token, record))
        self._verdict = verdict(token)
        self.sentences.setText(words.sentences(token, record, self._model.alone))
        for figure, one in zip(self.figures, words.figures(token, record, first, self._distance()), strict=True):
            figure.set_words(one)
        obstacle = self._model.why_not()
        self.button.setEnabled(not obstacle)
        room = WIDTH - 2 * MARGIN - 172 - 26
        said = self.button.fontMetrics().elidedText(words.go_on(self._model.choice), Qt.TextElideMode.ElideMiddle, room)
        self.button.setText(said)
        self.button.setAccessibleName(words.go_on(self._model.choice))
        self.button.setToolTip(words.go_on_tip(self._model.choice, obstacle))
        self._place()

    def _distance(self) -> float | None:
        told = self._model.explained
        return told.tv if told is not None else None

    def sizeHint(self) -> QSize:
        """As in the design."""
        return QSize(WIDTH, 176)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        wide, low = self.width() - 2 * MARGIN, self.height() < LOW
        empty = self._model.token is None
        fit = min(wide - 172, self.button.sizeHint().width())
        self.button.setGeometry(self.width() - MARGIN - fit, 6, fit, 26)
        self.caption.setGeometry(MARGIN, 9, wide - fit - 4, 20)
        self.heading.setGeometry(MARGIN, 31, wide, 22)
        if not empty:
            room = self.heading.fontMetrics()
            self.heading.setText(room.elidedText(self._verdict, Qt.TextElideMode.ElideRight, wide))
            self.heading.setToolTip(f"{self._verdict}\n{self.sentences.text()}")
            self.heading.setAccessibleName(self._verdict)
        self.sentences.setVisible(empty or not low)
        rows = 1 if low else 2
        top = self.height() - rows * ROW_HEIGHT - 2
        self.sentences.setGeometry(MARGIN, 12 if empty else 57, wide, 60 if empty else max(0, top - 59))
        lefts = self._columns(wide)
        for index, figure in enumerate(self.figures):
            row, column = divmod(index, COLUMNS)
            figure.setGeometry(lefts[column], top + row * ROW_HEIGHT, figure.needs(), ROW_HEIGHT)
            figure.setVisible(not empty and row < rows)

    def _columns(self, wide: int) -> list[int]:
        """Where the columns begin: each as wide as its figures, the room that is left shared out."""
        needs = [max(one.needs() for one in self.figures[column::COLUMNS]) for column in range(COLUMNS)]
        gap = max(6, (wide - sum(needs)) // (COLUMNS - 1))
        return [MARGIN + sum(needs[:column]) + gap * column for column in range(COLUMNS)]

    def _line(self, size: int, *, semibold: bool = False, tone: str = "") -> QLabel:
        made = label(self._theme, "", size, semibold=semibold, tone=tone)
        made.setParent(self)
        return made
