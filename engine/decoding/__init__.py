"""The loops: prefill, single-model steps, mentored rounds, and the events that they make."""

from engine.decoding.decode import decode

__all__ = ["decode"]
