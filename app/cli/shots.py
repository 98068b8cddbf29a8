"""`mentorscope shots`: pictures of named scenes from recorded runs, the same every time."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from app.cli.parser import UsageError, folder_path, one_of
from engine.errors import MentorscopeError
from engine.paths import resources_dir
from engine.runfile import check_writable

SCALES = ("1", "2", "both")


def add(commands: Any) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "shots",
        allow_abbrev=False,
        help="save pictures of the window from recorded runs",
        description="Shows each scene’s recorded run in the real window, without its models, and saves what is seen "
        "as NAME.png and NAME@2x.png. A scene is a JSON file; resources/scenes has examples, and one more file "
        "there is one more scene.",
    )
    parser.add_argument(
        "out", metavar="OUT_DIR", type=folder_path, help="folder for the pictures; made where it is missing"
    )
    parser.add_argument(
        "--scenes", metavar="DIR", type=folder_path, default=None, help="folder of scenes (default: ours)"
    )
    parser.add_argument("--only", metavar="NAME,…", default="", help="these scenes alone")
    parser.add_argument(
        "--scale", type=one_of(SCALES), metavar="N", default="both", help="pixels a point: 1, 2 or both (default)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Take the pictures; every scene is read before the first is shown."""
    from app.shots.scene import read_scene, scenes_in

    found = scenes_in(args.scenes or resources_dir() / "scenes")
    names = [name.strip() for name in args.only.split(",")] if args.only else list(found)
    for name in names:
        if name not in found:
            raise UsageError(f"There is no scene “{name}”: there are {', '.join(found)}.")
    scenes = [read_scene(found[name]) for name in names]
    _make(args.out)
    if sys.platform != "darwin":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"  # a screen of its own size could not hold every scene
    from app.shots.render import take_shots

    return take_shots(scenes, args.out, (1, 2) if args.scale == "both" else (int(args.scale),))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise MentorscopeError(f"The folder {folder} cannot be made: {problem.strerror}.") from problem
    check_writable(folder / "picture.png")
