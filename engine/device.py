"""What MLX runs on."""

from functools import cache

import mlx.core as mx


def on_cpu() -> bool:
    """Whether the default device is the CPU."""
    return bool(mx.default_device().type == mx.DeviceType.cpu)


@cache
def on_cuda() -> bool:
    """Whether the default device is an NVIDIA accelerator. Asked for every forward, so answered once."""
    return not on_cpu() and not mx.metal.is_available()


def device_name() -> str:
    """ "CPU", or the accelerator's own name."""
    return "CPU" if on_cpu() else str(mx.device_info().get("device_name", "GPU"))


def recommended_bytes() -> int:
    """Bytes that the system recommends models to stay under; 0 where it recommends nothing, as on a CPU."""
    return int(mx.device_info().get("max_recommended_working_set_size", 0))
