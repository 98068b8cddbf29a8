"""The bench on toy pairs: what it refuses before any lap, what it lets vary, and rounds that fill a window."""

import dataclasses
from random import Random
from typing import Any

import mlx.core as mx
import pytest
from mlx_lm.generate import speculative_generate_step

from engine.bench import cases, overhead, policies
from engine.bench.cases import Lap, make_cases
from engine.bench.policies import PolicyPlan, race_once, race_policies
from engine.bench.run import Plan, bench
from engine.decoding.cost import CostModel
from engine.errors import RequestError
from engine.pair.loading import Pair
from engine.request import Request
from tests.engine.toys import chains, llamas, pair_of, settings, sliding

#: Bytes; what else lives in the process may come and go meanwhile.
SMALL = 2**16


def short(pair: Pair, context: int) -> Pair:
    return dataclasses.replace(pair, info=dataclasses.replace(pair.info, context=context))


def never(*_: Any) -> Lap:
    raise AssertionError("a run was begun")


@pytest.mark.parametrize("plan", [Plan(settings(max_tokens=90)), Plan(settings(max_tokens=4), memory_tokens=90)])
def test_what_has_no_room_is_refused_before_any_run(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bench.cases.ours", never)
    monkeypatch.setattr("engine.bench.cases.mlx_lm_speculative", never)
    with pytest.raises(RequestError, match="sliding window of 40"):
        bench(sliding(), plan)


def test_the_easy_prompt_is_not_blamed_on_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "ours", never)
    pair = llamas()
    encode = pair.text.encode
    monkeypatch.setattr(
        pair.text, "encode", lambda prompt, *rest: [1] * 48 if prompt == "P" * 48 else encode(prompt, *rest)
    )
    with pytest.raises(RequestError, match="The race's easy prompt and 9 new tokens do not fit"):
        race_policies(short(pair, 50), PolicyPlan(settings(max_tokens=9)))


@pytest.mark.parametrize("prompt", [(1,), (1, 2, 3)])
def test_rounds_outside_the_forwards_fill_a_window_again_and_again(prompt: tuple[int, ...]) -> None:
    pair = sliding()
    pair = dataclasses.replace(pair, text=pair_of(pair.target, pair.draft, 8, prompt).text)
    told = overhead.outside_forwards(pair, settings(draft_length=8, max_tokens=24), 20)
    assert -1 < told["outside_share"] < 1 and told["round_s"] > 0


def test_memory_is_that_of_the_caches() -> None:
    told = overhead.memory_growth(llamas(), settings(draft_length=4), 600)
    assert abs(told["growth_beyond_caches"]) < SMALL and told["active_at_end"] > told["active_after_tenth"]


def test_a_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    judge = overhead.Mentored._judge

    def leaking(*given: Any) -> Any:
        kept.append(mx.zeros(1024) + len(kept))
        mx.eval(kept[-1])
        return judge(*given)

    monkeypatch.setattr(overhead.Mentored, "_judge", leaking)
    assert overhead.memory_growth(llamas(), settings(draft_length=4), 300)["growth_beyond_caches"] > SMALL


def test_fixed_lengths_stay_fixed_whatever_the_request_says(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Request] = []

    def noted(_pair: Pair, request: Request, _costs: CostModel) -> Lap:
        seen.append(request)
        return Lap(1, 1.0, 1.0)

    monkeypatch.setattr(policies, "ours", noted)
    monkeypatch.setattr("engine.bench.cases.ours", noted)
    base = settings(policy="accepted-length")
    race_once(llamas(), base, (2, 12), CostModel(), Random(1))
    for case in make_cases(llamas(), base, [2], [0.5]):
        if not case.name.startswith("mlx-lm"):
            case.run(1)
    drafting = [one for one in seen if one.mode == "mentored"]
    assert {one.policy for one in drafting} == {"fixed", "cost-aware"}
    assert [one.policy for one in drafting].count("cost-aware") == 2


def test_mlx_lm_samples_as_we_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Top-k 1 leaves no choice, whatever the temperature: the same run with any seed, and with temperature 0."""
    pair = chains(3, 8)
    told: list[list[int]] = []

    def noted(*given: Any, **named: Any) -> Any:
        told.append([])
        for step in speculative_generate_step(*given, **named):
            told[-1].append(int(step[0]))
            yield step

    monkeypatch.setattr(cases, "speculative_generate_step", noted)
    for changes in ({"temperature": 0.0}, {"top_k": 1}, {"top_k": 1, "seed": 5}, {"top_p": 1e-6}, {"min_p": 1.0}, {}):
        assert cases.mlx_lm_speculative(pair, settings(max_tokens=30, draft_length=3, **changes)).tokens == 30
    greedy, *same, free = told
    assert same == 4 * [greedy] and free != greedy
    again = settings(max_tokens=30, draft_length=3, temperature=0.0, repetition_penalty=10.0)
    cases.mlx_lm_speculative(pair, again)
    assert told[-1] != greedy
