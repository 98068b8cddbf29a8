"""The app as it is packaged, built here: it passes its own self-test, takes a picture, and is as large as it may be.

Slow, and left out by default: `make test-package` runs it.
"""

import os
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from tests.packaging.parts import FOLDER, ROOT, part

pytestmark = [pytest.mark.package, pytest.mark.slow, pytest.mark.timeout(600)]
contents = part("contents")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the packaged app."""
    work = tmp_path_factory.mktemp("packaged")
    places = ["--distpath", str(work / "dist"), "--workpath", str(work / "work")]
    argv = [sys.executable, "-m", "PyInstaller", "--noconfirm", *places, str(FOLDER / "mentorscope.spec")]
    # Its cache lies in the home folder otherwise.
    environment = os.environ | {"PYINSTALLER_CONFIG_DIR": str(work / "cache")}
    done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr[-4000:]
    return work / "dist" / "Mentorscope"


def run(built: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program from elsewhere, with nothing of this environment, as the system would."""
    bare = {"HOME": str(built.parent), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    argv = [str(built / "Mentorscope"), *arguments]
    return subprocess.run(argv, capture_output=True, text=True, timeout=180, cwd=built.parent, env=bare)


def test_it_passes_its_self_test(built: Path) -> None:
    done = run(built, "self-test")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[-1].startswith("All ")


def test_it_takes_a_picture_of_its_window(built: Path, qapp: QGuiApplication) -> None:
    out = built.parent / "window.png"
    done = run(built, "screenshot", str(out), "--max-tokens", "24", "--scale", "1", "--theme", "dark")
    assert done.returncode == 0, done.stderr
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (1440, 900)
    assert picture.pixelColor(4, 895).lightness() < 80
    row = {picture.pixel(x, y) for x in range(400, 1400, 2) for y in range(200, 400, 2)}
    assert len(row) > 20, "there is no text in the panes"


def test_it_refuses_in_one_sentence_and_knows_its_version(built: Path) -> None:
    assert contents.project()["version"] in run(built, "--version").stdout
    done = run(built, "gone.mentorscope")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "could not be read" in done.stderr


def test_every_part_has_its_size_and_the_whole_is_bounded(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert contents.tell_sizes(built) == 0, capsys.readouterr().out
    found = contents.sizes(built)
    assert {"PySide6", "mlx", "numpy", "resources", "tokenizers", "transformers"} <= set(found)
    assert found["PySide6"] < 110_000_000 and found["transformers"] < 15_000_000
    for unused in ("scipy", "pytest", "hypothesis", "pydantic", "torch"):
        assert unused not in found


def test_nothing_tells_of_this_machine(built: Path) -> None:
    """No file of text names the checkout or the environment that it was built from."""
    places = {str(ROOT), sys.prefix}
    for path in built.rglob("*"):
        if path.suffix in ("", ".json", ".txt", ".py", ".toml") and path.is_file() and path.stat().st_size < 1_000_000:
            text = path.read_bytes()
            assert not any(place.encode() in text for place in places), path


def test_on_a_mac_the_kernels_lie_beside_every_name_of_the_library() -> None:
    """The packager's own layout of a Mac's bundle, for the entries that the spec makes."""
    from PyInstaller.building.osx import BUNDLE

    toc = [
        ("mlx/core.so", "core.so", "EXTENSION"),
        ("mlx/lib/libmlx.dylib", "libmlx.dylib", "BINARY"),
        ("libmlx.dylib", "mlx/lib/libmlx.dylib", "SYMLINK"),
        ("mlx/lib/mlx.metallib", "mlx.metallib", "DATA"),
        ("mlx.metallib", "mlx/lib/mlx.metallib", "SYMLINK"),
    ]
    laid = {name: (source, kind) for name, source, kind in BUNDLE._process_bundle_toc(BUNDLE, toc)}  # type: ignore[arg-type]
    libraries = [name for name in laid if name.startswith("Contents/Frameworks") and name.endswith("libmlx.dylib")]
    assert len(libraries) == 2
    for library in libraries:
        place = str(PurePosixPath(library).with_name("mlx.metallib"))
        while laid[place][1] == "SYMLINK":
            place = os.path.normpath(PurePosixPath(place).parent / laid[place][0])
        assert laid[place] == ("mlx.metallib", "DATA") and place.startswith("Contents/Resources")
