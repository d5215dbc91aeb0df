"""The optimal mechanism of the high-privacy regime [QID24, (20)].

    K(x,y) = 1 - t (1 - P(x))  if y = x,  else  t P(y),      t = exp(eps_u) >= 1

on one alphabet, with t (1 - p_min) <= 1. It is a channel, its output has the law of the secret, and
it leaks eps_u at every outcome: exactly, as soon as there is another letter.
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.sequent_search import prove_schematically
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Certificate
from proofs.derived import Derived

(X,) = (alphabet.name for alphabet in alphabets("X"))
x, y, x0, y0, z0 = (Index(X, name) for name in ("x", "y", "x0", "y0", "z0"))
P = Tensor("P", (X,), positive=True, stochastic=(0,))
t = atom(Tensor("exp(eps)", positive=True))
EFFORT = 20.0

HYPOTHESES = (
    Fact("exp(eps) >= 1", t - 1),
    Fact("exp(eps) (1 - P) <= 1", 1 - t * (1 - atom(P, x)), (x,)),
)


def entry(i: Index, j: Index) -> Polynomial:
    """K(i,j)."""
    same = equal_letters(i, j)
    return same * (1 - t * (1 - atom(P, i))) + (1 - same) * t * atom(P, j)


def output(j: Index) -> Polynomial:
    """P_Y(j)."""
    return sum_over(atom(P, x) * entry(x, j), x)


def is_a_channel() -> tuple[Certificate, ...]:
    """Its rows sum to one, and no entry is negative."""
    rows = sum_over(entry(x0, y), y) - constant(1)
    return _proved(Sequent(HYPOTHESES, rows, "=="), Sequent(HYPOTHESES, entry(x0, y0)))


def keeps_the_law() -> tuple[Certificate, ...]:
    """P_Y = P."""
    return _proved(Sequent((), output(y0) - atom(P, y0), "=="))


def leaks_exactly() -> tuple[Certificate, ...]:
    """K(x,y) <= t P_Y(y), with equality off the diagonal."""
    gap = t * output(y0) - entry(x0, y0)
    apart = (1 - equal_letters(x0, y0)) * gap
    return _proved(Sequent(HYPOTHESES, gap), Sequent((), apart, "=="))


def bounds_the_density() -> tuple[Certificate, ...]:
    """K(x,y) / P_Y(y) is smallest at x = y = the rarest letter, where it is exp(-eps_l(eps_u))."""
    least = Fact("P(z0) is smallest", atom(P, x) - atom(P, z0), (x,))
    same = entry(y0, y0) * atom(P, z0) - entry(z0, z0) * atom(P, y0)
    other = entry(x0, y0) * atom(P, z0) - entry(z0, z0) * atom(P, y0)
    apart = (1 - equal_letters(x0, y0)) * other
    facts = (*HYPOTHESES, least)
    return _proved(Sequent(facts, same), Sequent(facts, apart))


def _proved(*sequents: Sequent) -> tuple[Certificate, ...]:
    found = []
    for sequent in sequents:
        certificate, why = prove_schematically(sequent, effort=EFFORT)
        if certificate is None:
            raise InvalidCertificate(f"{sequent.goal} {sequent.relation} 0: {why}")
        found.append(certificate)
    return tuple(found)


STATEMENTS = (
    Derived(
        "high-privacy-mechanism-is-a-channel",
        "QID24/cor-4-eq-20",
        is_a_channel,
        "the rows of (20) sum to one and have no negative entry, if exp(eps_u)(1 - p_min) <= 1",
    ),
    Derived(
        "high-privacy-mechanism-keeps-the-law",
        "QID24/cor-4-eq-20",
        keeps_the_law,
        "the output of (20) has the law of the secret",
    ),
    Derived(
        "high-privacy-mechanism-leaks-eps-exactly",
        "QID24/cor-4-eq-20",
        leaks_exactly,
        "every outcome of (20) leaks eps_u at most, and exactly where there is another letter",
    ),
    Derived(
        "high-privacy-mechanism-has-the-density-bound",
        "QID24/cor-1-remark",
        bounds_the_density,
        "the smallest density of (20) is the rarest letter's with itself, the bound of Cor. 1",
    ),
)
