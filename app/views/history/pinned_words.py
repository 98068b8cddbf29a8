"""Where two mentored runs part, in words."""

from app.views.panes.difference_words import Finding
from app.views.panes.token_words import quoted_token
from engine.events import Token
from engine.record import RunRecord
from engine.request import Request


def finding(pinned: RunRecord, shown: RunRecord | None, at: int | None, alike: bool) -> Finding:
    """Compare the pinned run with the one in Mentored.

    Args:
        at: index of the first token that differs, or None where there is none so far.
        alike: whether both share pair, prompt, sampling and seed.
    """
    if shown is None or not shown.tokens:
        return Finding("none", "First difference", "Known once Mentored has text.")
    if not alike:
        sentence = "Prompt, seed or sampling are not the same in these two runs, so they are not compared."
        return Finding("none", "First difference", sentence)
    names = f"the pinned run ({_settings(pinned.request)})", f"Mentored ({_settings(shown.request)})"
    if at is None:
        count = min(len(pinned.tokens), len(shown.tokens))
        whole = shown.finished and shown.reason != "stopped"
        title = "No difference" if whole else "No difference so far"
        return Finding("agree", title, f"{_first(names[0])} and {names[1]} agree on {_tokens(count)}.")
    agreed = f"Both agree on {_tokens(at)}." if at else "They differ from the first token."
    left, right = _says(pinned, at), _says(shown, at)
    sentence = f"{agreed} There {names[0]} {left}; {names[1]} {right}."
    return Finding("difference", f"First difference: token {at + 1}", sentence)


def _settings(request: Request) -> str:
    return f"TV {request.tv_budget:.2f}, K {request.draft_length}"


def _says(record: RunRecord, at: int) -> str:
    if at >= len(record.tokens):
        return "has ended"
    token: Token = record.tokens[at]
    verbs = {"relaxed": "keeps the draft’s", "resampled": "drew", "chosen": "goes on from your"}
    return f"{verbs.get(token.kind, 'says')} {quoted_token(token)}"


def _tokens(count: int) -> str:
    return f"tokens 1–{count}" if count > 1 else "token 1"


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]
