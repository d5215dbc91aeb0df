"""[PSP, Thm. 2]: what is unknown of W after the samples, by the affinities of the rows.

With A(x,y) = P(x) W(y|x), s(y) = sum_x A(x,y) and the sum of affinities

    G(x,y) = sum_z sqrt(A(x,y) A(z,y)) = sqrt A(x,y) S(y),   S = sum_z sqrt A(z,y),   S^2 >= s,

A log(s/A) is at most A log(S^2/A) = 2 A log(G/A) <= 2 (G - A). So the entropy of the letter given
the outcome is at most 2 sum_y sum_{x /= z} sqrt(A(x,y) A(z,y)), where sqrt(P(x) P(z)) is at most
the mean of the two: 2 (|X| - 1) r, if r bounds the affinity sum_y sqrt(W(y|x) W(y|z)) of each two
letters. Of n samples it is the n-th power of that of one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import ENTROPY, ROOT, convex, log
from pmlsym.calculus.polynomial import atom, constant, equal_letters, substitute, sum_over
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.question import parse
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, PLAIN, Combine, ConvexRow, Split, Term, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import POWER, Divergence, Largest
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_x, _z, _v, _c = (Index("X", name) for name in ("xx", "zz", "vv", "cc"))
_y = Index("Y", "yy")
_ONE, _HALF = constant(1), constant(Fraction(1, 2))
R = Scalar("r", "nonnegative")
_AFFINITY = "max over x /= z of sum_y sqrt(W(y|x) W(y|z))"


def entropy_by_affinities() -> Claim:
    """H(X|Y) <= 2 (|X| - 1) r, where each two rows have an affinity of r at most.

    >>> type(entropy_by_affinities()).__name__
    'Implication'
    """
    bound = parse("H[1](P | W) <= 2*(size(X) - 1)*r")
    return implies(all_of(parse("fullsupport(P)"), affinities_are_small()), bound)


def affinities_are_small() -> Claim:
    """sum_y sqrt(W(y|x) W(y|z)) <= r for each two letters.

    >>> affinities_are_small().relation
    '<='
    """
    x, z, y = Index("X", "x"), Index("X", "z"), Index("Y", "y")
    affinity = Divergence(
        POWER, (y,), _W.entry((x,), (y,)), _W.entry((z,), (y,)), order=Fraction(1, 2)
    )
    largest = Largest((x, z), affinity, where=1 - equal_letters(x, z))
    return Measure(_AFFINITY, (), largest, is_log=False) <= R


def entropy_below_affinities(sequent: Sequent) -> tuple[Line, ...]:
    """What each letter and outcome adds, and the sum over these."""
    return tuple(_lines(sequent))


_MASS, _OTHER = _P.mass(_x), _P.mass(_z)
_ROW = _W.entry((_x,), (_y,))
_SEEN = sum_over(_P.mass(_c) * _W.entry((_c,), (_y,)), _c)
_A, _AZ = _MASS * _ROW, substitute(_MASS * _ROW, {_x: _z})
_OWN = -convex(ROOT, _A, _AZ)
_G = sum_over(_OWN, _z)
_ADDED = _MASS * convex(ENTROPY, _ROW, _SEEN) + _ROW * convex(ENTROPY, _MASS, _ONE) - 2 * (_A - _G)
_EACH, AT = "of a letter and an outcome", (_x, _z, _y)
_HALVES, _OTHER_ROW = _HALF * (_MASS + _OTHER), substitute(_ROW, {_x: _z})
_APART = Use("delta_X <= 1", (_x, _z))
ABOVE, SQUARE, MEAN, PAIR = (
    Fact("affinity >= 0", _OWN, AT),
    Fact("affinity squared", _OWN * _OWN - _A * _AZ, AT, "=="),
    Fact("affinity below the mean", _A + _AZ - 2 * _OWN, AT),
    Fact("affinity of two letters", _HALVES * -convex(ROOT, _ROW, _OTHER_ROW) - _OWN, AT),
)
_WHOLE = Fact("A s <= G^2", _G * _G - _A * _SEEN, (_x, _y))
_LESS = Fact("no mass above one", _ONE - _MASS, (_x,))


def affinities() -> Iterator[Line]:
    """That of A(x,y) and A(z,y): not negative, its square, and below their mean."""
    yield ConvexRow(ABOVE, "root above", _A, _AZ, (), (PLAIN,) * 2)
    yield ConvexRow(SQUARE, "root square", _A, _AZ, (), (PLAIN,) * 2)
    yield ConvexRow(MEAN, "root tangent", _A, _AZ, (_ONE, _ONE), (PLAIN,) * 4)


def affinities_of_pairs() -> Iterator[Line]:
    """Those of A are those of W, times at most the mean of P(x) and P(z)."""
    masses, rows = -convex(ROOT, _MASS, _OTHER), -convex(ROOT, _ROW, _OTHER_ROW)
    positive, tangent = (
        Fact("affinity of rows", rows, AT),
        Fact("affinity of masses", 2 * _HALVES - 2 * masses, AT[:2]),
    )
    yield ConvexRow(positive, "root above", _ROW, _OTHER_ROW, (), (PLAIN,) * 2)
    yield ConvexRow(tangent, "root tangent", _MASS, _OTHER, (_ONE, _ONE), (PLAIN,) * 4)
    product = Fact("affinity of products", masses * rows - _OWN, AT, "==")
    parameters = (_HALF, -_ONE, _ROW, _OTHER_ROW, _ONE, _ONE)
    yield ConvexRow(product, "power of product", _MASS, _OTHER, parameters, (PLAIN,) * 7)
    terms = times(_HALF, Use(tangent.name, AT[:2]), Use(positive.name, AT))
    yield Combine(PAIR, terms + times(1, Use(product.name, AT)))


def affinities_of_others() -> tuple[Term, ...]:
    """(|X| - 1) r, less the affinities of A(x,y) and A(z,y) of all z /= x."""
    return (
        *times(1, Use(PAIR.name, AT), _APART, over=AT),
        *times(_HALVES, Use(f"{_AFFINITY} <= r", AT[:2]), over=AT[:2]),
    )


def _lines(sequent: Sequent) -> Iterator[Line]:
    yield from affinities()
    two = (Use(ABOVE.name, AT), Use(ABOVE.name, (_x, _v, _y)), Use("delta_X <= 1", (_z, _v)))
    terms = times(1, *two, over=(_z, _v)) + times(1, Use(SQUARE.name, AT), over=(_z,))
    yield Combine(_WHOLE, terms)
    others = times(_OTHER, Use("delta_X <= 1", (_z, _x)), over=(_z,))
    yield Combine(_LESS, others)
    added = Fact(_EACH, _ADDED, (_x, _y))
    yield Split(added, "W can occur", _ROW, tuple(_where_seen()), tuple(_where_not_seen()))
    yield from _sum(sequent)


def _where_seen() -> Iterator[Combine | ConvexRow]:
    """A (log A - log G) >= A - G, by the tangent of A log(A/s) at A/G^2."""
    occurs, row, own, all_own = (
        Use(name)
        for name in (
            "the letter can occur",
            "W can occur",
            "both can occur",
            "its affinities are positive",
        )
    )
    yield Combine(Fact(occurs.fact, _MASS, (), ">"), times(1, Use("P has full support", (_x,))))
    yield Combine(Fact(own.fact, _A, (), ">"), times(1, occurs, row))
    itself, at = substitute(_OWN, {_z: _x}), (_x, _x, _y)
    product = times(_HALF, Use(MEAN.name, at), Use(ABOVE.name, at))
    diagonal = Fact("affinity to itself", itself - _A)
    yield Combine(diagonal, product + times(1, Use(SQUARE.name, at)), (own,))
    rest = times(1, Use(ABOVE.name, AT), _APART, over=(_z,))
    yield Combine(Fact(all_own.fact, _G, (), ">"), rest + times(1, diagonal) + times(1, own))
    d, n = _G * _G, _A * _ROW
    above, below = Fact("A W > 0", n, (), ">"), Fact("G^2 > 0", d, (), ">")
    yield Combine(above, times(1, own, row))
    yield Combine(below, times(1, all_own, all_own))
    line = d * _ROW * (1 + log(n) - log(d)) - n * _SEEN
    tangent = Fact("tangent at A W/G^2", d * convex(ENTROPY, _ROW, _SEEN) - line)
    needs = (PLAIN, PLAIN, Use(above.name), Use(below.name))
    yield ConvexRow(tangent, "entropy tangent", _ROW, _SEEN, (n, d), needs)
    logs = (
        ("A W", _A, _ROW, own, row),
        ("A", _MASS, _ROW, occurs, row),
        ("G^2", _G, _G, all_own, all_own),
    )
    for name, first, other, *shown in logs:
        known = Fact(f"log {name}", log(first * other) - log(first) - log(other), (), "==")
        yield ConvexRow(known, "log of product", first, other, (), (*shown, *shown))
    log_of_mass = convex(ENTROPY, _MASS, _ONE) + _MASS * convex(ENTROPY, _ONE, _MASS)
    number = Fact("P log P", log_of_mass, (), "==")
    yield ConvexRow(number, "entropy of number", _MASS, _ONE, (), (PLAIN,) * 3)
    least = Fact("log G/A <= G/A - 1", _A * (log(_A) - log(_G)) - _A + _G)
    yield ConvexRow(least, "entropy tangent", _ONE, _G, (_ONE, _A), (PLAIN, all_own, PLAIN, own))
    terms = (
        *times(_MASS, tangent),
        *times(_A, Use(_WHOLE.name, (_x, _y))),
        *times(_A, Use(below.name), Use("log A W")),
        *times(-_A, Use(below.name), Use("log A")),
        *times(-_A, Use(below.name), Use("log G^2")),
        *times(_ROW, Use(below.name), number),
        *times(2, Use(below.name), least),
    )
    yield Combine(Fact(_EACH, _ADDED), terms, (Use(below.name),))


def _where_not_seen() -> Iterator[Combine | ConvexRow | Split]:
    none = Use("W can occur")
    above, zero, below = yield from where_row_is_zero(none, _LESS)
    terms = (
        *times(_MASS, above),
        *times(2 * _MASS, zero),
        *times(1, none, below),
        *times(2, Use(ABOVE.name, AT), over=(_z,)),
    )
    yield Combine(Fact(_EACH, _ADDED), terms)


def where_row_is_zero(
    none: Use | Fact, less: Fact
) -> Generator[Combine | ConvexRow | Split, None, tuple[Fact, Fact, Fact]]:
    """Where -W >= 0, so that sqrt(W s) is zero: what bounds W log(W/s) from below, and P log P.

    The facts  W log(W/s) >= 2 W - 2 sqrt(W s),  sqrt(W s) <= 0  and  P log P <= 0  as `less` says
    that P is at most one.
    """
    root = convex(ROOT, _ROW, _SEEN)
    above = Fact("above the root", convex(ENTROPY, _ROW, _SEEN) - 2 * _ROW - 2 * root)
    yield ConvexRow(above, "entropy above root", _ROW, _SEEN, (), (PLAIN,) * 2)
    square = Fact("the root squared", root * root - _ROW * _SEEN, (), "==")
    yield ConvexRow(square, "root square", _ROW, _SEEN, (), (PLAIN,) * 2)
    no_square = Fact("no square", -root * root)
    yield Combine(no_square, times(-1, square) + times(_SEEN, none))
    zero, case = Fact("no root", root), Use("root < 0")
    strict = Fact("a square", root * root, (), ">")
    inside = (
        Combine(strict, times(1, case, case)),
        Combine(zero, times(1, case, no_square), (Use(strict.name),)),
    )
    yield Split(zero, case.fact, -root, inside, (Combine(zero, times(1, case)),))
    below = Fact("P log P <= 0", -convex(ENTROPY, _MASS, _ONE))
    needs = (PLAIN, PLAIN, Use(less.name, (_x,)))
    yield ConvexRow(below, "entropy reference", _MASS, _ONE, (_ONE,), needs)
    return above, zero, below


def _sum(sequent: Sequent) -> Iterator[Line]:
    yield from affinities_of_pairs()
    at = (_x, _y)
    total = (
        *times(1, Use("-H[1](P) <= m1")),
        *times(1, Use("mi(P, W) <= m2")),
        *times(1, Use(_EACH, at), over=at),
        *times(1, Use(MEAN.name, (_x, _x, _y)), over=at),
        *affinities_of_others(),
        *affinities_of_others(),
        *times(2 * atom(scalar("r", "nonnegative")), Use("size(X) <= m3")),
    )
    yield Combine(Fact(GOAL, sequent.goal), total)
