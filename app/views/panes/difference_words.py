"""Where the panes part, in words that stay true for shared and for independent draws."""

from dataclasses import dataclass
from typing import Literal

from app.views.panes.token_words import needed, quoted_token
from engine.events import Token
from engine.record import RunRecord
from engine.request import Request

Badge = Literal["none", "difference", "agree", "lossless", "lossless-difference"]
SEPARATE = "The panes draw separately, so a difference here may be chance."
ROUNDING = (
    "At budget 0 they should agree; checking several tokens at once rounds differently, which can turn a near tie."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the foot of the target pane says: a mark, a title and a sentence."""

    badge: Badge
    title: str
    sentence: str


def finding(target: RunRecord | None, mentored: RunRecord | None, at: int | None, comparable: bool) -> Finding:
    """Compare two runs.

    Args:
        at: position of the first difference, or None where there is none so far.
        comparable: whether both belong to the same pair, prompt, sampling and seed.
    """
    if target is None or mentored is None or not target.tokens or not mentored.tokens:
        return Finding("none", "First difference", "Known once both panes have text.")
    if not comparable:
        return Finding("none", "First difference", "These two runs have different settings, so they are not compared.")
    request = mentored.request
    check = request.tv_budget == 0 and draws_agree(request)
    if at is not None:
        title = f"Lossless check: token {at + 1} differs" if check else f"First difference: token {at + 1}"
        sentence = f"{_agreed(at)} {_parting(target, mentored, at)}"
        return Finding("lossless-difference" if check else "difference", title, sentence)
    if target.finished and mentored.finished and "stopped" not in (target.reason, mentored.reason):
        return _same(len(target.tokens), request, check)
    count = min(len(target.tokens), len(mentored.tokens))
    return Finding("agree", "No difference so far", f"Both panes agree on {_tokens(count)}.")


def draws_agree(request: Request) -> bool:
    """Whether at budget 0 both panes must say the same: shared draws, or greedy decoding."""
    return request.coupling == "gumbel" or request.temperature == 0


def _same(count: int, request: Request, check: bool) -> Finding:
    all_of_them = f"all {count} tokens" if count > 1 else "the only token"
    if check:
        return Finding("lossless", "Lossless check: identical", f"At budget 0 both panes agree on {all_of_them}.")
    sentence = f"Both panes agree on {all_of_them}."
    if not draws_agree(request):
        sentence += " They draw separately, so this is chance, or certainty on both sides."
    return Finding("agree", "No difference", sentence)


def _agreed(at: int) -> str:
    return f"Both panes agree on {_tokens(at)}." if at else "The panes differ from the first token."


def _tokens(count: int) -> str:
    return f"tokens 1–{count}" if count > 1 else "token 1"


def _parting(target: RunRecord, mentored: RunRecord, at: int) -> str:
    left = target.tokens[at] if at < len(target.tokens) else None
    right = mentored.tokens[at] if at < len(mentored.tokens) else None
    says = f"There the target says {quoted_token(left)}" if left else "There the target has ended"
    if not draws_agree(mentored.request):
        other = f"Mentored {'says ' if not left else ''}{quoted_token(right)}" if right else "Mentored has ended"
        join = ";" if not left or not right else " and"
        return f"{says}{join} {other}. {SEPARATE}"
    words = f"{says}; {_mentored(right)}."
    return f"{words} {ROUNDING}" if mentored.request.tv_budget == 0 else words


def _mentored(token: Token | None) -> str:
    if token is None:
        return "Mentored has ended"
    if token.kind == "relaxed":
        takes = needed(token.critical_budget)
        return f"Mentored keeps the draft’s {quoted_token(token)}, which takes {takes} of budget"
    if token.kind == "resampled":
        return f"Mentored drew {quoted_token(token)} after a refusal"
    verb = "goes on from your" if token.kind == "chosen" else "says"
    return f"Mentored {verb} {quoted_token(token)}"
