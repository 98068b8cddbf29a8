"""`mentorscope models` and `mentorscope check`: what there is, and whether two make a pair. No Qt, no network."""

import argparse
from typing import Any

from app.cli.parser import folder_path, whole
from engine.choose.check import LENGTH, Verdict, check, gigabytes
from engine.choose.recommended import RECOMMENDED
from engine.choose.scan import Found, hub_cache, resolved, scan
from engine.request import RANGES, check_range

REFUSED = 2
HEADINGS = {"bundled": "Bundled", "cache": "In the Hugging Face cache", "folder": "Folders"}


def add(commands: Any) -> None:
    """Add both commands and their options."""
    models = commands.add_parser(
        "models",
        allow_abbrev=False,
        help="list the models that are found, and pairs that are recommended",
        description="Lists the bundled pair, the models in the Hugging Face cache, folders that are named, and pairs "
        "that are recommended. Nothing is loaded, and no network is asked.",
    )
    models.add_argument("folders", metavar="DIR", nargs="*", type=folder_path, help="folders to look at too")
    models.set_defaults(run=run_models)
    checking = commands.add_parser(
        "check",
        allow_abbrev=False,
        help="say whether a target and a draft make a pair, and if not, why not",
        description="Says whether two folders make a pair, from their files alone. Exit code 0 where they do, else 2.",
    )
    checking.add_argument(
        "target", metavar="TARGET", type=folder_path, help="folder of the target, or owner/name in the cache"
    )
    checking.add_argument(
        "draft", metavar="DRAFT", type=folder_path, help="folder of the draft, or owner/name in the cache"
    )
    words = f"tokens of prompt and output that memory is counted for (default: {LENGTH})"
    checking.add_argument("--length", metavar="N", type=whole, default=LENGTH, help=words)
    checking.set_defaults(run=run_check)


def run_models(args: argparse.Namespace) -> int:
    """List; returns 0."""
    found = scan([path.expanduser().absolute() for path in args.folders])
    for place, heading in HEADINGS.items():
        here = [one for one in found if one.place == place]
        if here or place == "cache":
            print(heading if place != "cache" else f"{heading}, {hub_cache()}")
            for one in here:
                print(f"  {one.name}  {_facts(one)}\n      {one.path}")
            if not here:
                print("  none")
    print("Recommended pairs (sizes as listed; fetched only from the window, after a click)")
    for pair in RECOMMENDED:
        print(f"  {pair.target.id} ← {pair.draft.id}\n      {gigabytes(pair.size)}, {pair.licence}. {pair.why}")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """The verdict, and the reasons a line each; returns 0, or 2 where they make no pair."""
    check_range("length", args.length, 1, RANGES["max_tokens"][1], "length")
    from engine.choose.machine import measured

    verdict = check(resolved(args.target), resolved(args.draft), args.length, measured())
    for line in _told(verdict):
        print(line)
    return 0 if verdict.compatible else REFUSED


def _facts(one: Found) -> str:
    if one.model is None:
        return one.problem
    bits = f", {one.model.bits}-bit" if one.model.bits else ""
    context = f", context {one.model.context:,} tokens" if one.model.context else ""
    return f"{gigabytes(one.model.weights)}{bits}{context}"


def _told(verdict: Verdict) -> list[str]:
    big, small = verdict.models
    names = f"{big.name if big else verdict.target} ← {small.name if small else verdict.draft}"
    if not verdict.compatible:
        return [f"No pair: {names}", *(f"  {reason.sentence}" for reason in verdict.reasons)]
    same = f"same {verdict.shared:,} tokens" if verdict.shared else "token maps are compared when they are loaded"
    share = f"of {gigabytes(verdict.machine.limit)} for models here"
    memory = f"{gigabytes(verdict.needed)} with caches for {verdict.length:,} tokens, {share}"
    return [f"Compatible: {names}", f"  {same}", f"  {memory}", *(f"  {note}" for note in verdict.notes)]
