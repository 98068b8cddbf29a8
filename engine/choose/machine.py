"""How much memory models may take here."""

import os
import platform
import sys
from dataclasses import dataclass

#: Of the physical memory, what models may take where the system recommends nothing.
SHARE = 0.75


@dataclass(frozen=True, slots=True)
class Machine:
    """Where models are to run.

    Attributes:
        limit: bytes that models and caches may take together.
        recommended: whether the system itself recommends that limit; else it is a share of the physical memory.
        cpu: whether models run on the CPU.
    """

    limit: int
    recommended: bool
    cpu: bool


def guess() -> Machine:
    """What can be said before MLX is there: a share of the physical memory; only a Mac's own chip is no CPU."""
    cpu = not (sys.platform == "darwin" and platform.machine() == "arm64")
    return Machine(int(SHARE * _physical()), recommended=False, cpu=cpu)


def told(recommended: int, cpu: bool) -> Machine:
    """The machine as a loaded pair tells of it; `recommended` is 0 where the system recommends nothing."""
    return Machine(recommended, True, cpu) if recommended else Machine(int(SHARE * _physical()), False, cpu)


def measured() -> Machine:
    """What MLX says. It is imported here, which takes seconds; not for the window's own thread."""
    from engine.device import on_cpu, recommended_bytes

    return told(recommended_bytes(), on_cpu())


def _physical() -> int:
    """Bytes of physical memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
