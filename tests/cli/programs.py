"""Small programs that open the real window, each run in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

#: The engine is scripted, the window and the loop are real. `ACT` is what happens while a run goes on.
SCRIPTED = """
import os, signal, sys, threading
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
import app.session
from app.main import application, run
from tests.scripted import ScriptedEngine

app_ = application()
engine = ScriptedEngine(auto=True)
build = app.session.build

def built(*arguments):
    session = build(*arguments)
    comparison = session.comparison
    comparison.pair_changed.connect(comparison.run)
    seen = []
    def act(first):
        seen.append(first)
        if len(seen) == 3:
            {ACT}
    comparison.panes["target"].tokens_added.connect(act)
    return session

import app.main
app.main.build = built
code = run(store=QSettings({STORE!r}, QSettings.Format.IniFormat), thread=engine)
assert engine.started and engine.closed and not engine.busy
assert threading.active_count() == 1, threading.enumerate()
sys.exit(code)
"""


def run_program(text: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with an empty home of its own, so that nobody's settings are touched."""
    names = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", text],
        capture_output=True,
        text=True,
        timeout=90,
        cwd=ROOT,
        env=os.environ | names | environment,
    )
