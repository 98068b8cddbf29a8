"""The token that is looked at, in words: why it is there, what the target alone would have done, and its figures."""

from app.views.panes.difference_words import draws_agree
from app.views.panes.figure_words import FigureWords
from app.views.panes.token_words import DASH, needed, place, probability, quoted, quoted_token, tv
from engine.events import Candidate, Token
from engine.record import RunRecord

TIPS = {
    "distance": "d: TV distance of target and draft here, 0 to 1: half the sum of |p − q| over all tokens.",
    "spent": "min(d, D): how far this token’s law leans to the draft, of the budget D, in TV.",
    "mix": "θ = min(1, D/d): the share of the draft in the law that was drawn from, π = (1 − θ) p + θ q.",
    "critical": "The smallest budget at which this token stays.",
    "critical refused": "The smallest budget at which the refused token would have stayed.",
    "p": "p: probability of this token under the target, after filters and temperature.",
    "q": "q: probability of this token under the draft, after filters and temperature.",
    "pi": "π: probability of this token under the law that was drawn from.",
    "accept": "a = min(1, π/q): the chance that the drafted token is kept. It is kept where the draw u is at most a.",
    "shared": "Shared draws: the draft’s token is kept where the output’s law picks it too, without a draw of its own.",
}


def caption(token: Token, record: RunRecord) -> str:
    """Where it stands: "Token 46 · round 7, place 1 of 8"."""
    words = f"Token {token.position + 1:,}"
    if token.round is None or token.round >= len(record.rounds):
        return words
    one = record.rounds[token.round]
    at = token.position - one.first
    where = f", place {at + 1} of {one.proposed}" if at < one.proposed else ", after all drafted tokens"
    return f"{words} · round {token.round + 1:,}{where}"


def sentences(token: Token, record: RunRecord, alone: Candidate | None) -> str:
    """What the target alone would have done, and which budget keeps the token.

    Args:
        alone: what budget 0 puts there after the same tokens; None where that is not known (yet).
    """
    parts = {
        "relaxed": _relaxed,
        "accepted": _accepted,
        "resampled": _resampled,
        "bonus": _bonus,
        "target": _target,
        "draft": _draft,
    }.get(token.kind)
    return (
        parts(token, record, alone)
        if parts
        else "The run went on from it. The tokens before it are those of the earlier run."
    )


def _relaxed(token: Token, record: RunRecord, alone: Candidate | None) -> str:
    words = []
    if record.request.verify == "block":
        words.append("Block verification judged it with its whole round, so it has no budget of its own.")
    elif draws_agree(record.request):
        if alone is not None:
            words.append(f"The target alone would have said {_name(alone)}.")
    else:
        words.append(f"The target alone would have kept it {_chance(token)} of the time.")
        if alone is not None:
            words.append(f"At budget 0 it would have been replaced by {_name(alone)}.")
    if token.critical_budget is not None:
        words.append(f"At a budget of {needed(token.critical_budget)} or more, {quoted_token(token)} stays.")
    return " ".join(words)


def _accepted(token: Token, record: RunRecord, _alone: Candidate | None) -> str:
    if record.request.verify == "block":
        return "Block verification would have kept it at budget 0 too."
    if draws_agree(record.request):
        return "The target alone would have said it too, so it stays at any budget."
    if token.p is not None and token.q is not None and token.p >= token.q:
        return "The target gives it at least the draft’s probability, so it stays whatever the draw and the budget."
    return f"The target alone keeps it {_chance(token)} of the time, and did so with this draw: it stays at any budget."


def _resampled(token: Token, record: RunRecord, _alone: Candidate | None) -> str:
    refused = quoted(token.proposal.text) if token.proposal else "the proposal"
    words = []
    if token.accept is not None and token.u is not None and record.request.verify == "token":
        words.append(f"{_capital(refused)} had a chance of {token.accept:.2f} to stay; the draw was {token.u:.2f}.")
    if draws_agree(record.request):
        words.append("The output’s law picked another token.")
    if token.critical_budget is not None:
        words.append(f"At a budget of {needed(token.critical_budget)} or more, {refused} would have stayed.")
    return " ".join(words)


def _bonus(token: Token, record: RunRecord, _alone: Candidate | None) -> str:
    count = record.rounds[token.round].proposed if token.round is not None and token.round < len(record.rounds) else 0
    said = f"All {count} drafted tokens" if count > 1 else "The drafted token"
    return f"{said} of the round stayed, so the target added one of its own. It spends no budget."


def _target(token: Token, record: RunRecord, _alone: Candidate | None) -> str:
    if record.request.mode == "mentored":
        return "The target drew it alone, since drafting did not pay here or the text was taken over."
    return "No draft had a part in this text. The chart shows what the draft would have given here."


