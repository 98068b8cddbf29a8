"""A round in words."""

from html import escape

from app.models.replay.rounds import RoundPart
from app.views.panes.token_words import quoted, quoted_token

#: So many drafted words are told in a tooltip; the rest are counted.
MOST_WORDS = 8


def heading(index: int | None, count: int) -> str:
    """ "Round 7 of 21", or how many there are."""
    if not count:
        return "No rounds yet"
    if index is not None:
        return f"Round {index + 1:,} of {count:,}"
    return "1 round" if count == 1 else f"{count:,} rounds"


def sentences(part: RoundPart) -> list[str]:
    """What was proposed, how much was accepted, where the cut fell, what came in its place, and how long it took."""
    done = part.round
    lines = [f"Proposed {_count(done.proposed)}{_drafted(part)}.", f"Accepted {done.accepted} of {done.proposed}."]
    relaxed = sum(token.kind == "relaxed" for token in part.tokens)
    if relaxed:
        lines[-1] = f"Accepted {done.accepted} of {done.proposed}, {relaxed} only because of the budget."
    lines += _ending(part)
    draft, verify = 1000 * done.draft_s, 1000 * done.verify_s
    lines.append(f"Draft {draft:.0f} ms, verify {verify:.0f} ms.")
    return lines


def tooltip(part: RoundPart, index: int, count: int) -> str:
    """All of it as a rich-text tooltip."""
    lines = [f"<b>{heading(index, count)}</b>", *(escape(line) for line in sentences(part))]
    return "<p style='white-space:pre'>" + "<br>".join(lines) + "</p>"


def spoken(part: RoundPart, index: int, count: int) -> str:
    """All of it for VoiceOver."""
    return f"{heading(index, count)}. " + " ".join(sentences(part))


def _count(tokens: int) -> str:
    return "1 token" if tokens == 1 else f"{tokens} tokens"


def _drafted(part: RoundPart) -> str:
    texts = [quoted(text) for text in part.round.drafted_texts]
    if not texts:
        return ""
    more = f" and {len(texts) - MOST_WORDS} more" if len(texts) > MOST_WORDS else ""
    return ": " + " ".join(texts[:MOST_WORDS]) + more


def _ending(part: RoundPart) -> list[str]:
    cut, lines = part.cut, []
    if cut is not None:
        refused = quoted(cut.proposal.text) if cut.proposal else "the proposal"
        place = 1 + next(i for i, token in enumerate(part.tokens) if token is cut)
        lines.append(f"Cut at place {place}: {refused} was refused, {quoted_token(cut)} was drawn.")
    bonus = next((token for token in part.tokens if token.kind == "bonus"), None)
    if bonus is not None:
        lines.append(f"All were accepted, so the target added {quoted_token(bonus)}.")
    if part.unused:
        where = "behind the cut" if cut is not None else "behind the end of the text"
        verb = "was" if part.unused == 1 else "were"
        lines.append(f"{_count(part.unused)} {where} {verb} dropped.")
    return lines
