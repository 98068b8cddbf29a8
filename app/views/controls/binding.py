"""Ties widgets to settings, both ways."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from app.models.settings.model import SettingsModel
from app.views.controls.buttons import Check, Segmented
from app.views.controls.fields import Combo, Number
from app.views.controls.slider import TrackSlider
from engine.errors import RequestError


class Binder(QObject):
    """What a person sets goes to the settings; what changes there (undo, presets) is shown.

    Args:
        refused: told of a value that the settings would not take; the widget shows the old one again.
    """

    def __init__(self, settings: SettingsModel, refused: Callable[[RequestError], None], parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._refused = refused
        self._show: dict[str, list[Callable[[Any], None]]] = {}
        settings.changed.connect(self._on_changed)

    def put(self, name: str, value: Any) -> None:
        """Set a value; a refusal is told, and undone in the widget."""
        try:
            self._settings.set(name, value)
        except RequestError as problem:
            self._refused(problem)
            self._on_changed(name)

    def watch(self, name: str, show: Callable[[Any], None]) -> None:
        """Call `show` with the setting's value, now and after every change."""
        self._show.setdefault(name, []).append(show)
        show(self._settings.value(name))

    def number(self, name: str, field: Number) -> None:
        """A number field."""
        field.valueChanged.connect(lambda _: self.put(name, field.number()))
        self.watch(name, field.show_number)

    def combo(self, name: str, combo: Combo) -> None:
        """A combo box whose items carry the setting's values as data."""
        combo.activated.connect(lambda index: self.put(name, combo.itemData(index)))
        self.watch(name, lambda value: combo.setCurrentIndex(combo.findData(value)))

    def check(self, name: str, box: Check) -> None:
        """A check box."""
        box.clicked.connect(lambda on: self.put(name, on))
        self.watch(name, box.setChecked)

    def slider(self, name: str, slider: TrackSlider, scale: int = 1) -> None:
        """A slider whose value is the setting's times `scale`."""
        to_setting: Callable[[int], float] = (lambda v: v / scale) if scale != 1 else (lambda v: v)
        slider.drag_began.connect(lambda: self._settings.begin_drag(name))
        slider.drag_ended.connect(lambda: self._settings.end_drag(name))
        slider.valueChanged.connect(lambda value: self.put(name, to_setting(value)))
        self.watch(name, lambda value: slider.show_value(round(value * scale)))

    def segmented(self, name: str, control: Segmented) -> None:
        """A segmented control whose keys are the setting's values."""
        control.chosen.connect(lambda key: self.put(name, key))
        self.watch(name, control.show_choice)

    def _on_changed(self, name: str) -> None:
        for show in self._show.get(name, ()):
            show(self._settings.value(name))
