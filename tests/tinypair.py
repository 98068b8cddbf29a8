"""Make model folders of a few kilobytes that mlx-lm loads: random llamas over a tokenizer of bytes.

The tokenizer has the 256 bytes (ids 0 to 255), the merges of `WORDS` (from id 256 on), and the special tokens last.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.nn.layers.quantized import quantize
from mlx_lm.models import llama
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from engine.pair.describe import parameters
from engine.pair.pieces import BYTE_CHARACTERS

BYTES = sorted(BYTE_CHARACTERS, key=lambda character: BYTE_CHARACTERS[character])
WORDS = (" the", " moon", " door", "ing")
SPECIALS = ("<|user|>", "<|reply|>", "<|end|>")
END = "<|end|>"
TEMPLATE = (
    "{% for m in messages %}<|user|>{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}<|reply|>{% endif %}"
)


@dataclass(frozen=True)
class Maker:
    """What a model folder should be like.

    Attributes:
        width: rows of the embedding, which are the model's logits; None for as many as the tokenizer has tokens.
        bits: quantise to so many bits; None for no.
        shards: weight files, with an index where there is more than one.
        sharpness: how peaked the random model's distributions are.
    """

    seed: int = 0
    width: int | None = None
    words: Sequence[str] = WORDS
    specials: Sequence[str] = SPECIALS
    template: str | None = TEMPLATE
    bits: int | None = None
    shards: int = 1
    hidden: int = 64
    layers: int = 1
    context: int | None = 4096
    sharpness: float = 2.0
    dtype: mx.Dtype = mx.float32
    settings: tuple[tuple[str, Any], ...] = ()

    def make(self, folder: Path) -> Path:
        """Write the folder and give it back."""
        folder.mkdir(parents=True, exist_ok=True)
        tokenizer = make_tokenizer(self.words, self.specials)
        tokenizer.save(str(folder / "tokenizer.json"))
        write_json(folder / "tokenizer_config.json", self._tokenizer_config())
        config = self._config(tokenizer)
        write_json(folder / "config.json", config | dict(self.settings))
        save_weights(folder, self._weights(config), self.shards)
        return folder

    def but(self, **changes: Any) -> "Maker":
        """Another maker with some of it changed."""
        return replace(self, **changes)

    def _tokenizer_config(self) -> dict[str, Any]:
        config: dict[str, Any] = {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": False}
        if self.template is not None:
            config["chat_template"] = self.template
        return config | {"eos_token": END} if END in self.specials else config

    def _config(self, tokenizer: Tokenizer) -> dict[str, Any]:
        size = tokenizer.get_vocab_size()
        config: dict[str, Any] = {
            "model_type": "llama",
            "hidden_size": self.hidden,
            "num_hidden_layers": self.layers,
            "intermediate_size": 2 * self.hidden,
            "num_attention_heads": 2,
            "rms_norm_eps": 1e-5,
            "tie_word_embeddings": False,
            "vocab_size": size if self.width is None else self.width,
            "eos_token_id": tokenizer.token_to_id(END),
        }
        if self.context is not None:
            config["max_position_embeddings"] = self.context
        if self.bits is not None:
            config["quantization"] = {"group_size": 32, "bits": self.bits}
        return config

    def _weights(self, config: dict[str, Any]) -> dict[str, mx.array]:
        arguments: Any = llama.ModelArgs
        model = llama.Model(arguments.from_dict(config))
        shapes = [(name, value.shape) for name, value in parameters(model)]
        model.load_weights([(name, self._array(name, shape)) for name, shape in shapes])
        if self.bits is not None:
            quantize(model, group_size=32, bits=self.bits)
        return {name: self._cast(value) for name, value in parameters(model)}

    def _array(self, name: str, shape: tuple[int, ...]) -> mx.array:
        """Random by name, so that a model with fewer layers is alike but not the same."""
        if len(shape) == 1:
            return mx.ones(shape)
        scale = self.sharpness if name == "lm_head.weight" else 1.0
        key = mx.array([self.seed, zlib.crc32(name.encode())], dtype=mx.uint32)
        return mx.random.normal(shape, key=key) * float(scale * shape[-1] ** -0.5)

    def _cast(self, value: mx.array) -> mx.array:
        return value.astype(self.dtype) if mx.issubdtype(value.dtype, mx.floating) else value


def make_tokenizer(words: Sequence[str] = WORDS, specials: Sequence[str] = SPECIALS) -> Tokenizer:
    """A byte-level BPE tokenizer: bytes, each word built up from its left, special tokens."""
    vocabulary = {character: i for i, character in enumerate(BYTES)}
    merges: list[tuple[str, str]] = []
    for word in words:
        characters = [BYTES[byte] for byte in word.encode()]
        left = characters[0]
        for right in characters[1:]:
            if left + right not in vocabulary:
                merges.append((left, right))
                vocabulary[left + right] = len(vocabulary)
            left += right
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in specials])
    return tokenizer


def save_weights(folder: Path, weights: dict[str, mx.array], shards: int = 1) -> None:
    """One file, or so many shards and their index."""
    if shards == 1:
        mx.save_safetensors(str(folder / "model.safetensors"), weights, {"format": "mlx"})
        return
    names = sorted(weights)
    place: dict[str, str] = {}
    for i in range(shards):
        file = f"model-{i + 1:05d}-of-{shards:05d}.safetensors"
        part = {name: weights[name] for name in names[i::shards]}
        mx.save_safetensors(str(folder / file), part, {"format": "mlx"})
        place |= dict.fromkeys(part, file)
    write_json(folder / "model.safetensors.index.json", {"metadata": {}, "weight_map": place})


def read_weights(folder: Path) -> dict[str, mx.array]:
    """The arrays of a folder with one weight file, in memory."""
    loaded: Any = mx.load(str(folder / "model.safetensors"))
    arrays: dict[str, mx.array] = dict(loaded)
    mx.eval(arrays)
    return arrays


def write_json(file: Path, data: Any) -> None:
    """Write a JSON file."""
    file.write_text(json.dumps(data), encoding="utf-8")


def edit_json(file: Path, **changes: Any) -> None:
    """Change some top-level entries of a JSON file; None removes one."""
    data = json.loads(file.read_text(encoding="utf-8")) | changes
    write_json(file, {name: value for name, value in data.items() if value is not None})


def make_pair(folder: Path, target: Maker | None = None, draft: Maker | None = None) -> tuple[Path, Path]:
    """Two folders, "big" and "small", of models that share a tokenizer unless told otherwise."""
    big, small = target or Maker(layers=2), draft or Maker()
    return big.make(folder / "big"), small.make(folder / "small")
