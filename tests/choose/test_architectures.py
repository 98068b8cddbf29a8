"""The tables of architectures are those of the mlx-lm that is installed."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from mlx_lm.models import gemma3_text, granitemoehybrid, llama, qwen2
from mlx_lm.utils import MODEL_REMAPPING

from engine.choose import architectures
from engine.choose.architectures import KNOWN, RENAMED, RUNNING_STATE, WINDOW, has_running_state, window_of
from engine.pair.caches import make_caches, window

SPEC = find_spec("mlx_lm.models")
assert SPEC is not None and SPEC.submodule_search_locations
SOURCES = {path.stem: path.read_text() for path in Path(SPEC.submodule_search_locations[0]).glob("*.py")}
SIZES = {"hidden_size": 16, "intermediate_size": 16, "num_attention_heads": 2, "num_key_value_heads": 2}
SIZES |= {"vocab_size": 32, "rms_norm_eps": 1e-5, "num_hidden_layers": 2, "head_dim": 8}


def imported(source: str) -> set[str]:
    """Modules beside this one that it imports from."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.level == 1]
    names = {node.module for node in nodes if node.module} | {a.name for node in nodes for a in node.names}
    return names & set(SOURCES) - {"cache", "base"}


def uses(kind: str, cache: str) -> bool:
    """Whether a model's own module, or one whose model it wraps, makes such a cache."""
    if f"{cache}(" in SOURCES[kind]:
        return True
    own = "def make_cache" in SOURCES[kind] or ("class Model(" in SOURCES[kind] and "ModelBase" in SOURCES[kind])
    wraps = own or re.search(r"class Model\((?!nn\.Module)", SOURCES[kind])
    return bool(wraps) and any(f"{cache}(" in SOURCES[other] for other in imported(SOURCES[kind]))


def test_known() -> None:
    models = {name for name, source in SOURCES.items() if "ModelArgs" in source and re.search(r"\bModel\b", source)}
    helpers = {name for name in models if not re.search(r"^class Model\b|import Model\b", SOURCES[name], re.MULTILINE)}
    assert models - helpers == KNOWN
    assert RENAMED == MODEL_REMAPPING


def test_running_states() -> None:
    assert {kind for kind in KNOWN if uses(kind, "ArraysCache")} | {"deepseek_v41"} == RUNNING_STATE
    untrimmable = {name for name, source in SOURCES.items() if "def is_trimmable" in source} - {"cache"}
    assert untrimmable == {"deepseek_v41"}


def test_windows() -> None:
    with_window = {kind for kind in KNOWN if uses(kind, "RotatingKVCache")}
    assert with_window - RUNNING_STATE == WINDOW


def config(kind: str, **changes: Any) -> dict[str, Any]:
    return SIZES | {"model_type": kind} | changes


SLIDING = ["sliding_attention", "full_attention"]


@pytest.mark.parametrize(
    ("module", "settings"),
    [
        (llama, config("llama")),
        (llama, config("mistral", sliding_window=64)),
        (llama, config("llama", sliding_window=64, layer_types=SLIDING)),
        (qwen2, config("qwen2", sliding_window=64, use_sliding_window=True, layer_types=SLIDING)),
        (gemma3_text, config("gemma3_text", sliding_window=48, sliding_window_pattern=2)),
    ],
    ids=["llama", "mistral", "llama-sliding", "qwen2", "gemma3"],
)
def test_window_is_the_models_own(module: Any, settings: dict[str, Any]) -> None:
    caches = make_caches(module.Model(module.ModelArgs.from_dict(settings)))
    assert window_of(settings) == window(caches)
    assert all(cache.is_trimmable() for cache in caches) and not has_running_state(settings)


@pytest.mark.parametrize("layers", [["attention", "attention"], ["mamba", "attention"]])
def test_running_state_where_layers_have_one(layers: list[str]) -> None:
    settings = config("granitemoehybrid", layer_types=layers, max_position_embeddings=64, attention_bias=False)
    settings |= {"embedding_multiplier": 1.0, "attention_multiplier": 1.0, "logits_scaling": 1.0}
    settings |= {"residual_multiplier": 1.0, "rope_theta": 1e4, "shared_intermediate_size": 16}
    settings |= {"mamba_n_heads": 2, "mamba_d_head": 16, "mamba_d_state": 8, "mamba_d_conv": 4, "mamba_n_groups": 1}
    settings |= {"mamba_proj_bias": False, "mamba_conv_bias": True, "position_embedding_type": "rope"}
    module: Any = granitemoehybrid
    caches = make_caches(module.Model(module.ModelArgs.from_dict(settings)))
    assert has_running_state(settings) == (not all(cache.is_trimmable() for cache in caches))


def test_text_part_of_a_model_that_sees() -> None:
    seeing = {"model_type": "gemma3", "text_config": {"sliding_window": 512, "num_hidden_layers": 2}}
    assert window_of(seeing) == 512 and architectures.text_part(seeing)["num_hidden_layers"] == 2
    assert window_of({"model_type": "gpt_oss"}) is None
