"""Closed forms of PML-optimal mechanisms, each with the domain on which it holds, t = e^eps.

High privacy, t <= 1/(1 - p_min): optimal for every convex utility. [QID24, Cor. 4, eq. 20]

    W(x_i, y_j) = 1 - t (1 - p(x_i))  if i = j,      t p(x_j)  otherwise.

There, r(x) <= t p(x) already forces r(x) >= 1 - t (1 - p(x)) >= 0, so the polytope of posteriors
is a simplex with N vertices; a point of a simplex has one set of barycentric weights, hence every
mechanism is a post-processing of this one, and it is optimal for every convex (sub-convex)
utility. The printed condition eps_u < 1/(1 - p_min) lacks the logarithm.

Uniform priors on N letters in every privacy region: optimal for symmetric utilities. With the cap
s = t/N, every vertex of {r <= s, r >= 0, sum r = 1} has m = floor(1/s) letters at the cap, one
letter at the remainder 1 - m s, and zeros: a single orbit of the permutations. A convex symmetric
utility takes one value on it, so the N cyclic shifts of one vertex, each with weight 1/N, are
optimal. The region with k zeros is N/(N-k) <= t < N/(N-k-1), and

    max I(X; Y) = log N + m s log s + (1 - m s) log(1 - m s).

[regions as in QID24, section II, from Grosse et al.]
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.mechanisms.bracket import Bracket, entropy, logarithm
from pmlsym.mechanisms.guarantee import rational_level
from pmlsym.model.distribution import Number, distribution


def high_privacy_limit(prior: Iterable[Number]) -> Fraction:
    """The largest level of the high-privacy regime, 1/(1 - p_min).

    >>> high_privacy_limit(["1/4", "3/4"])
    Fraction(4, 3)
    """
    masses = distribution(prior)
    if len(masses) < 2:
        raise InvalidInput("a secret with one letter has no privacy regime")
    return 1 / (1 - min(masses))


def high_privacy_mechanism(prior: Iterable[Number], level: Fraction | int | str) -> Matrix:
    """The mechanism at level t = e^eps; rows are letters, columns outcomes.

    Raises InvalidInput when a letter has mass zero or the level is beyond the regime.

    >>> [[str(m) for m in row] for row in high_privacy_mechanism(["1/4", "3/4"], "6/5")]
    [['1/10', '9/10'], ['3/10', '7/10']]
    """
    masses, t = distribution(prior), rational_level(level)
    if min(masses) == 0:
        raise InvalidInput("the high-privacy mechanism needs a prior of full support")
    limit = high_privacy_limit(masses)
    if t > limit:
        raise InvalidInput(
            f"level {t} is beyond the high-privacy regime, which ends at 1/(1 - p_min) = {limit}"
        )
    return tuple(
        tuple(1 - t * (1 - p) if i == j else t * other for j, other in enumerate(masses))
        for i, p in enumerate(masses)
    )


def privacy_region(letters: int, level: Fraction | int | str) -> int:
    """How many zeros a posterior can have at this level, 0 in the high-privacy regime.

    >>> [privacy_region(4, t) for t in ("1", "5/4", "4/3", "2", "7/2", "4")]
    [0, 0, 1, 2, 2, 3]
    """
    _check(letters)
    t = rational_level(level)
    # k zeros fit iff the other N - k letters can hold the mass: (N - k) t / N >= 1.
    return max(k for k in range(letters) if (letters - k) * t >= letters)


def uniform_vertex(letters: int, level: Fraction | int | str) -> Vector:
    """One vertex of the polytope, its largest masses first.

    >>> [str(m) for m in uniform_vertex(4, "3/2")]
    ['3/8', '3/8', '1/4', '0']
    """
    _check(letters)
    cap = min(rational_level(level) / letters, Fraction(1))
    full = int(1 / cap)
    rest = 1 - full * cap
    return tuple([cap] * full + [rest] * (full < letters) + [Fraction(0)] * (letters - full - 1))


def uniform_prior_mechanism(letters: int, level: Fraction | int | str) -> Matrix:
    """The cyclic mechanism: W(x, y) = v((x - y) mod N) for the vertex v.

    >>> [[str(m) for m in row] for row in uniform_prior_mechanism(3, "3/2")]
    [['1/2', '0', '1/2'], ['1/2', '1/2', '0'], ['0', '1/2', '1/2']]
    """
    vertex = uniform_vertex(letters, level)
    return tuple(tuple(vertex[(x - y) % letters] for y in range(letters)) for x in range(letters))


def uniform_prior_information(letters: int, level: Fraction | int | str) -> Bracket:
    """The largest I(X; Y), in nats, of a mechanism with eps-PML on N equally likely letters.

    >>> round(float(uniform_prior_information(2, 2)), 9)
    0.693147181
    """
    vertex = uniform_vertex(letters, level)
    return logarithm(Fraction(letters)) - entropy(vertex)


def _check(letters: int) -> None:
    if letters < 1:
        raise InvalidInput(f"a secret has at least one letter, not {letters}")
