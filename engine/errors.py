"""The one kind of error that a person is meant to read."""


class MentorscopeError(Exception):
    """Something that the user can mend, told in one plain sentence.

    Attributes:
        sentence: what is wrong and how to mend it, ending in a full stop.
        details: the technical cause, for a folded "Details"; may be empty.
    """

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = details


class RequestError(MentorscopeError):
    """A setting is out of range. `field` names it, so that a window can mark it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class PairError(MentorscopeError):
    """A model folder cannot be used, or two models do not make a pair."""


class DecodingError(MentorscopeError):
    """A run cannot go on (for example, the model returned no finite logits)."""


class Cancelled(Exception):
    """A load, or a look at a token, was given up."""
