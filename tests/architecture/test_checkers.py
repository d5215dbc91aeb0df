"""Nothing is proved without a checker: only these make what a `Proved` is made of."""

from __future__ import annotations

import ast
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

import pmlsym
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Certificate, Combine, Term, Use
from pmlsym.kernel.checked import Checked
from pmlsym.kernel.checker import check

PACKAGE = Path(pmlsym.__file__).parent
CHECKERS = {
    "kernel/checker.py": "the kernel",
    "kernel/induction.py": "base and step that the kernel proves",
    "evidence/entropy_dual.py": "sums of informations",
    "engines/analytic/checking.py": "derivations about numbers",
    "engines/solver/proof_at_sizes.py": "queries to Z3, which nobody checks again",
    "engines/polytope/decision.py": "worst values over a set of priors",
    "engines/decide/judge.py": "certificates and sums that are those of a claim; evaluations",
}
K = Tensor("k", nonnegative=True)


def makers() -> dict[str, int]:
    """The files with classes of checked evidence, and how many there are in each."""
    found: dict[str, int] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            bases = map(ast.unparse, node.bases) if isinstance(node, ast.ClassDef) else ()
            if any(base.split("[")[0] == "Checked" for base in bases):
                own = str(path.relative_to(PACKAGE))
                assert isinstance(node, ast.ClassDef) and node.name.startswith("_"), node
                found[own] = found.get(own, 0) + 1
    return found


def certificate(c: int) -> Certificate:
    """That c k >= 0, by c times k >= 0."""
    goal = Fact("goal", atom(K) * c)
    step = Combine(goal, (Term(Fraction(c), (Use("low"),)),))
    return Certificate(Sequent((Fact("low", atom(K)),), goal.polynomial, ">="), (step,))


@pytest.mark.seconds
def test_the_checkers_are_these() -> None:
    assert set(makers()) == set(CHECKERS)


def test_checked_evidence_is_made_by_no_one_else() -> None:
    with pytest.raises(TypeError, match="only a checker"):
        Checked(certificate(2))


def test_what_the_kernel_checked_is_checked_again_wherever_it_comes_from() -> None:
    checked = check(certificate(2))
    assert pickle.loads(pickle.dumps(checked)).evidence == checked.evidence
    made_by, (inner,) = checked.__reduce__()[:2]
    assert made_by is check and inner is checked.evidence
    with pytest.raises(InvalidCertificate, match="negative"):
        made_by(certificate(-2))
