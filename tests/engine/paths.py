"""Checks of paths: runs that must give the same ids, token for token."""

from engine.pair.loading import Pair
from engine.request import Request
from tests.engine.toys import ids, run

LENGTHS = (1, 3, 8, 16)


def check_draft_length_is_free(pair: Pair, request: Request, lengths: tuple[int, ...] = LENGTHS) -> None:
    """Without the bonus token, the draft length never changes the text."""
    first, *others = (ids(run(pair, request.replace(bonus=False, draft_length=length))) for length in lengths)
    for length, other in zip(lengths[1:], others, strict=True):
        assert other == first, f"K {length} differs from K {lengths[0]} at {_first(first, other)}"


def check_full_budget_is_draft_only(pair: Pair, request: Request) -> None:
    """At TV 1 every token is the draft's own."""
    alone = ids(run(pair, request.replace(mode="draft")))
    mentored = run(pair, request.replace(mode="mentored", tv_budget=1.0, bonus=False))
    assert ids(mentored) == alone, f"TV 1 differs from draft-only at {_first(alone, ids(mentored))}"
    assert mentored.accepted == mentored.proposed == len(alone)


def check_no_budget_is_target_only(pair: Pair, request: Request) -> None:
    """With shared draws, TV 0 gives the ids of target-only, with the bonus token and without."""
    request = request.replace(coupling="gumbel")
    alone = ids(run(pair, request.replace(mode="target")))
    for bonus in (False, True):
        mentored = ids(run(pair, request.replace(mode="mentored", tv_budget=0.0, bonus=bonus)))
        assert mentored == alone, f"TV 0 differs from target-only at {_first(alone, mentored)}"


def check_same_again(pair: Pair, request: Request) -> None:
    """The same request gives the same text, another seed another."""
    first = ids(run(pair, request))
    assert ids(run(pair, request)) == first
    assert ids(run(pair, request.replace(seed=request.seed + 1))) != first


def check_resumed(pair: Pair, request: Request, places: tuple[int, ...]) -> None:
    """A run that is given the first tokens goes on as the run that drew them."""
    whole = ids(run(pair, request))
    for place in places:
        rest = ids(run(pair, request, prefix=whole[:place]))
        assert whole[:place] + rest == whole, f"resumed at {place}, it differs at {_first(whole, whole[:place] + rest)}"


def _first(one: list[int], other: list[int]) -> int:
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
