"""Going on from a token that the reader chose: what stays of the run, and the chosen token in its place."""

from collections.abc import Iterable
from dataclasses import replace

from app.models.preview.resume import Beginning
from app.models.runs.pane import PaneModel, PaneState
from engine.events import DRAFTED_KINDS, Candidate, PairInfo, Round, Token
from engine.record import RunRecord
from engine.request import MENTORED_ONLY, Request

_GOING = (PaneState.WAITING, PaneState.PREFILL, PaneState.RUNNING)


def obstacle(
    record: RunRecord, index: int, chosen: Candidate | None, panes: Iterable[PaneModel], pair: PairInfo | None
) -> str:
    """Why no run can go on from there, in one sentence; "" where one can."""
    if pair is None or (record.target, record.draft) != (pair.target, pair.draft):
        return "To go on from here, load the pair of this run first."
    if any(pane.state in _GOING for pane in panes):
        return "Wait for the end of the run, or stop it, to go on from here."
    if chosen is None:
        return "Choose another token to go on with."
    if chosen.adds is None:
        return "Nothing goes on after a token that ends the text."
    if index + 1 >= record.request.max_tokens:
        return "This is the last token that the run was asked for: raise Max tokens and run again."
    return ""


def request_after(record: RunRecord, current: Request) -> Request:
    """The mentored request that goes on from a run: its own, or the present one where it was another model's."""
    if record.request.mode == "mentored":
        return record.request
    kept = {name: getattr(current, name) for name in MENTORED_ONLY}
    return record.request.replace(**kept)


def branched(record: RunRecord, index: int, chosen: Candidate) -> Beginning:
    """The tokens before `index` and the chosen one; the round that is cut there keeps what it put out before."""
    assert chosen.adds is not None  # nothing goes on from a special token
    before = record.tokens[:index]
    token = Token(chosen.id, chosen.adds, index, "chosen", chosen.p, chosen.q)
    rounds = [_cut(one, before) for one in record.rounds if one.first < index]
    return Beginning((*before, token), tuple(rounds), index, given=index + 1)


def _cut(one: Round, before: list[Token]) -> Round:
    """A round as far as it goes before the chosen token."""
    emitted = min(one.emitted, len(before) - one.first)
    shown = before[one.first : one.first + emitted]
    return replace(one, emitted=emitted, accepted=sum(token.kind in DRAFTED_KINDS for token in shown))
