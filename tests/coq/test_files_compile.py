"""What is written for Coq is accepted by it, where it is installed and the checker is built."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import pmlsym as ps

COQ = Path(__file__).parents[2] / "proofs" / "coq"


@pytest.mark.skipif(not shutil.which("coqc"), reason="Coq is not installed")
@pytest.mark.skipif(not (COQ / "Checked.vo").exists(), reason="the checker is not built")
@pytest.mark.parametrize("text", ["pml(P, W >> R) <= pml(P, W)", "maxleak(W) <= ldp(W)"])
def test_a_file_with_a_theorem_or_without_compiles(text: str, tmp_path: Path) -> None:
    """R is a name of Coq's, so that the first is about the sequents alone."""
    file = tmp_path / "proof.v"
    file.write_text(ps.to_coq(ps.prove(text)), encoding="utf-8")
    command = ["coqc", "-w", "none", "-Q", str(COQ), "Pmlsym", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert "Closed under the global context" in done.stdout
