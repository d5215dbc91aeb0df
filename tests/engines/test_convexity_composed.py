"""Statements about informations that take two ideas, from sequents written down by hand.

Processing and then a bound, other references and then logarithms in order, columns of two values
and then a division: each is found by the search for certificates itself, and the kernel accepts it.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, Function, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.sequent_search import prove_schematically
from tests.engines.convex_proofs import accept
from tests.examples import few_of, some_of

EFFORT = 8.0
LITTLE = 0.5

x, x1, x2 = (Index("X", name) for name in ("x", "x1", "x2"))
y, y1, z = Index("Y", "y"), Index("Y", "y1"), Index("Z", "z")


def distribution(name: str, *alphabets: str) -> Tensor:
    return Tensor(name, alphabets, nonnegative=True, stochastic=(len(alphabets) - 1,))


def number(name: str, *, positive: bool = False) -> Polynomial:
    return atom(Tensor(name, positive=positive))


P, Q, W = distribution("P", "X"), distribution("Q", "X"), distribution("W", "X", "Y")
V, U = distribution("V", "Y", "Z"), distribution("U", "X", "Z")
M, N = (Tensor(name, (over,), nonnegative=True) for name, over in (("M", "Y"), ("N", "Z")))
E, t, s, g = (number(name, positive=True) for name in ("exp(eps)", "t", "s", "g"))
eps, m, h = atom(Tensor("eps", nonnegative=True)), number("m"), number("h")

p, q, w, v, u = atom(P, x), atom(Q, x), atom(W, x, y), atom(V, y, z), atom(U, x, z)
w_other = atom(W, x1, y)
mass = sum_over(atom(P, x2) * atom(W, x2, y), x2)
processed = sum_over(atom(W, x, y) * v, y)
processed_other = sum_over(atom(W, x1, y) * v, y)
processed_mass = sum_over(mass * v, y)


def information(f: Function) -> Polynomial:
    return sum_over(p * convex(f, w, mass), x, y)


def after(f: Function) -> Polynomial:
    """The information of W >> V."""
    return sum_over(p * convex(f, processed, processed_mass), x, z)


def between(f: Function) -> Polynomial:
    """Between P and Q."""
    return sum_over(convex(f, p, q), x)


def rows_after(f: Function) -> Polynomial:
    return sum_over(convex(f, processed, processed_other), z)


def fact(name: str, polynomial: Polynomial, *letters: Index, relation: str = ">=") -> Fact:
    return Fact(name, polynomial, letters, relation)


MAXLEAK = (fact("M", atom(M, y) - w, x, y), fact("t", t - sum_over(atom(M, y), y)))
MAXLEAK_OF_U = (fact("N", atom(N, z) - u, x, z), fact("s", s - sum_over(atom(N, z), z)))
PML = (fact("pml", p * (t * mass - w), x, y),)
LDP = (fact("E >= 1", E - 1), fact("ldp", E * w_other - w, x, x1, y))
LOG = (
    fact("E >= 1 + eps", E - 1 - eps),
    fact("log", log(E) - eps, relation="=="),
)
TWO_VALUES = (fact("g >= 1", g - 1), fact("ldp", g * g * w_other - w, x, x1, y))


def equal(level: Polynomial, value: Polynomial) -> tuple[Fact, ...]:
    return (fact(f"{level} is above", level - value), fact(f"{level} is below", value - level))


MIDPOINT = (2 * p, p + q), (2 * q, p + q)
JENSEN_SHANNON = sum_over(
    sum((convex(ENTROPY, a, b) for a, b in MIDPOINT), constant(0)) * Fraction(1, 4), x
)

K = distribution("K", "U", "X")
a, b, d = Index("U", "a"), Index("U", "b"), number("d")
ROWS = (fact("tv of rows", d - sum_over(convex(EXCESS, w, w_other), y), x, x1),)
PRIORS_AFTER = sum_over(convex(EXCESS, sum_over(p * w, x), sum_over(q * w, x)), y)


def cascaded(row: Index) -> Polynomial:
    return sum_over(atom(K, row, x) * w, x)


K_ROWS = fact("tv of K", m - sum_over(convex(EXCESS, atom(K, a, x), atom(K, b, x)), x), a, b)
CASCADE = sum_over(convex(EXCESS, cascaded(a), cascaded(b)), y)

STATEMENTS = {
    "mi(P, W >> V) <= maxleak(W)": Sequent(MAXLEAK, log(t) - after(ENTROPY)),
    "mi(P, W >> V) <= pml(P, W)": Sequent(PML, log(t) - after(ENTROPY)),
    "1 + chi2(P, W >> V) <= exp(pml(P, W))": Sequent(PML, t - after(SQUARE)),
    "1 + chi2(P, W >> V) <= exp(maxleak(W))": Sequent(MAXLEAK, t - after(SQUARE)),
    "mi(P, W) + mi(P, U) <= maxleak(W) + maxleak(U)": Sequent(
        (*MAXLEAK, *MAXLEAK_OF_U),
        log(t)
        + log(s)
        - information(ENTROPY)
        - sum_over(p * convex(ENTROPY, u, sum_over(atom(P, x2) * atom(U, x2, z), x2)), x, z),
    ),
    "mi(P, W >> V) <= chi2(P, W)": Sequent(
        (fact("chi2", m + 1 - information(SQUARE)),), m - after(ENTROPY)
    ),
    "mi(P, W >> V) <= log(1 + chi2(P, W))": Sequent(
        (fact("chi2", m + 1 - information(SQUARE)), fact("> 0", 1 + m, relation=">")),
        log(1 + m) - after(ENTROPY),
    ),
    "2 tv(P, W >> V)^2 <= mi(P, W)": Sequent(
        (*equal(m, after(EXCESS)), fact("mi", h - information(ENTROPY))), h - 2 * m * m
    ),
    "2 hellinger(P, W >> V) <= mi(P, W)": Sequent(
        (fact("m", 1 + after(ROOT) - m), fact("mi", h - information(ENTROPY))), h - 2 * m
    ),
    "chi2(P, W) <= exp(pml) tv(P, W)": Sequent(
        (*PML, fact("tv", m - information(EXCESS))), t * m + 1 - information(SQUARE)
    ),
    "ldp(W) <= eps => mi(P, W >> V) <= eps": Sequent((*LDP, *LOG), eps - after(ENTROPY)),
    "ldp(W) <= eps => mi(P, W >> V) <= eps tanh(eps/2)": Sequent(
        (*LDP, *LOG), eps * (E - 1) - (E + 1) * after(ENTROPY)
    ),
    "ldp(W) <= eps => kl of rows of W >> V <= eps tanh(eps/2)": Sequent(
        (*LDP, *LOG), eps * (E - 1) - (E + 1) * rows_after(ENTROPY)
    ),
    "ldp(W) <= eps => tv of rows of W >> V <= tanh(eps/2)": Sequent(
        LDP, E - 1 - (E + 1) * rows_after(EXCESS)
    ),
    "ldp(W) <= eps => hockey-stick of rows of W >> V is zero": Sequent(
        LDP, -sum_over(convex(EXCESS, processed, E * processed_other), z)
    ),
    "ldp(W) <= eps => chi2(P, W) <= (e^eps - 1)^2/(4 e^eps)": Sequent(
        LDP, (E - 1) ** 2 - 4 * E * (information(SQUARE) - 1)
    ),
    "ldp(W) <= eps => chi2(P, W >> V) <= (e^eps - 1)^2/(4 e^eps)": Sequent(
        LDP, (E - 1) ** 2 - 4 * E * (after(SQUARE) - 1)
    ),
    "ldp(W) <= 2 log g => tv(P, W) <= (g - 1)/(g + 1)": Sequent(
        TWO_VALUES, g - 1 - (g + 1) * information(EXCESS)
    ),
    "tv(P >> W, Q >> W) <= dobrushin(W) tv(P, Q)": Sequent(
        (*ROWS, fact("tv", m - between(EXCESS))), d * m - PRIORS_AFTER
    ),
    "dobrushin(K >> W) <= dobrushin(K) dobrushin(W)": Sequent((*ROWS, K_ROWS), d * m - CASCADE),
    "js(P, Q) <= log 2": Sequent((), log(constant(2)) - JENSEN_SHANNON),
}

FALSE = {
    "mi(P, W >> V) <= pml(P, W) - 1/100": Sequent(PML, log(t) - after(ENTROPY) - Fraction(1, 100)),
    "99 chi2 <= 100 of the attained": Sequent(
        LDP, 99 * (E - 1) ** 2 - 400 * E * (information(SQUARE) - 1)
    ),
    "a smaller bound of tv": Sequent(
        TWO_VALUES, 99 * (g - 1) - 100 * (g + 1) * information(EXCESS)
    ),
    "tv(P >> W, Q >> W) <= dobrushin(W) tv(P, Q)/2": Sequent(
        (*ROWS, fact("tv", m - between(EXCESS))), d * m - 2 * PRIORS_AFTER
    ),
    "the square of dobrushin(W) for a cascade": Sequent((*ROWS, K_ROWS), d * d - CASCADE),
    "js(P, Q) <= 99/100 log 2": Sequent((), Fraction(99, 100) * log(constant(2)) - JENSEN_SHANNON),
    "chi2(P, W) <= exp(pml) tv(P, W) - 1/100": Sequent(
        (*PML, fact("tv", m - information(EXCESS))),
        t * m + Fraction(99, 100) - information(SQUARE),
    ),
    "the bound of W >> V is one of W": Sequent(
        (fact("chi2", m + 1 - after(SQUARE)),), m - information(ENTROPY)
    ),
    "processing with other weights": Sequent(
        (fact("mi", m - information(ENTROPY)),),
        m - sum_over(p * convex(ENTROPY, processed, processed_other), x, z),
    ),
}
"""Attained with equality without the change, or plainly false."""


@pytest.mark.seconds
@pytest.mark.parametrize("name", few_of(STATEMENTS))
def test_two_ideas_are_composed(name: str):
    found, ending = prove_schematically(STATEMENTS[name], effort=EFFORT)
    assert found is not None, ending
    accept(found)


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(FALSE))
def test_what_is_false_is_not_composed(name: str):
    assert prove_schematically(FALSE[name], effort=LITTLE)[0] is None
