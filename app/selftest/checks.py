"""A check, and how a list of them is carried out: one line each, never a traceback."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.errors import MentorscopeError

PASSED, FAILED, SKIPPED = "ok", "FAILED", "skipped"


class Fault(Exception):
    """What a check found wrong, in words."""


class Skipped(Exception):
    """A check that cannot be made because an earlier one failed; says which."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        name: what is checked, as it is printed.
        do: makes the check and returns what it found; raises `Fault` where that is wrong.
    """

    name: str
    do: Callable[[], str]


def carry_out(checks: Iterable[Check], write: Callable[[str], None]) -> bool:
    """Make the checks in order, writing a line after each and one at the end; True where all passed."""
    results: list[str] = []
    for check in checks:
        result, words = _outcome(check)
        results.append(result)
        write(f"{result:<8}{check.name:<28}{words}")
    wrong = len(results) - results.count(PASSED)
    if wrong:
        write(f"{wrong} of {len(results)} checks did not pass.")
    else:
        write(f"All {len(results)} checks passed.")
    return not wrong


def _outcome(check: Check) -> tuple[str, str]:
    try:
        return PASSED, check.do()
    except Fault as fault:
        return FAILED, _line(str(fault))
    except Skipped as skipped:
        return SKIPPED, _line(str(skipped))
    except MentorscopeError as problem:
        return FAILED, _line(f"{problem.sentence} {problem.details}")
    except Exception as problem:  # a check must tell whatever happens, and the others must go on
        return FAILED, _line(f"something unforeseen: {type(problem).__name__}: {problem}")


def _line(words: str) -> str:
    """Words on one line."""
    return " ".join(words.split())
