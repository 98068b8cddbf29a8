"""The output's text, one piece a token, joined exactly as the tokenizer would decode the whole."""

import codecs
from collections.abc import Callable, Mapping
from typing import Any

from mlx_lm.tokenizer_utils import BPEStreamingDetokenizer, SPMStreamingDetokenizer

SPACE = "▁"  # how SentencePiece writes a space


def _byte_characters() -> dict[str, int]:
    """GPT-2's way to write bytes: printable Latin-1 stands for itself, the others are counted from 256 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(plain)]
    return {chr(byte): byte for byte in plain} | {chr(256 + i): byte for i, byte in enumerate(others)}


BYTE_CHARACTERS = _byte_characters()


class TokenBytes:
    """The bytes of each token of a tokenizer that works on bytes.

    Args:
        sentence_piece: tokens are written SentencePiece's way, not GPT-2's.
        trims: the first space of a text is dropped.
    """

    def __init__(self, tokens: Mapping[int, str], sentence_piece: bool, trims: bool) -> None:
        self._tokens = tokens
        self._sentence_piece = sentence_piece
        self.trims = trims

    def __call__(self, number: int) -> bytes:
        token = self._tokens[number]
        if self._sentence_piece:
            if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
                return bytes([int(token[3:5], 16)])
            return token.replace(SPACE, " ").encode()
        if all(character in BYTE_CHARACTERS for character in token):
            return bytes(BYTE_CHARACTERS[character] for character in token)
        return token.encode()  # an added token, written as it is


def token_bytes(tokenizer: Any, tokens: Mapping[int, str]) -> TokenBytes | None:
    """The bytes behind each token, or None for a tokenizer of another make."""
    stream = tokenizer.detokenizer
    if isinstance(stream, BPEStreamingDetokenizer):
        return TokenBytes(tokens, sentence_piece=False, trims=False)
    if isinstance(stream, SPMStreamingDetokenizer):
        return TokenBytes(tokens, sentence_piece=True, trims=bool(stream.trim_space))
    return None


class Splitter:
    """Splits the output of one run into one piece of text a token.

    mlx-lm's streams for bytes drop the first space of a text and misread a zero byte, so bytes are decoded here;
    other tokenizers go through mlx-lm's own stream.
    """

    def __init__(self, tokenizer: Any, in_bytes: TokenBytes | None, is_special: Callable[[int], bool]) -> None:
        self._bytes = in_bytes
        self._is_special = is_special
        self._stream: Any = tokenizer.detokenizer if in_bytes is None else None
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._trims = in_bytes is not None and in_bytes.trims

    def add(self, number: int) -> str:
        """What this token adds to the text; "" while a character is incomplete."""
        if self._is_special(number):
            return ""
        if self._bytes is None:
            self._stream.add_token(number)
            return str(self._stream.last_segment)
        return self._trimmed(self._decoder.decode(self._bytes(number)))

    def finish(self) -> str:
        """What was held back, at the end of the run."""
        if self._bytes is None:
            self._stream.finalize()
            return str(self._stream.last_segment)
        return self._trimmed(self._decoder.decode(b"", final=True))

    def _trimmed(self, piece: str) -> str:
        if not self._trims or not piece:
            return piece
        self._trims = False
        return piece.removeprefix(" ")
