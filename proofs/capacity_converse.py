"""If every full-support prior leaks at most eps, the capacity is at most eps [RDP, Thm. 2.8].

The supremum over priors is not attained, so the proof goes to a limit. For a letter x1 and a
positive distribution u, the prior  q(x) = (1 - lambda) delta(x, x1) + lambda u(x)  has full
support. The hypothesis at q, divided by q(x) > 0, is

    exp(eps) [ (1 - lambda) W(x1,y) + lambda sum_x u(x)W(x,y) ] - W(x,y) >= 0,

and its constant part in lambda is  exp(eps) W(x1,y) - W(x,y) >= 0, for all x and x1.
The statement quantifies over priors, which the claim language does not; the sequent says it.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Schema, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Instantiate, Limit, Term, Use

X, Y = (alphabet.name for alphabet in alphabets("X Y"))
ONE = Fraction(1)

W = Tensor("W", (X, Y), nonnegative=True, stochastic=(1,))
q = Tensor("q", (X,), nonnegative=True, stochastic=(0,))
u = Tensor("u", (X,), positive=True, stochastic=(0,))
t = Tensor("exp(eps)", positive=True)
share = Tensor("lambda", positive=True, at_most_one=True)


def sequent() -> Sequent:
    """If q(x) (exp(eps) sum q W - W(x,y)) >= 0 for all q > 0: exp(eps) W(x1,y) >= W(x0,y)."""
    a, b = Index(X, "a"), Index(Y, "b")
    positive = Fact("q is positive", atom(q, a), (a,), ">")
    leaks = atom(q, a) * (atom(t) * sum_over(atom(q, a) * atom(W, a, b), a) - atom(W, a, b))
    every = Schema("q leaks at most eps", q, (positive,), Fact("leakage", leaks, (a, b)))
    x0, x1, y0 = Index(X, "x0"), Index(X, "x1"), Index(Y, "y0")
    return Sequent((), atom(t) * atom(W, x1, y0) - atom(W, x0, y0), ">=", (every,))


def certificate() -> Certificate:
    """The limit of priors that concentrate on a letter."""
    x1, at = Index(X, "x1"), Index(X, "at")
    near = (1 - atom(share)) * equal_letters(at, x1) + atom(share) * atom(u, at)
    conditions = _conditions(near, at)
    one = Combine(Fact("one", constant(1)), (Term(ONE, ()),))
    a, b = Index(X, "a"), Index(Y, "b")
    mixed = atom(t) * sum_over(near * atom(W, at, b), at) - atom(W, a, b)
    applied = Fact("the hypothesis at q", _at(near, at, a) * mixed, (a, b))
    names = tuple(step.statement.name for step in conditions)
    instance = Instantiate(applied, "q leaks at most eps", (at,), near, constant(1), "one", names)
    divided = Combine(
        Fact("divided by q(x)", mixed, (a, b)),
        (Term(ONE, (Use(applied.name, (a, b)),)),),
        (Use("q is positive, shown", (a,)),),
    )
    x0, y0 = Index(X, "x0"), Index(Y, "y0")
    concentrated = atom(t) * atom(W, x1, b) - atom(W, a, b)
    limit = Limit(Fact("in the limit", concentrated, (a, b)), share, "divided by q(x)")
    goal = Combine(Fact(GOAL, sequent().goal), (Term(ONE, (Use("in the limit", (x0, y0)),)),))
    return Certificate(sequent(), (*conditions, one, instance, divided, limit, goal))


def _conditions(near: Polynomial, at: Index) -> tuple[Combine, ...]:
    """q is positive; it is what a prior declares: nonnegative, at most one, summing to one."""
    a, x1 = Index(X, "a"), Index(X, "x1")
    shape = Index(X, "x'0")
    small, full = Use("lambda <= 1"), Use("lambda > 0")
    positive = Combine(
        Fact("q is positive, shown", _at(near, at, a), (a,), ">"),
        (
            Term(ONE, (small, Use("delta_X >= 0", (a, x1)))),
            Term(ONE, (full, Use("u > 0", (a,)))),
        ),
    )
    nonnegative = Combine(
        Fact("q is nonnegative", _at(near, at, shape), (shape,)),
        (Term(ONE, (Use(positive.statement.name, (shape,)),)),),
    )
    at_most_one = Combine(
        Fact("q is at most one", 1 - _at(near, at, shape), (shape,)),
        (
            Term(ONE, (small, Use("delta_X <= 1", (shape, x1)))),
            Term(ONE, (full, Use("u <= 1", (shape,)))),
        ),
    )
    total = Combine(Fact("q sums to one", sum_over(near, at) - 1, (), "=="), ())
    return positive, nonnegative, at_most_one, total


def _at(near: Polynomial, at: Index, letter: Index) -> Polynomial:
    return substitute(near, {at: letter})
