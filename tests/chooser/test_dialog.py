"""The dialog, driven as a person would."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from app.theme import Theme
from app.theme.style import install_style
from app.views.pair.dialog import PairDialog
from engine.choose.recommended import RECOMMENDED
from engine.paths import bundled_draft, bundled_target
from tests.chooser.conftest import BIG, BROKEN, OTHER, SMALL, Bench, make_folder
from tests.frame.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "does not support raise", extend=True)
LEFT = Qt.MouseButton.LeftButton


class Driver:
    """The open dialog and what one does in it."""

    def __init__(self, bench: Bench, dialog: PairDialog, theme: Theme) -> None:
        self.bench, self.dialog, self.theme = bench, dialog, theme
        self.comparison = bench.comparison
        bench.rest()

    def go_to(self, view: QListWidget, key: str) -> None:
        """Move to a row with the arrow keys."""
        for _ in range(view.count() + 1):
            if view.current == key:
                break
            self.bench.qtbot.keyClick(view, Qt.Key.Key_Down)
        assert view.current == key
        self.bench.rest()

    @property
    def pair(self) -> tuple[str, str]:
        """The folders of the pair in use."""
        pair = self.comparison.pair
        assert pair is not None
        return pair.target, pair.draft


BUNDLED = str(bundled_target()), str(bundled_draft())


@pytest.fixture
def driver(bench: Bench, qapp: QApplication) -> Iterator[Driver]:
    theme = Theme(qapp, "light")
    install_style(qapp, theme)
    parent = QWidget()
    bench.qtbot.addWidget(parent)
    dialog = PairDialog(theme, bench.comparison, bench.chooser, parent)
    dialog.open()
    bench.qtbot.waitExposed(dialog)
    yield Driver(bench, dialog, theme)
    theme.choose("light")


def test_it_opens_on_the_pair_in_use(driver: Driver) -> None:
    dialog = driver.dialog
    assert dialog.targets.current == str(bundled_target()) and dialog.drafts.current == str(bundled_draft())
    assert dialog.load.isEnabled() and "models may take here" in dialog.message.words
    headings = [dialog.targets.item(i) for i in range(dialog.targets.count())]
    assert any(not item.flags() & Qt.ItemFlag.ItemIsSelectable for item in headings)


def test_by_keyboard_to_another_pair(driver: Driver, keys: dict[str, str], qtbot: QtBot) -> None:
    dialog, bench = driver.dialog, driver.bench
    assert dialog.focusWidget() is dialog.targets
    driver.go_to(dialog.targets, keys[BIG])
    assert dialog.drafts.current == keys[SMALL]
    qtbot.keyClick(dialog.targets, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.drafts
    qtbot.keyClick(dialog.drafts, Qt.Key.Key_Return)
    assert driver.comparison.loading is not None and dialog.isVisible()
    bench.step(2)
    assert dialog.bar.isVisible() and dialog.bar.share == pytest.approx(31 / 44)
    assert "31 of 44 MB" in dialog.message.words and not dialog.load.isEnabled()
    bench.finish()
    assert not dialog.isVisible() and driver.pair == (keys[BIG], keys[SMALL])


def test_a_refusal_is_told_and_the_pair_stays(driver: Driver, keys: dict[str, str], qtbot: QtBot) -> None:
    dialog, bench = driver.dialog, driver.bench
    driver.go_to(dialog.targets, keys[BIG])
    bench.engine.failures.append("The target in “x” has damaged weights: download them again.")
    qtbot.mouseClick(dialog.load, LEFT)
    bench.finish()
    assert dialog.isVisible() and "damaged weights" in dialog.message.words
    assert "stays in use" in dialog.message.words and dialog.load.isEnabled() and driver.pair == BUNDLED
    driver.go_to(dialog.drafts, keys[OTHER])
    assert "damaged weights" not in dialog.message.words, "another choice clears it"


def test_loading_can_be_stopped(driver: Driver, keys: dict[str, str], qtbot: QtBot) -> None:
    dialog, bench = driver.dialog, driver.bench
    driver.go_to(dialog.targets, keys[BIG])
    qtbot.mouseClick(dialog.load, LEFT)
    bench.step()
    assert dialog.cancel.text() == "Stop loading"
    qtbot.mouseClick(dialog.cancel, LEFT)
    bench.finish()
    assert dialog.isVisible() and dialog.cancel.text() == "Close" and driver.comparison.loading is None
    assert driver.pair == BUNDLED
    qtbot.mouseClick(dialog.cancel, LEFT)
    assert not dialog.isVisible()


def test_what_does_not_fit_says_so_and_cannot_be_loaded(driver: Driver, keys: dict[str, str], qtbot: QtBot) -> None:
    dialog = driver.dialog
    driver.go_to(dialog.targets, keys[BIG])
    driver.go_to(dialog.drafts, keys[BROKEN])
    assert not dialog.load.isEnabled() and "no tokenizer" in dialog.message.words
    qtbot.keyClick(dialog.drafts, Qt.Key.Key_Return)
    assert driver.comparison.loading is None
    item = dialog.drafts.currentItem()
    assert "cannot be used" in item.data(Qt.ItemDataRole.AccessibleTextRole) and "no tokenizer" in item.toolTip()


def drop(widget: QWidget, *paths: Path) -> None:
    """Drop files on a widget."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place = QPointF(widget.rect().center())
    facts = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QDragEnterEvent(place.toPoint(), *facts))
    QApplication.sendEvent(widget, QDropEvent(place, *facts))


