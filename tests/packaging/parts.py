"""The packaging's own modules, which belong to no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "resources" / "packaging"


def part(name: str) -> ModuleType:
    """A module of `resources/packaging` by name."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
