"""The closed table of inequalities of convex functions that a certificate may use.

A row is a statement about F(a, b) at arguments a, b >= 0 and parameters, with needs that have to be
shown first. It holds at every instance for all large N (calculus/convex_term.py); how large depends
on arguments and parameters, which therefore may not grow with N.

The proofs are for b > 0, with u = a/b. F(a, b) <= b f(a/b) at every N, which gives the rows that
bound F from above; they treat b = 0 separately. A row that bounds F from below is a tangent,
or an inequality for u <= N whose sides are lines beyond N with a larger slope on the larger side:
entropy has the slope 1 + log N there, square 2 N; at b = 0 these slopes are compared. `log c` is
-F_entropy(1, c), which is the logarithm of c > 0 once N >= 1/c. |a - b| is 2 F_excess - a + b.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, Function, convex, log
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidCertificate

P = Polynomial
Need = tuple[P, str]
ONE = constant(1)


@dataclass(frozen=True)
class Stated:
    """The statement of a row, `polynomial relation 0`, and its needs besides a, b >= 0."""

    polynomial: P
    relation: str = ">="
    needs: tuple[Need, ...] = ()


def entropy_tangent(a: P, b: P, n: P, d: P) -> Stated:
    """The kernel's row  d F >= d a (1 + log n - log d) - n b,  n, d > 0: a tangent at c = n/d.

    u log u >= c log c + (1 + log c)(u - c) = u (1 + log c) - c; the slope is that at c <= N.
    """
    line = d * a * (1 + log(n) - log(d)) - n * b
    return Stated(d * convex(ENTROPY, a, b) - line, ">=", ((n, ">"), (d, ">")))


def entropy_below_square(a: P, b: P, c: P) -> Stated:
    """The kernel's row  c F_entropy <= F_square - c a + c a log c,  c > 0:  next row at order 2."""
    whole = entropy_below_power(a, b, 2 * ONE, ONE, b, ONE, c)
    return Stated(whole.polynomial, ">=", ((c, ">"),))


def entropy_below_power(a: P, b: P, order: P, s: P, c: P, r: P, t: P) -> Stated:
    """Row  t (q (F_entropy + a log b - a log c) + a + a log r - a log t) <= r s F_order(a, c).

    q = order - 1, s q > 0, s = 1 or -1, order, r, t > 0, and b = c or both are > 0: it is a t times
    1 + log v <= v at v = (a/c)^q r/t. Where b = c = 0: q log N is small against N^q, or q < 0.
    """
    q = order - 1
    below = q * (convex(ENTROPY, a, b) + a * log(b) - a * log(c)) + a + a * log(r) - a * log(t)
    needs = (*_signed(order, s, q), *_positive(r, t), *_apart(b, c))
    return Stated(r * s * _power(order, a, c) - t * below, ">=", needs)


def power_below_power(a: P, b: P, near: P, s: P, far: P, c: P, r: P, t: P, u: P) -> Stated:
    """r t (q - x) F_near(a, b) <= r u p F_far(a, c) + t u s (q - p) a,  p = near - 1, q = far - 1.

    x = q p (log c - log b) + (q - p) log r + p log t - q log u; s = 1 or -1; s p, s (q - p), far,
    r, t, u > 0; b = c or both are > 0. With v = (a/b)^p r/u and w = (a/c)^q r/t it is q t u a times
    v (1 - x/q) <= v exp(-x/q) = w^(p/q) <= (p/q) w + 1 - p/q, with s for the sign of q. Where
    b = c = 0: N^p is small against N^q; below order 1: 0 <= t u s (q - p) a.
    """
    p, q = near - 1, far - 1
    x = q * p * (log(c) - log(b)) + (q - p) * log(r) + p * log(t) - q * log(u)
    above = r * u * p * _power(far, a, c) + t * u * s * (q - p) * a
    needs = (*_signed(far, s, p), (s * (q - p), ">"), *_positive(r, t, u), *_apart(b, c))
    return Stated(above - r * t * (q - x) * _power(near, a, b), ">=", needs)


def power_tangent(a: P, b: P, order: P, n: P, d: P) -> Stated:
    """Row  n d F(a, b) >= F(n, d) (order d a - (order - 1) n b),  n, d > 0: the tangent at c = n/d.

    f(u) >= f(c) + f'(c) (u - c) for u^order above order 1 and for -u^order between 0 and 1, where
    c f'(c) = order f(c); the slope is that at c <= N. At every other order both sides are zero.
    """
    line = order * d * a - (order - 1) * n * b
    whole = n * d * _power(order, a, b) - _power(order, n, d) * line
    return Stated(whole, ">=", _positive(n, d))


def power_turned(a: P, b: P, order: P, other: P) -> Stated:
    """The kernel's row  F_order(a, b) = F_other(b, a) = -a^order b^other,  orders > 0 of sum 1."""
    needs = (*_positive(order, other), (order + other - 1, "=="))
    return Stated(_power(order, a, b) - _power(other, b, a), "==", needs)


