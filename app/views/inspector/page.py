"""The Token tab: the chart, a rule, and the words."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.models.inspector.model import InspectorModel
from app.theme import Theme
from app.views.controls.labels import hairline
from app.views.inspector.chart import CandidateChart
from app.views.inspector.details import Details

KEYS = (("target", "p target"), ("draft", "q draft"), ("output", "π output, what was drawn from"))


class TokenPage(QWidget):
    """Follows an `InspectorModel`."""

    def __init__(self, theme: Theme, model: InspectorModel) -> None:
        super().__init__()
        self._model = model
        self.setAccessibleName("Token")
        self.chart = CandidateChart(theme)
        self.details = Details(theme, model)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.chart, 1)
        row.addWidget(hairline(vertical=True))
        row.addWidget(self.details)
        self.chart.chosen.connect(model.choose)
        self.chart.stepped.connect(model.choose_next)
        self.chart.confirmed.connect(model.go_on)
        model.selected.connect(self.refresh)
        model.told.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what the model says now."""
        model = self._model
        others = model.explained.others if model.explained is not None else None
        self.chart.show_candidates(model.candidates, others, model.choice, model.message)


class ChartKey(QLabel):
    """What the colours of the bars mean, at the right of the tabs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText("Probability: " + ", ".join(word for _, word in KEYS))  # what VoiceOver reads
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as its words."""
        self.setFont(self._theme.font(11))
        metrics = self.fontMetrics()
        return QSize(sum(metrics.horizontalAdvance(word) + 28 for _, word in (("", "Probability"), *KEYS)), 20)

    def minimumSizeHint(self) -> QSize:
        """It gives way to the tabs."""
        return QSize(0, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Squares and words, from the right."""
        painter = QPainter(self)
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.colour("secondary"))
        metrics, x = painter.fontMetrics(), float(self.width())
        for name, word in reversed((("", "Probability"), *KEYS)):
            x -= metrics.horizontalAdvance(word)
            painter.drawText(QRectF(x, 0, 400, self.height()), Qt.AlignmentFlag.AlignVCenter, word)
            if name:
                painter.fillRect(QRectF(x - 14, self.height() / 2 - 4.5, 9, 9), self._theme.colour(name))
            x -= 30 if name else 0
