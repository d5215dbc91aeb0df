"""Every counterexample is saved, and verified again in a process that loads no search."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from pmlsym.claims.question import Question
from pmlsym.engines.sampling import search
from pmlsym.saved_evidence import counterexample_data

from .false_conjectures import ENTROPIES, KNOWN, NEAR_MISSES, OWN, RARE_PREMISES

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pathlib import Path
from pmlsym.saved_evidence import check_saved
for file in sys.argv[1:]:
    print(check_saved(Path(file).read_text(encoding="utf-8")))
found = [name for name in sys.modules if name.startswith("pmlsym.engines.sampling")]
assert "numpy" not in sys.modules and not found, found
"""


def test_saved_counterexamples_are_verified_in_a_fresh_process(tmp_path: Path) -> None:
    files = []
    conjectures = (*KNOWN, *OWN, *NEAR_MISSES, *RARE_PREMISES, *ENTROPIES)
    for k, conjecture in enumerate(conjectures):
        found = search(conjecture.claim, effort=10, seed=0).instance
        assert found is not None, conjecture
        question = Question(conjecture.text, conjecture.lets, conjecture.assume)
        file = tmp_path / f"{k}.json"
        file.write_text(json.dumps(counterexample_data(question, found)), encoding="utf-8")
        files.append(str(file))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *files], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("counterexample: ") == len(conjectures) >= 44
