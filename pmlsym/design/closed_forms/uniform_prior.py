"""Uniform priors in every privacy region: the PML-optimal mechanism for symmetric utilities.

With N letters, level t and the cap s = t/N, every vertex of {r <= s, r >= 0, sum r = 1} has m =
floor(1/s) letters at the cap, one letter at the remainder 1 - m s, and zeros: a single orbit of
the permutations. A convex symmetric utility takes one value on it, so the N cyclic shifts of one
vertex, each with weight 1/N, are optimal. The region with k zeros is N/(N-k) <= t < N/(N-k-1), and

    max I(X; Y) = log N + m s log s + (1 - m s) log(1 - m s).

[DESIGN, section 6; regions as in QID24, section II, from Grosse et al.]
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.design.bracket import Bracket, entropy, logarithm
from pmlsym.design.level import rational_level
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix, Vector


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
