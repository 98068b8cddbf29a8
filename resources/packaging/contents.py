"""What goes into the packaged app, and what is left out. Read by the spec; plain Python, so that tests read it too."""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
IDENTIFIER = "org.mentorscope.Mentorscope"
RUN_TYPE = f"{IDENTIFIER}.run"
#: What PySide6 and MLX need at least.
MACOS_FLOOR = "14.0"

#: What of `resources` the app reads while it runs.
RESOURCES = ("fonts", "icon", "models", "runs", "scenes")

#: Qt's own libraries that stay, by name without prefix and ending; everything else of Qt is left out.
QT_LIBRARIES = {"Core", "Gui", "Widgets", "DBus", "Svg", "OpenGL", "OpenGLWidgets", "XcbQpa", "WaylandClient"}
#: Qt's plugins that stay, by folder. Windows are drawn into memory, so no plugin for OpenGL is among them.
QT_PLUGINS: dict[str, tuple[str, ...]] = {
    "platforms": ("cocoa", "offscreen", "xcb", "wayland"),
    "platforminputcontexts": ("compose", "ibus"),
    "platformthemes": ("xdgdesktopportal",),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-decoration-client": ("bradient", "adwaita"),
}

#: Of a Linux machine's own libraries, those that only a plugin wanted which is left out (GTK's).
_GTK = re.compile(r"lib(gtk|gdk|pango|cairo|atk|thai|datrie|fribidi|harfbuzz|graphite2|pixman|jpeg|epoxy)[-_.\w]*\.so")

#: Modules that something names, but that nothing here runs.
UNUSED = (
    "tkinter", "unittest.mock", "pydoc_data", "lib2to3", "test", "IPython", "matplotlib", "PIL", "scipy", "pandas",
    "torch", "tensorflow", "jax", "flax", "sklearn", "datasets", "accelerate", "h5py", "cupy", "numba", "pytest",
    "hypothesis", "mypy", "ruff", "setuptools", "pip", "wheel", "pkg_resources", "_distutils_hack", "pydantic", "rich",
    "hf_xet", "pygments", "uvicorn", "fastapi", "PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick",
    "PySide6.QtPrintSupport", "PySide6.QtTest",
    "numpy.f2py", "numpy.distutils", "numpy.testing", "numpy._core.tests",
    "pyqtgraph.examples", "pyqtgraph.opengl", "pyqtgraph.flowchart", "pyqtgraph.console", "pyqtgraph.jupyter",
    "mlx_lm.server", "mlx_lm.lora", "mlx_lm.tuner", "mlx_lm.quant", "mlx_lm.evaluate", "mlx_lm.fuse", "mlx_lm.manage",
    "mlx_lm.benchmark", "mlx_lm.chat", "mlx_lm.perplexity", "mlx_lm.share", "mlx_lm.upload", "mlx_lm.examples",
)  # fmt: skip

#: Of transformers only what reads configurations and tokenizers stays: models run on MLX.
_TOKENIZING = re.compile(r"(__init__|configuration_\w+|tokenization_\w+)\.py")
_WHOLE_PARTS = {"auto"}
_UNUSED_PARTS = {"cli", "commands", "data", "pipelines", "quantizers", "distributed", "kernels", "sagemaker"}
_UNUSED_NAMES = re.compile(
    r"(trainer|training_args|testing_utils|optimization|convert_(?!slow)|modeling_(?!rope_utils)|modular_|processing_"
    r"|image_processing|video_processing|feature_extraction|audio_|safetensors_conversion|debug_utils|hyperparameter"
    r"|model_debugging|keras|activations|cache_utils|masking|pytorch_utils|conversion_mapping|core_model)\w*\.py"
)

#: Whatever tells of the machine that built it, or of files that are not there any more.
_METADATA_LEFT_OUT = {"direct_url.json", "RECORD", "INSTALLER", "REQUESTED", "top_level.txt", "entry_points.txt"}

#: Bytes that the whole app may take, and its parts; more means that something came in unasked.
MOST_BYTES = {"linux": 360_000_000, "darwin": 430_000_000}


def project() -> dict[str, Any]:
    """The `[project]` table of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def info_plist(version: str) -> dict[str, Any]:
    """The app's Info.plist, less what the packager fills in (its executable and its icon)."""
    return {
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleName": "Mentorscope",
        "CFBundleDisplayName": "Mentorscope",
        "CFBundleDevelopmentRegion": "en",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSMinimumSystemVersion": MACOS_FLOOR,
        "LSApplicationCategoryType": "public.app-category.education",
        "LSArchitecturePriority": ["arm64"],
        "NSPrincipalClass": "NSApplication",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSHumanReadableCopyright": "Apache License 2.0. Parts under licences of their own: see About Mentorscope.",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Mentorscope run",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [RUN_TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": RUN_TYPE,
                "UTTypeDescription": "Mentorscope run",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {"public.filename-extension": ["mentorscope"]},
            }
        ],
    }


def modules_of(folder: Path, package: str) -> list[str]:
    """Names of all modules of a package, from its files alone: importing them would load MLX."""
    names = {
        ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
        for path in folder.rglob("*.py")
        if "__pycache__" not in path.parts
    }
    return sorted(names - {package})