def test_folders_by_drop_and_off_the_list_again(
    driver: Driver, keys: dict[str, str], tmp_path: Path, qtbot: QtBot
) -> None:
    dialog, folder = driver.dialog, make_folder(tmp_path / "mine")
    driver.go_to(dialog.targets, keys[BIG])
    drop(dialog, folder)
    driver.bench.rest()
    assert dialog.drafts.current == str(folder) and dialog.load.isEnabled()
    qtbot.keyClick(dialog.drafts, Qt.Key.Key_Delete)
    assert str(folder) not in [row.key for row in dialog.targets.rows] and folder.is_dir()
    drop(dialog, tmp_path / "no-folder.txt")
    driver.bench.rest()
    assert "does not exist" in dialog.message.words


def test_a_recommended_pair_shows_size_and_licence_before_anything_is_asked(driver: Driver) -> None:
    dialog = driver.dialog
    driver.go_to(dialog.targets, "pair:0")
    panel = dialog.fetching
    assert panel.isVisible() and not dialog.drafts.isVisible() and not dialog.load.isEnabled()
    shown = " ".join(line.text() for line in panel.lines)
    assert "4.6 GB as listed" in shown and "Apache-2.0 as listed" in shown and RECOMMENDED[0].target.id in shown
    assert panel.button.text() == "Ask for size and licence…" and panel.button.isEnabled()


def test_every_control_has_a_name_and_tab_reaches_it(driver: Driver) -> None:
    dialog = driver.dialog
    kinds = (QAbstractButton, QListWidget)
    wanted = {child for kind in kinds for child in dialog.findChildren(kind) if child.isVisible() and child.isEnabled()}
    assert len(wanted) >= 6 and all(child.accessibleName() for child in wanted)
    seen, widget = set(), dialog.targets
    for _ in range(200):
        widget = widget.nextInFocusChain()
        seen.add(widget)
    assert wanted <= seen


def test_both_themes(driver: Driver) -> None:
    grounds = []
    for name in ("light", "dark"):
        driver.theme.choose(name)
        image = driver.dialog.grab().toImage()
        grounds.append(image.pixelColor(4, 4).lightness())
    assert grounds[0] > 200 > 60 > grounds[1]


def test_in_the_window(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    """The menu opens one dialog, a dropped folder goes into it, and ⌘. stops a load."""
    folder, window = make_folder(tmp_path / "mine"), desk.window
    desk.comparison.load(tmp_path, tmp_path)
    desk.step()
    qtbot.keyClick(window, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    desk.finish()
    pair = desk.comparison.pair
    assert pair is not None and pair.target == str(bundled_target())
    assert not window.notice.isVisible() and "Loading was stopped" in window.status.sentence.text()
    drop(window, folder)
    dialog = window.findChild(PairDialog)
    assert dialog is not None and dialog.isVisible()
    qtbot.waitUntil(lambda: str(folder) in [row.key for row in dialog.targets.rows], timeout=60_000)
    window.actions_by_name["open_pair"].trigger()
    assert len(window.findChildren(PairDialog)) == 1
    dialog.reject()
    qtbot.mouseClick(window.header.chip, LEFT)
    again = window.choosing.open()
    assert again is not dialog and again.isVisible()
    again.reject()
