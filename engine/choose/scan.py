"""What there is to choose from: the bundled pair, the Hugging Face cache, and folders that were added by hand."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.choose.model import Model, look
from engine.errors import PairError
from engine.pair.names import CACHED, short_name
from engine.paths import bundled_draft, bundled_target

Place = Literal["bundled", "cache", "folder"]


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that may hold a model.

    Attributes:
        name: short name, with its size where the folder can be used.
        repo: "owner/name" of one in the cache; else "".
        model: what is known of it, or None where it cannot be used; then `problem` is why, one sentence.
    """

    path: Path
    place: Place
    name: str
    repo: str = ""
    model: Model | None = None
    problem: str = ""
    details: str = ""


def scan(
    folders: Iterable[Path] = (), cache: Path | None = None, stop: Callable[[], bool] = lambda: False
) -> list[Found]:
    """Everything there is, bundled first. Asks no network.

    Args:
        folders: added by hand; ones that are gone are told as such.
        cache: the Hugging Face cache; where its own settings put it by default.
        stop: asked between folders; what was found by then is given back.
    """
    found: list[Found] = []
    for path, place, repo in _places(folders, cache or hub_cache()):
        if stop():
            break
        found.append(_found(path, place, repo))
    return found


def hub_cache() -> Path:
    """The Hugging Face cache, as HF_HUB_CACHE, HF_HOME or their defaults say."""
    from huggingface_hub import constants

    return Path(constants.HF_HUB_CACHE).expanduser()


def resolved(path: Path, cache: Path | None = None) -> Path:
    """The folder itself, or the one in the cache where "owner/name" is given and there is no such folder."""
    if path.is_absolute() or len(path.parts) != 2 or path.exists():
        return path
    return snapshot(path.as_posix(), cache or hub_cache()) or path


def snapshot(repo: str, cache: Path) -> Path | None:
    """The folder of a repository in the cache: its main revision's, else the newest that holds a model, else None."""
    home = cache / (CACHED + repo.replace("/", "--"))
    snapshots = home / "snapshots"
    try:
        main = snapshots / (home / "refs" / "main").read_text(encoding="utf-8").strip()
        if _holds_model(main):
            return main
    except (OSError, ValueError):  # a reference that is no text names no revision
        pass
    try:
        whole = [path for path in snapshots.iterdir() if _holds_model(path)]
        return max(whole, key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def _places(folders: Iterable[Path], cache: Path) -> Iterator[tuple[Path, Place, str]]:
    yield bundled_target(), "bundled", ""
    yield bundled_draft(), "bundled", ""
    try:
        homes = sorted(path for path in cache.glob(CACHED + "*") if path.is_dir())
    except OSError:
        homes = []
    for home in homes:
        repo = home.name.removeprefix(CACHED).replace("--", "/", 1)
        path = snapshot(repo, cache)
        if path is not None:
            yield path, "cache", repo
    seen: set[Path] = set()
    for path in folders:
        if path not in seen:
            seen.add(path)
            yield path, "folder", ""


def _holds_model(path: Path) -> bool:
    """A config and weights as safetensors; the cache holds other things too, which are left out."""
    return (path / "config.json").is_file() and any(path.glob("*.safetensors"))


def _found(path: Path, place: Place, repo: str) -> Found:
    try:
        model = look(path, "target")
    except PairError as error:
        return Found(path, place, short_name(path), repo, None, about_it(error.sentence, path), error.details)
    return Found(path, place, model.name, repo, model)


def about_it(sentence: str, path: Path) -> str:
    """A refusal's sentence beside the model's name: "It has no weights …" for "The target folder “…” has no …"."""
    for role in ("target", "draft"):
        for start in (f"The {role} folder “{path}”", f"The {role} in “{path}”"):
            if sentence.startswith(start):
                return "It" + sentence.removeprefix(start)
    return sentence
