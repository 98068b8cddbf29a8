"""From ids to text, one piece a token, and from a prompt to ids."""

from typing import Any

from engine.errors import RequestError


class Text:
    """Text of one tokenizer.

    Special tokens and ids past the tokenizer have no text. A character whose bytes are spread
    over tokens belongs to the token that completes it.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.special = frozenset(_special_ids(tokenizer))
        self.ends = frozenset(int(number) for number in tokenizer.eos_token_ids)
        self._size = len(tokenizer)
        self._labels: dict[int, str] = {}

    def is_special(self, number: int) -> bool:
        """Whether an id never shows as text."""
        return number in self.special or number in self.ends or number >= self._size

    def splitter(self) -> "Splitter":
        """A fresh splitter for one run."""
        return Splitter(self)

    def label(self, number: int) -> str:
        """The text of one id by itself, for a refused proposal; a special token shows its name."""
        if number not in self._labels:
            known = number < self._size
            self._labels[number] = self.tokenizer.decode([number]) if known else f"⟨{number}⟩"
        return self._labels[number]

    def encode(self, prompt: str, raw: bool) -> list[int]:
        """Ids of a prompt, through the chat template where there is one and `raw` is not asked for.

        Raises:
            RequestError: nothing is left of the prompt.
        """
        if raw or not self.has_template:
            ids = list(self.tokenizer.encode(prompt))
        else:
            message = [{"role": "user", "content": prompt}]
            chat = self.tokenizer.apply_chat_template(message, add_generation_prompt=True, tokenize=False)
            ids = list(self.tokenizer.encode(chat, add_special_tokens=False))
        if not ids:
            raise RequestError("prompt", "The tokenizer makes no tokens of this prompt: write other words.")
        return [int(number) for number in ids]

    @property
    def has_template(self) -> bool:
        """Whether the tokenizer brings a chat template."""
        return bool(self.tokenizer.has_chat_template)


class Splitter:
    """Splits the output of one run into one piece of text a token."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._stream = text.tokenizer.detokenizer

    def add(self, number: int) -> str:
        """What this token adds to the text; "" while a character is incomplete."""
        if self._text.is_special(number):
            return ""
        self._stream.add_token(number)
        return str(self._stream.last_segment)

    def finish(self) -> str:
        """What was held back, at the end of the run."""
        self._stream.finalize()
        return str(self._stream.last_segment)


def _special_ids(tokenizer: Any) -> set[int]:
    added = getattr(tokenizer, "added_tokens_decoder", {})
    named = {int(number) for number, token in added.items() if getattr(token, "special", False)}
    return named | {int(number) for number in tokenizer.all_special_ids}
