"""What the hub says of a repository: its files, sizes and licence. The only asking, besides fetching; never unasked."""

import re
from dataclasses import dataclass
from typing import Any

from engine.choose.faults import told
from engine.errors import MentorscopeError

#: Seconds to wait for an answer.
TIMEOUT_S = 10.0
#: What a model needs; programs and weights of other kinds are left where they are.
WANTED = re.compile(r"(model[^/\\]*\.safetensors|[^/\\.][^/\\]*\.(json|jinja)|tokenizer\.model|merges\.txt|vocab\.txt)")
COMMIT = re.compile(r"[0-9a-f]{40}")
DIGEST = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class FetchError(MentorscopeError):
    """A repository could not be looked up or fetched."""


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file: its size in bytes, and its digest: SHA-256 of a large file, git's SHA-1 of a small one."""

    name: str
    size: int
    digest: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What would be fetched of a repository.

    Attributes:
        licence: as its card says, "" where it does not.
        gated: whether its owners hand it out only to those who accept its terms.
    """

    repo: str
    commit: str
    licence: str
    gated: bool
    files: tuple[HubFile, ...]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)


def look_up(repo: str, endpoint: str | None = None) -> Offer:
    """Ask the hub about a repository.

    Args:
        endpoint: the hub's address; its own by default.

    Raises:
        FetchError: it cannot be reached, has no such repository, or its answer makes no sense.
    """
    from huggingface_hub import HfApi

    try:
        info = HfApi(endpoint=endpoint, library_name="mentorscope").model_info(
            repo, files_metadata=True, timeout=TIMEOUT_S
        )
    except Exception as error:  # the hub's client raises many kinds
        raise FetchError(*told(error, repo)) from error
    commit = str(info.sha)
    files = tuple(file for sibling in info.siblings or () if (file := _file(sibling, repo)) is not None)
    if not COMMIT.fullmatch(commit):
        raise _odd(repo, f"revision {commit!r}")
    if not any(file.name.endswith(".safetensors") for file in files):
        raise FetchError(f"The repository “{repo}” has no weights as safetensors: choose another one.")
    return Offer(repo, commit, _licence(info), bool(info.gated), files)


def _file(sibling: Any, repo: str) -> HubFile | None:
    """A file that is wanted; its name and digest become paths, so both are checked."""
    name = str(sibling.rfilename)
    if not WANTED.fullmatch(name):
        return None
    digest = str(sibling.lfs.sha256 if sibling.lfs is not None else sibling.blob_id)
    if not DIGEST.fullmatch(digest) or not isinstance(sibling.size, int):
        raise _odd(repo, f"{name}: digest {digest!r}, size {sibling.size!r}")
    return HubFile(name, sibling.size, digest)


def _odd(repo: str, details: str) -> FetchError:
    error = FetchError(f"The hub’s answer about “{repo}” makes no sense: try again later.", details)
    return error


def _licence(info: Any) -> str:
    card = info.card_data
    return str(getattr(card, "license_name", None) or getattr(card, "license", None) or "") if card else ""
