"""What the app consists of, with versions and licences: read from the installed packages, the same when packaged."""

import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Literal

from engine import __version__
from engine.paths import resources_dir

ROOT = "mentorscope"
#: Where the app's own metadata is missing (a checkout that was not installed), its packages are found from these.
FALLBACK = ("mlx-lm", "numpy", "PySide6-Essentials", "pyqtgraph", "qasync")
#: "name[extra,…]" at the start of a requirement, and the extra that it belongs to.
_NAME, _EXTRA = re.compile(r"([\w.-]+)(?:\[([^\]]*)\])?"), re.compile(r"extra\s*==\s*['\"]([^'\"]+)")
SHORT = 60

Kind = Literal["app", "model", "font", "package"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is bundled.

    Attributes:
        version: "" where it has none. licence: its name, as its makers give it; "" where they give none.
        files: the texts of its licence, as far as it brings them.
    """

    kind: Kind
    name: str
    version: str
    licence: str
    files: tuple[Path, ...] = ()

    def text(self) -> str:
        """The licence's text; a sentence where it brings none."""
        texts = [path.read_text(encoding="utf-8", errors="replace").strip() for path in self.files if path.is_file()]
        none = f"{self.name} brings no text of its licence, which is: {self.licence or 'not named'}."
        return "\n\n\n".join(texts) or none


def items() -> list[Item]:
    """Everything that is bundled: the app, its models and font, Python, and every package by name."""
    licence = _files_of(ROOT) or (resources_dir().parent / "LICENSE",)  # a checkout's is not in its metadata
    own, found = Item("app", "Mentorscope", __version__, "Apache-2.0", licence), packages()
    python = Item("package", "Python", platform.python_version(), "PSF-2.0", _python_licence())
    return [own, *models(), *fonts(), *sorted([python, *found], key=lambda item: item.name.lower())]


def models() -> list[Item]:
    """The bundled models, each with its card."""
    cards = sorted((resources_dir() / "models").glob("*/MODEL_CARD.md"))
    name = "{} (target and draft)"
    return [Item("model", name.format(card.parent.name.capitalize()), "", _licence_in(card), (card,)) for card in cards]


def fonts() -> list[Item]:
    """The bundled fonts' families, each with its licence."""
    folder = resources_dir() / "fonts"
    families = sorted({path.stem.partition("-")[0] for path in folder.glob("*.otf")})
    return [Item("font", f"{family} (font)", "", "OFL-1.1", (folder / "OFL.txt",)) for family in families]


def packages() -> list[Item]:
    """Every installed package that the app needs, directly or through others; in the packaged app all that is in it."""
    return [
        Item("package", found.metadata["Name"], found.version, licence_of(found), tuple(_licence_files(found)))
        for name, found in _needed().items()
        if name != ROOT
    ]


def licence_of(found: Distribution) -> str:
    """A licence's name in a few characters, from whichever field its makers fill in."""
    metadata = found.metadata
    fields = [line for key in ("License-Expression", "License") for line in metadata.get_all(key) or []]
    named = next(filter(None, fields), "")
    if named and len(named) <= SHORT and "\n" not in named:
        return str(named)
    told = [line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or [] if line.startswith("License")]
    if told:
        return str(told[0]).replace(" License", "").replace("Software", "").strip()
    return str(named).partition("\n")[0][:SHORT]


def _needed() -> dict[str, Distribution]:
    """Installed packages by normal name, from the app's own requirements on."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [(ROOT, frozenset[str]())] + ([] if _installed(ROOT) else [(name, frozenset[str]()) for name in FALLBACK])
    while todo:
        name, extras = todo.pop()
        if (name, extras) in seen or (one := _installed(name)) is None:
            continue
        seen.add((name, extras))
        found[_normal(name)] = one
        todo += [(other, more) for other, more, extra in _requirements(one) if extra is None or extra in extras]
    return found


def _requirements(one: Distribution) -> Iterator[tuple[str, frozenset[str], str | None]]:
    """Names, their extras, and the extra that asks for them. Markers of systems are left to what is installed."""
    for line in one.requires or []:
        name, extra = _NAME.match(line), _EXTRA.search(line)
        if name is not None:
            extras = frozenset(re.split(r"\s*,\s*", name[2])) if name[2] else frozenset[str]()
            yield name[1], extras, extra[1] if extra else None


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _files_of(name: str) -> tuple[Path, ...]:
    one = _installed(name)
    return tuple(_licence_files(one)) if one is not None else ()


def _licence_files(one: Distribution) -> Iterator[Path]:
    """Where a package keeps its licences: beside its metadata, in newer ones in a folder of their own."""
    folder = getattr(one, "_path", None)
    if not isinstance(folder, Path):
        return
    for name in one.metadata.get_all("License-File") or []:
        # What setuptools leaves in a checkout names the licence that lies beside it.
        checkout = [folder.parent / name] if folder.suffix == ".egg-info" else []
        for place in (folder / "licenses" / name, folder / name, *checkout):
            if place.is_file():
                yield place
                break


def _licence_in(card: Path) -> str:
    """The licence that a model card names: "- **Licence.** Apache-2.0 for the weights."."""
    match = re.search(r"\*\*Licence\.\*\*\s*([\w.-]+\w)", card.read_text(encoding="utf-8"))
    return match[1] if match else ""


def _python_licence() -> tuple[Path, ...]:
    """Where this Python keeps its licence; packaged ones have none."""
    library = Path(sys.base_prefix) / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "LICENSE.txt"
    return (library,) if library.is_file() else ()


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
