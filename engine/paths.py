"""Where the bundled files are, in a checkout and in a frozen app."""

import sys
from pathlib import Path

#: What stands for the folder of bundled models in files that go from machine to machine.
BUNDLED = "bundled:"


def resources_dir() -> Path:
    """The `resources` folder beside `engine`, or inside the frozen bundle."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root / "resources"


def bundled_target() -> Path:
    """Folder of the bundled target model."""
    return resources_dir() / "models" / "storypair" / "target"


def bundled_draft() -> Path:
    """Folder of the bundled draft model."""
    return resources_dir() / "models" / "storypair" / "draft"


def portable(folder: str) -> str:
    """A model's folder as it is written into files: one that is bundled is named the same on every machine."""
    try:
        inner = Path(folder).relative_to(resources_dir() / "models")
    except ValueError:
        return folder
    return BUNDLED + inner.as_posix()


def local(folder: str) -> str:
    """The folder on this machine that `portable` wrote."""
    if not folder.startswith(BUNDLED):
        return folder
    return str(resources_dir() / "models" / folder.removeprefix(BUNDLED))
