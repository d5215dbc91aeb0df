"""What is written for Coq is accepted by it, where it is installed and the checker is built."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import pmlsym as ps

COQ = Path(__file__).parents[2] / "proofs" / "coq"


@pytest.mark.seconds
@pytest.mark.skipif(not shutil.which("coqc"), reason="Coq is not installed")
@pytest.mark.skipif(not (COQ / "Induction.vo").exists(), reason="the checker is not built")
@pytest.mark.skipif(not (COQ / "pmlsym-check").exists(), reason="there is no pmlsym-check")
@pytest.mark.parametrize(
    "text",
    [
        "maxleak(W) <= ldp(W)",
        "pml(P, W >> R) <= pml(P, W)",
        "mi(P, W >> V) <= mi(P, W)",
        "mi(P, W) <= I[chi2](P, W)",
        "eta[chi2](W) <= eta[tv](W)",
        "alpha > 1 => H[inf](P) <= H[alpha](P)",
    ],
)
def test_what_is_written_compiles(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A theorem; sequents, as R is a name of Coq's; terms without rows, with, of new
    tensors, and at an order that is a letter."""
    monkeypatch.setenv("PATH", str(COQ), prepend=os.pathsep)
    file = tmp_path / "proof.v"
    file.write_text(ps.to_coq(ps.prove(text)), encoding="utf-8")
    command = ["coqc", "-w", "none", "-Q", str(COQ), "Pmlsym", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Closed under the global context"
