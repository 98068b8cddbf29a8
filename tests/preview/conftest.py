"""The engine on the CPU, the bundled pair once, and the window of the frame's tests."""

from tests.engine.conftest import bundled, on_the_cpu
from tests.frame.conftest import desk, open_desk

__all__ = ["bundled", "desk", "on_the_cpu", "open_desk"]
