"""Whether MLX works at all: one product on its default device, in a thread that leaves nothing behind."""

import threading

import mlx.core as mx

from engine.device import device_name
from engine.errors import MentorscopeError

SIDE = 64


class DeviceError(MentorscopeError):
    """MLX cannot compute on its default device, or computes something wrong."""


def try_device() -> str:
    """The device's name, once it has multiplied two matrices of whole numbers without a mistake.

    Raises:
        DeviceError: the product failed or is wrong; the details have MLX's own words.
    """
    names: list[str] = []
    problems: list[DeviceError] = []

    def work() -> None:
        try:
            names.append(_multiply())
        except DeviceError as problem:
            problems.append(problem)
        except Exception as problem:  # MLX raises whatever its device's library says
            sentence = f"MLX cannot compute on its default device: {str(problem).strip().rstrip('.')}."
            problems.append(DeviceError(sentence, type(problem).__name__))
        finally:
            mx.clear_streams()

    thread = threading.Thread(target=work, name="mentorscope-probe")
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
    return names[0]


def _multiply() -> str:
    rows = mx.arange(SIDE * SIDE, dtype=mx.float32).reshape(SIDE, SIDE) % 7
    product = (rows @ rows.T).tolist()
    numbers = [[(row * SIDE + column) % 7 for column in range(SIDE)] for row in range(SIDE)]
    right = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in numbers] for one in numbers]
    if product != right:
        raise DeviceError(f"MLX multiplies wrongly on {device_name()}: do not trust what it writes.")
    return device_name()
