"""The fixtures that every test passes through do fail on what is left running."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

TIMER = """
from PySide6.QtCore import QTimer
kept = []

def test_leaves_a_timer(qapp):
    timer = QTimer()
    timer.start(1000)
    kept.append(timer)
"""
THREAD = """
import threading
release = threading.Event()

def test_leaves_a_thread():
    threading.Thread(target=release.wait, args=(5,), name="left behind", daemon=True).start()
"""
CLEAN = """
import threading
from PySide6.QtCore import QTimer

def test_tidies_up(qapp):
    timer = QTimer()
    timer.start(1000)
    timer.stop()
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
"""


@pytest.mark.parametrize(("program", "words"), [(TIMER, "timers left running"), (THREAD, "threads left running")])
def test_what_is_left_running_fails(program: str, words: str, tmp_path: Path) -> None:
    done = run(program, tmp_path)
    assert done.returncode == 1 and words in done.stdout


def test_what_is_tidied_up_passes(tmp_path: Path) -> None:
    assert run(CLEAN, tmp_path).returncode == 0


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one test file under the fixtures of this suite."""
    (folder / "test_it.py").write_text(program)
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "--rootdir", str(folder), "-c", "/dev/null"]
    return subprocess.run([*argv, str(folder)], capture_output=True, text=True, timeout=60, cwd=ROOT)
