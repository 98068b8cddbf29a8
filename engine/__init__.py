"""Mentored decoding on MLX: plain Python, no Qt (a test holds that)."""

import os

__version__ = "0.1.0"

# On NVIDIA accelerators MLX ends a run with an error once it has built twice as many graphs as it keeps, 400 unless
# told before its first stream; every draft length and block of the caches makes some.
os.environ.setdefault("MLX_CUDA_GRAPH_CACHE_SIZE", "2000")
