"""Look at weight files before loading them: all there, whole, and not pointers."""

import json
import math
import operator
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PairError

PATTERN = "model*.safetensors"
POINTER_START = b"version https://git-lfs"
#: "model-00001-of-00003.safetensors": which shard of how many.
SHARD = re.compile(r"(.*-)(\d+)-of-(\d+)(\.safetensors)")


@dataclass(frozen=True, slots=True)
class Stored:
    """An array in a weight file: its kind of number ("BF16", …), its shape, and its bytes from `begin` to `end`."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int

    @property
    def size(self) -> int:
        """How many numbers."""
        return math.prod(self.shape)


def examine_weights(path: Path, start: str) -> tuple[Path, ...]:
    """The weight files of a folder.

    Args:
        start: how the sentence of an error begins.

    Raises:
        PairError: there are none, some are missing, or one is cut short, damaged or a pointer.
    """
    files = tuple(sorted(path.glob(PATTERN)))
    if not files:
        raise PairError(f"{start} has no weights ({PATTERN}): download them again.")
    missing = _missing(path, files, start)
    if missing:
        lacks = "a weight file" if len(missing) == 1 else f"{len(missing)} weight files"
        raise PairError(f"{start} lacks {lacks} ({missing[0]}): download what is missing.")
    for file in files:
        refuse_pointer(file, start)
        read_head(file, start)
    return files


def refuse_pointer(file: Path, start: str) -> None:
    """Raise `PairError` where a file only says which one Git LFS keeps in its place."""
    with file.open("rb") as opened:
        if opened.read(len(POINTER_START)) == POINTER_START:
            raise PairError(f"{start} has only a Git LFS pointer for {file.name}: run “git lfs pull” in it.")


def _missing(path: Path, files: tuple[Path, ...], start: str) -> list[str]:
    """Files that the index names, or that the numbers of the other shards tell of, and that are not there."""
    index = path / "model.safetensors.index.json"
    if index.is_file():
        try:
            named = {str(name) for name in json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise PairError(f"{start} has a damaged {index.name}: download it again.", str(error)) from error
    else:
        named = set()
        for match in filter(None, (SHARD.fullmatch(file.name) for file in files)):
            head, number, count, tail = match.groups()
            named |= {f"{head}{i:0{len(number)}}-of-{count}{tail}" for i in range(1, int(count) + 1)}
    return sorted(name for name in named if not (path / name).is_file())


def read_head(file: Path, start: str) -> dict[str, Stored]:
    """What a weight file holds, from its head alone.

    A safetensors file starts with the length of a JSON head that says what each array is and where it ends.

    Raises:
        PairError: the file is damaged or cut short.
    """
    size = file.stat().st_size
    try:
        with file.open("rb") as opened:
            length = int.from_bytes(opened.read(8), "little")
            if length > size:
                raise ValueError(f"a head of {length} bytes in a file of {size}")
            head = json.loads(opened.read(length))
        parts = {name: part for name, part in head.items() if name != "__metadata__"}
        stored = {name: Stored(str(part["dtype"]), _shape(part), *_bytes(part)) for name, part in parts.items()}
        end = 8 + length + max(part.end for part in stored.values())
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise PairError(f"{start} has a damaged {file.name}: download it again.", str(error)) from error
    if size < end:
        raise PairError(
            f"{start} has only {size:,} of the {end:,} bytes of {file.name}: download it again.",
            f"{file}: {size} bytes, {end} expected",
        )
    return stored


def _shape(part: dict[str, Any]) -> tuple[int, ...]:
    return tuple(int(length) for length in part["shape"])


def _bytes(part: dict[str, Any]) -> tuple[int, int]:
    """Where an array begins and ends. Raises `TypeError` or `ValueError` where these are not two whole numbers."""
    begin, end = map(operator.index, part["data_offsets"])
    return begin, end
