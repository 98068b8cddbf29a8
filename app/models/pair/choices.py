"""What the chooser lists, as rows of words: models that were found, and pairs that could be fetched."""

from dataclasses import dataclass
from typing import Literal

from engine.choose.check import Verdict, gigabytes
from engine.choose.model import Model
from engine.choose.recommended import Recommended
from engine.choose.scan import Found, about_it

State = Literal["plain", "good", "bad", "waiting", "fetch"]
GROUPS = {"bundled": "Bundled", "cache": "Hugging Face cache", "folder": "Folders"}
RECOMMENDED_GROUP = "Recommended pairs"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list.

    Attributes:
        key: what it stands for; never shown.
        facts: size and the like. words: the verdict, or what is wrong. tip: all there is to say.
        state: plain; good or bad as a draft; waiting for its verdict; or to be fetched.
    """

    key: str
    group: str
    name: str
    facts: str
    state: State = "plain"
    words: str = ""
    tip: str = ""
    in_use: bool = False

    @property
    def spoken(self) -> str:
        """The row for VoiceOver."""
        sign = {"good": "compatible", "bad": "cannot be used", "waiting": "being checked"}.get(self.state, "")
        use = "in use" if self.in_use else ""
        return ", ".join(part for part in (self.name, use, self.facts, sign, self.words) if part)


def target_row(found: Found, in_use: bool) -> Row:
    """A model as a target: plain, or bad with what is wrong."""
    state: State = "plain" if found.model else "bad"
    tip = "\n".join(part for part in (found.repo, str(found.path), found.problem) if part)
    facts = facts_of(found.model) if found.model else ""
    return Row(str(found.path), GROUPS[found.place], found.name, facts, state, found.problem, tip, in_use)


def draft_row(found: Found, verdict: Verdict | None, in_use: bool) -> Row:
    """A model as a draft for the chosen target."""
    group, facts = GROUPS[found.place], facts_of(found.model) if found.model else ""
    key, where = str(found.path), "\n".join(part for part in (found.repo, str(found.path)) if part)
    if found.model is None:
        return Row(key, group, found.name, facts, "bad", found.problem, f"{where}\n{found.problem}", in_use)
    if verdict is None:
        return Row(key, group, found.name, facts, "waiting", "Checking…", where, in_use)
    if verdict.compatible:
        words = f"Compatible · same {verdict.shared:,} tokens" if verdict.shared else "Compatible as far as files tell"
        tip = "\n".join((where, *verdict.notes))
        return Row(key, group, found.name, facts, "good", words, tip, in_use)
    sentences = [_short(reason.sentence, found) for reason in verdict.reasons]
    return Row(key, group, found.name, facts, "bad", sentences[0], "\n".join((where, *sentences)), in_use)


def recommended_row(index: int, pair: Recommended, words: str) -> Row:
    """A pair that can be fetched; `words` says how far it has come."""
    name = pair_name(pair)
    facts = f"{gigabytes(pair.size)} as listed · {pair.licence}"
    tip = f"{pair.target.id}\n{pair.draft.id}\n{pair.why}"
    return Row(f"pair:{index}", RECOMMENDED_GROUP, name, facts, "fetch", words, tip)


def facts_of(model: Model) -> str:
    """Size on the disk, bits, context."""
    parts = [gigabytes(model.weights)]
    if model.bits:
        parts.append(f"{model.bits}-bit")
    if model.context:
        parts.append(f"context {model.context:,} tokens")
    return " · ".join(parts)


def summary_of(target: Found | None, draft: Found | None, verdict: Verdict | None, checking: bool) -> str:
    """What is to say of the chosen two, under the lists."""
    if target is None:
        return ""
    for found in (target, draft):
        if found is not None and found.problem:
            return f"{found.name}: {found.problem}"
    if verdict is None:
        return "Checking drafts…" if checking else "Choose a draft."
    if not verdict.compatible:
        return verdict.reasons[0].sentence
    limit = f"the {gigabytes(verdict.machine.limit)} that models may take here"
    memory = f"Needs {gigabytes(verdict.needed)} of {limit}, with caches for {verdict.length:,} tokens."
    return " ".join((memory, *verdict.notes))


def _short(sentence: str, found: Found) -> str:
    """A reason beside the draft's name, without what the list says already."""
    words = about_it(sentence, found.path)
    start, end = "These two models do not make a pair, as ", ": choose a draft from the target's family."
    if words.startswith(start):
        words = words.removeprefix(start).removesuffix(end) + "."
    return words[0].upper() + words[1:]


def pair_name(pair: Recommended) -> str:
    """ "Qwen2.5-7B ← Qwen2.5-0.5B"."""
    return f"{_bare(pair.target.name)} ← {_bare(pair.draft.name)}"


def _bare(name: str) -> str:
    return name.removesuffix("-4bit").replace("-Instruct", "")


def size_words(count: int) -> str:
    """Bytes in words."""
    return gigabytes(count)
