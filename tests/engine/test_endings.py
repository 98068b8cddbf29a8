"""Where a run ends: inside a proposal, inside a round, at a stop, at the models' limits."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from engine.decoding import decode
from engine.errors import RequestError
from engine.events import Finished, Prefill, Round, Token
from engine.record import RunRecord
from engine.request import Request
from tests.engine.toys import LOOP, ids, recalling, run, settings
from tests.engine.traces import check_figures

WAYS: list[dict[str, Any]] = [{}, {"bonus": True}, {"coupling": "gumbel"}, {"verify": "block"}]
LONG = 40


def whole(way: dict[str, Any], **changes: Any) -> tuple[Request, list[int]]:
    """A request and what comes of it with no end of sequence."""
    request = asked(way, **changes)
    return request, ids(run(recalling(), request))


def asked(way: dict[str, Any], **changes: Any) -> Request:
    """The request alone."""
    return settings(**({"tv_budget": 0.4, "draft_length": 6, "max_tokens": LONG, "seed": 3} | way | changes))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_end_of_sequence_ends_the_run_where_it_stands(way: dict[str, Any]) -> None:
    """Tokens drafted after it are proposed, but neither shown nor counted as accepted."""
    cut_inside = 0
    request, text = whole(way)
    for end in range(8):
        record = run(recalling(ends=[end]), request)
        place = text.index(end) + 1 if end in text else LONG
        assert ids(record) == text[:place]
        assert record.reason == ("end" if end in text else "length")
        check_figures(record)
        if end in text:
            assert record.tokens[-1].special and not any(token.special for token in record.tokens[:-1])
            cut_inside += record.tokens[-1].kind in ("accepted", "relaxed") and record.rounds[-1].accepted < 6
    assert cut_inside, "no run ended inside a proposal"


@pytest.mark.parametrize("mode", ["target", "draft", "mentored"])
def test_ignored_end_of_sequence(mode: str) -> None:
    request, text = whole({"mode": mode, "ignore_eos": True})
    record = run(recalling(ends=range(8)), request)
    assert ids(record) == text and record.reason == "length"


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("length", [3, 6, 16])
def test_the_token_limit_inside_a_round(way: dict[str, Any], length: int) -> None:
    """Never one token more; the last round proposes no more than are left; the text is that of a longer run."""
    _, text = whole(way, draft_length=length, max_tokens=16)
    for limit in range(1, 14):
        request = asked(way, max_tokens=limit, draft_length=length)
        record = run(recalling(), request)
        assert len(record.tokens) == limit and record.reason == "length"
        assert record.rounds[-1].proposed <= limit - record.rounds[-1].first
        check_figures(record)
        if way.get("verify") != "block" and not request.bonus:
            assert ids(record) == text[:limit]


@pytest.mark.parametrize("mode", ["target", "draft", "mentored"])
def test_a_stop_takes_effect_within_a_round(mode: str) -> None:
    request, text = whole({"mode": mode, "bonus": True})
    for place in (0, 1, 3):
        record = RunRecord(request)
        for event in decode(recalling(), request, _after(place, record)):
            record.add(event)
        assert record.reason == "stopped" and record.stats is not None
        assert ids(record) == text[: len(record.tokens)]
        assert len(record.rounds or record.tokens) == place
        check_figures(record)


def _after(count: int, record: RunRecord) -> Callable[[], bool]:
    """Stop once there are so many rounds, or tokens where there are no rounds."""
    return lambda: len(record.rounds or record.tokens) >= count


def test_the_order_of_events() -> None:
    """Progress of the prompt, then each round after its tokens, then the end, once."""
    pair = recalling(prompt=[1] * 1100)
    events = list(decode(pair, whole({})[0]))
    progress = [event for event in events if isinstance(event, Prefill)]
    assert events[: len(progress)] == progress
    assert [event.done for event in progress] == sorted(event.done for event in progress)
    assert progress[0] == Prefill(0, 1100) and progress[-1] == Prefill(1100, 1100)
    assert isinstance(events[-1], Finished) and sum(isinstance(event, Finished) for event in events) == 1
    seen = 0
    for event in events:
        if isinstance(event, Token):
            assert event.position == seen
            seen += 1
        elif isinstance(event, Round):
            assert event.first + event.emitted == seen


def test_the_prefill_in_steps_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = [1, 2, 3, 4, 5, 6, 7] * 3
    request = settings(max_tokens=12, draft_length=4)
    first = ids(run(recalling(prompt=prompt), request))
    monkeypatch.setattr(LOOP, "PREFILL_STEP", 4)
    monkeypatch.setattr(LOOP, "CPU_PREFILL_STEP", 4)
    assert ids(run(recalling(prompt=prompt), request)) == first


def test_a_prompt_of_one_token() -> None:
    for mode in ("target", "draft", "mentored"):
        assert len(run(recalling(prompt=[4]), settings(mode=mode, max_tokens=5)).tokens) == 5


def test_the_models_context_is_a_limit() -> None:
    pair = recalling(prompt=[1, 2, 3])
    pair = dataclasses.replace(pair, info=dataclasses.replace(pair.info, context=20))
    assert len(run(pair, settings(max_tokens=17)).tokens) == 17
    with pytest.raises(RequestError, match="at most 17") as caught:
        run(pair, settings(max_tokens=18))
    assert caught.value.field == "max_tokens"
