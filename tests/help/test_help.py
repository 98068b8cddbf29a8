"""Help in a page, and About with what is bundled: all of it, reachable by keys, in both themes."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.models import bundle
from app.theme import Theme
from app.theme.style import install_style
from app.views.controls.keys import key_text
from app.views.frame.actions import COMMANDS
from app.views.help.about import AboutDialog
from app.views.help.help import HelpWindow
from app.views.help.pieces import MarkedWord
from app.views.panes.legend import ENTRIES
from tests.frame.conftest import Desk

Dialog = TypeVar("Dialog", bound=QDialog)

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support", extend=True)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """Light at first."""
    made = Theme(qapp, "light")
    install_style(qapp, made)
    yield made
    made.choose("light")


@pytest.fixture
def page(theme: Theme, parent: QWidget, qtbot: QtBot) -> HelpWindow:
    """The Help window, without a main window."""
    return shown(HelpWindow(theme, parent), qtbot)


@pytest.fixture
def about(theme: Theme, parent: QWidget, qtbot: QtBot) -> AboutDialog:
    """About, without a main window."""
    return shown(AboutDialog(theme, parent), qtbot)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """What stands behind a dialog."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def shown(dialog: Dialog, qtbot: QtBot) -> Dialog:
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_the_page_says_what_it_has_to(page: HelpWindow) -> None:
    for words in (
        "0 is lossless",
        "Tokens that the draft proposes a round",
        "Kept only because of the budget.",
        "A budget is not a measure of meaning.",
        "no promise between machines",
        "Ink is what came out.",
    ):
        assert words in page.words
    assert len(page.findChildren(MarkedWord)) == len(ENTRIES) == 5


def test_every_shortcut_of_the_app_is_listed(page: HelpWindow) -> None:
    for command in COMMANDS:
        if isinstance(command.keys, str) and command.keys:
            assert key_text(command.keys) in page.words, command.name


def test_one_page_beside_a_window_that_goes_on_working(desk: Desk, qtbot: QtBot) -> None:
    for _ in range(2):
        desk.window.actions_by_name["help"].trigger()
    (page,) = desk.window.findChildren(HelpWindow)
    assert not page.isModal()
    desk.comparison.run()
    desk.finish()
    assert desk.comparison.panes["mentored"].record is not None and page.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_it_is_one_page_and_scrolls_by_keys_where_there_is_less_room(page: HelpWindow, qtbot: QtBot) -> None:
    bar = page.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    page.resize(620, 420)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    sheet = page.area.widget()
    assert sheet.height() == sheet.layout().totalHeightForWidth(page.area.viewport().width())
    assert page.area.horizontalScrollBar().maximum() == 0
    qtbot.keyClick(page.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_both_follow_the_theme(theme: Theme, page: HelpWindow, about: AboutDialog) -> None:
    for window in (page, about):
        assert window.grab().toImage().pixelColor(6, 6).lightness() > 200
    theme.choose("dark")
    for window in (page, about):
        assert window.grab().toImage().pixelColor(6, 6).lightness() < 60


def test_about_lists_what_is_bundled(about: AboutDialog) -> None:
    for words in (
        "Storypair",
        "Inter",
        "OFL-1.1",
        f"mlx {version('mlx')} MIT",
        f"numpy {version('numpy')}",
        "Python 3.",
    ):
        assert words in about.words
    assert about.table.rowCount() == len(about.items)


def test_a_row_shows_its_licence(about: AboutDialog, qtbot: QtBot) -> None:
    assert "Apache License" in about.licence.toPlainText()
    names = [item.name for item in about.items]
    about.table.setCurrentCell(names.index("mlx"), 0)
    assert "MIT License" in about.licence.toPlainText() and about.licence.accessibleName() == "Licence of mlx"
    about.table.setFocus()
    qtbot.keyClick(about.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert about.licence.accessibleName() == "Licence of Mentorscope"
    qtbot.keyClick(about, Qt.Key.Key_Escape)


def test_every_part_has_a_licence_and_a_text() -> None:
    found = bundle.items()
    assert {item.kind for item in found} == {"app", "model", "font", "package"}
    for item in found:
        assert item.licence and len(item.text()) > 30, item.name
        assert item.version or item.kind in ("model", "font"), item.name
    names = {item.name.lower() for item in found}
    assert {"mlx", "mlx-lm", "pyqtgraph", "qasync", "shiboken6", "transformers"} <= names
    assert not names & {"pytest", "ruff", "pyinstaller"}, "what is only for developers is not bundled"


def test_without_the_apps_own_metadata_the_packages_are_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bundle._installed
    monkeypatch.setattr(bundle, "_installed", lambda name: None if name == bundle.ROOT else found(name))
    assert {"mlx", "numpy", "PySide6_Essentials"} <= {item.name for item in bundle.packages()}


def test_long_licences_are_named_briefly() -> None:
    class Fake:
        def __init__(self, **fields: str) -> None:
            self.metadata = Metadata(fields)

    class Metadata(dict[str, str]):
        def get_all(self, name: str) -> list[str]:
            return [self[name]] if name in self else []

    whole = "Copyright somebody\n" + "word " * 100
    classifier = "License :: OSI Approved :: BSD License"
    assert bundle.licence_of(Fake(License=whole)) == "Copyright somebody"  # type: ignore[arg-type]
    assert bundle.licence_of(Fake(License=whole, Classifier=classifier)) == "BSD"  # type: ignore[arg-type]
    assert bundle.licence_of(Fake(**{"License-Expression": "MIT"})) == "MIT"  # type: ignore[arg-type]
    assert re.fullmatch(r"", bundle.licence_of(Fake()))  # type: ignore[arg-type]


def test_the_apps_own_licence_is_there_in_a_checkout_too() -> None:
    own = bundle.items()[0]
    assert own.kind == "app" and "Apache License" in own.text()


def test_help_tells_the_keys_of_texts_and_races(page: HelpWindow) -> None:
    assert "next relaxed one" in page.words and "Esc ends it" in page.words
