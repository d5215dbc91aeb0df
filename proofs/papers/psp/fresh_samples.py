"""[PSP, Lemma 4]: what a private answer tells of a sample that it has not seen.

Let n samples be independent given W, each of the law K(.|w), and y an answer to w and the dataset d
that is independent of each sample. With the number of samples of d that are x, less n K(x|w),

    h(x,w,d) = sum_i 1[d_i = x] - n K(x|w),    n (P(x,y) - P(x) P(y)) = -sum_{w,d} P(w,d,y) h,

where x is a fresh sample; for P(x) P(y) is the probability of d_i = x and y, of every i. As samples
are independent given w, sum_x E h^2 = n (1 - sum_x E K(x|W)^2) = n v, and -2 s n e h is at most
h^2 + s^2 n^2 for e from -1 to 1: with all of it, 4 s n^2 tv <= n v + s^2 n^2 |X|.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import SQUARE, convex
from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, PLAIN, Combine, ConvexRow, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Larger, Largest, Ratio, Smallest, Total, Value
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, named

_X, _Y, _W, _E, _I = alphabets("X Y W E I")
_P, _K, _V = Prior("P", _W, _E), Channel("K", _W, _X), Channel("V", (_W, _E), _Y)
_x, _y, _w, _e = Index("X", "x"), Index("Y", "y"), Index("W", "w"), Index("E", "e")
_i, _j = Index("I", "i"), Index("I", "j")
_SAMPLE = Tensor(
    "N", ("I", "E", "X"), nonnegative=True, at_most_one=True, indicator=True, stochastic=(2,)
)
_MARGINAL = (
    "max P(x_i = x, w) - P(w) K(x|w) <= 0",
    "0 <= min P(x_i = x, w) - P(w) K(x|w)",
)
_PAIRS = "max over i /= j of P(x_i = x_j = x, w) - P(w) K(x|w)^2 <= 0"
_PRIVATE = "max P(x_i = x, y) - P(x) P(y) <= 0"
_BOUND = "v + s^2 n |X|"
_ONE = constant(1)
_S, _N = atom(scalar("s", "nonnegative")), atom(size("I"))


def tv_of_a_fresh_sample() -> Claim:
    """4 s n tv(X;Y) <= v + s^2 n |X|, v = 1 - sum_x E K(x|W)^2, for every s >= 0.

    >>> type(tv_of_a_fresh_sample()).__name__
    'Implication'
    """
    seen, law = atom(_SAMPLE, _i, _e, _x), _K.entry((_w,), (_x,))
    other = atom(_SAMPLE, _j, _e, _x)
    marginal = sum_over(_P.mass(_w, _e) * (seen - law), _e)
    pair = sum_over(_P.mass(_w, _e) * (seen * other - law * law), _e)
    private = _mean(_V.entry((_w, _e), (_y,)) * seen) - _chance() * _answer()
    premises = (
        *_vanishes("P(x_i = x, w) - P(w) K(x|w)", (_i, _x, _w), marginal),
        Measure(
            "max over i /= j of P(x_i = x_j = x, w) - P(w) K(x|w)^2",
            (),
            Largest((_i, _j, _x, _w), Ratio(pair), where=1 - equal_letters(_i, _j)),
            is_log=False,
        )
        <= 0,
        _measure("max P(x_i = x, y) - P(x) P(y)", Largest((_i, _x, _y), Ratio(private))) <= 0,
    )
    apart = 4 * _S * _N * (_mean(_V.entry((_w, _e), (_y,)) * law) - _chance() * _answer())
    above = Larger((Ratio(constant(0)), Ratio(apart)))
    told = _measure("4 s n sum_{x,y} max(P(x,y) - P(x) P(y), 0)", Total((_x, _y), above))
    spread = _ONE - sum_over(_mean(law * law), _x)
    bound = _measure(_BOUND, Ratio(spread + _S * _S * _N * atom(size("X"))))
    return implies(all_of(*premises), told <= bound)


def squares_of_counts(sequent: Sequent) -> tuple[Line, ...]:
    """The squares of h + s n e, summed, where e is 1 if P(x,y) is above P(x) P(y), and else -1."""
    return tuple(_lines(sequent))


def _lines(sequent: Sequent) -> Iterator[Line]:
    chosen = atom(named(sequent, "s1"), _x, _y)
    count, law = sum_over(atom(_SAMPLE, _i, _e, _x), _i), _K.entry((_w,), (_x,))
    a, c, at = count + 2 * _S * _N * chosen, _N * (law + _S), (_x, _y, _w, _e)
    tangent = Fact("tangent", convex(SQUARE, a, _ONE) - 2 * c * a + c * c, at)
    yield ConvexRow(tangent, "square tangent", a, _ONE, (c,), (PLAIN,) * 2)
    square = Fact("the square term", a * a - convex(SQUARE, a, _ONE), at)
    yield ConvexRow(square, "square times", a, _ONE, (), (PLAIN,) * 2)
    whole = Fact("a square", (a - c) * (a - c), at)
    yield Combine(whole, times(1, tangent) + times(1, square))
    mass = sum_over(_P.mass(_w, _e), _e)
    spread = sum_over(_P.mass(_w, _e) * (count - _N * law) * (count - _N * law), _e)
    variance = Fact("variance", _N * mass * (law - law * law) - spread, (_x, _w))
    more, less = (Use(name, (_i, _x, _w)) for name in _MARGINAL)
    terms = (
        *times(1, Use(_PAIRS, (_i, _j, _x, _w)), over=(_i, _j)),
        *times(1, more, over=(_i,)),
        *times(2 * _N * law, less, over=(_i,)),
    )
    yield Combine(variance, terms)
    weight = _P.mass(_w, _e) * _V.entry((_w, _e), (_y,))
    total = (
        *times(weight, whole, over=at),
        *times(1, variance, over=(_x, _w)),
        *times(4 * _S * _N * chosen, Use(_PRIVATE, (_i, _x, _y)), over=(_i, _x, _y)),
        *times(4 * _S * _S * _N * _N * weight * chosen, Use("s1 <= 1", (_x, _y)), over=at),
        *times(_N, Use(f"{_BOUND} <= m1")),
    )
    yield Combine(Fact(GOAL, sequent.goal), total, (Use("|I| > 0"),))


def _mean(value: Polynomial) -> Polynomial:
    return sum_over(_P.mass(_w, _e) * value, _w, _e)


def _chance() -> Polynomial:
    """P(x), of a fresh sample."""
    return _mean(_K.entry((_w,), (_x,)))


def _answer() -> Polynomial:
    """P(y)."""
    return _mean(_V.entry((_w, _e), (_y,)))


def _vanishes(text: str, over: tuple[Index, ...], value: Polynomial) -> tuple[Claim, ...]:
    above = _measure(f"max {text}", Largest(over, Ratio(value)))
    below = _measure(f"min {text}", Smallest(over, Ratio(value)))
    return above <= 0, below >= 0


def _measure(text: str, value: Value) -> Measure:
    return Measure(text, (), value, is_log=False)
