"""Where figures come from: machine, versions, pair and date, so that a result can be reproduced."""

import os
import platform
from dataclasses import asdict, dataclass, field
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from engine import __version__
from engine.errors import MentorscopeError
from engine.events import PairInfo
from engine.paths import portable
from engine.sweep.plan import Plan

_WORDS = {"device": "device", "processor": "processor", "cores": "number of cores"}


@dataclass(frozen=True, slots=True)
class Header:
    """What a sweep's figures depend on besides its runs.

    Attributes:
        target, draft: folders of the models. target_name, draft_name: "Storypair 22M", "2M".
        machine: words by name: device, processor, cores, system, python, mlx, mlx-lm, mentorscope.
        date: when it began, ISO 8601 with the offset to UTC.
    """

    plan: Plan
    target: str
    draft: str
    target_name: str
    draft_name: str
    vocabulary: int
    date: str
    machine: dict[str, str] = field(default_factory=dict)

    @property
    def device(self) -> str:
        """What the models ran on, "CPU" or the accelerator's name."""
        return self.machine.get("device", "")

    @property
    def pair_words(self) -> str:
        """Both models: "Storypair 22M ← 2M", the draft second."""
        return f"{self.target_name} ← {self.draft_name}"

    @property
    def machine_words(self) -> str:
        """The machine in a line: "CPU · x86_64, 2 cores · Linux 6.1"."""
        cores = self.machine.get("cores")
        processor = ", ".join(filter(None, (self.machine.get("processor"), f"{cores} cores" if cores else "")))
        return " · ".join(filter(None, (self.device, processor, self.machine.get("system"))))

    @property
    def version_words(self) -> str:
        """The versions in a line: "mentorscope 0.1.0 · mlx 0.32.4 · …"."""
        names = ("mentorscope", "mlx", "mlx-lm", "python")
        return " · ".join(f"{name} {self.machine[name]}" for name in names if name in self.machine)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        folders = {"target": portable(self.target), "draft": portable(self.draft)}
        return asdict(self) | folders | {"plan": self.plan.to_json()}


def header_of(plan: Plan, pair: PairInfo) -> Header:
    """The header of a sweep that begins now on this machine."""
    date = datetime.now().astimezone().isoformat(timespec="seconds")
    return Header(
        plan, pair.target, pair.draft, pair.target_name, pair.draft_name, pair.vocabulary, date, machine(pair.device)
    )


def require_same(header: Header, pair: PairInfo) -> None:
    """Raise `MentorscopeError` where a sweep cannot go on here: figures of two machines or pairs do not mix."""
    here = {"target_name": pair.target_name, "draft_name": pair.draft_name, "vocabulary": pair.vocabulary}
    if any(getattr(header, name) != value for name, value in here.items()):
        raise MentorscopeError(
            f"This sweep was measured with {header.pair_words}, but {pair.target_name} ← {pair.draft_name} is loaded: "
            "load its pair, or start a new sweep."
        )
    now = machine(pair.device)
    for name in ("device", "processor", "cores", "mlx", "mlx-lm", "mentorscope"):
        was, is_now = header.machine.get(name, ""), now.get(name, "")
        if was != is_now:
            raise MentorscopeError(
                f"This sweep was measured with another {_WORDS.get(name, f'version of {name}')} ({was or 'unknown'}, "
                f"here {is_now or 'unknown'}): start a new sweep, as the two do not compare."
            )


def machine(device: str) -> dict[str, str]:
    """The machine's kind and the versions, without asking any model library."""
    found = {
        "device": device,
        "processor": platform.machine(),
        "cores": str(os.cpu_count() or ""),
        "system": f"{_system()} {_release()}".strip(),
        "python": platform.python_version(),
        "mlx": _version("mlx"),
        "mlx-lm": _version("mlx-lm"),
        "mentorscope": __version__,
    }
    return {name: words for name, words in found.items() if words}


def _system() -> str:
    return "macOS" if platform.system() == "Darwin" else platform.system()


def _release() -> str:
    return platform.mac_ver()[0] or ".".join(platform.release().split("-")[0].split(".")[:2])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
