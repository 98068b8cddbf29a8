"""`mentorscope sweep`: many settings side by side, where speculation begins to pay. No Qt."""

import argparse
import dataclasses
from functools import partial
from typing import Any

from app.cli.options import add_pair, add_request, request_of
from app.cli.parser import Parser, file_path, forgive_output, numbers, one_of, whole
from app.models.settings.fields import DEFAULT_PROMPT
from engine.errors import RequestError
from engine.request import CHOICES, Request
from engine.runfile import check_writable
from engine.sweep.plan import BETWEEN, SOURCE, Plan, grid, seeds_from, source_preset
from engine.sweep.store import SUFFIX, check_new

#: What every run of a sweep shares is asked for as elsewhere; these are its axes, or have another default here.
_OWN = frozenset({"tv_budget", "draft_length", "policy", "max_tokens", "ignore_eos"})
#: What may stand beside --resume, which has everything else in its file.
_BESIDE_RESUME = frozenset({"run", "resume", "target", "draft", "json", "csv", "markdown"})
_GRID_ONLY = ("lengths", "budgets", "policies", "draft_only", "between")
LENGTHS, BUDGETS, TOKENS, REPEATS = "2,4,6,8,12", "0,0.25,0.5,0.75,1", 80, 3


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser: Parser = commands.add_parser(
        "sweep",
        allow_abbrev=False,
        help="measure a grid of draft lengths and TV budgets against target-only",
        description="Measures every setting several times, interleaved with target-only runs, and says where "
        "speculation pays. Each finished run is saved at once; Ctrl-C keeps what is done.",
    )
    add_pair(parser)
    _add_axes(parser)
    add_request(parser, without=_OWN)
    _add_files(parser)
    parser.set_defaults(run=partial(run, parser))


def _add_axes(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is measured")
    group.add_argument(
        "--preset", type=one_of((SOURCE,)), metavar="WORD", help="source: the source's table, 3 calls × 3 seeds"
    )
    group.add_argument("--lengths", metavar="K,K,…", help=f"draft lengths (default: {LENGTHS})")
    group.add_argument("--budgets", metavar="D,D,…", help=f"TV budgets (default: {BUDGETS})")
    words = ", ".join(CHOICES["policy"])
    group.add_argument("--policies", metavar="WORD,…", help=f"draft-length policies: {words} (default: fixed)")
    group.add_argument("--draft-only", action="store_true", help="measure the draft alone, too")
    group.add_argument("--seeds", metavar="N", type=whole, help="seeds, from --seed on (default: 1; source: 3)")
    group.add_argument("--repeats", metavar="N", type=whole, help=f"timed runs a setting and seed (default: {REPEATS})")
    group.add_argument("--tokens", metavar="N", type=whole, help=f"tokens a run (default: {TOKENS}; source: 256)")
    ends = group.add_mutually_exclusive_group()
    ends.add_argument("--ignore-eos", action="store_true", help="go on after the end of the text (the default here)")
    ends.add_argument("--keep-eos", action="store_true", help="end a run at the end of the text")
    group.add_argument("--no-warm-up", action="store_true", help="time the very first run already")
    group.add_argument(
        "--between", metavar="N", type=whole, help=f"cells between target-only runs; 0: one a lap (default: {BETWEEN})"
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files")
    group.add_argument("--save", metavar="FILE", type=file_path, help=f"keep all runs, to resume or to open ({SUFFIX})")
    group.add_argument(
        "--resume", metavar="FILE", type=file_path, help="go on with a saved sweep, or show a finished one"
    )
    group.add_argument("--json", metavar="FILE", type=file_path, help="write all figures as JSON")
    group.add_argument("--csv", metavar="FILE", type=file_path, help="write the table as CSV")
    group.add_argument("--markdown", metavar="FILE", type=file_path, help="write the table as Markdown")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Sweep; returns 0, or 130 where Ctrl-C stopped it (what is done is kept and told all the same)."""
    plan = _plan(args) if args.resume is None else None
    if plan is None:
        _require_alone(parser, args)
    _check_places(args)
    forgive_output()
    from app.cli.sweeping import Sweeping

    sweeping = Sweeping(args)
    return sweeping.resume(args.resume) if plan is None else sweeping.begin(plan)


def _plan(args: argparse.Namespace) -> Plan:
    """The plan that the options ask for. Raises `RequestError` where it cannot be meant."""
    base = request_of(args, DEFAULT_PROMPT)
    source = args.preset == SOURCE
    seeds = seeds_from(args.seed, (3 if source else 1) if args.seeds is None else args.seeds)
    repeats = REPEATS if args.repeats is None else args.repeats
    if source:
        for name in _GRID_ONLY:
            value = getattr(args, name)
            if value is not None and value is not False:
                raise RequestError(
                    name, f"--{_dashed(name)} cannot be given with --preset, which has its own settings."
                )
        plan = source_preset(base, seeds, repeats, **_changes(base, args))
        return dataclasses.replace(plan, warm_up=not args.no_warm_up)
    base = base.replace(max_tokens=TOKENS if args.tokens is None else args.tokens, ignore_eos=not args.keep_eos)
    return grid(
        base,
        numbers(LENGTHS if args.lengths is None else args.lengths, int, "lengths"),
        numbers(BUDGETS if args.budgets is None else args.budgets, float, "budgets"),
        [word.strip() for word in ("fixed" if args.policies is None else args.policies).split(",")],  # type: ignore[misc]  # checked by the plan
        args.draft_only,
        seeds=seeds,
        repeats=repeats,
        warm_up=not args.no_warm_up,
        between=BETWEEN if args.between is None else args.between,
    )


def _changes(base: Request, args: argparse.Namespace) -> dict[str, Any]:
    """What the options change of the source's way to measure."""
    defaults = Request("any")
    names = [field.name for field in dataclasses.fields(Request) if field.name not in ("prompt", "raw", "mode", "seed")]
    changes = {name: getattr(base, name) for name in names if getattr(base, name) != getattr(defaults, name)}
    changes |= {} if args.tokens is None else {"max_tokens": args.tokens}
    return changes | ({"ignore_eos": False} if args.keep_eos else {})


def _require_alone(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Refuse settings beside --resume: the file has them."""
    for name, value in vars(args).items():
        if name not in _BESIDE_RESUME and value != parser.get_default(name):
            raise RequestError(name, f"--{_dashed(name)} cannot be given with --resume: the file has its own settings.")


def _check_places(args: argparse.Namespace) -> None:
    """All files can be written, and each is another one."""
    if args.save is not None:
        check_new(args.save)
    exports = [path for path in (args.json, args.csv, args.markdown) if path is not None]
    for path in exports:
        check_writable(path)
    places = [path.resolve() for path in (*exports, args.save, args.resume) if path is not None]
    if len(set(places)) < len(places):
        raise RequestError("files", "Two of the files are the same: give each its own name.")


def _dashed(name: str) -> str:
    return {"max_tokens": "tokens"}.get(name, name.replace("_", "-"))
