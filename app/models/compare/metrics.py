"""What can be counted about texts without judging them: variety, repetition, and the target's surprise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from engine.events import Token
from engine.record import RunRecord


@dataclass(frozen=True, slots=True)
class Metrics:
    """Figures of the first `length` tokens of a run.

    Attributes:
        distinct_2: different pairs of neighbours, of all pairs, 0 to 1.
        repeated_4: runs of four tokens that stood earlier already, of all, 0 to 1.
        surprise: the target's mean negative log-likelihood, nats a token; None where the target
            was not asked, infinite where a token has no probability under it.
        gap: `surprise` less that of target only; None where either is not known.
    """

    length: int
    distinct_2: float | None
    repeated_4: float | None
    surprise: float | None
    gap: float | None = None


def words_of(record: RunRecord) -> list[Token]:
    """The tokens that are text: an end token says nothing of the words."""
    return [token for token in record.tokens if not token.special]


def equal_length(records: Sequence[RunRecord]) -> int:
    """How many tokens all of them have: figures of unequal lengths do not compare."""
    return min((len(words_of(record)) for record in records), default=0)


def measure(record: RunRecord, length: int, baseline: RunRecord | None) -> Metrics:
    """The figures of a run's first tokens.

    Args:
        length: tokens to count, the same for all runs that are compared.
        baseline: the target-only run of the same prompt and sampling, or None.
    """
    tokens = words_of(record)[:length]
    ids = [token.id for token in tokens]
    own = surprise(tokens)
    base = surprise(words_of(baseline)[:length]) if baseline is not None else None
    gap = own - base if own is not None and base is not None and math.isfinite(base) else None
    return Metrics(length, _distinct(ids, 2), _repeated(ids, 4), own, gap)


def surprise(tokens: Sequence[Token]) -> float | None:
    """Mean −ln p under the target, nats a token."""
    if not tokens or any(token.p is None for token in tokens):
        return None
    return sum(-math.log(token.p) if token.p else math.inf for token in tokens) / len(tokens)


def _grams(ids: Sequence[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(ids[at : at + size]) for at in range(len(ids) - size + 1)]


def _distinct(ids: Sequence[int], size: int) -> float | None:
    grams = _grams(ids, size)
    return len(set(grams)) / len(grams) if grams else None


def _repeated(ids: Sequence[int], size: int) -> float | None:
    grams = _grams(ids, size)
    return 1 - len(set(grams)) / len(grams) if grams else None


@dataclass(frozen=True, slots=True)
class Word:
    """A word with the indices of the tokens that it is made of, [first, last]."""

    text: str
    first: int
    last: int


def split_words(tokens: Sequence[Token], start: int) -> list[Word]:
    """The words from token `start` on; a token that begins with a space or a line begins a word."""
    found: list[Word] = []
    for token in tokens[start:]:
        if not token.text.strip():
            continue
        begins = token.text[0].isspace() or not found or tokens[token.position - 1].text[-1:].isspace()
        if begins:
            found.append(Word(token.text.strip(), token.position, token.position))
        else:
            found[-1] = Word(found[-1].text + token.text.strip(), found[-1].first, token.position)
    return found


@dataclass(frozen=True, slots=True)
class WordDifference:
    """Words of two runs after their first difference that the other one does not have at that place.

    Attributes:
        left, right: them; left_words, right_words: how many words there are after the difference.
    """

    left: tuple[Word, ...] = ()
    right: tuple[Word, ...] = ()
    left_words: int = 0
    right_words: int = 0


#: Beyond this many words a comparison would hold the window up; the rest counts as different.
MOST_WORDS = 3000


def word_difference(left: RunRecord, right: RunRecord, start: int | None) -> WordDifference:
    """Compare two runs by words from their first differing token on."""
    if start is None:
        return WordDifference()
    ours, theirs = split_words(left.tokens, start)[:MOST_WORDS], split_words(right.tokens, start)[:MOST_WORDS]
    matcher = SequenceMatcher(None, [word.text for word in ours], [word.text for word in theirs], autojunk=True)
    only_left: list[Word] = []
    only_right: list[Word] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            only_left += ours[a:b]
            only_right += theirs[c:d]
    return WordDifference(tuple(only_left), tuple(only_right), len(ours), len(theirs))
