"""The pair that comes with the app."""

from pathlib import Path

from engine.paths import bundled_draft, bundled_target


def bundled_pair() -> tuple[Path, Path]:
    """Folders of the bundled target and draft."""
    return bundled_target(), bundled_draft()
