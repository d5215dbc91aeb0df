"""Chords of convex functions and supports, as sequents that the kernel checks.

Chord of a convex f on [0, M]: with F = f(r), G = f(M), A = f(0), 0 <= r <= M,

    (M - r) A + r G - M F >= 0               hence     sum_x p(x) f(r(x)) <= max(f(M), f(0))

The polynomials are premises about tensors that nothing else defines; that the premises are true of
the functions named is all that has to be trusted (tests/engines/test_analytic_convexity.py).
Jensen's inequality for the logarithm is a step of lowering (claims/mean_log.py).
"""

from __future__ import annotations

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor


def chord_sequent(prior: Tensor) -> Sequent:
    """Given chords of f, the mean of f(r(x)) is at most a number K >= f(M), f(0); times M.

    >>> chord_sequent(Tensor("p", ("X",), nonnegative=True, stochastic=(0,))).facts[0].name
    'f is below its chord'
    """
    (alphabet,) = prior.alphabets
    x = Index(alphabet, "x")
    ratio = atom(Tensor("r", (alphabet,), nonnegative=True), x)
    own = atom(Tensor("f(r)", (alphabet,)), x)
    largest = atom(Tensor("M", positive=True))
    end, start = atom(Tensor("f(M)")), atom(Tensor("f(0)"))
    most = atom(Tensor("K"))
    chord = (largest - ratio) * start + ratio * end - largest * own
    facts = (
        Fact("f is below its chord", chord, (x,)),
        Fact("r <= M", largest - ratio, (x,)),
        Fact("f(M) <= K", most - end),
        Fact("f(0) <= K", most - start),
    )
    mean = sum_over(atom(prior, x) * own, x)
    return Sequent(facts, largest * (most * constant(1) - mean))


def support_sequent(alphabet: str) -> Sequent:
    """A distribution on at most k letters has entropy at most log k.

    The tensor L is log( 1/(k r) ) where r > 0, and S the indicator of r > 0; times k:
    S - k r - k r L >= 0.

    >>> [fact.name for fact in support_sequent("X").facts]
    ['log u <= u - 1', 'at most k letters']
    """
    x = Index(alphabet, "x")
    mass = atom(Tensor("r", (alphabet,), nonnegative=True, stochastic=(0,)), x)
    inside = atom(Tensor("S", (alphabet,), indicator=True), x)
    k = atom(Tensor("k", positive=True))
    log = atom(Tensor("log of 1 over k r", (alphabet,)), x)
    facts = (
        Fact("log u <= u - 1", inside - k * mass - k * mass * log, (x,)),
        Fact("at most k letters", k - sum_over(inside, x)),
    )
    return Sequent(facts, -k * sum_over(mass * log, x))
