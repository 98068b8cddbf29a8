"""A Hugging Face cache on disk, as the hub's own client lays it out."""

import shutil
from pathlib import Path


def put_into_cache(cache: Path, repo: str, folder: Path, commit: str = "c0ffee", main: bool = True) -> Path:
    """Copy a model folder into a cache; its snapshot's files are links to blobs."""
    home = cache / f"models--{repo.replace('/', '--')}"
    snapshot = home / "snapshots" / commit
    (home / "blobs").mkdir(parents=True, exist_ok=True)
    snapshot.mkdir(parents=True)
    for file in folder.iterdir():
        blob = home / "blobs" / f"{commit}-{file.name}"
        shutil.copy(file, blob)
        (snapshot / file.name).symlink_to(Path("../../blobs") / blob.name)
    if main:
        (home / "refs").mkdir(exist_ok=True)
        (home / "refs" / "main").write_text(commit)
    return snapshot
