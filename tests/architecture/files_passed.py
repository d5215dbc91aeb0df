"""How many files of the package a command passes: `python -m tests.architecture.files_passed`.

A file counts where a function or the body of a class of it runs; what runs because a file is loaded
as a module does not. Few files are a sign that a way through the house is short.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from tests.architecture.reading_imports import ROOT

COMMANDS = (
    ("ask", "pml(P, W >> V) <= pml(P, W)"),
    ("derive", "randomized-response", "--quantity", "pml"),
    ("measure", "examples/survey.csv", "--prior", "9/10,1/10"),
)
PROGRAM = """
import os, sys
from pmlsym.cli import main

package = os.path.join(sys.argv.pop(1), "pmlsym") + os.sep
passed = set()

def note(frame, event, argument):
    code = frame.f_code
    if code.co_filename.startswith(package) and code.co_name != "<module>":
        passed.add(code.co_filename)

sys.setprofile(note)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(len(passed), file=sys.stderr)
"""


def files_passed(words: Sequence[str]) -> int:
    """The number of files that a command passes, in a fresh process."""
    command = [sys.executable, "-c", PROGRAM, str(ROOT), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1])


if __name__ == "__main__":
    for words in COMMANDS:
        print(f"{files_passed(words):4}", " ".join(words))  # noqa: T201
