"""From ids to text, one piece a token, and from a prompt to ids."""

from functools import cached_property
from typing import Any

from engine.errors import RequestError
from engine.pair.pieces import Splitter, TokenBytes, token_bytes


class Text:
    """Text of one tokenizer.

    Special tokens and ids past the tokenizer have no text. A character whose bytes are spread
    over tokens belongs to the token that completes it.

    Args:
        width: the model's number of logits: prompts may hold no id past it; None for no bound.
    """

    def __init__(self, tokenizer: Any, width: int | None = None) -> None:
        self.tokenizer = tokenizer
        self.tokens: dict[int, str] = {int(number): token for token, number in tokenizer.get_vocab().items()}
        self.special = frozenset(_special_ids(tokenizer))
        self.ends = frozenset(int(number) for number in tokenizer.eos_token_ids)
        self._width = width
        self._bytes: TokenBytes | None = token_bytes(tokenizer, self.tokens)
        self._labels: dict[int, str] = {}

    def is_special(self, number: int) -> bool:
        """Whether an id never shows as text."""
        return number in self.special or number in self.ends or number not in self.tokens

    def splitter(self) -> Splitter:
        """A fresh splitter for one run."""
        return Splitter(self.tokenizer, self._bytes, self.is_special)

    def label(self, number: int) -> str:
        """The text of one id by itself, for a refused proposal.

        A special token shows its name, an id past the tokenizer its number, and a part of a character its bytes.
        """
        if number not in self._labels:
            self._labels[number] = self._label(number)
        return self._labels[number]

    def _label(self, number: int) -> str:
        if number not in self.tokens:
            return f"⟨{number}⟩"
        if self.is_special(number):
            return self.tokens[number]
        if self._bytes is None:
            return str(self.tokenizer.decode([number]))
        raw = self._bytes(number)
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return f"⟨{raw.hex(' ').upper()}⟩"

    def encode(self, prompt: str, raw: bool, system: str = "") -> list[int]:
        """Ids of a prompt, through the chat template where there is one and `raw` is not asked for.

        Args:
            system: what the template's system turn says; raw prompts go without.

        Raises:
            RequestError: nothing is left of the prompt, or the template or the model cannot take it.
        """
        if system.strip() and not raw and not self.has_system:
            words = "The model's chat template has no place for a system prompt: leave it empty."
            raise RequestError("system", words)
        ids = [int(number) for number in self._ids(prompt, raw or not self.has_template, system)]
        if not ids:
            raise RequestError("prompt", "The tokenizer makes no tokens of this prompt: write other words.")
        if self._width is not None and max(ids) >= self._width:
            number = next(number for number in ids if number >= self._width)
            raise RequestError(
                "prompt", f"The model has no place for the prompt's “{self.label(number)}”: write other words."
            )
        return ids

    def _ids(self, prompt: str, raw: bool, system: str) -> list[int]:
        try:
            if raw:
                return list(self.tokenizer.encode(prompt))
            turns = [("system", system)] if system.strip() else []
            chat = self._chat([*turns, ("user", prompt)])
            return list(self.tokenizer.encode(chat, add_special_tokens=False))
        except Exception as error:  # templates are programs, and tokenizers raise many kinds
            words = (
                RequestError("prompt", "The tokenizer cannot read this prompt: write other words.")
                if raw
                else RequestError("raw", "The model's chat template cannot take this prompt: send it as raw text.")
            )
            words.details = f"{type(error).__name__}: {error}"
            raise words from error

    def _chat(self, turns: list[tuple[str, str]]) -> str:
        messages = [{"role": role, "content": content} for role, content in turns]
        return str(self.tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False))

    @cached_property
    def has_system(self) -> bool:
        """Whether the template shows a system prompt, and as something else than another turn of the user's.

        Some templates refuse one, some leave it out, some do not look at who speaks.
        """
        if not self.has_template:
            return False
        probe, plain = "Answer in verse.", ("user", "Hello.")
        try:
            chat = self._chat([("system", probe), plain])
        except Exception:  # templates are programs
            return False
        try:
            as_user = self._chat([("user", probe), plain])
        except Exception:  # it wants turns to alternate, so it looks at who speaks
            as_user = ""
        return probe in chat and chat != as_user

    @property
    def has_template(self) -> bool:
        """Whether the tokenizer brings a chat template."""
        return bool(self.tokenizer.has_chat_template)


def _special_ids(tokenizer: Any) -> set[int]:
    added = getattr(tokenizer, "added_tokens_decoder", {})
    named = {int(number) for number, token in added.items() if getattr(token, "special", False)}
    return named | {int(number) for number in tokenizer.all_special_ids}
