"""Where the bundled files are, in a checkout and in a frozen app."""

import sys
from pathlib import Path


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
