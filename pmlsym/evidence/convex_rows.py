"""The closed table of what is known of convex functions, and nothing else.

A row is a statement about F(a, b) at arguments a, b >= 0 and parameters, with the needs that are
shown first. It holds at every instance for all large N (calculus/convex_term.py); how large depends
on arguments and parameters, which therefore may not grow with N.

The proofs are for b > 0, with u = a/b. F(a, b) <= b f(a/b) at every N, which gives the rows that
bound F from above; there b = 0 has a word of its own. A row that bounds F from below is a tangent,
or an inequality for u <= N whose sides are lines beyond N with a larger slope on the larger side:
entropy has the slope 1 + log N there, square 2 N; at b = 0 these slopes are compared. `log c` is
-F_entropy(1, c), which is the logarithm of c > 0 once N >= 1/c. |a - b| is 2 F_excess - a + b.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, convex, log
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidCertificate

ONE = constant(1)


@dataclass(frozen=True)
class Stated:
    """What a row states, `polynomial relation 0`, and what it needs besides a, b >= 0."""

    polynomial: Polynomial
    relation: str = ">="
    needs: tuple[tuple[Polynomial, str], ...] = ()


def entropy_tangent(a: Polynomial, b: Polynomial, n: Polynomial, d: Polynomial) -> Stated:
    """d F >= d a (1 + log n - log d) - n b,  n, d > 0: the tangent at c = n/d.

    u log u >= c log c + (1 + log c)(u - c) = u (1 + log c) - c; its slope is one at c <= N.
    """
    line = d * a * (1 + log(n) - log(d)) - n * b
    return Stated(d * convex(ENTROPY, a, b) - line, ">=", ((n, ">"), (d, ">")))


def entropy_below_square(a: Polynomial, b: Polynomial, c: Polynomial) -> Stated:
    """c F_entropy <= F_square - c a + c a log c,  c > 0:  log(u/c) <= u/c - 1, times c u.

    Slopes beyond N:  c (1 + log N) <= 2 N - c + c log c.
    """
    above = convex(SQUARE, a, b) - c * a + c * a * log(c)
    return Stated(above - c * convex(ENTROPY, a, b), ">=", ((c, ">"),))


def entropy_of_number(a: Polynomial, b: Polynomial) -> Stated:
    """F(a, 1) + a F(1, a) = 0, where b is 1:  a log a + a log(1/a) = 0; both are 0 at a = 0.

    Raises InvalidCertificate at another b.
    """
    if b != ONE:
        raise InvalidCertificate(f"the second argument is 1, and not {b}")
    return Stated(convex(ENTROPY, a, ONE) + a * convex(ENTROPY, ONE, a), "==", ((b - 1, "=="),))


def entropy_reference(a: Polynomial, b: Polynomial, c: Polynomial) -> Stated:
    """b F(a, b) <= -a F(b, c) where a <= c.

    b F(a, b) <= a b log(a/b) <= a b log(c/b) <= -a F(b, c). Where b = 0 both sides are zero; where
    c = 0 so is a.
    """
    return Stated(-a * convex(ENTROPY, b, c) - b * convex(ENTROPY, a, b), ">=", ((c - a, ">="),))


def log_of_product(a: Polynomial, b: Polynomial) -> Stated:
    """log(a b) = log a + log b,  a, b > 0."""
    return Stated(log(a * b) - log(a) - log(b), "==", ((a, ">"), (b, ">")))


def square_reference(a: Polynomial, b: Polynomial, c: Polynomial) -> Stated:
    """b F(a, b) <= a c where a <= c:  b F(a, b) <= a^2, where b = 0 too."""
    return Stated(a * c - b * convex(SQUARE, a, b), ">=", ((c - a, ">="),))


def square_tangent(a: Polynomial, b: Polynomial, c: Polynomial) -> Stated:
    """F >= 2 c a - c^2 b,  any real c:  (u - c)^2 >= 0, and 2 c <= 2 N."""
    return Stated(convex(SQUARE, a, b) - 2 * c * a + c * c * b)


def square_times(a: Polynomial, b: Polynomial) -> Stated:
    """b F <= a^2, where b = 0 too."""
    return Stated(a * a - b * convex(SQUARE, a, b))


def square_below_excess(a: Polynomial, b: Polynomial, c: Polynomial) -> Stated:
    """F_square - a <= c F_excess where a <= c b:  u (u - 1) <= c max(u - 1, 0) for u <= c.

    Where b = 0 so is a.
    """
    above = c * convex(EXCESS, a, b) + a
    return Stated(above - convex(SQUARE, a, b), ">=", ((c * b - a, ">="),))


def excess_tangent(a: Polynomial, b: Polynomial, g: Polynomial) -> Stated:
    """F >= g (a - b),  0 <= g <= 1: the subgradients at the kink, and a >= g a."""
    return Stated(convex(EXCESS, a, b) - g * (a - b), ">=", ((g, ">="), (1 - g, ">=")))


def excess_above(a: Polynomial, b: Polynomial) -> Stated:
    """F <= a."""
    return Stated(a - convex(EXCESS, a, b))


def excess_none(a: Polynomial, b: Polynomial) -> Stated:
    """F = 0 where a <= b."""
    return Stated(convex(EXCESS, a, b), "==", ((b - a, ">="),))


def excess_all(a: Polynomial, b: Polynomial) -> Stated:
    """F = a - b where a >= b."""
    return Stated(convex(EXCESS, a, b) - a + b, "==", ((a - b, ">="),))


def excess_below_square(a: Polynomial, b: Polynomial, r: Polynomial) -> Stated:
    """2 r |a - b| <= F_square - 2 a + b + r^2 b,  any real r:  (|u - 1| - r)^2 >= 0.

    Slopes beyond N:  2 r <= 2 N - 2.
    """
    return Stated(convex(SQUARE, a, b) - 2 * a + b + r * r * b - 2 * r * _distance(a, b))


def excess_below_entropy(a: Polynomial, b: Polynomial, r: Polynomial) -> Stated:
    """2 r |a - b| <= F_entropy - a + b + (2/3) r^2 (a + 2 b),  any real r  [Pinsker].

    h(u) = (2u + 4)(u log u - u + 1) - 3 (u - 1)^2 >= 0, as h'' = 4 (log u + 1/u - 1) >= 0 and
    h(1) = h'(1) = 0.
    So 2 r |u-1| <= (3/2)(u-1)^2/(u+2) + (2/3) r^2 (u+2) <= u log u - u + 1 + (2/3) r^2 (u+2).
    Slopes beyond N:  2 r <= log N + (2/3) r^2.
    """
    room = Fraction(2, 3) * r * r * (a + 2 * b)
    return Stated(convex(ENTROPY, a, b) - a + b + room - 2 * r * _distance(a, b))


def excess_below_root(a: Polynomial, b: Polynomial, r: Polynomial) -> Stated:
    """2 r |a - b| <= (sqrt a - sqrt b)^2 + r^2 (sqrt a + sqrt b)^2,  any real r.

    |a - b| = |sqrt a - sqrt b| (sqrt a + sqrt b), and 2 r s t <= s^2 + r^2 t^2.
    """
    f = convex(ROOT, a, b)
    return Stated(a + b + 2 * f + r * r * (a + b - 2 * f) - 2 * r * _distance(a, b))


def root_tangent(a: Polynomial, b: Polynomial, n: Polynomial, d: Polynomial) -> Stated:
    """2 n d F >= -(d^2 a + n^2 b),  n, d >= 0:  (d sqrt a - n sqrt b)^2 >= 0."""
    return Stated(
        2 * n * d * convex(ROOT, a, b) + d * d * a + n * n * b, ">=", ((n, ">="), (d, ">="))
    )


def root_above(a: Polynomial, b: Polynomial) -> Stated:
    """F <= 0."""
    return Stated(-convex(ROOT, a, b))


def root_square(a: Polynomial, b: Polynomial) -> Stated:
    """F^2 = a b."""
    f = convex(ROOT, a, b)
    return Stated(f * f - a * b, "==")


def root_above_least(a: Polynomial, b: Polynomial) -> Stated:
    """F + a <= 0 where a <= b:  sqrt(a b) >= a."""
    return Stated(-convex(ROOT, a, b) - a, ">=", ((b - a, ">="),))


def root_below_excess(a: Polynomial, b: Polynomial) -> Stated:
    """(sqrt a - sqrt b)^2 <= |a - b|."""
    return Stated(_distance(a, b) - a - b - 2 * convex(ROOT, a, b))


def entropy_above_root(a: Polynomial, b: Polynomial) -> Stated:
    """F_entropy - a + b >= (sqrt a - sqrt b)^2, that is F_entropy >= 2 a + 2 F_root.

    u log u = 2 u log sqrt u >= 2 u (1 - 1/sqrt u) = 2 u - 2 sqrt u. Slopes:  2 <= 1 + log N.
    """
    return Stated(convex(ENTROPY, a, b) - 2 * a - 2 * convex(ROOT, a, b))


ROWS: dict[str, Callable[..., Stated]] = {
    "entropy tangent": entropy_tangent,
    "entropy below square": entropy_below_square,
    "entropy of number": entropy_of_number,
    "entropy reference": entropy_reference,
    "log of product": log_of_product,
    "square reference": square_reference,
    "square tangent": square_tangent,
    "square times": square_times,
    "square below excess": square_below_excess,
    "excess tangent": excess_tangent,
    "excess above": excess_above,
    "excess none": excess_none,
    "excess all": excess_all,
    "excess below square": excess_below_square,
    "excess below entropy": excess_below_entropy,
    "excess below root": excess_below_root,
    "root tangent": root_tangent,
    "root above": root_above,
    "root square": root_square,
    "root above least": root_above_least,
    "root below excess": root_below_excess,
    "entropy above root": entropy_above_root,
}


def _distance(a: Polynomial, b: Polynomial) -> Polynomial:
    """|a - b| = 2 max(a - b, 0) - (a - b)."""
    return 2 * convex(EXCESS, a, b) - a + b