def transformers_parts(folder: Path) -> tuple[list[str], list[str]]:
    """Names of transformers' modules that go in, and of those that stay out."""
    taken: list[str] = []
    left: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        inner = PurePosixPath(path.relative_to(folder))
        name = ".".join(("transformers", *inner.with_suffix("").parts)).removesuffix(".__init__")
        (taken if tokenizes(inner) else left).append(name)
    return taken, left


def tokenizes(inner: PurePosixPath) -> bool:
    """Whether a file of transformers, by its path in the package, belongs to configurations and tokenizers."""
    if inner.parts[0] == "models":
        return len(inner.parts) < 3 or inner.parts[1] in _WHOLE_PARTS or bool(_TOKENIZING.fullmatch(inner.name))
    if inner.parts[0] in _UNUSED_PARTS:
        return inner.name == "__init__.py"
    return not _UNUSED_NAMES.fullmatch(inner.name)


def stays(name: str) -> bool:
    """Whether a collected file, by its place in the app, is used. Decides on Qt's parts and on metadata."""
    path = PurePosixPath(name)
    if path.parent.name.endswith(".dist-info") or ".dist-info" in str(path.parent):
        return path.name not in _METADATA_LEFT_OUT
    if "translations" in path.parts or "qml" in path.parts:
        return "PySide6" not in path.parts
    if "plugins" in path.parts and "PySide6" in path.parts:
        return _plugin_stays(path)
    if len(path.parts) == 1 and _GTK.match(path.name):
        return False
    library = re.match(r"(?:lib)?Qt6?([A-Z]\w*?)(?:\.framework|\.so|\.dylib|\.abi3|$)", _qt_part(path))
    return library is None or library[1] in QT_LIBRARIES


def _plugin_stays(path: PurePosixPath) -> bool:
    kind = path.parts[path.parts.index("plugins") + 1]
    name = re.sub(r"^lib(q)?|\..*$", "", path.name)
    return any(name.startswith(word) for word in QT_PLUGINS.get(kind, ()))


def _qt_part(path: PurePosixPath) -> str:
    """The framework that a file belongs to, else its own name; "" for what is no part of Qt."""
    frameworks = [part for part in path.parts if part.endswith(".framework")]
    if frameworks:
        return frameworks[0]
    return path.name if path.name.startswith(("libQt6", "Qt")) else ""


def distributions_of(names: Iterable[str]) -> set[str]:
    """Which installed packages the collected files, by their places in the app, come from; normalised names."""
    tops = {re.split(r"[./\\]", name)[0] for name in names}
    found = {name for module, owners in packages_distributions().items() if module in tops for name in owners}
    return {_normal(name) for name in found} | {"mentorscope", "mlx-cpu", "mlx-metal"}


def is_of(name: str, distributions: set[str]) -> bool:
    """Whether a collected file is no package's metadata, or that of one of these packages."""
    top = PurePosixPath(name).parts[0]
    return not top.endswith(".dist-info") or _normal(top.split("-")[0]) in distributions


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def resource_files() -> Iterator[tuple[str, str]]:
    """(file, folder in the app) of every resource that the app reads."""
    for part in RESOURCES:
        for path in sorted((ROOT / "resources" / part).rglob("*")):
            if path.is_file():
                yield str(path), str(path.parent.relative_to(ROOT))


def sizes(folder: Path) -> dict[str, int]:
    """Bytes of each part of a built app by name, links not followed, the largest first."""
    found: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            part = part_of(path.relative_to(folder).parts)
            found[part] = found.get(part, 0) + path.stat().st_size
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def part_of(parts: Iterable[str]) -> str:
    """What a file belongs to: its topmost folder that is no mere container."""
    containers = {"Contents", "Frameworks", "Resources", "MacOS", "_internal"}
    inner = [part for part in parts if part not in containers]
    if len(inner) < 2:
        return "program and Python"
    return "metadata" if ".dist-info" in inner[0] else inner[0].split("__dot__")[0]


def main(word: str, folder: str = "") -> int:
    """What the shell asks: `requirements`, `version`, or `sizes FOLDER`."""
    table = project()
    if word == "version":
        print(table["version"])
    elif word == "requirements":
        print("\n".join([*table["dependencies"], *table["optional-dependencies"]["package"]]))
    elif word == "sizes":
        return tell_sizes(Path(folder))
    else:
        print(f"contents: “{word}” is none of requirements, version and sizes.", file=sys.stderr)
        return 2
    return 0


def tell_sizes(folder: Path) -> int:
    """Print the size of each part, and of the whole; 1 where that is more than is allowed."""
    found, most = sizes(folder), MOST_BYTES[sys.platform]
    for part, size in found.items():
        print(f"{size / 1e6:8.1f} MB  {part}")
    whole = sum(found.values())
    print(f"{whole / 1e6:8.1f} MB  in all, of at most {most / 1e6:.0f} MB")
    if whole > most:
        print(f"the app takes {whole / 1e6:.0f} MB, more than {most / 1e6:.0f} MB: something came in unasked.")
    return int(whole > most)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
