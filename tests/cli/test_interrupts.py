"""Ctrl-C ends the process with 130, at once, inside every library, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from shutil import which
from time import monotonic, sleep

import pytest

from pmlsym.cli import run
from tests.examples import some_of

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX"),
    pytest.mark.skipif(which("ps") is None, reason="needs ps, of procps"),
]

START = "import sys; from pmlsym.cli import program; print('ready', flush=True); program()"
WORK = {
    "Z3": (
        *("ask", "pml(P, W & U) <= pml(P, W) + ldp(U)", "--let", "U: X -> Z", "--budget", "90"),
        *("--engine", "z3", "--sizes", "X=6,Y=5,Z=5"),
    ),
    "sampling": ("refute", "pml(P, W >> V) <= pml(P, W)", "--budget", "90"),
    "several processes": ("crosscheck", "--all", "--instances", "100000"),
}
QUICK = 10.0
"""Seconds: far more than it takes, far less than any of the work does."""


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("delay", "whole_group"), [(0.3, False), (3.0, True)], ids=["one process", "its group"]
)
@pytest.mark.parametrize("work", some_of(WORK))
def test_ctrl_c_ends_with_130(work: str, delay: float, whole_group: bool, tmp_path: Path) -> None:
    running = _started(START, *WORK[work], folder=tmp_path)
    sleep(delay)
    assert running.poll() is None, "the work was over too early to be interrupted"
    since = monotonic()
    (os.killpg if whole_group else os.kill)(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, "")
    assert err == "pmlsym: interrupted\n"
    assert monotonic() - since < QUICK
    assert not _alive(running.pid)


SWALLOWED = """
import time
from pmlsym.parallel.interrupts import end_on_interrupt

class Handle:
    def __del__(self):
        print("ready", flush=True)
        time.sleep(60)

end_on_interrupt()
Handle()
while True:
    time.sleep(1)
"""


def test_what_a_destructor_swallows_ends_the_process_all_the_same(tmp_path: Path) -> None:
    running = _started(SWALLOWED, folder=tmp_path)
    sleep(0.3)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=QUICK)
    assert running.returncode == 130
    assert err.endswith("pmlsym: interrupted\n")


DISGUISED = """
import sys, time
import pmlsym.cli
def importing(arguments):
    try:
        print("ready", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        raise ImportError("initialization failed") from None
pmlsym.cli._run_command = importing
pmlsym.cli.main([])
"""


def test_an_interrupt_that_became_another_error_is_one_still(tmp_path: Path) -> None:
    running = _started(DISGUISED, folder=tmp_path)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=QUICK)
    assert (running.returncode, err) == (130, "pmlsym: interrupted\n")


@pytest.mark.parametrize("command", ["ask", "refute"])
def test_a_command_run_inside_a_process_does_not_swallow_ctrl_c(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs commands one after the other, such as these tests, is to stop as well."""

    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("pmlsym.engines.decide.decisions"), "run", pressed)
    with pytest.raises(KeyboardInterrupt):
        run([command, "pml(P, W) <= 1"])


INSIDE_Z3 = """
import random, signal, sys, threading, os, time
import z3
from pmlsym.evaluators.smt_check import check, new_solver
context, draw = z3.Context(), random.Random(3)
x = [z3.Real(f"x{k}", context) for k in range(14)]
solver = new_solver(context)
def cubic():
    a, b, c = (x[draw.randrange(14)] for _ in range(3))
    return draw.randint(-5, 5) * a * b * c
for _ in x:
    solver.add(z3.Sum([cubic() for _ in range(8)]) == draw.randint(-9, 9))
print("ready", flush=True)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
since = time.monotonic()
try:
    print(check(solver))
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - since < 15)
"""


@pytest.mark.seconds
def test_whoever_asks_z3_hears_ctrl_c(tmp_path: Path) -> None:
    """Z3 took the signal for itself, and said "unknown" where it should have said nothing."""
    running = _started(INSIDE_Z3, folder=tmp_path)
    out, _ = running.communicate(timeout=60)
    assert out == "interrupted True\n"


def _started(code: str, *arguments: str, folder: Path) -> subprocess.Popen[str]:
    running = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
        preexec_fn=_hear,
    )
    assert running.stdout is not None and running.stdout.readline() == "ready\n"
    return running


def _hear() -> None:
    """Tests that run in the background may ignore Ctrl-C; what they start has to hear it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _alive(group: int) -> list[str]:
    """The processes of a group that still run, soon after."""
    sleep(1)
    table = subprocess.run(
        ["ps", "-e", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in table.stdout.splitlines()]
    return [" ".join(row) for row in rows if row[0] == str(group) and row[1][0] != "Z"]


AT_AN_IMPORT = """
import os, signal, sys
COUNT = int(sys.argv[1])
sys.argv[1:] = ["ask", "1 <= 2", "--seed", str(COUNT)]
class Pressing:
    count = 0
    def find_spec(self, name, path=None, target=None):
        if "pmlsym.parallel.interrupts" in sys.modules:
            self.count += 1
            if self.count == COUNT:
                os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Pressing())
print("ready", flush=True)
from pmlsym.cli import program
program()
"""


@pytest.mark.parametrize("count", some_of([2, 3, 5, 9, 12, 15, 18, 30, 120, 200]))
def test_whichever_module_is_being_imported(count: int, tmp_path: Path) -> None:
    """The first import after `pmlsym.parallel.interrupts` itself is one of its own, and so on."""
    running = _started(AT_AN_IMPORT, str(count), folder=tmp_path)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "pmlsym: interrupted\n")
