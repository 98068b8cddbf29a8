"""Ways to spoil a model folder, each with what its sentence must say."""

import json
import shutil
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx_lm.models import mamba

from engine.pair.describe import parameters
from tests.tinypair import Maker, edit_json, make_tokenizer, read_weights, save_weights, write_json

DEFAULT = Maker()
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 123456789\n"
WEIGHTS = "model.safetensors"


@dataclass(frozen=True)
class Damage:
    """A name, what it does to a whole folder, and words of its sentence (problem, then mend).

    `roles`: where it matters; a draft's tokenizer is not used where its token map is the target's.
    """

    name: str
    spoil: Callable[[Path], None]
    says: tuple[str, ...]
    maker: Maker = DEFAULT
    roles: tuple[str, ...] = ("target", "draft")

    def make(self, folder: Path) -> Path:
        """A spoilt folder."""
        self.maker.make(folder)
        self.spoil(folder)
        return folder


def _nothing(folder: Path) -> None:
    shutil.rmtree(folder)


def _empty(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def _a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def _without(*names: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        for name in names:
            (folder / name).unlink()

    return spoil


def _writing(name: str, data: bytes | str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)

    return spoil


def _cut(name: str, part: float) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * part)])

    return spoil


def _config(**changes: object) -> Callable[[Path], None]:
    return lambda folder: edit_json(folder / "config.json", **changes)


def _extra_parameter(folder: Path) -> None:
    save_weights(folder, read_weights(folder) | {"model.layers.0.self_attn.spare.weight": mx.zeros((4, 4))})


def _missing_parameter(folder: Path) -> None:
    weights = read_weights(folder)
    del weights["model.norm.weight"]
    save_weights(folder, weights)


def _unknown_type_of_number(folder: Path) -> None:
    head = b'{"lm_head.weight":{"dtype":"F99","shape":[2],"data_offsets":[0,8]}}'
    (folder / WEIGHTS).write_bytes(struct.pack("<Q", len(head)) + head + bytes(8))


def _head(head: bytes) -> Callable[[Path], None]:
    return _writing(WEIGHTS, struct.pack("<Q", len(head)) + head + bytes(8))


def _own_tokenizer_code(folder: Path) -> None:
    edit_json(
        folder / "tokenizer_config.json",
        tokenizer_class="OwnTokenizer",
        auto_map={"AutoTokenizer": ["own.OwnTokenizer", None]},
    )
    (folder / "own.py").write_text("from pathlib import Path\nPath(__file__).with_name('RAN').touch()\n")


def _own_model_code(folder: Path) -> None:
    edit_json(folder / "config.json", model_file="own.py")
    (folder / "own.py").write_text("from pathlib import Path\nPath(__file__).with_name('RAN').touch()\n")


def _bad_merges(folder: Path) -> None:
    model = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    edit_json(folder / "tokenizer.json", model=model | {"merges": [["a", "nowhere"]]})


def make_recurrent(folder: Path) -> None:
    """A model with a running state in place of attention."""
    size = make_tokenizer().get_vocab_size()
    config = {"model_type": "mamba", "vocab_size": size, "hidden_size": 16, "intermediate_size": 32, "state_size": 4}
    config |= {"num_hidden_layers": 2, "conv_kernel": 4, "use_bias": False, "use_conv_bias": True, "time_step_rank": 2}
    arguments: Any = mamba.ModelArgs
    save_weights(folder, dict(parameters(mamba.Model(arguments.from_dict(config)))))
    write_json(folder / "config.json", config)


