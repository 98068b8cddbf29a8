"""A theme, and views that the tests drive."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.theme import Theme
from app.views.panes.area import PanesArea
from app.views.plots.bottom import BottomArea
from tests.panes.fakes import FakeComparison

Host = Callable[[], QWidget]
ShowArea = Callable[[FakeComparison, int], PanesArea]
ShowBottom = Callable[..., BottomArea]


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme."""
    return Theme(qapp, "light")


@pytest.fixture
def host(qtbot: QtBot) -> Iterator[Host]:
    """Plain windows: the offscreen platform warns where a window itself has a least size."""
    windows: list[QWidget] = []

    def make() -> QWidget:
        windows.append(QWidget())
        qtbot.addWidget(windows[-1])
        return windows[-1]

    yield make


@pytest.fixture
def show_area(qtbot: QtBot, theme: Theme, host: Host) -> ShowArea:
    """Shows the panes of a comparison at some width."""

    def show(comparison: FakeComparison, width: int = 1120) -> PanesArea:
        area = PanesArea(theme, comparison, host())  # type: ignore[arg-type]
        area.resize(width, 536)
        window = area.window()
        window.resize(1500, 600)
        with qtbot.waitExposed(window):
            window.show()
        return area

    return show


@pytest.fixture
def show_bottom(qtbot: QtBot, theme: Theme, host: Host) -> ShowBottom:
    """Shows the plots of a comparison."""

    def show(comparison: FakeComparison, width: int = 1120, height: int = 262) -> BottomArea:
        area = BottomArea(theme, comparison, host())  # type: ignore[arg-type]
        area.resize(width, height)
        window = area.window()
        window.resize(1500, 600)
        with qtbot.waitExposed(window):
            window.show()
        return area

    return show
