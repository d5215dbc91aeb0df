"""[PSP, Lemma 3]: a letter that is drawn anew, given what was seen of it.

V is drawn from the posterior of the letter X given the outcome Y, so that (V, Y) has the law of
(X, Y). With A(x,y) = P(x) W(y|x), P_Y = sum_x A, it is another letter with the probability

    sum_{x /= v} sum_y A(x,y) A(v,y)/P_Y(y) <= sum_{x /= v} sum_y sqrt(A(x,y) A(v,y)) <= (|X|-1) r,

where each two rows have an affinity of r at most. And where it is another with the probability e,

    H(V|X) <= e b + (|X|-1) e^-b,

by the tangents of q log q at q = 1 and at q = e^-b: Fano's inequality, for the best b.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import ENTROPY, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.question import parse_quantity
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, PLAIN, Combine, ConvexRow, Split, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, named
from proofs.papers.psp.affinities import (
    ABOVE,
    AT,
    MEAN,
    SQUARE,
    affinities,
    affinities_are_small,
    affinities_of_others,
    affinities_of_pairs,
)

_X, _Y = alphabets("X Y")
_P, _W, _R = Prior("P", _X), Channel("W", _X, _Y), Channel("R", _Y, _X)
_x, _v, _c, _y = Index("X", "x"), Index("X", "v"), Index("X", "cc"), Index("Y", "y")
_ONE = constant(1)
_POSTERIOR = "max P_Y(y) R(x|y) - P(x) W(y|x)"


def drawn_anew() -> Claim:
    """V is X with the probability 1 - (|X| - 1) r or more, where R is the posterior.

    It is where it is nowhere above, since both sum to P_Y.

    >>> type(drawn_anew()).__name__
    'Implication'
    """
    value = Ratio(_seen() * _R.entry((_y,), (_x,)) - _P.mass(_x) * _W.entry((_x,), (_y,)))
    posterior = Measure(_POSTERIOR, (), Largest((_x, _y), value), is_log=False)
    kept = sum_over(_P.mass(_x) * _W.entry((_x,), (_y,)) * _R.entry((_y,), (_x,)), _x, _y)
    bound = parse_quantity("1 - (size(X) - 1)*r", lets=("X",))
    goal = Measure("P(V = X)", (), Ratio(kept), is_log=False) >= bound
    return implies(all_of(posterior <= 0, affinities_are_small()), goal)


def letters_drawn_anew(sequent: Sequent) -> tuple[Line, ...]:
    """Another letter is drawn with at most the affinity."""
    return tuple(_lines_of_draws(sequent))


def _lines_of_draws(sequent: Sequent) -> Iterator[Line]:
    x, z, y = AT
    yield from affinities()
    joint = _P.mass(x) * _W.entry((x,), (y,))
    mass = sum_over(substitute(joint, {x: _c}), _c)
    no_more = Fact("A <= P_Y", mass - joint, (x, y))
    rest = times(substitute(joint, {x: _c}), Use("delta_X <= 1", (_c, x)), over=(_c,))
    yield Combine(no_more, rest)
    below = Fact("affinity <= P_Y", mass - ABOVE.polynomial, AT)
    half = Fraction(1, 2)
    parts = (Use(no_more.name, (x, y)), Use(no_more.name, (z, y)), Use(MEAN.name, AT))
    yield Combine(below, tuple(term for part in parts for term in times(half, part)))
    drawn = Fact("drawn anew", ABOVE.polynomial - joint * _R.entry((y,), (z,)), AT)
    occurs, here = Use("y can occur"), Fact(drawn.name, drawn.polynomial, (x, z))
    where_seen = (
        *times(1, Use(below.name, AT), Use(ABOVE.name, AT)),
        *times(1, Use(SQUARE.name, AT)),
        *times(joint, Use(f"{_POSTERIOR} <= 0", (z, y))),
    )
    where_not = (
        *times(1, Use(ABOVE.name, AT)),
        *times(_R.entry((y,), (z,)), Use(no_more.name, (x, y))),
        *times(_R.entry((y,), (z,)), occurs),
    )
    cases = (Combine(here, where_seen, (occurs,)),), (Combine(here, where_not),)
    yield Split(drawn, occurs.fact, mass, *cases)
    yield from affinities_of_pairs()
    total = (
        *times(1, Use("P(V = X) <= m2")),
        *times(1, Use(drawn.name, AT), Use("delta_X <= 1", (x, z)), over=AT),
        *affinities_of_others(),
        *times(atom(scalar("r", "nonnegative")), Use("size(X) <= m1")),
    )
    yield Combine(Fact(GOAL, sequent.goal), total)


def _seen() -> Polynomial:
    return sum_over(_P.mass(_c) * _W.entry((_c,), (_y,)), _c)


def fano_by_tangents(sequent: Sequent) -> tuple[Line, ...]:
    """The tangents at each letter and what is drawn, apart for v = x."""
    return tuple(_lines_of_fano(sequent))


def _lines_of_fano(sequent: Sequent) -> Iterator[Line]:
    prior, row = atom(named(sequent, "P"), _x), atom(named(sequent, "W"), _x, _v)
    many = atom(named(sequent, "exp(b)"))
    mass = sum_over(substitute(prior * row, {_x: _c}), _c)
    occurs = Use("P >> W has full support", (_v,))
    own, bit = convex(ENTROPY, row, mass), atom(named(sequent, "b"))
    level = Fact("exp(b) q is positive", many * mass, (_v,), ">")
    yield Combine(level, times(_ONE, occurs, Use("exp(b) > 0")))
    both = (_x, _v)
    first = Fact("tangent at 1/q", mass * own - mass * row * (1 - log(mass)) + mass, both)
    yield ConvexRow(
        first, "entropy tangent", row, mass, (_ONE, mass), (PLAIN, PLAIN, PLAIN, occurs)
    )
    scaled = many * mass
    line = scaled * row * (1 - log(scaled)) - mass
    second = Fact("tangent at 1/(exp(b) q)", scaled * own - line, both)
    needs = (PLAIN, PLAIN, PLAIN, Use(level.name, (_v,)))
    yield ConvexRow(second, "entropy tangent", row, mass, (_ONE, scaled), needs)
    product = Fact("log of exp(b) q", log(scaled) - log(many) - log(mass), (_v,), "==")
    positive = (Use("exp(b) > 0"), occurs)
    yield ConvexRow(product, "log of product", many, mass, (), (PLAIN, PLAIN, *positive))
    same = Fact("of the letter", own - row * (1 - log(mass)) + 1, both)
    yield Combine(same, times(1, Use(first.name, both)), (occurs,))
    other = Fact("of another", many * own - many * row * (1 - bit - log(mass)) + 1, both)
    terms = (
        *times(1, Use(second.name, both)),
        *times(-scaled * row, Use(product.name, (_v,))),
        *times(-scaled * row, Use("log exp(b)")),
    )
    yield Combine(other, terms, (occurs,))
    number = Fact(
        "q log q", convex(ENTROPY, mass, _ONE) + mass * convex(ENTROPY, _ONE, mass), (_v,), "=="
    )
    yield ConvexRow(number, "entropy of number", mass, _ONE, (), (PLAIN,) * 3)
    total = (
        *times(prior, Use(other.name, both), Use("delta_X <= 1", both), over=both),
        *times(many * prior, Use(same.name, (_x, _x)), over=(_x,)),
        *times(many, Use(number.name, (_v,)), over=(_v,)),
        *times(many, Use("-H[1](P >> W) <= m1")),
        *times(many, Use("mi(P, W) <= m2")),
        *times(many, Use("0 <= b"), Use("1 - e <= sum(x, P[x]*W[x|x])")),
        *times(1, Use("size(X) <= m3")),
    )
    yield Combine(Fact(GOAL, sequent.goal), total)
