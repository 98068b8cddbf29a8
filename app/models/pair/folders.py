"""The model folders that were added by hand, kept between starts."""

import json
from pathlib import Path

from app.models.settings.model import SettingsModel


class Folders:
    """A list in the settings; a damaged one is empty."""

    def __init__(self, settings: SettingsModel) -> None:
        self._settings = settings

    @property
    def paths(self) -> list[Path]:
        """The folders, oldest first."""
        try:
            names = json.loads(self._settings.value("model_folders") or "[]")
        except ValueError:
            return []
        return [Path(name) for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def keep(self, paths: list[Path]) -> None:
        """Keep these instead, each once."""
        self._settings.set("model_folders", json.dumps([str(path) for path in dict.fromkeys(paths)]))