def power_of_product(a: P, b: P, order: P, s: P, c: P, d: P, m: P, k: P) -> Stated:
    """F_order(a c, b d) = s F_order(a, b) F_order(c, d),  s = -1, or s = 1, a <= m b and c <= k d.

    u^order is s f, order > 0, and powers of products are products. Above order 1, where b or d is
    zero so is a or c, and both sides are; below, both are zero there anyhow.
    """
    whole = s * _power(order, a, b) * _power(order, c, d)
    finite = () if s == -ONE else ((m * b - a, ">="), (k * d - c, ">="))
    needs = (*_signed(order, s, order - 1), (c, ">="), (d, ">="), *finite)
    return Stated(_power(order, a * c, b * d) - whole, "==", needs)


def excess_below_power(a: P, b: P, order: P, c: P, t: P) -> Stated:
    """Row  t (1 + q log c - log t) F_excess(a, c b) <= F_order(a, b),  q = order - 1, q, c, t > 0.

    F_excess <= a, and where it is not 0, t (1 + log(c^q / t)) <= c^q <= u^q.
    """
    q = order - 1
    below = t * (1 + q * log(c) - log(t)) * convex(EXCESS, a, c * b)
    return Stated(_power(order, a, b) - below, ">=", _positive(q, c, t))


def entropy_of_number(a: P, b: P) -> Stated:
    """The kernel's row  F(a, 1) + a F(1, a) = 0. Raises InvalidCertificate unless b is 1."""
    # a log a + a log(1/a) = 0; both are 0 at a = 0
    if b != ONE:
        raise InvalidCertificate(f"the second argument is 1, and not {b}")
    return Stated(convex(ENTROPY, a, ONE) + a * convex(ENTROPY, ONE, a), "==", ((b - 1, "=="),))


def entropy_reference(a: P, b: P, c: P) -> Stated:
    """The kernel's row  b F(a, b) <= -a F(b, c) where a <= c, of entropies.

    b F(a, b) <= a b log(a/b) <= a b log(c/b) <= -a F(b, c). Where b = 0 both sides are zero; where
    c = 0 so is a.
    """
    return Stated(-a * convex(ENTROPY, b, c) - b * convex(ENTROPY, a, b), ">=", ((c - a, ">="),))


def log_of_product(a: P, b: P) -> Stated:
    """The kernel's row  log(a b) = log a + log b,  a, b > 0."""
    return Stated(log(a * b) - log(a) - log(b), "==", ((a, ">"), (b, ">")))


def square_reference(a: P, b: P, c: P) -> Stated:
    """The kernel's row  b F(a, b) <= a c where a <= c, of squares:  b F(a, b) <= a^2, b = 0 too."""
    return Stated(a * c - b * convex(SQUARE, a, b), ">=", ((c - a, ">="),))


def square_tangent(a: P, b: P, c: P) -> Stated:
    """The kernel's row  F >= 2 c a - c^2 b  of squares, any real c:  (u - c)^2 >= 0, 2 c <= 2 N."""
    return Stated(convex(SQUARE, a, b) - 2 * c * a + c * c * b)


def square_times(a: P, b: P) -> Stated:
    """The kernel's row  b F <= a^2  of squares, where b = 0 too."""
    return Stated(a * a - b * convex(SQUARE, a, b))


def square_below_excess(a: P, b: P, c: P) -> Stated:
    """The kernel's row  F_square - a <= c F_excess, a <= c b:  u (u - 1) <= c max(u - 1, 0).

    Where b = 0 so is a.
    """
    above = c * convex(EXCESS, a, b) + a
    return Stated(above - convex(SQUARE, a, b), ">=", ((c * b - a, ">="),))


def excess_tangent(a: P, b: P, g: P) -> Stated:
    """The kernel's row  F >= g (a - b)  of excess, 0 <= g <= 1: subgradients, and a >= g a."""
    return Stated(convex(EXCESS, a, b) - g * (a - b), ">=", ((g, ">="), (1 - g, ">=")))


def excess_above(a: P, b: P) -> Stated:
    """The kernel's row  F <= a  of excess."""
    return Stated(a - convex(EXCESS, a, b))


def excess_none(a: P, b: P) -> Stated:
    """The kernel's row  F = 0  of excess, where a <= b."""
    return Stated(convex(EXCESS, a, b), "==", ((b - a, ">="),))


def excess_all(a: P, b: P) -> Stated:
    """The kernel's row  F = a - b  of excess, where a >= b."""
    return Stated(convex(EXCESS, a, b) - a + b, "==", ((a - b, ">="),))


