"""Do two tokenizers mean the same by the same ids? Compared token by token, not by size."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PairError

TokenMap = dict[int, str]
#: A pair must share at least this part of the larger map; the rest is what one of them lacks at its end.
SHARED_PART = 0.9


@dataclass(frozen=True, slots=True)
class Tokens:
    """Id → token, and the ids that are special (turn marks, the end of text, …)."""

    map: TokenMap
    special: frozenset[int]


def read_tokens(folder: Path, role: str) -> Tokens | None:
    """The tokens of `tokenizer.json`, or None where the folder has none.

    Raises:
        PairError: the file is there and damaged.
    """
    file = folder / "tokenizer.json"
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        added = data.get("added_tokens", [])
        return Tokens(_token_map(data), frozenset(int(token["id"]) for token in added if token.get("special")))
    except (LookupError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
        raise PairError(
            f"The {role} folder “{folder}” has a damaged tokenizer.json: download it again.", str(error)
        ) from error


def _token_map(data: dict[str, Any]) -> TokenMap:
    vocabulary = data["model"]["vocab"]
    if isinstance(vocabulary, list):  # unigram: [token, score] pairs in id order
        tokens = {number: str(entry[0]) for number, entry in enumerate(vocabulary)}
    else:
        tokens = {int(number): token for token, number in vocabulary.items()}
    tokens.update({int(added["id"]): added["content"] for added in data.get("added_tokens", [])})
    return tokens


def why_different(target: TokenMap, draft: TokenMap, special: frozenset[int] = frozenset()) -> str | None:
    """None where every shared id is the same token; otherwise the reason, with an example, in words.

    Args:
        special: ids that are special tokens of either; where only these differ, the reason says so.
    """
    shared = target.keys() & draft.keys()
    differing = [number for number in shared if target[number] != draft[number]]
    if differing:
        first = min(differing)
        kind = "special " if special.issuperset(differing) else ""
        counted = f"one {kind}id means" if len(differing) == 1 else f"{len(differing):,} {kind}ids mean"
        return (
            f"{counted} different tokens to them "
            f"(id {first} is “{target[first]}” for the target and “{draft[first]}” for the draft)"
        )
    largest = max(len(target), len(draft))
    if len(shared) < SHARED_PART * largest:
        return f"they share only {len(shared):,} of {largest:,} tokens"
    return None


def require_same(target: TokenMap, draft: TokenMap, special: frozenset[int] = frozenset()) -> int:
    """The number of shared ids.

    Raises:
        PairError: the two do not share a token map.
    """
    reason = why_different(target, draft, special)
    if reason:
        raise PairError(f"These two models do not make a pair, as {reason}: choose a draft from the target's family.")
    return len(target.keys() & draft.keys())
