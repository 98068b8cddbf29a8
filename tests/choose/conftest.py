"""Small pairs on disk, and no way to the network."""

from tests.pair.conftest import good, no_network

__all__ = ["good", "no_network"]
