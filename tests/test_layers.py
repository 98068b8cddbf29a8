"""The layers: the engine without Qt, views without models, nothing heavy before the window."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QT = {"PySide6", "qasync", "pyqtgraph", "app"}
MODELS = {"mlx", "mlx_lm", "transformers"}
#: The part of the engine that is data, not machinery.
SEEN_BY_VIEWS = {"engine", "engine.events", "engine.record", "engine.request", "engine.errors", "engine.paths"}
SEEN_BY_VIEWS |= {"engine.sweep.plan", "engine.sweep.summary"}


def imports(path: Path) -> Iterator[str]:
    """All modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def files(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found
    return found


def test_the_engine_imports_no_qt_and_no_app() -> None:
    wrong = {str(path): name for path in files("engine") for name in imports(path) if name.split(".")[0] in QT}
    assert not wrong


def test_the_app_imports_no_model_library() -> None:
    wrong = {str(path): name for path in files("app") for name in imports(path) if name.split(".")[0] in MODELS}
    assert not wrong


def test_views_see_only_the_engines_data() -> None:
    seen = {
        (str(path), name) for path in files("app/views") for name in imports(path) if name.split(".")[0] == "engine"
    }
    assert not {item for item in seen if item[1] not in SEEN_BY_VIEWS}


def test_models_know_no_widgets() -> None:
    wrong = {
        str(path): name
        for path in files("app/models")
        for name in imports(path)
        if name.startswith(("PySide6.QtWidgets", "app.views"))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("engine.thread", {"PySide6", "mlx", "mlx_lm", "transformers"}),
        ("engine.backend", {"PySide6", "qasync", "pyqtgraph"}),
        ("engine.choose.check", {"PySide6", "mlx", "mlx_lm", "transformers", "huggingface_hub"}),
        ("engine.choose.fetch", {"PySide6", "mlx", "mlx_lm", "transformers", "huggingface_hub"}),
        ("app.models.pair.chooser", {"PySide6.QtWidgets", "mlx", "huggingface_hub"}),
        ("app.main", {"mlx", "mlx_lm", "transformers", "huggingface_hub"}),
        ("app.models.runs.comparison", {"PySide6.QtWidgets", "mlx"}),
    ],
)
def test_an_import_stays_within_its_layer(module: str, absent: set[str]) -> None:
    program = f"import sys, {module}; print(sorted({absent!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=90, cwd=ROOT)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
