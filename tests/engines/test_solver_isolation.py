"""Where solvers run: cvc5 in a process of its own kind, Z3 in contexts of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import z3

from pmlsym.claim_text.question import parse
from pmlsym.cli import run
from pmlsym.closed_forms.derivation import derive
from pmlsym.engines.analytic import solver
from pmlsym.engines.analytic.checking import confirm_proof, prove_analytic
from pmlsym.engines.solver.decision_at_sizes import crosscheck
from pmlsym.engines.solver.proof_at_sizes import decide_by_solver
from pmlsym.mechanism_families.listed import family_named

QUERY = "(set-logic QF_NRA)\n(declare-const x Real)\n(assert (< (* x x) 0.0))\n(check-sat)\n"
SPY = "open({mark!r}, 'w').write('imported')\n"


def test_cvc5_is_not_taken_from_the_working_directory_or_a_path_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, home = tmp_path / "mark", tmp_path / "home"
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for folder in (tmp_path, home / ".local" / "lib" / version / "site-packages"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("cvc5", "sitecustomize", "usercustomize", "signal"):
            (folder / f"{name}.py").write_text(SPY.format(mark=str(mark)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "cvc5.py"))
    assert crosscheck(QUERY, "unsat") in ("unsat", "absent")
    options = ["--engine", "z3", "--crosscheck", "--sizes", "X=1,Y=1"]
    assert run(["ask", "pml(P, W) <= 2*ldp(W)", *options]) == 0
    assert not mark.exists()


def test_the_process_of_cvc5_is_told_nothing_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: dict[str, object] = {}

    def note(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        told.update(options, command=command)
        return subprocess.CompletedProcess(command, 0, b"unsat\n", b"")

    monkeypatch.setattr("pmlsym.engines.solver.cvc5_process.run", note)
    assert crosscheck(QUERY, "unsat") == "unsat"
    assert told["env"] == {k: v for k, v in os.environ.items() if k == "SYSTEMROOT"}
    assert told["command"][:2] == [sys.executable, "-I"]  # type: ignore[index]
    assert os.path.isabs(str(told["cwd"]))


THREADS = """
from threading import Thread
from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.analytic import solver
from pmlsym.engines.solver.proof_at_sizes import decide_by_solver

claims = [
    "x >= 0 => exp(x) >= 1 + x",
    "x >= 0 => log(1 + x) >= x - x*x/2",
    "x >= 1 => x*log(x) >= x - 1",
    "0 <= x and x <= 1 => exp(x) <= 1 + 2*x",
]
proved = []

def work(k):
    for _ in range(3):
        solver._is_unsatisfiable.cache_clear()
        for claim in claims[k:] + claims[:k]:
            proved.append(prove_analytic(parse(claim), effort=60) is not None)
        verdict = decide_by_solver(parse("pml(P, W) <= 2*ldp(W)"), effort=60)
        proved.append(verdict.name == "proved")

threads = [Thread(target=work, args=(k,)) for k in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(proved), all(proved))
"""


@pytest.mark.seconds
def test_four_threads_ask_z3_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=False, timeout=110
    )
    assert (done.returncode, done.stdout) == (0, "60 True\n"), done.stderr[-1000:]


@pytest.mark.seconds
def test_no_question_is_put_in_the_common_context(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that share it crash."""

    def refuse() -> z3.Context:
        raise AssertionError("the common context of Z3 is used")

    solver._is_unsatisfiable.cache_clear()
    monkeypatch.setattr(z3.z3, "main_ctx", refuse)
    claim = parse("x >= 0 => log(1 + x) >= x - x*x/2")
    proof = prove_analytic(claim)
    assert proof is not None and confirm_proof(claim, proof).evidence.second
    assert decide_by_solver(parse("pml(P, W) <= 2*ldp(W)")).name == "proved"
    mechanism = family_named("randomized-response").concrete(k=2)
    bound = parse("pml(P, W) <= eps")
    assert decide_by_solver(bound, families={"W": mechanism}).name == "proved"
    assert derive(mechanism, "pml", checks=1).checked == 1
