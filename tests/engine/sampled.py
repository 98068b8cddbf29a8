"""Checks of the sampled law through the real loop: counts of long runs against the laws worked out in numpy."""

import numpy as np

from engine.pair.loading import Pair
from engine.record import RunRecord
from engine.request import Request
from tests.engine import reference
from tests.engine.chi import Floats, require_law, require_rows, tv_bound
from tests.engine.toys import Chain, chains, pair_of, run, tables


def laws(logits: tuple[Floats, Floats], request: Request, width: int) -> tuple[Floats, Floats, Floats]:
    """Rows of p, q, and the law of what a checked position emits."""
    p, q = (np.array([reference.distribution(row, request, width) for row in side]) for side in logits)
    if request.mode != "mentored":
        return p, q, p if request.mode == "target" else q
    pi = [reference.law(one, other, request.tv_budget, request.shape) for one, other in zip(p, q, strict=True)]
    return p, q, np.array(pi)


def check_symbols(request: Request, seed: int = 0, draft_width: int = 8, closeness: float = 0.6) -> None:
    """A law that is the same at every position, 8 symbols: checked positions follow π, bonus tokens p.

    `request.max_tokens` is the number of draws. Also bounds the TV distance of the sample.
    """
    target, draft = (np.tile(row[-1], (8, 1)) for row in tables(seed, 8, closeness))
    draft = np.pad(draft, ((0, 0), (0, max(0, draft_width - 8))), constant_values=2.0)[:, :draft_width]
    pair = pair_of(Chain(target), Chain(draft), 8)
    p, _, pi = (side[0] for side in laws((target, draft), request, 8))
    record = run(pair, request)
    for what, law in (("checked", pi), ("bonus", p)):
        drawn = [token.id for token in record.tokens if (token.kind == "bonus") == (what == "bonus")]
        if not drawn:
            continue
        counts = np.bincount(drawn, minlength=8).astype(float)
        require_law(counts, law, what)
        distance = reference.tv(counts / len(drawn), law)
        assert distance < tv_bound(8, len(drawn)), f"{what}: TV of the sample {distance:.4f}"
    assert request.mode != "mentored" or any(token.kind != "bonus" for token in record.tokens)


def check_transitions(request: Request, seed: int = 0, width: int = 6) -> None:
    """A Markov chain: given the token before, checked positions follow π's row and bonus tokens p's."""
    logits = tables(seed, width)
    record = run(chains(seed, width), request)
    p, _, pi = laws(logits, request, width)
    for bonus, rows in ((False, pi), (True, p)):
        counts = transition_counts(record, width, bonus)
        if counts.sum():
            require_rows(counts, rows[:width], "bonus" if bonus else "checked")


def transition_counts(record: RunRecord, width: int, bonus: bool) -> Floats:
    """[before, after] counts over tokens that are, or are not, bonus tokens; the prompt ends with 0."""
    counts = np.zeros((width, width))
    before = 0
    for token in record.tokens:
        if (token.kind == "bonus") == bonus:
            counts[before, token.id] += 1
        before = token.id
    return counts


def check_triples(request: Request, seed: int = 0, width: int = 4) -> None:
    """A chain that begins anew every three tokens: triples are independent draws of the joint law of three.

    With the bonus token, which is the target's, only at budget 0, where its law and π are one.
    """
    assert not request.bonus or request.tv_budget == 0
    count = request.max_tokens // 3
    record = run(chains(seed, width, period=3), request.replace(max_tokens=3 * count))
    _, _, rows = laws(tables(seed, width), request, width)
    require_law(triple_counts(record, width), joint(rows[-1], rows[:-1], rows[:-1]), "triples")


def triple_counts(record: RunRecord, width: int) -> Floats:
    """How often each triple came."""
    numbers = np.array([token.id for token in record.tokens]).reshape(-1, 3)
    places = numbers @ np.array([width * width, width, 1])
    return np.bincount(places, minlength=width**3).astype(float)


def joint(first: Floats, second: Floats, third: Floats) -> Floats:
    """The law of three tokens, flat: `third` rows by the second token."""
    return np.asarray(first[:, None, None] * second[:, :, None] * third[None, :, :]).reshape(-1)


def first_three(pair: Pair, request: Request, seeds: range, width: int) -> Floats:
    """Counts of the first three tokens over seeds, flat."""
    counts = np.zeros(width**3)
    for seed in seeds:
        a, b, c = (token.id for token in run(pair, request.replace(seed=seed, max_tokens=3)).tokens)
        counts[(a * width + b) * width + c] += 1
    return counts
