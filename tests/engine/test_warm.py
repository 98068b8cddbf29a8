"""Making the kernels ready: nothing off NVIDIA, every step told there, and a stop heard between two."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.decoding import warm
from engine.events import Loading
from engine.pair.few_rows import COUNTS
from tests.engine.toys import llamas


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """As if on NVIDIA; the short runs are noted instead of run."""
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(warm, "on_cuda", lambda: True)
    monkeypatch.setattr(warm, "_short_run", lambda _, changes: lambda: asked.append(changes))
    yield asked


def test_nothing_is_done_where_new_shapes_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "forward", lambda *_: pytest.fail("a forward"))
    warm.warm_up(llamas(1), lambda _: pytest.fail("a step"))


def test_every_row_count_of_every_block_is_met(runs: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    pair, met, real = llamas(1), set(), warm.forward
    told: list[Loading] = []

    def forward(model: Any, caches: list[Any], ids: Any) -> Any:
        met.add((model is pair.draft, caches[0].offset // warm.BLOCK, len(ids)))
        return real(model, caches, ids)

    monkeypatch.setattr(warm, "forward", forward)
    monkeypatch.setattr(warm, "CONTEXT", 2 * warm.BLOCK)
    warm.warm_up(pair, told.append)
    for block in (0, 1):
        assert {(False, block, rows) for rows in COUNTS if rows <= 17} <= met, "16 drafted tokens and the bonus"
        assert {(True, block, rows) for rows in COUNTS} <= met, "and what the target drew alone"
    assert {one.what for one in told} == {"kernels"}
    assert [(one.done, one.total) for one in told] == [(i, len(told)) for i in range(len(told))]
    assert runs == list(warm.RUNS)


def test_a_stop_is_heard_between_two_steps(runs: list[dict[str, Any]]) -> None:
    def stop(event: Loading) -> None:
        if event.done == 1:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        warm.warm_up(llamas(1), stop)
    assert not runs


def test_the_short_runs_are_runs() -> None:
    """Each is a valid request that the real loop carries out."""
    for changes in warm.RUNS:
        warm._short_run(llamas(1), changes | {"max_tokens": 3})()
