"""Reads a saved sweep's lines from JSON values, and names what is wrong with them."""

import math
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from engine.errors import MentorscopeError, RequestError
from engine.paths import local
from engine.request import CHOICES
from engine.runcheck import MOST_ITEMS, Part, RunFileError, damaged, request_of
from engine.sweep.plan import Plan, Setting
from engine.sweep.provenance import Header
from engine.sweep.run import jobs
from engine.sweep.sample import Sample, Timing

FORMAT = "mentorscope-sweep/1"


class SweepFileError(MentorscopeError):
    """A sweep file cannot be read or written, or is damaged; the sentence names the place."""


def header_from(data: object) -> Header:
    """The header from the first line's values.

    Raises:
        SweepFileError: it is of another format or damaged.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SweepFileError(f"This is not a sweep that this version can read: its format is not “{FORMAT}”.")
    try:
        part = Part(data, "")
        machine = part.part("machine")
        return Header(
            _plan(part.part("plan")),
            target=local(part.text("target")),
            draft=local(part.text("draft")),
            target_name=part.text("target_name"),
            draft_name=part.text("draft_name"),
            vocabulary=part.whole("vocabulary", 0),
            date=_date(part),
            machine={name: machine.text(name) for name in machine.data},
        )
    except (RunFileError, RequestError) as problem:
        raise _of_line(1, problem) from problem


def samples_from(lines: Iterable[tuple[int, object]], plan: Plan) -> list[Sample]:
    """The samples of numbered lines; each must be a run of the plan, and none may be there twice.

    Raises:
        SweepFileError: a line is damaged.
    """
    due = {(job.lap, job.place): job for job in jobs(plan)}
    found: list[Sample] = []
    for number, data in lines:
        try:
            sample = _sample(Part(data, ""))
            job = due.pop((sample.lap, sample.place), None)
            if job is None or (job.setting, job.request.seed) != (sample.setting, sample.seed):
                raise damaged("the run", "is not one of this sweep, or is there twice")
        except (RunFileError, RequestError) as problem:
            raise _of_line(number, problem) from problem
        found.append(sample)
    return found


def sample_to_json(sample: Sample) -> dict[str, Any]:
    """As plain JSON values. An infinite likelihood is the text "infinite"; rounds are [K, draft s, verify s]."""
    names = [name for name in Sample.__slots__ if name not in ("setting", "timings", "nll")]
    nll = "infinite" if sample.nll is not None and math.isinf(sample.nll) else sample.nll
    return {
        "setting": sample.setting.to_json(),
        **{name: getattr(sample, name) for name in names},
        "nll": nll,
        "timings": [[one.length, one.draft_s, one.verify_s] for one in sample.timings],
    }


def _date(part: Part) -> str:
    """A date that can be told in local time."""
    text = part.text("date")
    try:
        datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise damaged("date", "is not a date") from None
    return text


def _plan(part: Part) -> Plan:
    seeds = part.data.get("seeds")
    if not isinstance(seeds, list):
        raise damaged("plan.seeds", "is not a list")
    return Plan(
        base=request_of(part.part("base")),
        settings=tuple(_setting(item) for item in part.parts("settings")),
        seeds=tuple(seeds),
        repeats=part.whole("repeats"),
        warm_up=part.flag("warm_up"),
        between=part.whole("between"),
        preset=part.word("preset", ("", "source"), default=""),
    )


def _setting(part: Part) -> Setting:
    mode = part.word("mode", CHOICES["mode"])
    if mode != "mentored":
        return Setting(mode)
    policy = part.word("policy", CHOICES["policy"])
    return Setting(mode, policy, part.whole("draft_length"), part.number("tv_budget", 1.0))


def _sample(part: Part) -> Sample:
    made = Sample(
        setting=_setting(part.part("setting")),
        seed=part.whole("seed"),
        lap=part.whole("lap"),
        place=part.whole("place"),
        session=part.whole("session"),
        total_s=part.number("total_s"),
        prefill_s=part.number("prefill_s"),
        decode_s=part.number("decode_s"),
        tokens=part.whole("tokens"),
        rounds=part.whole("rounds"),
        proposed=part.whole("proposed"),
        accepted=part.whole("accepted"),
        mean_tv=part.share("mean_tv"),
        mean_spent=part.share("mean_spent"),
        nll=_nll(part),
        timings=_timings(part),
    )
    if made.accepted > made.proposed:
        raise damaged("accepted", "is more than was proposed")
    if made.rounds != len(made.timings) or made.proposed != sum(one.length for one in made.timings):
        raise damaged("timings", "are not those of all rounds")
    return made


def _nll(part: Part) -> float | None:
    value = part.data.get("nll")
    if value is None or value == "infinite":
        return None if value is None else math.inf
    return part.number("nll")


def _timings(part: Part) -> tuple[Timing, ...]:
    items = part.data.get("timings", [])
    if not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise damaged("timings", "is not a list that can be read")
    found = []
    for item in items:
        if not isinstance(item, list) or len(item) != 3:
            raise damaged("timings", "has an entry that is not a draft length and two times")
        one = Part(dict(zip(("length", "draft_s", "verify_s"), item, strict=True)), "timings")
        found.append(Timing(one.whole("length"), one.number("draft_s"), one.number("verify_s")))
    return tuple(found)


def _of_line(number: int, problem: MentorscopeError) -> SweepFileError:
    fault = problem.sentence.removeprefix("The run file is damaged: ")
    return SweepFileError(f"The sweep file is damaged in line {number}: {fault[0].lower()}{fault[1:]}", problem.details)
