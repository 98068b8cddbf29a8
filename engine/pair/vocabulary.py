"""Do two tokenizers mean the same by the same ids? Compared token by token, not by size."""

import json
from pathlib import Path
from typing import Any

from engine.errors import PairError

TokenMap = dict[int, str]


def read_token_map(folder: Path) -> TokenMap | None:
    """Id → token from `tokenizer.json`, or None where the folder has none.

    Raises:
        PairError: the file is there and damaged.
    """
    file = folder / "tokenizer.json"
    if not file.is_file():
        return None
    try:
        return _token_map(json.loads(file.read_text(encoding="utf-8")))
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise PairError(f"“{file}” is damaged: download the tokenizer again.", str(error)) from error


def _token_map(data: dict[str, Any]) -> TokenMap:
    vocabulary = data["model"]["vocab"]
    if isinstance(vocabulary, list):  # unigram: [token, score] pairs in id order
        tokens = {number: entry[0] for number, entry in enumerate(vocabulary)}
    else:
        tokens = {int(number): token for token, number in vocabulary.items()}
    tokens.update({int(added["id"]): added["content"] for added in data.get("added_tokens", [])})
    return tokens


def why_different(target: TokenMap, draft: TokenMap) -> str | None:
    """None where every shared id is the same token; otherwise the reason, with an example, in words."""
    differing = sorted(number for number in target.keys() & draft.keys() if target[number] != draft[number])
    if differing:
        first = differing[0]
        return (
            f"{len(differing):,} of their ids mean different tokens "
            f"(id {first} is “{target[first]}” for the target and “{draft[first]}” for the draft)"
        )
    shared = len(target.keys() & draft.keys())
    if shared < 0.9 * max(len(target), len(draft)):
        return f"they share only {shared:,} of {max(len(target), len(draft)):,} tokens"
    return None


def require_same(target: TokenMap, draft: TokenMap) -> int:
    """The number of shared ids.

    Raises:
        PairError: the two do not share a token map.
    """
    reason = why_different(target, draft)
    if reason:
        raise PairError(f"These two models do not make a pair: {reason}. Choose a draft from the target's family.")
    return len(target.keys() & draft.keys())