AGAIN = "download it again"
#: Nested past what can be read.
DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000
DAMAGES = [
    Damage("missing", _nothing, ("does not exist", "check the path")),
    Damage("empty", _empty, ("is empty", "download the model")),
    Damage("file", _a_file, ("is a file", "give the folder")),
    Damage("no-config", _without("config.json"), ("no config.json", "MLX layout")),
    Damage("bad-config", _writing("config.json", '{"model_type": '), ("damaged config.json", AGAIN)),
    Damage("config-not-text", _writing("config.json", b"\xff\xfe\x00"), ("damaged config.json", AGAIN)),
    Damage("config-a-list", _writing("config.json", "[1, 2]"), ("no object of settings", AGAIN)),
    Damage("deep-config", _writing("config.json", DEEP), ("damaged config.json", AGAIN)),
    Damage("no-model-type", _config(model_type=None), ("without a model_type", AGAIN)),
    Damage("unknown-type", _config(model_type="abacus"), ("does not know its architecture", "choose another model")),
    Damage("not-a-model", _config(model_type="cache"), ("does not understand its config.json", AGAIN)),
    Damage("odd-config", _config(num_attention_heads=0), ("does not understand its config.json", AGAIN)),
    Damage("odd-bits", _config(quantization="four"), ("does not understand its config.json", AGAIN)),
    Damage("odd-head-size", _config(head_dim={"a": 1}), ("does not understand its config.json", AGAIN)),
    Damage("odd-layers", _config(num_hidden_layers="2"), ("does not understand its config.json", AGAIN)),
    Damage("no-weights", _without(WEIGHTS), ("has no weights", "download them")),
    Damage("zero-weights", _writing(WEIGHTS, b""), (f"damaged {WEIGHTS}", AGAIN)),
    Damage("pointer", _writing(WEIGHTS, POINTER), (f"Git LFS pointer for {WEIGHTS}", "git lfs pull")),
    Damage("cut-short", _cut(WEIGHTS, 0.7), ("bytes of model.safetensors", AGAIN)),
    Damage("cut-in-head", _cut(WEIGHTS, 0.001), (f"damaged {WEIGHTS}", AGAIN)),
    Damage("noise", _writing(WEIGHTS, bytes(range(256)) * 8), (f"damaged {WEIGHTS}", AGAIN)),
    Damage("deep-head", _head(DEEP.encode()), (f"damaged {WEIGHTS}", AGAIN)),
    Damage(
        "infinite-shape",
        _head(b'{"a": {"dtype": "F32", "shape": [1e999], "data_offsets": [0, 4]}}'),
        (f"damaged {WEIGHTS}", AGAIN),
    ),
    Damage(
        "no-whole-bytes",
        _head(b'{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 1e999]}}'),
        (f"damaged {WEIGHTS}", AGAIN),
    ),
    Damage("unknown-numbers", _unknown_type_of_number, ("damaged weights", "download them again")),
    Damage(
        "no-shard",
        _without("model-00002-of-00003.safetensors"),
        ("lacks a weight file (model-00002-of-00003.safetensors)", "download what is missing"),
        Maker(shards=3),
    ),
    Damage(
        "no-shard-no-index",
        _without(
            "model-00001-of-00003.safetensors", "model-00003-of-00003.safetensors", "model.safetensors.index.json"
        ),
        ("lacks 2 weight files (model-00001-of-00003.safetensors)", "download what is missing"),
        Maker(shards=3),
    ),
    Damage(
        "bad-index",
        _writing("model.safetensors.index.json", '{"weight_map": 3}'),
        ("damaged model.safetensors.index.json", AGAIN),
        Maker(shards=2),
    ),
    Damage(
        "deep-index",
        _writing("model.safetensors.index.json", DEEP),
        ("damaged model.safetensors.index.json", AGAIN),
        Maker(shards=2),
    ),
    Damage("wrong-shape", _config(intermediate_size=96), ("weights do not fit its config.json", AGAIN)),
    Damage("extra-parameter", _extra_parameter, ("weights do not fit its config.json", AGAIN)),
    Damage("missing-parameter", _missing_parameter, ("weights do not fit its config.json", AGAIN)),
    Damage("no-tokenizer", _without("tokenizer.json"), ("has no tokenizer", "add its tokenizer.json")),
    Damage("tokenizer-pointer", _writing("tokenizer.json", POINTER), ("pointer for tokenizer.json", "git lfs pull")),
    Damage("cut-tokenizer", _cut("tokenizer.json", 0.5), ("damaged tokenizer.json", AGAIN)),
    Damage(
        "infinite-token-id",
        _writing("tokenizer.json", '{"model": {"vocab": {"a": 1e999}}}'),
        ("damaged tokenizer.json", AGAIN),
    ),
    Damage("tokenizer-a-list", _writing("tokenizer.json", "[]"), ("damaged tokenizer.json", AGAIN)),
    Damage("bad-merges", _bad_merges, ("tokenizer that cannot be read", AGAIN), roles=("target",)),
    Damage(
        "deep-tokenizer-config",
        _writing("tokenizer_config.json", DEEP),
        ("tokenizer that cannot be read", AGAIN),
        roles=("target",),
    ),
    Damage("own-code", _own_model_code, ("run code of its own, which Mentorscope never does", "choose another model")),
    Damage(
        "own-tokenizer-code",
        _own_tokenizer_code,
        ("tokenizer that wants to run code of its own, which Mentorscope never does", "choose another model"),
        roles=("target",),
    ),
    Damage("recurrent", make_recurrent, ("running state in 2 of its 2 layers", "plain attention")),
]
