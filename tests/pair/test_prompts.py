"""Short, long and too long prompts: prefill in steps, a stop in the middle of it, limits with their numbers."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.decoding import decode
from engine.decoding.decode import prefill_step
from engine.errors import RequestError
from engine.events import Event, Finished, Prefill, Token
from engine.pair.caches import window
from engine.pair.loading import Pair, load_pair
from engine.request import Request
from tests.enginerun import ids_of, require_plain
from tests.tinypair import Maker, make_pair

LONG = ("a long story of the moon " * 200)[:1500]
PREFILL_MODULE = "engine.decoding.decode"  # the package has a function of that name
MODES = ("target", "draft", "mentored")


@pytest.fixture(scope="module")
def pair(good: tuple[Path, Path]) -> Pair:
    return load_pair(*good)


@pytest.fixture(scope="module")
def bytes_pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """One token a byte, so that lengths can be counted; a context of 2,000."""
    maker = Maker(words=(), context=2000, template=None)
    return load_pair(*make_pair(tmp_path_factory.mktemp("bytes"), maker.but(layers=2), maker))


def request(prompt: str, **changes: object) -> Request:
    return Request(prompt, raw=True, max_tokens=20, temperature=1.0, ignore_eos=True).replace(**changes)


@pytest.mark.parametrize("mode", MODES)
def test_prompt_of_one_token(mode: str, pair: Pair) -> None:
    events = list(decode(pair, request("a", mode=mode)))
    assert events[0] == Prefill(1, 1)
    assert len(ids_of(events)) == 20


@pytest.mark.parametrize("prompt", ["", "  ", "\n\t"])
def test_empty_prompt(prompt: str) -> None:
    with pytest.raises(RequestError) as caught:
        request(prompt)
    require_plain(caught.value.sentence)
    assert caught.value.field == "prompt" and "prompt is empty" in caught.value.sentence


def test_context_has_room_to_the_last_token(bytes_pair: Pair) -> None:
    events = list(decode(bytes_pair, request(LONG, max_tokens=500, mode="draft")))
    assert len(ids_of(events)) == 500


def test_context_exceeded_by_new_tokens(bytes_pair: Pair) -> None:
    with pytest.raises(RequestError) as caught:
        list(decode(bytes_pair, request(LONG, max_tokens=501)))
    require_plain(caught.value.sentence)
    assert caught.value.field == "max_tokens"
    for number in ("1,500", "501", "2,000", "at most 500"):
        assert number in caught.value.sentence


def test_context_exceeded_by_the_prompt(bytes_pair: Pair) -> None:
    with pytest.raises(RequestError) as caught:
        list(decode(bytes_pair, request("x" * 2100)))
    require_plain(caught.value.sentence)
    assert "2,100" in caught.value.sentence and "2,000" in caught.value.sentence
    assert "at most 0" not in caught.value.sentence and caught.value.field == "prompt"


def test_smaller_context_of_the_two_counts(tmp_path: Path) -> None:
    maker = Maker(words=(), template=None)
    pair = load_pair(*make_pair(tmp_path, maker.but(layers=2, context=None), maker.but(context=64)))
    assert pair.info.context == 64
    with pytest.raises(RequestError, match="context of 64"):
        list(decode(pair, request("x" * 60)))


def test_no_context_in_either_config(tmp_path: Path) -> None:
    maker = Maker(context=None)
    pair = load_pair(*make_pair(tmp_path, maker.but(layers=2), maker))
    assert pair.info.context is None
    assert len(ids_of(list(decode(pair, request("the moon"))))) == 20


def test_sliding_window(tmp_path: Path) -> None:
    """Past its window a cache cannot be rolled back: refused before it is silently wrong."""
    settings = (("layer_types", ["sliding_attention", "full_attention"]), ("sliding_window", 48))
    maker = Maker(words=(), template=None)
    pair = load_pair(*make_pair(tmp_path, maker.but(layers=2, settings=settings), maker))
    assert pair.window == 48 and window([]) is None
    with pytest.raises(RequestError) as caught:
        list(decode(pair, request("x" * 40)))
    require_plain(caught.value.sentence)
    assert "window of 48" in caught.value.sentence and "40" in caught.value.sentence
    inside = request("x" * 15, draft_length=4)
    ids = ids_of(list(decode(pair, inside)))
    assert len(ids) == 20 and ids == ids_of(list(decode(pair, inside.replace(draft_length=7))))


@pytest.mark.parametrize("mode", MODES)
def test_long_prompt_is_read_in_steps(mode: str, bytes_pair: Pair) -> None:
    events = list(decode(bytes_pair, request(LONG, mode=mode)))
    progress = [event.done for event in events if isinstance(event, Prefill)]
    assert all(event.total == 1500 for event in events if isinstance(event, Prefill))
    assert progress == [*range(0, 1499, prefill_step()), 1500]
    assert all(isinstance(event, Prefill) for event in events[: len(progress)])
    finished = events[-1]
    assert isinstance(finished, Finished) and finished.reason == "length"
    assert finished.stats.first_token_s is not None
    assert 0 < finished.stats.prefill_s < finished.stats.first_token_s <= finished.stats.total_s


def test_steps_of_prefill_do_not_change_the_text(bytes_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    long = request(LONG, tv_budget=0.3)
    in_steps = ids_of(list(decode(bytes_pair, long)))
    monkeypatch.setattr(sys.modules[PREFILL_MODULE], "prefill_step", lambda: 512)
    assert ids_of(list(decode(bytes_pair, long))) == in_steps


class Stop:
    """Asks for a stop after some events, and counts what comes after that."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.seen: list[Event] = []

    def __call__(self) -> bool:
        return len(self.seen) >= self.after

    def watch(self, events: Iterator[Event]) -> "Stop":
        for event in events:
            self.seen.append(event)
        return self


@pytest.mark.parametrize("after", [1, 2])
def test_stop_during_prefill(after: int, bytes_pair: Pair) -> None:
    stop = Stop(after)
    seen = stop.watch(decode(bytes_pair, request(LONG), stop)).seen
    assert [type(event) for event in seen] == [Prefill] * after + [Finished]
    finished = seen[-1]
    assert isinstance(finished, Finished) and finished.reason == "stopped"
    assert finished.stats.tokens == 0 and finished.stats.first_token_s is None


@pytest.mark.parametrize("mode", MODES)
def test_stop_within_a_round(mode: str, pair: Pair) -> None:
    stop = Stop(30)
    seen = stop.watch(decode(pair, request("the moon", mode=mode, max_tokens=200, draft_length=8), stop)).seen
    after = [event for event in seen[30:] if isinstance(event, Token)]
    assert len(after) <= 8
    assert isinstance(seen[-1], Finished) and seen[-1].reason == "stopped"
    assert seen[-1].stats.tokens == len(ids_of(seen))
