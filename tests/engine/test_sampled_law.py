"""B, C, D. Counts through the real loop: one symbol, its step from the one before, and the joint law of three.

Each χ² test and each bound of a sample's TV distance raises a false alarm once in a million; seeds are fixed, so
that a run is the same every time. Nine times in ten, 20,000 draws find a law that is off by 0.03 in TV, and half as
many find one that is off by 0.04.
"""

import itertools
from typing import Any

import numpy as np
import pytest

from engine.law import critical, shapes
from engine.request import Request
from tests.engine import reference
from tests.engine.chi import require_law
from tests.engine.sampled import check_symbols, check_transitions, check_triples, first_three
from tests.engine.toys import llamas, settings

DRAWS = 20_000


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newton's steps are done after one for each symbol, and no count here looks at a critical budget."""
    monkeypatch.setattr(shapes, "NEWTON_STEPS", 8)
    monkeypatch.setattr(critical, "HALVINGS", 1)


SYMBOLS: dict[str, dict[str, Any]] = {
    "no budget gives the target": {"tv_budget": 0.0, "draft_length": 6, "bonus": True},
    "source": {"tv_budget": 0.05, "draft_length": 8},
    "shared draws, bonus": {
        "tv_budget": 0.05,
        "draft_length": 8,
        "coupling": "gumbel",
        "bonus": True,
        "max_tokens": DRAWS // 2,
    },
    "block, bonus": {"tv_budget": 0.04, "draft_length": 8, "verify": "block", "bonus": True},
    "clipped": {"tv_budget": 0.05, "draft_length": 12, "shape": "clipped", "max_tokens": DRAWS // 3},
}


@pytest.mark.parametrize("name", SYMBOLS)
def test_one_symbol(name: str) -> None:
    check_symbols(settings(**({"max_tokens": DRAWS} | SYMBOLS[name])), closeness=0.2)


FILTERS: dict[str, dict[str, Any]] = {
    "cold": {"temperature": 0.4},
    "hot": {"temperature": 2.0, "coupling": "gumbel"},
    "top-k": {"top_k": 4, "verify": "block"},
    "top-p": {"top_p": 0.8, "bonus": True},
    "min-p": {"min_p": 0.2, "temperature": 0.7},
    "all": {"top_p": 0.9, "min_p": 0.05, "top_k": 5, "temperature": 0.8, "shape": "clipped"},
}


@pytest.mark.parametrize("name", FILTERS)
def test_filters_and_temperature(name: str) -> None:
    check_symbols(settings(**({"tv_budget": 0.15, "draft_length": 16} | FILTERS[name]), max_tokens=2400), seed=4)


@pytest.mark.parametrize("draft_width", [6, 11])
def test_draft_of_another_width(draft_width: int) -> None:
    check_symbols(settings(tv_budget=0.1, draft_length=8, max_tokens=2400), draft_width=draft_width)


@pytest.mark.parametrize("mode", ["target", "draft"])
def test_one_model_by_itself(mode: str) -> None:
    check_symbols(settings(mode=mode, max_tokens=4000))
    check_transitions(settings(mode=mode, max_tokens=2400))


WAYS: list[dict[str, Any]] = [
    {},
    {"coupling": "gumbel"},
    {"verify": "block"},
    {"shape": "clipped"},
    {"verify": "block", "shape": "clipped"},
    {"coupling": "gumbel", "shape": "clipped"},
]
LENGTHS = itertools.cycle((5, 2, 8, 4, 6, 7))
TRIPLES = [
    way | {"draft_length": length} | ({"bonus": True, "tv_budget": 0.0} if bonus else {"tv_budget": 0.1})
    for bonus in (False, True)
    for way, length in zip(WAYS, LENGTHS, strict=False)
    if not (bonus and "shape" in way)
]


def _named(setting: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in setting.items())


@pytest.mark.parametrize("way", TRIPLES, ids=_named)
def test_joint_law_of_three_tokens(way: dict[str, Any]) -> None:
    check_triples(settings(**way, max_tokens=2400))


@pytest.mark.parametrize("way", [*WAYS[:4]], ids=_named)
def test_steps_with_bonus_token_and_budget(way: dict[str, Any]) -> None:
    check_transitions(settings(**way, draft_length=3, bonus=True, tv_budget=0.12, max_tokens=1800), seed=2)


RUNS = 180
LLAMAS: list[dict[str, Any]] = [
    {"mode": "target"},
    {"mode": "draft"},
    *(way | {"draft_length": 3 + i % 2, "tv_budget": 0.2} for i, way in enumerate(WAYS)),
    *(way | {"draft_length": 1 + i % 2, "tv_budget": 0.0, "bonus": True} for i, way in enumerate(WAYS[:3])),
]


@pytest.mark.parametrize("way", LLAMAS, ids=_named)
def test_first_three_tokens_of_llamas(way: dict[str, Any]) -> None:
    """mlx-lm's own llamas, 8 symbols, one run a seed.

    Nine times in ten, 180 runs find a law of three that is off by a third in TV; the chains above find much less.
    """
    pair = llamas(seed=3)
    request = settings(temperature=2.0, **way)
    counts = first_three(pair, request, range(RUNS), 8)
    require_law(counts, _joint_of_llamas(pair, request), "first three tokens")


def _joint_of_llamas(pair: Any, request: Request) -> Any:
    """The joint law, from forwards without a cache over every pair of tokens that can come first."""
    import mlx.core as mx

    prefixes = mx.array([[*pair.text.prompt, a, b] for a in range(8) for b in range(8)])
    sides = [np.array(model(prefixes), dtype=float) for model in (pair.target, pair.draft)]

    def law(row: int, place: int) -> Any:
        p, q = (reference.distribution(side[row, place], request, 8) for side in sides)
        if request.mode != "mentored":
            return p if request.mode == "target" else q
        return reference.law(p, q, request.tv_budget, request.shape)

    second = np.array([law(8 * a, 2) for a in range(8)])
    third = np.array([law(row, 3) for row in range(64)]).reshape(8, 8, 8)
    return (law(0, 1)[:, None, None] * second[:, :, None] * third).reshape(-1)
