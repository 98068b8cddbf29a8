"""The row of tabs over the bottom area; later parts add theirs."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from app.theme import Theme

HEIGHT = 36
MARGIN = 20
UNDERLINE = 2


class TabButton(QAbstractButton):
    """A word, underlined in the accent while it is chosen."""

    def __init__(self, theme: Theme, text: str, size: int = 13, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._size = theme, size
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """As wide as the word."""
        return QSize(QFontMetrics(self._theme.font(self._size)).horizontalAdvance(self.text()) + 1, HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The word turns to ink under the pointer."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """And back."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The word, its underline, and a ring where the keyboard is."""
        painter = QPainter(self)
        inked = self.isChecked() or self.underMouse()
        painter.setFont(self._theme.font(self._size))
        painter.setPen(self._theme.colour("text" if inked else "secondary"))
        painter.drawText(self.rect().adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.isChecked():
            painter.fillRect(QRect(0, HEIGHT - UNDERLINE, self.width(), UNDERLINE), self._theme.colour("accent"))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 1))
            painter.drawRoundedRect(self.rect().adjusted(0, 8, -1, -9), 3, 3)


class TabRow(QWidget):
    """Words from the left, and room at the right for what belongs to the chosen one.

    Attributes:
        chosen: index of the tab that was chosen.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self.setFixedHeight(HEIGHT)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self._layout.setSpacing(MARGIN)
        self._layout.addStretch(1)
        theme.changed.connect(self.update)

    def add(self, text: str) -> int:
        """Add a tab at the right of the others and return its index. The first one is chosen."""
        index = len(self._group.buttons())
        button = TabButton(self._theme, text, parent=self)
        self._group.addButton(button, index)
        self._layout.insertWidget(index, button)
        if index == 0:
            button.setChecked(True)
        return index

    def choose(self, index: int) -> None:
        """Choose a tab."""
        self._group.button(index).click()

    @property
    def titles(self) -> list[str]:
        """The words of all tabs, from the left."""
        return [button.text() for button in self._group.buttons()]

    def current(self) -> int:
        """Index of the chosen tab."""
        return self._group.checkedId()

    def set_side(self, widget: QWidget) -> None:
        """Put a widget at the right end."""
        self._layout.addWidget(widget)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A rule at the bottom."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        painter.fillRect(QRect(0, HEIGHT - 1, self.width(), 1), self._theme.colour("grid"))
