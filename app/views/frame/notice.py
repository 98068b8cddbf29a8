"""The banner above the panes: one sentence, one remedy, folded details."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.models.notice import Notice
from app.theme import Theme
from app.views.controls.glyphs import cross, pen, rounded
from app.views.controls.labels import ground, label


class Sign(QWidget):
    """An exclamation mark in a ring, neutral in colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(18, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(self._theme.colour("text"), 1.5))
        painter.drawEllipse(QPointF(9, 9), 7.5, 7.5)
        painter.drawLine(QPointF(9, 5.4), QPointF(9, 9.6))
        painter.drawLine(QPointF(9, 12.5), QPointF(9, 12.6))


class CloseButton(QPushButton):
    """A cross."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(26, 26)
        self.setAccessibleName("Close the message")
        self.setToolTip("Close the message.")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(26, 26)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            border = self._theme.colour("accent") if self.hasFocus() else None
            rounded(painter, QRectF(self.rect()), self._theme.colour("text", 0.06), border, width=2)
        cross(painter, QPointF(13, 13), self._theme.colour("secondary"))


class NoticeBanner(QWidget):
    """Hidden while there is nothing to say. Neutral: it is not an alarm."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        ground(self, "side")
        self.sentence = label(theme, "", 13, semibold=True)
        self.remedy = label(theme, "", 13, tone="secondary")
        self.details = QPlainTextEdit()
        self.details_button = QPushButton("Details")
        self.close_button = CloseButton(theme)
        self._build()
        self.details_button.toggled.connect(self.details.setVisible)
        self.close_button.clicked.connect(lambda: self.show_notice(None))
        theme.changed.connect(self.update)
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Show a notice, or none."""
        if notice is None:
            self.hide()
            return
        self.sentence.setText(notice.sentence)
        self.remedy.setText(notice.remedy)
        self.remedy.setVisible(bool(notice.remedy))
        self.details.setPlainText(notice.details)
        self.details_button.setVisible(bool(notice.details))
        self.details_button.setChecked(False)
        self.setAccessibleName(f"{notice.sentence} {notice.remedy}".strip())
        self.show()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        for part in (self.sentence, self.remedy):
            part.setWordWrap(True)
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            words.addWidget(part)
        self.details_button.setCheckable(True)
        self.details_button.setFixedHeight(26)
        self.details_button.setAccessibleName("Details of the message")
        self.details_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.details.setObjectName("details")
        self.details.setAccessibleName("Details")
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setFont(self._theme.font(11))
        self.details.setFixedHeight(96)
        self.details.hide()
        line = QHBoxLayout()
        line.setSpacing(12)
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(Sign(self._theme), 0, top)
        line.addLayout(words, 1)
        line.addWidget(self.details_button, 0, top)
        line.addWidget(self.close_button, 0, top)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 10, 12, 11)
        layout.addLayout(line)
        layout.addWidget(self.details)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("side"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.colour("line"))
