"""What is raced: this engine's modes, and mlx-lm on the same models, prompt and settings."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mlx.core as mx
from mlx_lm.generate import speculative_generate_step, stream_generate
from mlx_lm.sample_utils import make_logits_processors, make_sampler

from engine.decoding import decode
from engine.decoding.cost import CostModel
from engine.events import Finished
from engine.pair.loading import Pair
from engine.request import Request

#: How the names of the peer's rows begin.
PEER = "mlx-lm speculative"


@dataclass(frozen=True, slots=True)
class Lap:
    """One timed run: tokens, seconds from end to end, and of ours only seconds after the prompt, acceptance (0 to 1)
    and the mean spent budget, TV a token."""

    tokens: int
    total_s: float
    decode_s: float | None = None
    acceptance: float | None = None
    mean_spent: float | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A named contender; `run` takes a seed. `against` names the case that its ratio is taken against."""

    name: str
    against: str
    run: Callable[[int], Lap]


def ours(pair: Pair, request: Request, costs: CostModel) -> Lap:
    """One run of this engine."""
    for event in decode(pair, request, costs=costs):
        if isinstance(event, Finished):
            stats = event.stats
            return Lap(stats.tokens, stats.total_s, stats.decode_s, stats.acceptance, stats.mean_spent)
    raise RuntimeError("a run ended without its figures")


def mlx_lm_target(pair: Pair, request: Request) -> Lap:
    """mlx-lm's own target-only decoding, through `stream_generate`, end of sequence ignored."""
    tokenizer = pair.text.tokenizer
    ends = set(tokenizer.eos_token_ids)
    tokenizer.eos_token_ids = []
    mx.random.seed(request.seed)
    try:
        start = time.perf_counter()
        ids = mx.array(pair.text.encode(request.prompt, request.raw, request.system))
        count = 0
        settings = _peer_settings(request)
        for answer in stream_generate(pair.target, tokenizer, ids, max_tokens=request.max_tokens, **settings):
            count = answer.generation_tokens
        return Lap(count, time.perf_counter() - start)
    finally:
        tokenizer.eos_token_ids = ends


def mlx_lm_speculative(pair: Pair, request: Request) -> Lap:
    """mlx-lm's speculative decoding at the same draft length; lossless, with its bonus token.

    It keeps a drafted token only where the target's own draw is the same one.
    """
    mx.random.seed(request.seed)
    start = time.perf_counter()
    ids = mx.array(pair.text.encode(request.prompt, request.raw, request.system))
    steps = speculative_generate_step(
        ids,
        pair.target,
        pair.draft,
        num_draft_tokens=request.draft_length,
        max_tokens=request.max_tokens,
        **_peer_settings(request),
    )
    tokens = sum(1 for _ in steps)
    return Lap(tokens, time.perf_counter() - start)


def _peer_settings(request: Request) -> dict[str, Any]:
    """The request's sampling, as mlx-lm is told it."""
    penalty = None if request.repetition_penalty == 1.0 else request.repetition_penalty
    return {
        "sampler": make_sampler(request.temperature, request.top_p, request.min_p, top_k=request.top_k),
        "logits_processors": make_logits_processors(None, penalty, request.repetition_context),
    }


def make_cases(pair: Pair, base: Request, lengths: list[int], budgets: list[float]) -> list[Case]:
    """All contenders for one prompt. `base` gives the prompt and the sampling; end of sequence is ignored."""
    base = base.replace(ignore_eos=True, policy="fixed")
    costs = CostModel()

    def case(name: str, against: str, **changes: object) -> Case:
        return Case(name, against, lambda seed: ours(pair, base.replace(seed=seed, **changes), costs))

    cases = [
        Case("mlx-lm target-only", "mlx-lm target-only", lambda seed: mlx_lm_target(pair, base.replace(seed=seed))),
        case("target-only", "mlx-lm target-only", mode="target"),
        case("draft-only", "target-only", mode="draft"),
    ]
    for length in lengths:
        peer = f"{PEER} K {length}"
        cases.append(Case(peer, "target-only", _peer(pair, base, length)))
        cases.append(case(f"mentored K {length}, TV 0 (against the peer)", peer, tv_budget=0.0, draft_length=length))
        for budget in budgets:
            name = f"mentored K {length}, TV {budget:g}"
            cases.append(case(name, "target-only", tv_budget=budget, draft_length=length))
    for budget in budgets:
        name = f"mentored cost-aware, TV {budget:g}"
        cases.append(case(name, "target-only", tv_budget=budget, draft_length=lengths[0], policy="cost-aware"))
    return cases


def _peer(pair: Pair, base: Request, length: int) -> Callable[[int], Lap]:
    return lambda seed: mlx_lm_speculative(pair, base.replace(seed=seed, draft_length=length))