def _draft(_token: Token, _record: RunRecord, _alone: Candidate | None) -> str:
    return "The target had no part in this text. The chart shows what the target would have given here."


def figures(token: Token, record: RunRecord, first: Candidate | None, d: float | None) -> list[FigureWords]:
    """The token's figures, in two rows of four; en dashes for what is not known.

    Args:
        first: the token's own probabilities, from the models or the recording; None where they are not known.
        d: the distance as the models gave it anew, for tokens that were not checked; None where not known.
    """
    budget = f" of {record.request.tv_budget:.2f} TV"
    spent, theta = token.spent, token.theta
    refused = token.proposal is not None
    at = "critical refused" if refused else "critical"
    least = needed(token.critical_budget)
    p, q = (first.p, first.q) if first else (token.p, token.q)
    return [
        _figure("distance", *_split(tv(d if token.tv is None else token.tv)), "distance d"),
        _figure("spent", DASH if spent is None else f"{spent:.2f}", "" if spent is None else budget, "spent"),
        _figure("mix", *((DASH, "") if theta is None else (f"{100 * theta:.0f}", " % draft")), "mix θ"),
        _figure("critical", *_split(least), "budget to stay" if refused else "critical budget", TIPS[at]),
        _figure("p", probability(p), "", "target p"),
        _figure("q", probability(q), "", "draft q"),
        _figure("pi", probability(first.pi if first else None), "", "output π"),
        _judged(token, record),
    ]


def _judged(token: Token, record: RunRecord) -> FigureWords:
    if token.u is None or token.accept is None:
        shared = record.request.coupling == "gumbel" and token.tv is not None
        words = ("shared", TIPS["shared"]) if shared else (DASH, TIPS["accept"])
        return _figure("accept", words[0], "", "accept draw", words[1])
    sign = "≤" if token.proposal is None else ">"
    return _figure("accept", f"{token.u:.2f} {sign} {token.accept:.2f}", "", "draw u, chance a")


def _figure(key: str, value: str, unit: str, name: str, tip: str = "") -> FigureWords:
    return FigureWords(key, value, unit, name, tip or TIPS[key])


def _split(words: str) -> tuple[str, str]:
    value, _, unit = words.partition(" ")
    return value, f" {unit}" if unit else ""


def spoken(token: Token, record: RunRecord) -> str:
    """For VoiceOver: "planet, relaxed, token 46 of 154, spent 0.40 TV"."""
    said = token.text.strip() or quoted_token(token)
    words = [said, place(token, record)[:1].lower() + place(token, record)[1:]]
    return ", ".join([*words, f"spent {token.spent:.2f} TV"] if token.spent is not None else words)


def status(token: Token) -> str:
    """The status bar's sentence."""
    return f"Token {token.position + 1:,} selected. ← and → move by token, ⌥← and ⌥→ to the next relaxed token."


def go_on(choice: Candidate | None) -> str:
    """The button's words."""
    return f"Continue with {_name(choice)}" if choice else "Continue"


def go_on_tip(choice: Candidate | None, obstacle: str) -> str:
    """The button's tooltip."""
    if obstacle or choice is None:
        return obstacle
    goes_on = f"Run on from here with {_name(choice)}, as a new run; a mentored run is pinned beside it"
    return f"{goes_on} (Return). Click other bars to choose another token."


def candidates(shown: tuple[Candidate, ...], others: Candidate | None) -> str:
    """All bars in words, for VoiceOver."""
    words = [
        f"{name_of(one)}: target {probability(one.p)}, draft {probability(one.q)}, output {probability(one.pi)}"
        for one in shown
    ]
    if others is not None and others.id:
        words.append(f"{others_name(others)}: target {probability(others.p)}, draft {probability(others.q)}")
    return "; ".join(words)


def name_of(one: Candidate) -> str:
    """What stands under its bars: the token without its spaces, quoted where it is small, or words for the unseen."""
    text = one.text.strip()
    if text and not any(character.isalnum() for character in text):
        return f"“{text}”"
    return text or ("↵" if "\n" in one.text else "space" if one.text else "end")


def others_name(others: Candidate) -> str:
    """ "8,187 others"."""
    return f"{others.id:,} other{'s' * (others.id != 1)}"


def _name(one: Candidate) -> str:
    return quoted(one.text) if one.adds is not None else f"“{one.text}”"


def _chance(token: Token) -> str:
    """min(1, p/q) in per cent."""
    ratio = 100 * min(1.0, token.p / token.q) if token.p is not None and token.q else 0.0
    return "less than 1 %" if 0 < ratio < 1 else f"{ratio:.0f} %"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
