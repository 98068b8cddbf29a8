"""Run files and pages from the window: saved, opened, dropped, exported."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.models.runs.pane import PaneState
from app.models.runs.words import shown_from
from tests.frame.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support", extend=True)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def plain_dialogs(qapp: QApplication) -> None:
    """Qt's own file dialogs, which a test can fill in."""
    qapp.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)


@pytest.fixture
def ran(desk: Desk) -> Desk:
    """A comparison that has run."""
    desk.comparison.run()
    desk.finish()
    return desk


def answer(desk: Desk, qtbot: QtBot, path: Path) -> None:
    """Fill in the open file dialog."""
    dialog = desk.window.findChild(QFileDialog)
    assert dialog is not None and dialog.isVisible()
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.accept()
    qtbot.wait(20)


def test_saved_and_opened_without_a_model(ran: Desk, open_desk: object, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "one.mentorscope"
    qtbot.keyClick(ran.window, Qt.Key.Key_S, CTRL)
    answer(ran, qtbot, file)
    assert json.loads(file.read_text())["format"] == "mentorscope-run/1"
    assert ran.comparison.status == "Saved as one.mentorscope."
    other = open_desk()  # type: ignore[operator]
    assert other.comparison.pair is None
    other.window.actions_by_name["open_run"].trigger()
    answer(other, qtbot, file)
    for name in ("target", "mentored"):
        opened, saved = other.comparison.panes[name].record, ran.comparison.panes[name].record
        assert (opened.tokens, opened.rounds, opened.stats) == (saved.tokens, saved.rounds, saved.stats)
        assert other.comparison.panes[name].state is PaneState.DONE
    assert other.comparison.panes["mentored"].speedup == ran.comparison.panes["mentored"].speedup
    assert other.settings.value("max_tokens") == 24
    assert other.window.additions.history.model.entries[0].name == "one.mentorscope"
    assert other.comparison.status == shown_from("one.mentorscope")
    assert other.comparison.first_difference == ran.comparison.first_difference


def test_a_damaged_file_gets_its_sentence(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "bad.mentorscope"
    for text, words in (
        ("{", "is damaged: it is not JSON"),
        ('{"format": "x"}', "not a run that this version can read"),
    ):
        file.write_text(text)
        desk.window.additions.files.open(file)
        assert desk.window.notice.isVisible() and words in desk.window.notice.sentence.text()
    desk.window.additions.files.open(tmp_path / "none.mentorscope")
    assert "could not be read" in desk.window.notice.sentence.text()


def test_a_damaged_run_beside_is_told(ran: Desk, tmp_path: Path) -> None:
    file = tmp_path / "run.mentorscope"
    ran.window.additions.files.save(file)
    data = json.loads(file.read_text())
    data["beside"][0]["tokens"][0]["p"] = 7
    file.write_text(json.dumps(data))
    ran.window.additions.files.open(file)
    assert "damaged" in ran.window.notice.sentence.text()
    data["beside"] = 3
    file.write_text(json.dumps(data))
    ran.window.additions.files.open(file)
    assert "beside" in ran.window.notice.sentence.text()


def test_a_dropped_file_is_opened(ran: Desk, tmp_path: Path) -> None:
    file = tmp_path / "dropped.mentorscope"
    ran.window.additions.files.save(file)
    ran.comparison.panes["mentored"].clear()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    none, left, copy = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(50, 50), copy, mime, left, none)
    QApplication.sendEvent(ran.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(ran.window, QDropEvent(QPointF(50, 50), copy, mime, left, none))
    assert ran.comparison.panes["mentored"].state is PaneState.DONE
    assert ran.comparison.status == shown_from("dropped.mentorscope")


def test_a_file_dropped_on_the_prompt_is_opened_too(ran: Desk, tmp_path: Path) -> None:
    file = tmp_path / "dropped.mentorscope"
    ran.window.additions.files.save(file)
    ran.comparison.panes["mentored"].clear()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    prompt = ran.window.column.prompt.editor
    before = prompt.toPlainText()
    none, left, copy = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    QApplication.sendEvent(prompt.viewport(), QDragEnterEvent(QPoint(20, 20), copy, mime, left, none))
    QApplication.sendEvent(prompt.viewport(), QDropEvent(QPointF(20, 20), copy, mime, left, none))
    assert ran.comparison.panes["mentored"].state is PaneState.DONE and prompt.toPlainText() == before


def test_nothing_to_save_is_said(desk: Desk, qtbot: QtBot) -> None:
    qtbot.keyClick(desk.window, Qt.Key.Key_S, CTRL)
    assert desk.window.notice.sentence.text() == "There is no finished run yet."
    assert desk.window.findChild(QFileDialog) is None


def test_a_folder_that_cannot_be_written_is_said(ran: Desk, tmp_path: Path) -> None:
    files = ran.window.additions.files
    for deed in (files.save, files.export_page, files.export_picture):
        ran.window.notice.hide()
        deed(tmp_path / "missing" / "x.out")
        assert ran.window.notice.isVisible() and "missing" in ran.window.notice.sentence.text()


class Page(HTMLParser):
    """Counts tags, classes and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.classes += (found.get("class") or "").split()
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_whole_safe_and_alone(desk: Desk, tmp_path: Path) -> None:
    desk.settings.set("prompt", "<script>alert('x')</script> & \"more\"")
    desk.settings.settle()
    desk.comparison.run()
    desk.finish()
    file = tmp_path / "page.html"
    desk.window.additions.files.export_page(file)
    source = file.read_text(encoding="utf-8")
    page = Page()
    page.feed(source)
    page.close()
    assert page.open == [] and page.addresses == [] and "<script" not in source and "http://" not in source
    record = desk.comparison.panes["mentored"].record
    assert record is not None
    for kind in ("accepted", "relaxed", "resampled"):
        assert page.classes.count(kind) == record.counts[kind] + 1  # one in the legend
    text = "".join(page.words)
    assert "Target only" in text and "Mentored" in text and "<script>alert" in text
    assert "prefers-color-scheme: dark" in source and "Kept only because of the budget." in text
    assert "Mentored tokens/s divided by target-only tokens/s, same run." in text
    assert "/tmp" not in text


def test_a_draft_only_run_alone_has_a_page(desk: Desk, tmp_path: Path) -> None:
    from tests.panes.fakes import draft_record

    desk.comparison.panes["draft"].show(draft_record())
    desk.window.additions.files.export_page(tmp_path / "page.html")
    assert "Draft only" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_picture_is_the_window(ran: Desk, tmp_path: Path) -> None:
    ran.window.additions.files.export_picture(tmp_path / "w.png")
    assert QImage(str(tmp_path / "w.png")).width() >= 2 * ran.window.width()
