"""A program that closes the engine in the middle of a run ends cleanly, every time."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTS = 10
AT_ONCE = 2

PROGRAM = """
import sys, time
from engine.events import Failed, Prefill, Token
from engine.paths import bundled_draft, bundled_target
from engine.request import Request
from engine.thread import EngineThread

moment = {"load": object, "prefill": Prefill, "run": Token}[sys.argv[1]]
engine = EngineThread()
engine.start()
commands = [engine.load(bundled_target(), bundled_draft())]
if sys.argv[1] != "load":
    commands.append(engine.generate(Request("The moon", max_tokens=900, ignore_eos=True)))
seen = []
deadline = time.monotonic() + 60
while not any(command == commands[-1] and isinstance(event, moment) for command, event in seen):
    assert time.monotonic() < deadline, "nothing came"
    time.sleep(0.005)
    seen += engine.drain()
assert not any(isinstance(event, Failed) for _, event in seen), seen
engine.close()
assert engine.join(20), "the thread did not end"
print("closed")
"""


def start(moment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, moment], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_ten_out_of_ten() -> None:
    moments = [("run", "run", "prefill", "run", "load")[i % 5] for i in range(STARTS)]
    for first in range(0, STARTS, AT_ONCE):
        running = [start(moment) for moment in moments[first : first + AT_ONCE]]
        for process in running:
            out, errors = process.communicate(timeout=60)
            assert (process.returncode, out, errors) == (0, "closed\n", "")
