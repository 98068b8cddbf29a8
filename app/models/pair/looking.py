"""What the chooser does beside the window: looking through folders, and checking drafts one after the other."""

from pathlib import Path

from app.models.pair.jobs import Job
from engine.choose.check import check
from engine.choose.machine import Machine
from engine.choose.recommended import RECOMMENDED
from engine.choose.scan import Found, hub_cache, scan, snapshot

Looked = tuple[list[Found], dict[int, tuple[str, str]]]


def look_through(folders: list[Path], job: Job) -> Looked:
    """What was found, and which recommended pairs are whole in the cache."""
    found = scan(folders, stop=job.stopped)
    usable = {str(one.path) for one in found if one.model}
    ready: dict[int, tuple[str, str]] = {}
    for index, pair in enumerate(RECOMMENDED):
        both = [str(snapshot(repo.id, hub_cache())) for repo in (pair.target, pair.draft)]
        if usable.issuperset(both):
            ready[index] = (both[0], both[1])
    return found, ready


def check_all(job: Job, target: Path, drafts: list[Path], length: int, machine: Machine, held: int) -> str:
    """Check each draft, posting its verdict; gives back the target's key."""
    for draft in drafts:
        if job.stopped():
            break
        job.post((str(draft), check(target, draft, length, machine, held)))
    return str(target)
