"""A token in words: what it is, why it is there, and its figures with units."""

from html import escape

from engine.events import Token
from engine.record import RunRecord

DASH = "–"
_CLASSES = {
    "accepted": "Accepted",
    "relaxed": "Relaxed",
    "resampled": "Resampled",
    "bonus": "Bonus",
    "target": "Target only",
    "draft": "Draft only",
    "chosen": "Chosen",
}


def quoted(token_text: str, special: bool = False) -> str:
    """A token's text in quotation marks, or words for what cannot be seen."""
    text = token_text.strip()
    if text:
        return f"“{text}”"
    if special:
        return "the end of the text"
    if "\n" in token_text:
        return "a new line"
    return "a space" if token_text else "part of a character"


def quoted_token(token: Token) -> str:
    """`quoted` for a token."""
    return quoted(token.text, token.special)


def probability(value: float | None) -> str:
    """A probability with three decimals; tiny ones are not called zero."""
    if value is None:
        return DASH
    return "below 0.001" if 0 < value < 0.0005 else f"{value:.3f}"


def tv(value: float | None) -> str:
    """A TV distance or budget with its unit."""
    return DASH if value is None else f"{value:.2f} TV"


def needed(value: float | None) -> str:
    """A critical budget, rounded up so that it is never told as less than it takes."""
    return DASH if value is None else f"{-(-value * 100 // 1) / 100 + 0.0:.2f} TV"


def verdict(token: Token) -> str:
    """Why the token is there, in one sentence."""
    said = quoted_token(token)
    if token.kind == "relaxed":
        return f"{_capital(said)} is here only because of the budget."
    if token.kind == "accepted":
        return f"The target would have kept {said}."
    if token.kind == "resampled":
        refused = quoted(token.proposal.text) if token.proposal else "proposal"
        return f"The draft’s {refused} was refused; {said} was drawn."
    if token.kind == "bonus":
        return "A bonus token, drawn from the target."
    if token.kind == "chosen":
        return f"You chose {said} here."
    if token.kind == "target":
        return "Drawn from the target, without a draft."
    return "Drawn from the draft; nothing checked it."


def figures(token: Token, record: RunRecord) -> list[str]:
    """The token's numbers, a line for each thought."""
    asked = [
        f"{name} {probability(value)}"
        for name, value in (("target p", token.p), ("draft q", token.q))
        if value is not None
    ]
    lines = [f"Probability: {', '.join(asked)}."] if asked else []
    if token.tv is not None:
        lines.append(f"Distance d {tv(token.tv)}, spent {token.spent or 0:.2f} of {tv(record.request.tv_budget)}.")
    return lines + _draw(token)


def _draw(token: Token) -> list[str]:
    """How the proposal was judged; of a resampled token, the refused one."""
    lines = []
    refused = token.proposal
    if refused is not None:
        chances = f"target p {probability(refused.p)}, draft q {probability(refused.q)}"
        lines.append(f"Refused {quoted(refused.text)}: {chances}.")
    if token.u is not None and token.accept is not None:
        sign = "above" if refused is not None else "within"
        lines.append(f"Accept draw u {token.u:.3f}, {sign} its acceptance probability {token.accept:.3f}.")
    elif token.accept is not None and token.kind != "bonus":
        lines.append(f"Acceptance probability {token.accept:.3f}; the draw is shared with the target.")
    if token.critical_budget is not None:
        stays = f"{quoted(refused.text)} would have stayed" if refused is not None else "this token stays"
        lines.append(f"Critical budget {needed(token.critical_budget)}: the smallest at which {stays}.")
    return lines


def place(token: Token, record: RunRecord) -> str:
    """Class and place: "Relaxed, token 46 of 154, round 7"."""
    words = f"{_CLASSES[token.kind]}, token {token.position + 1} of {len(record.tokens)}"
    return words if token.round is None else f"{words}, round {token.round + 1}"


def tooltip(token: Token, record: RunRecord, target_says: str = "") -> str:
    """All of it as a rich-text tooltip.

    Args:
        target_says: what target-only has at this place after the same tokens with shared
            draws; "" where that is not known.
    """
    lines = [f"<b>{escape(verdict(token))}</b>"]
    if target_says:
        lines.append(escape(f"The target alone would have said {target_says}."))
    lines += [escape(line) for line in figures(token, record)]
    lines.append(escape(place(token, record) + "."))
    return "<p style='white-space:pre'>" + "<br>".join(lines) + "</p>"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
