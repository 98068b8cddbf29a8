"""Start-up and shutdown of the real window: the order of imports, every way to close, what is kept."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.cli.programs import ROOT, SCRIPTED, run_program


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("session.window.close()", 0),
        ("QApplication.quit()", 0),
        ("os.kill(os.getpid(), signal.SIGINT)", 130),
    ],
    ids=["close", "quit", "ctrl-c"],
)
def test_ending_while_it_generates_is_clean(act: str, code: int, tmp_path: Path) -> None:
    store = str(tmp_path / "settings.ini")
    done = run_program(SCRIPTED.format(ACT=act, STORE=store), tmp_path)
    assert (done.returncode, done.stderr) == (code, "")
    assert Path(store).is_file()


def test_the_window_is_up_before_any_model_library(tmp_path: Path) -> None:
    program = f"""
import sys
from PySide6.QtCore import QSettings
import app.main
from engine.thread import EngineThread

HEAVY = {{"mlx", "mlx.core", "mlx_lm", "transformers"}}
begun = []

class Watched(EngineThread):
    def start(self):
        windows = [widget for widget in app.main.application().topLevelWidgets() if widget.isWindow()]
        shown = [window for window in windows if window.isVisible() and window.windowHandle().isExposed()]
        begun.append((bool(shown), sorted(HEAVY & set(sys.modules))))
        super().start()

build = app.main.build
def built(*arguments):
    session = build(*arguments)
    session.comparison.pair_changed.connect(session.window.close)
    return session
app.main.build = built
code = app.main.run(store=QSettings({str(tmp_path / "s.ini")!r}, QSettings.Format.IniFormat), thread=Watched())
assert begun == [(True, [])], begun
assert "mlx.core" in sys.modules
sys.exit(code)
"""
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_failure_in_a_slot_reaches_the_banner_and_the_window_goes_on(tmp_path: Path) -> None:
    act = """(
                comparison.notice.connect(lambda notice: print(notice.sentence)),
                QTimer.singleShot(0, lambda: 1 / 0),
                QTimer.singleShot(200, session.window.close),
            )"""
    done = run_program(SCRIPTED.format(ACT=act, STORE=str(tmp_path / "settings.ini")), tmp_path)
    assert done.returncode == 0
    assert "went wrong" in done.stdout
    assert "ZeroDivisionError" in done.stderr


def test_without_a_display_it_says_so_and_goes_on(tmp_path: Path) -> None:
    program = "from app.main import application\nprint(application().platformName())"
    bare = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    done = run_program(program, tmp_path, **bare)
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux machines lack a display")
    assert done.stdout.strip() == "offscreen"
    assert done.stderr.count("\n") == 1 and "no display was found" in done.stderr


def test_a_screenshot_of_all_panes(tmp_path: Path) -> None:
    out = tmp_path / "picture.png"
    options = ["--theme", "dark", "--size", "1440x900", "--scale", "1", "--max-tokens", "8", "--draft-pane"]
    program = f"import sys\nfrom app.cli.main import main\nsys.exit(main({['screenshot', str(out), *options]!r}))"
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1440, 900)
    assert image.pixelColor(4, 895).lightness() < 80
    assert not list((tmp_path / "config").rglob("*.conf"))


def test_a_screenshot_of_a_missing_pair_is_one_sentence(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "app", "screenshot", str(tmp_path / "a.png"), "--target", str(tmp_path / "gone")]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=90, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr.startswith("mentorscope: ") and done.stderr.count("\n") == 1 and "gone" in done.stderr
    assert not (tmp_path / "a.png").exists()
