"""Mentored decoding on MLX: plain Python, no Qt (a test holds that)."""

__version__ = "0.1.0"
