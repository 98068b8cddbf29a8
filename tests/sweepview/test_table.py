"""The sweep's table: sorting, copying, and rows that run to the card's edge."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.sweepview.conftest import Sweeping, cell

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
LEFT = Qt.MouseButton.LeftButton


def test_sorting_by_a_head(done: Sweeping, qtbot: QtBot) -> None:
    table = done.page.table
    speeds = [one.speedup for one in table.rows.cells]
    assert speeds == sorted(speeds, reverse=True)
    for times in (1, 2):
        at = QPoint(table.heads.sectionViewportPosition(0) + 20, 10)
        qtbot.mouseClick(table.heads.viewport(), LEFT, pos=at)
        lengths = [one.setting.draft_length for one in table.rows.cells if one.setting.mode == "mentored"]
        assert lengths == sorted(lengths, reverse=times == 2)
    assert table.rows.headerData(0, Qt.Orientation.Horizontal).endswith("▾")
    assert all(table.rows.headerData(i, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) for i in range(11))


def test_copying_table_map_and_points(done: Sweeping) -> None:
    done.page.copy_button.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    heads = (
        "Draft length\tTV budget\tSpeed-up\tRange of 2 runs\tTokens/s\tAccepted / proposed\tAccepted, %\tRounds\t"
        "Mean spent, TV\tDraft, ms a round\tVerify, ms a round"
    )
    assert lines[0] == heads and len(lines) == 7
    done.page.heat.copy_action.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "draft length \\ TV budget\t0.00\t1.00" and [line.split("\t")[0] for line in lines[1:]] == [
        "4",
        "2",
    ]
    done.page.frontier.copy_action.trigger()
    assert QGuiApplication.clipboard().text().splitlines()[0] == "setting\tmean spent, TV\tspeed-up\tunbeaten"


@pytest.mark.parametrize("width", [1032, 500])  # the narrow one scrolls to the side too
def test_rows_run_on_under_the_scroll_bar(done: Sweeping, width: int) -> None:
    table, colour = done.page.table, done.desk.theme.colour
    size = table.size()
    table.resize(width, 150)
    try:
        done.model.select(cell(4, 1.0))
        row = table.visualRect(table.currentIndex())
        across, top = table.viewport().geometry().right() + 2, table.viewport().y()
        picture = table.grab().toImage()
        scale = picture.devicePixelRatio()

        def seen(y: int) -> str:
            return picture.pixelColor(int(across * scale), int((top + y) * scale)).name()

        assert table.verticalScrollBar().maximum() > 0
        assert seen(row.center().y()) == colour("selection").name()
        assert seen(row.bottom()) == colour("grid").name() and seen(-1) == colour("line").name()
    finally:
        table.resize(size)
