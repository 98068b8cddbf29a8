"""One model folder as it lies on the disk: whether it can be used at all, how large it is, what its cache takes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.choose.architectures import KNOWN, has_running_state, kind_of, text_part, window_of
from engine.choose.fit import require_fit
from engine.choose.own_code import require_own_tokenizer
from engine.errors import PairError
from engine.pair.folder import Folder, examine
from engine.pair.names import short_name, with_size
from engine.pair.weights import Stored, read_head

#: Bytes of one number; what is not here is no number that MLX can read.
WIDTHS = {
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E4M3", "F8_E5M2", "F8_E8M0"), 1),
    **dict.fromkeys(("U16", "I16", "F16", "BF16"), 2),
    **dict.fromkeys(("U32", "I32", "F32"), 4),
    **dict.fromkeys(("U64", "I64", "F64", "C64"), 8),
}
FLOATS = frozenset({"F16", "BF16", "F32"})
#: Caches grow by this many tokens at a time.
STEP = 256


@dataclass(frozen=True, slots=True)
class Model:
    """A folder that can be used, known from its config and the heads of its weight files.

    Attributes:
        parameters: how many, packed ones counted as what they stand for.
        bits: of quantised weights; None where they are not.
        weights: bytes on the disk.
    """

    folder: Folder
    arrays: tuple[Stored, ...]
    parameters: int
    bits: int | None

    @property
    def path(self) -> Path:
        """The folder."""
        return self.folder.path

    @property
    def name(self) -> str:
        """ "Storypair 22M"."""
        return with_size(short_name(self.path), self.parameters)

    @property
    def context(self) -> int | None:
        """Context length, tokens, where the config says."""
        return self.folder.context

    @property
    def window(self) -> int | None:
        """The smallest sliding window of its layers, tokens, or None."""
        return window_of(self.folder.config)

    @property
    def weights(self) -> int:
        """Bytes of all arrays."""
        return sum(array.end - array.begin for array in self.arrays)

    def loaded_bytes(self, cpu: bool) -> int:
        """Bytes of the weights in memory; on a CPU, slow half-precision numbers are widened to float32."""
        if not (cpu and self._widened):
            return self.weights
        return sum(4 * array.size if array.dtype in FLOATS else array.end - array.begin for array in self.arrays)

    def cache_bytes(self, tokens: int, cpu: bool) -> int:
        """Bytes of the key-value cache for so many tokens, rounded up to whole steps; 0 where the config does not say.

        Keys and values of every layer: 2 · layers · heads · head size; with latent attention the latent vector instead.
        """
        config = text_part(self.folder.config)
        layers, width = _whole(config, "num_hidden_layers"), _cache_width(config)
        steps = -(-tokens // STEP) * STEP
        return layers * width * steps * self._number_bytes(cpu)

    @property
    def _widened(self) -> bool:
        return self.bits is not None or any(array.dtype == "F16" for array in self.arrays)

    def _number_bytes(self, cpu: bool) -> int:
        if cpu and self._widened:
            return 4
        return max((WIDTHS[array.dtype] for array in self.arrays if array.dtype in FLOATS), default=2)


def look(path: Path, role: str) -> Model:
    """Look at a folder without reading its weights and without running anything of it.

    Args:
        role: "target" or "draft", for the sentence.

    Raises:
        PairError: what is wrong with it and the mend.
    """
    folder = examine(path, role)
    start = f"The {role} in “{folder.path}”"
    if kind_of(folder.config) not in KNOWN:
        kind = folder.config["model_type"]
        words = f"cannot be built: mlx-lm does not know its architecture “{kind}”, so choose another model."
        raise PairError(f"{start} {words}")
    arrays: dict[str, Stored] = {}
    try:
        for file in folder.weights:
            arrays |= read_head(file, start)
    except OSError as error:
        raise PairError(f"{start} cannot be read: check your right to read it.", str(error)) from error
    strange = sorted({array.dtype for array in arrays.values()} - WIDTHS.keys())
    if strange:
        raise PairError(f"{start} has damaged weights: download them again.", f"unknown numbers: {strange}")
    bits = require_fit(folder.config, arrays, start)
    if has_running_state(folder.config):
        words = "keeps a running state, which cannot be rolled back after a refusal: choose one with plain attention."
        raise PairError(f"{start} {words}", f"model_type: {folder.config['model_type']}")
    require_own_tokenizer(folder.path, f"The {role} folder “{folder.path}”")
    return Model(folder, tuple(arrays.values()), _count(arrays, bits), bits)


def _count(arrays: dict[str, Stored], bits: int | None) -> int:
    """Parameters; a packed word of a quantised weight counts as 32 / bits of them."""
    total = 0
    for name, array in arrays.items():
        if bits and array.dtype == "U32":
            total += array.size * 32 // bits
        elif not name.endswith((".scales", ".biases")):
            total += array.size
    return total


def _cache_width(config: dict[str, Any]) -> int:
    """Numbers that one layer keeps of one token."""
    latent = _whole(config, "kv_lora_rank")
    if latent:
        return latent + _whole(config, "qk_rope_head_dim")
    heads = _whole(config, "num_attention_heads") or _whole(config, "n_head")
    size = _whole(config, "head_dim") or (_whole(config, "hidden_size") or _whole(config, "n_embd")) // max(1, heads)
    return 2 * size * (_whole(config, "num_key_value_heads") or heads)


def _whole(config: dict[str, Any], name: str) -> int:
    value = config.get(name)
    return value if isinstance(value, int) and value > 0 else 0
