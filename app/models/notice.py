"""What went wrong, for the banner above the panes."""

from dataclasses import dataclass

from engine.errors import MentorscopeError, RequestError
from engine.events import Failed


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence, one remedy, folded details.

    Attributes:
        sentence: what is wrong.
        remedy: what to do about it; "" where the sentence says it.
        details: the technical cause, folded at first; "" where there is none.
        field: the setting to mark (a field of `Request`), or None.
    """

    sentence: str
    remedy: str = ""
    details: str = ""
    field: str | None = None


def notice_of(problem: MentorscopeError | Failed, remedy: str = "") -> Notice:
    """The notice that tells a refusal or a failed command."""
    field = problem.field if isinstance(problem, (RequestError, Failed)) else None
    return Notice(problem.sentence, remedy, problem.details, field)
