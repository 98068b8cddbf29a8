"""What mlx-lm can build and which of its caches can be rolled back, as tables: asking it would take seconds and memory.

The tables are those of the mlx-lm that the project pins; a test holds them against it. Loading stays the judge.
"""

from collections.abc import Mapping
from typing import Any


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Values of `model_type` that mlx-lm has a module for.
KNOWN = _names(
    """
    Klear afm7 afmoe apertus baichuan_m1 bailing_hybrid bailing_moe bailing_moe_linear bailing_moe_v3 bitnet cohere
    cohere2 dbrx deepseek deepseek_v2 deepseek_v3 deepseek_v32 deepseek_v41 dots1 ernie4_5 ernie4_5_moe exaone
    exaone4 exaone_moe falcon_h1 gear gemma gemma2 gemma3 gemma3_text gemma3n gemma4 gemma4_text glm glm4 glm4_moe
    glm4_moe_lite glm_moe_dsa gpt2 gpt_bigcode gpt_neox gpt_oss gptj granite granitemoe granitemoehybrid helium
    hunyuan hunyuan_v1_dense internlm2 internlm3 iquestloopcoder jamba kimi_k25 kimi_k3 kimi_linear kimi_vl laguna
    lfm2 lfm2-vl lfm2_moe lille-130m llama llama4 llama4_text longcat_flash longcat_flash_ngram mamba mamba2 mellum
    mimo mimo_v2_flash minicpm minicpm3 minimax minimax_m3_vl ministral3 mistral3 mistral4 mixtral muse_glimmer
    muse_spark nanbeige nanochat nemotron nemotron-nas nemotron_h olmo olmo2 olmo3 olmo_hybrid olmoe openelm phi
    phi3 phi3small phimoe phixtral pixtral plamo plamo2 plamo3 prism_hadamard_qwen35 qwen qwen2 qwen2_moe qwen2_vl
    qwen3 qwen3_5 qwen3_5_moe qwen3_moe qwen3_next qwen3_vl qwen3_vl_moe recurrent_gemma rwkv7 seed_oss smollm3
    solar_open spark2_5 stablelm starcoder2 step3p5 talkie telechat3 youtu_llm
    """
)
#: Values that mlx-lm takes for another.
RENAMED = {
    "mistral": "llama",
    "llava": "mistral3",
    "phi-msft": "phixtral",
    "falcon_mamba": "mamba",
    "joyai_llm_flash": "deepseek_v3",
    "kimi_k2": "deepseek_v3",
    "qwen2_5_vl": "qwen2_vl",
    "minimax_m2": "minimax",
    "iquestcoder": "llama",
    "xverse": "llama",
    "gemma4_unified": "gemma4",
    "deepseek_v41_text": "deepseek_v41",
}
#: Layers with a running state (state space, linear attention, convolution): what was read cannot be taken back.
RUNNING_STATE = _names(
    """
    baichuan_m1 bailing_hybrid bailing_moe_linear bailing_moe_v3 deepseek_v41 falcon_h1 gear granitemoehybrid jamba
    kimi_k3 kimi_linear lfm2 lfm2-vl lfm2_moe longcat_flash_ngram mamba mamba2 nemotron_h olmo_hybrid plamo2
    prism_hadamard_qwen35 qwen3_5 qwen3_5_moe qwen3_next recurrent_gemma rwkv7
    """
)
#: Some layers see a window of the last tokens only; past it, what was read cannot be taken back either.
WINDOW = _names(
    """
    afmoe cohere2 exaone4 exaone_moe gemma3 gemma3_text gemma3n gemma4 gemma4_text gpt_oss iquestloopcoder laguna llama
    mellum mimo_v2_flash ministral3 muse_glimmer muse_spark olmo3 plamo3 spark2_5 step3p5
    """
)
#: Of these, the ones that do so only where `layer_types` says it.
WINDOW_IF_SAID = frozenset({"laguna", "llama", "ministral3"})
#: Where the window's size is kept under another name.
WINDOW_NAMES = {
    "mimo_v2_flash": "sliding_window_size",
    "plamo3": "window_size",
    "iquestloopcoder": "loop_window_size",
}
#: Layer types whose cache can be rolled back.
PLAIN_LAYERS = frozenset({"attention", "full_attention", "sliding_attention", "chunked_attention"})


def kind_of(config: Mapping[str, Any]) -> str:
    """The name of mlx-lm's module for this `model_type`."""
    name = str(config["model_type"])
    return RENAMED.get(name, name)


def text_part(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the text model: of a model that also sees they are a part of the config."""
    part = config.get("text_config")
    return {**config, **part} if isinstance(part, dict) else dict(config)


def has_running_state(config: Mapping[str, Any]) -> bool:
    """Whether some layer keeps a state that cannot be rolled back."""
    layers = _layer_types(config)
    return kind_of(config) in RUNNING_STATE and not (layers and layers <= PLAIN_LAYERS)


def window_of(config: Mapping[str, Any]) -> int | None:
    """The smallest sliding window in tokens; None where no layer has one, or the config does not say."""
    kind = kind_of(config)
    layers = _layer_types(config)
    if kind not in WINDOW or (not layers and kind in WINDOW_IF_SAID):
        return None
    if layers and "sliding_attention" not in layers:
        return None
    size = text_part(config).get(WINDOW_NAMES.get(kind, "sliding_window"))
    return size if isinstance(size, int) and size > 0 else None


def _layer_types(config: Mapping[str, Any]) -> set[str]:
    types = text_part(config).get("layer_types")
    return {str(one) for one in types} if isinstance(types, list) else set()
