"""Jensen's inequality and chords of convex functions, as sequents that the kernel checks.

Jensen for the logarithm: q(y) >= 0 with sum 1, n(y) >= 0, s >= sum_y n(y), s > 0. The tensor L is
log( n(y) / (s q(y)) ) where q(y) > 0, and log u <= u - 1 is, times s q(y):

    n(y) - s q(y) - s q(y) L(y) >= 0         hence     sum_y q(y) log( n(y)/q(y) ) <= log s

Chord of a convex f on [0, M]: with F = f(r), G = f(M), A = f(0), 0 <= r <= M,

    (M - r) A + r G - M F >= 0               hence     sum_x p(x) f(r(x)) <= max(f(M), f(0))

The polynomials are premises about tensors that nothing else defines; that the premises are true of
the functions named is all that has to be trusted (tests/engines/test_analytic_convexity.py).
"""

from __future__ import annotations

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor


def jensen_sequent(
    weight: Polynomial,
    value: Polynomial,
    letter: Index,
    *,
    bounds: tuple[Fact, ...] = (),
) -> Sequent:
    """Given the tangents and s >= sum value, the weighted logarithms have a sum at most zero.

    `weight` and `value` are polynomials in the letter, nonnegative, the weights with sum one;
    `bounds` are further facts about them.

    >>> q, n = Tensor("q", ("Y",), stochastic=(0,)), Tensor("n", ("Y",), nonnegative=True)
    >>> y = Index("Y", "y")
    >>> [fact.name for fact in jensen_sequent(atom(q, y), atom(n, y), y).facts]
    ['log u <= u - 1', 'level']
    """
    s = atom(Tensor("s", positive=True))
    log = atom(Tensor(f"log of {value} over s times {weight}", (letter.alphabet,)), letter)
    tangent = Fact("log u <= u - 1", value - s * weight - s * weight * log, (letter,))
    level = Fact("level", s - sum_over(value, letter))
    return Sequent((tangent, level, *bounds), -s * sum_over(weight * log, letter))


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
