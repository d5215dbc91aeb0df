"""The kernel can be used without the rest of the library, and without anything that it installs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym as ps

ROOT = Path(__file__).resolve().parents[2]
CHECK_ONE = """
import sys
before = set(sys.modules)
from pathlib import Path
from pmlsym.kernel.certificate_file import read_proof
from pmlsym.kernel.checker import check
for certificate in read_proof(Path(sys.argv[1]).read_text(encoding="utf-8")).certificates:
    check(certificate)
print(*sorted(set(sys.modules) - before))
"""
FLOOR = {"calculus", "errors", "kernel", "version"}
KERNEL = {
    *("certificate", "certificate_file", "checked", "checker", "convex_rows", "convexity"),
    *("induction", "introductions", "rules", "shown", "step_file", "version_1"),
}


def test_the_kernel_loads_itself_the_calculus_and_the_standard_library():
    path = ROOT / "proofs" / "certificates" / "composition.json"
    command = [sys.executable, "-c", CHECK_ONE, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    own = {name for name in loaded if name.split(".")[0] == "pmlsym"}
    rest = {name for name in own if not name.startswith("pmlsym.calculus.")}
    expected = {"pmlsym", *(f"pmlsym.{name}" for name in FLOOR)}
    assert rest == expected | {f"pmlsym.kernel.{name}" for name in KERNEL}
    strangers = {name.split(".")[0] for name in loaded} - {"pmlsym"} - sys.stdlib_module_names
    assert not strangers


@pytest.mark.seconds
def test_the_public_names_are_there_when_they_are_used():
    assert set(ps.__all__) <= set(dir(ps))
    assert all(getattr(ps, name) is not None for name in ps.__all__)
    star = [sys.executable, "-c", "from pmlsym import *; print(pml.__name__, Proved.__name__)"]
    assert subprocess.check_output(star, cwd=ROOT, text=True, timeout=100) == "pml Proved\n"
    assert not hasattr(ps, "no_such_name")
