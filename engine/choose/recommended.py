"""A few pairs that suit each other. Names, sizes and licences are listed here; nothing is asked for them."""

from dataclasses import dataclass

#: Bytes a parameter takes with 4-bit weights: half a byte, and two half-precision numbers for each group of 64.
FOUR_BITS = 4.5 / 8
LLAMA_31, LLAMA_32 = "Llama 3.1 Community", "Llama 3.2 Community"


@dataclass(frozen=True, slots=True)
class Repo:
    """A repository on the Hugging Face hub, as listed.

    Attributes:
        size: bytes of its weights, reckoned from its parameters; what the hub says counts when it is fetched.
    """

    id: str
    size: int
    licence: str

    @property
    def name(self) -> str:
        """The name without the owner."""
        return self.id.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class Recommended:
    """A target, a draft of the same family, and what the pair is good for."""

    target: Repo
    draft: Repo
    why: str

    @property
    def size(self) -> int:
        """Bytes of both, as listed."""
        return self.target.size + self.draft.size

    @property
    def licence(self) -> str:
        """The licence, or both where they differ."""
        return " and ".join(dict.fromkeys((self.target.licence, self.draft.licence)))


def _four_bit(name: str, parameters: float, licence: str) -> Repo:
    return Repo(f"mlx-community/{name}", round(parameters * FOUR_BITS), licence)


_QWEN_SMALL = _four_bit("Qwen2.5-0.5B-Instruct-4bit", 0.494e9, "Apache-2.0")
RECOMMENDED = (
    Recommended(
        _four_bit("Qwen2.5-7B-Instruct-4bit", 7.616e9, "Apache-2.0"),
        _QWEN_SMALL,
        "The pair of the method’s source.",
    ),
    Recommended(
        _four_bit("Llama-3.1-8B-Instruct-4bit", 8.030e9, LLAMA_31),
        _four_bit("Llama-3.2-1B-Instruct-4bit", 1.236e9, LLAMA_32),
        "The small Llama reads the large one’s tokens.",
    ),
    Recommended(
        _four_bit("Qwen3-8B-4bit", 8.191e9, "Apache-2.0"),
        _four_bit("Qwen3-0.6B-4bit", 0.596e9, "Apache-2.0"),
        "A newer generation; writes its thoughts first.",
    ),
    Recommended(
        _four_bit("Qwen2.5-Coder-7B-Instruct-4bit", 7.616e9, "Apache-2.0"),
        _four_bit("Qwen2.5-Coder-0.5B-Instruct-4bit", 0.494e9, "Apache-2.0"),
        "For code, where small models guess well.",
    ),
    Recommended(
        _four_bit("Qwen2.5-1.5B-Instruct-4bit", 1.544e9, "Apache-2.0"),
        _QWEN_SMALL,
        "For machines with 8 GB of memory.",
    ),
)
