"""The window of the frame's tests."""

from tests.frame.conftest import desk, open_desk

__all__ = ["desk", "open_desk"]
