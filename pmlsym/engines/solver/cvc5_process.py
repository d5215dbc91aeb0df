"""The second solver: cvc5's answers to questions in SMT-LIB 2, each unsat, sat or unknown.

cvc5 runs in a separate process, because its time limit does not interrupt its nonlinear core. An
alarm ends the process at a question that takes too long, and another goes on with the next one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from json import dumps
from subprocess import TimeoutExpired, run
from time import monotonic

ABSENT, UNKNOWN = "absent", "unknown"
ANSWERS = ("unsat", "sat", UNKNOWN, ABSENT)
GRACE = 0.5


def cvc5_answers(
    scripts: Sequence[str], *, seconds: float, each: float | None = None
) -> tuple[str, ...]:
    """The answer of cvc5 to each SMT-LIB script, as "unsat", "sat", "unknown" or "absent".

    `seconds` are for all of them, `each` for one; questions that get no time are unknown.

    >>> cvc5_answers(("(set-logic QF_NRA)(assert false)(check-sat)",), seconds=20)[0] in ANSWERS
    True
    """
    deadline = monotonic() + seconds
    answers: list[str] = []
    while len(answers) < len(scripts) and (left := deadline - monotonic()) > 0:
        first = _first_answers(scripts[len(answers) :], left, min(left, each or left))
        if ABSENT in first:
            return (ABSENT,) * len(scripts)
        answers += first
        if len(answers) < len(scripts):
            answers.append(UNKNOWN)
    return (*answers, *[UNKNOWN] * (len(scripts) - len(answers)))


def _first_answers(scripts: Sequence[str], seconds: float, each: float) -> list[str]:
    """The answers of cvc5 up to the first script that it did not answer in time."""
    if sys.platform == "emscripten":  # a browser's Python starts no process
        return [ABSENT]
    command = [sys.executable, "-I", "-c", _CHILD, str(each)]
    try:
        output = run(
            command,
            input=dumps(list(scripts)).encode(),
            capture_output=True,
            timeout=seconds + GRACE,
            check=False,
            cwd=os.path.dirname(sys.executable),
            env={name: value for name, value in os.environ.items() if name == "SYSTEMROOT"},
        ).stdout
    except TimeoutExpired as stopped:
        output = stopped.stdout or b""
    return [word for word in output.decode(errors="replace").split() if word in ANSWERS]


_CHILD = """
import json, signal, sys
scripts, each = json.loads(sys.stdin.buffer.read()), float(sys.argv[1])
try:
    import cvc5
except ImportError:
    print("absent", flush=True)
    sys.exit()
for script in scripts:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, each)
    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "question")
    symbols, said = parser.getSymbolManager(), []
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, symbols).split()
    print(said[-1] if said and said[-1] in ("sat", "unsat") else "unknown", flush=True)
"""
"""The process is isolated (-I): it imports cvc5 from where Python's own packages are installed,
never from the working directory or a path of the user."""
