"""Token maps, kept while several drafts are held against one target: reading one takes a good part of a second."""

import threading
from collections import OrderedDict
from pathlib import Path

from engine.pair.vocabulary import Tokens, read_tokens

__all__ = ["Tokens", "tokens_of"]

#: Maps kept; a large one takes some 30 MB.
MOST = 3
_kept: OrderedDict[tuple[str, int, int], Tokens] = OrderedDict()
_lock = threading.Lock()


def tokens_of(folder: Path, role: str) -> Tokens | None:
    """The tokens of a folder's tokenizer.json, or None where it has none. Raises `PairError` where it is damaged."""
    file = folder / "tokenizer.json"
    if not file.is_file():
        return None
    facts = file.stat()
    key = (str(file.resolve()), facts.st_mtime_ns, facts.st_size)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    tokens = read_tokens(folder, role)
    if tokens is not None:
        with _lock:
            _kept[key] = tokens
            while len(_kept) > MOST:
                _kept.popitem(last=False)
    return tokens


def forget() -> None:
    """Let go of all kept maps."""
    with _lock:
        _kept.clear()