def excess_below_square(a: P, b: P, r: P) -> Stated:
    """The kernel's row  2 r |a - b| <= F_square - 2 a + b + r^2 b,  r real:  (|u - 1| - r)^2 >= 0.

    Slopes beyond N:  2 r <= 2 N - 2.
    """
    return Stated(convex(SQUARE, a, b) - 2 * a + b + r * r * b - 2 * r * _distance(a, b))


def excess_below_entropy(a: P, b: P, r: P) -> Stated:
    """The kernel's row  2 r |a - b| <= F_entropy - a + b + (2/3) r^2 (a + 2 b), r real [Pinsker].

    h(u) = (2u + 4)(u log u - u + 1) - 3 (u - 1)^2 >= 0, as h'' = 4 (log u + 1/u - 1) >= 0 and
    h(1) = h'(1) = 0.
    So 2 r |u-1| <= (3/2)(u-1)^2/(u+2) + (2/3) r^2 (u+2) <= u log u - u + 1 + (2/3) r^2 (u+2).
    Slopes beyond N:  2 r <= log N + (2/3) r^2.
    """
    room = Fraction(2, 3) * r * r * (a + 2 * b)
    return Stated(convex(ENTROPY, a, b) - a + b + room - 2 * r * _distance(a, b))


def excess_below_root(a: P, b: P, r: P) -> Stated:
    """The kernel's row  2 r |a - b| <= (sqrt a - sqrt b)^2 + r^2 (sqrt a + sqrt b)^2,  r real.

    |a - b| = |sqrt a - sqrt b| (sqrt a + sqrt b), and 2 r s t <= s^2 + r^2 t^2.
    """
    f = convex(ROOT, a, b)
    return Stated(a + b + 2 * f + r * r * (a + b - 2 * f) - 2 * r * _distance(a, b))


def root_tangent(a: P, b: P, n: P, d: P) -> Stated:
    """The kernel's row  2 n d F >= -(d^2 a + n^2 b), n, d >= 0: (d sqrt a - n sqrt b)^2 >= 0."""
    return Stated(
        2 * n * d * convex(ROOT, a, b) + d * d * a + n * n * b, ">=", ((n, ">="), (d, ">="))
    )


def root_above(a: P, b: P) -> Stated:
    """The kernel's row  F <= 0  of the root, F(a, b) = -sqrt(a b), for a certificate's step."""
    return Stated(-convex(ROOT, a, b))


def root_square(a: P, b: P) -> Stated:
    """The kernel's row  F^2 = a b  of the root."""
    f = convex(ROOT, a, b)
    return Stated(f * f - a * b, "==")


def root_above_least(a: P, b: P) -> Stated:
    """The kernel's row  F + a <= 0  of the root, where a <= b:  sqrt(a b) >= a."""
    return Stated(-convex(ROOT, a, b) - a, ">=", ((b - a, ">="),))


def root_below_excess(a: P, b: P) -> Stated:
    """The kernel's row  (sqrt a - sqrt b)^2 <= |a - b|."""
    return Stated(_distance(a, b) - a - b - 2 * convex(ROOT, a, b))


def entropy_above_root(a: P, b: P) -> Stated:
    """The kernel's row  F_entropy - a + b >= (sqrt a - sqrt b)^2: F_entropy >= 2 a + 2 F_root.

    u log u = 2 u log sqrt u >= 2 u (1 - 1/sqrt u) = 2 u - 2 sqrt u. Slopes:  2 <= 1 + log N.
    """
    return Stated(convex(ENTROPY, a, b) - 2 * a - 2 * convex(ROOT, a, b))


ROWS: dict[str, Callable[..., Stated]] = {
    "entropy tangent": entropy_tangent,
    "entropy below square": entropy_below_square,
    "entropy below power": entropy_below_power,
    "power below power": power_below_power,
    "power tangent": power_tangent,
    "power turned": power_turned,
    "power of product": power_of_product,
    "excess below power": excess_below_power,
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


def _distance(a: P, b: P) -> P:
    """The distance |a - b| = 2 max(a - b, 0) - (a - b) in the kernel's rows."""
    return 2 * convex(EXCESS, a, b) - a + b


def _power(order: P, a: P, b: P) -> P:
    """The convex term of a power in the kernel's rows; orders 2 and 1/2 are square and root."""
    called = {2 * ONE: SQUARE, ONE * Fraction(1, 2): ROOT}
    return convex(called.get(order) or Function("power", order), a, b)


def _signed(order: P, s: P, q: P) -> tuple[Need, ...]:
    """The needs of a row that u^order is s F: order > 0, s q > 0 and s = 1 or -1."""
    return ((order, ">"), (s * q, ">"), (s * s - 1, "=="))


def _positive(*numbers: P) -> tuple[Need, ...]:
    """The needs of a kernel's row that numbers are positive."""
    return tuple((number, ">") for number in numbers)


def _apart(b: P, c: P) -> tuple[Need, ...]:
    """The needs of a kernel's row that b is c, or both are positive."""
    return () if b == c else _positive(b, c)
