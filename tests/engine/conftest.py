"""For the engine's tests: the CPU, where float64 is and forwards of 1 and K rows agree, and the bundled pair once."""

from collections.abc import Iterator

import mlx.core as mx
import pytest

from engine.pair.loading import Pair, load_pair
from engine.paths import bundled_draft, bundled_target


@pytest.fixture(scope="package", autouse=True)
def on_the_cpu() -> Iterator[None]:
    """All of these tests compute on the CPU."""
    device = mx.default_device()
    mx.set_default_device(mx.Device(mx.DeviceType.cpu))
    yield
    mx.set_default_device(device)


@pytest.fixture(scope="package")
def bundled() -> Pair:
    """The bundled pair, loaded once."""
    return load_pair(bundled_target(), bundled_draft())
