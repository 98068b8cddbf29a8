"""Settings: checks, undo by bursts, the pause before they settle, and what the next start finds."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from app.models.settings.model import SETTLE_MS, SettingsModel
from engine.errors import RequestError


@pytest.fixture
def settings(qapp: object) -> Iterator[SettingsModel]:
    model = SettingsModel()
    yield model
    model.close()


def heard(settings: SettingsModel) -> list[str]:
    """Names that are committed from now on."""
    names: list[str] = []
    settings.committed.connect(names.append)
    return names


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tv_budget", 1.2),
        ("tv_budget", -0.01),
        ("tv_budget", math.nan),
        ("tv_budget", True),
        ("draft_length", 0),
        ("draft_length", 17),
        ("draft_length", 2.5),
        ("seed", -1),
        ("temperature", math.inf),
        ("policy", "sometimes"),
        ("bonus", 1),
        ("prompt", 3),
    ],
)
def test_a_value_out_of_range_is_kept_out(settings: SettingsModel, name: str, value: object) -> None:
    before = settings.value(name)
    with pytest.raises(RequestError) as refusal:
        settings.set(name, value)
    assert refusal.value.field == name
    assert refusal.value.sentence.endswith(".")
    assert settings.value(name) == before
    assert settings.undo_stack.count() == 0


def test_rules_that_span_two_settings_are_kept(settings: SettingsModel) -> None:
    settings.set("verify", "block")
    with pytest.raises(RequestError):
        settings.set("coupling", "gumbel")
    settings.set("verify", "token")
    settings.set("coupling", "gumbel")


def test_an_equal_value_says_nothing(settings: SettingsModel) -> None:
    names: list[str] = []
    settings.changed.connect(names.append)
    settings.set("tv_budget", 0.4)
    settings.set("temperature", 0.7)
    assert names == []
    settings.set("temperature", 1)
    assert names == ["temperature"]
    assert isinstance(settings.value("temperature"), float)


def test_the_request_carries_every_setting(settings: SettingsModel) -> None:
    settings.set("tv_budget", 0.25)
    settings.set("coupling", "gumbel")
    settings.set("prompt", "A lamp.")
    request = settings.request("draft")
    assert (request.prompt, request.mode, request.tv_budget, request.coupling) == ("A lamp.", "draft", 0.25, "gumbel")


def test_an_empty_prompt_is_held_but_makes_no_request(settings: SettingsModel) -> None:
    settings.set("prompt", "  ")
    with pytest.raises(RequestError):
        settings.request()


def test_one_drag_is_one_undo_step_and_is_committed_once_at_its_end(settings: SettingsModel) -> None:
    names = heard(settings)
    settings.begin_drag("tv_budget")
    for value in (0.41, 0.5, 0.6, 0.7):
        settings.set("tv_budget", value)
    assert names == []
    settings.end_drag("tv_budget")
    assert names == ["tv_budget"]
    settings.begin_drag("tv_budget")
    settings.set("tv_budget", 0.9)
    settings.end_drag("tv_budget")
    assert settings.undo_stack.count() == 2
    settings.undo_stack.undo()
    assert settings.value("tv_budget") == 0.7
    settings.undo_stack.undo()
    assert settings.value("tv_budget") == 0.4
    settings.undo_stack.redo()
    assert settings.value("tv_budget") == 0.7
    assert settings.undo_stack.undoText() == "TV budget"


def test_a_drag_there_and_back_leaves_nothing(settings: SettingsModel) -> None:
    names = heard(settings)
    settings.begin_drag("tv_budget")
    settings.set("tv_budget", 0.9)
    settings.set("tv_budget", 0.4)
    settings.end_drag("tv_budget")
    assert names == []
    assert settings.undo_stack.count() == 0


def test_typing_settles_after_a_pause_and_is_one_step(settings: SettingsModel, qtbot: QtBot) -> None:
    names = heard(settings)
    for text in ("A", "A l", "A lamp"):
        settings.set("prompt", text)
        qtbot.wait(30)
    assert names == []
    with qtbot.waitSignal(settings.committed, timeout=SETTLE_MS * 5):
        pass
    settings.set("prompt", "A lamp burns")
    assert names == ["prompt"]
    assert settings.undo_stack.count() == 2
    settings.undo_stack.undo()
    assert settings.value("prompt") == "A lamp"


def test_edits_of_two_settings_are_two_steps(settings: SettingsModel) -> None:
    settings.set("seed", 3)
    settings.set("draft_length", 4)
    settings.set("draft_length", 5)
    assert settings.undo_stack.count() == 2


def test_undo_settles_like_an_edit(settings: SettingsModel, qtbot: QtBot) -> None:
    settings.begin_drag("tv_budget")
    settings.set("tv_budget", 0.8)
    settings.end_drag("tv_budget")
    names = heard(settings)
    settings.undo_stack.undo()
    qtbot.waitUntil(lambda: names == ["tv_budget"], timeout=SETTLE_MS * 5)


def test_the_third_pane_is_committed_at_once_and_not_undone(settings: SettingsModel) -> None:
    names = heard(settings)
    settings.set("draft_pane", True)
    assert names == ["draft_pane"]
    assert settings.draft_pane_shown
    assert settings.undo_stack.count() == 0


def test_closing_stops_the_pause(settings: SettingsModel, qtbot: QtBot) -> None:
    names = heard(settings)
    settings.set("seed", 9)
    settings.close()
    qtbot.wait(SETTLE_MS + 100)
    assert names == []


def test_the_next_start_finds_the_settings_with_their_types(qapp: object, tmp_path: Path) -> None:
    file = str(tmp_path / "settings.ini")
    first = SettingsModel(QSettings(file, QSettings.Format.IniFormat))
    wanted = {
        "prompt": "Zwei Zeilen,\n“Ünïcode”; 50 %",
        "tv_budget": 0.85,
        "draft_length": 3,
        "bonus": True,
        "coupling": "gumbel",
        "seed": 4_294_967_295,
        "draft_pane": True,
        "target_dir": "/models/a b",
    }
    for name, value in wanted.items():
        first.set(name, value)
    first.close()
    second = SettingsModel(QSettings(file, QSettings.Format.IniFormat))
    second.restore()
    for name, value in wanted.items():
        assert second.value(name) == value
        assert type(second.value(name)) is type(value)
    assert second.undo_stack.count() == 0


def test_a_damaged_store_falls_back_setting_by_setting(qapp: object, tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    store.setValue("request/tv_budget", "7.5")
    store.setValue("request/draft_length", "{")
    store.setValue("request/bonus", '"yes"')
    store.setValue("request/seed", "12")
    settings = SettingsModel(store)
    settings.restore()
    assert (settings.value("tv_budget"), settings.value("draft_length")) == (0.4, 8)
    assert settings.value("bonus") is False
    assert settings.value("seed") == 12


def test_a_system_prompt_without_a_place_is_kept_and_left_out(settings: SettingsModel) -> None:
    settings.set("system", "You are terse.")
    assert settings.request().system == "You are terse." and settings.why_no_system == ""
    settings.set_takes_system(False)
    assert settings.request().system == "" and "no place for a system prompt" in settings.why_no_system
    assert settings.value("system") == "You are terse."
    settings.set_takes_system(True)
    settings.set("raw", True)
    assert settings.request().system == "" and settings.why_no_system.startswith("Raw prompts")
