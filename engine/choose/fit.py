"""Do the weights fit the config? Told from names and shapes alone."""

from collections.abc import Mapping
from typing import Any

from engine.choose.architectures import kind_of
from engine.errors import PairError
from engine.pair.weights import Stored

#: Families whose arrays are named and shaped alike, so that shapes can be foretold.
ALIKE = frozenset({"llama", "qwen2", "qwen3", "gemma", "gemma2", "gemma3_text", "granite", "olmo2", "smollm3"})
#: Sizes that make no model unless they are positive.
SIZES = ("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads")
#: Sizes that such a family may go without, or have as 0, but not as anything else than a whole number.
WHOLE = ("head_dim", "intermediate_size")
LAYER = "model.layers."


def require_fit(config: Mapping[str, Any], arrays: Mapping[str, Stored], start: str) -> int | None:
    """The bits of quantised weights, or None where they are not quantised.

    Raises:
        PairError: the config makes no sense, or the arrays have other shapes or fewer layers than it says.
    """
    bits = _bits(config, start)
    for name in SIZES:
        value = config.get(name)
        if value is not None and not (isinstance(value, int) and value > 0):
            raise _odd(start, f"{name}: {value!r}")
    if kind_of(config) in ALIKE:
        for name in WHOLE:
            if not isinstance(config.get(name, 0), int | None):
                raise _odd(start, f"{name}: {config[name]!r}")
        wrong = _wrong_rows(config, arrays) or _wrong_layers(config, arrays)
        if wrong:
            words = f"{start} cannot be built: its weights do not fit its config.json, so download it again."
            raise PairError(words, wrong)
    return bits


def _bits(config: Mapping[str, Any], start: str) -> int | None:
    quantization = config.get("quantization")
    if quantization is None:
        return None
    bits = quantization.get("bits") if isinstance(quantization, dict) else None
    if not isinstance(bits, int) or not 0 < bits <= 32:
        raise _odd(start, f"quantization: {quantization!r}")
    return bits


def _odd(start: str, details: str) -> PairError:
    return PairError(
        f"{start} cannot be built: mlx-lm does not understand its config.json, so download it again.", details
    )


def _wrong_rows(config: Mapping[str, Any], arrays: Mapping[str, Stored]) -> str:
    """The first array with another number of rows than the config says; "" where all fit. Packing leaves rows alone."""
    hidden, heads = config.get("hidden_size"), config.get("num_attention_heads")
    size = config.get("head_dim") or (hidden // heads if hidden and heads else None)
    rows = {
        "embed_tokens.weight": config.get("vocab_size"),
        "mlp.gate_proj.weight": config.get("intermediate_size"),
        "mlp.down_proj.weight": hidden,
        "input_layernorm.weight": hidden,
        "self_attn.q_proj.weight": heads * size if heads and size else None,
    }
    for name, array in arrays.items():
        for end, expected in rows.items():
            if name.endswith(f".{end}") and isinstance(expected, int) and array.shape[:1] != (expected,):
                return f"{name} has shape {array.shape}, {expected} rows expected"
    return ""


def _wrong_layers(config: Mapping[str, Any], arrays: Mapping[str, Stored]) -> str:
    expected = config.get("num_hidden_layers")
    numbers = [name.removeprefix(LAYER).split(".", 1)[0] for name in arrays if name.startswith(LAYER)]
    found = len({number for number in numbers if number.isdigit()})
    return f"{found} layers, {expected} expected" if expected is not None and found < expected else ""
