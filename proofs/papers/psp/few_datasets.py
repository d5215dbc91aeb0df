"""[PSP, Cor. 1.2]: what is unknown after an outcome that can come from few datasets.

Let S(x,y) say whether y can come from x, and r be at least the number of those. By the tangent of
u log u at 1/(r P(x)) each of them adds at least W(y|x) (1 - log r - log P(x)) - P_Y(y)/(r P(x)) to
W log(W/P_Y), and all others nothing; so that H(X|Y) <= log r.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import ENTROPY, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, PLAIN, Combine, ConvexRow, Split, Step, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Exponential, Measure, Scalar
from pmlsym.language.value import Largest, Ratio, Smallest, Value
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, named
from proofs.papers.psp.affinities import where_row_is_zero

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_x, _c, _y = Index("X", "xx"), Index("X", "cc"), Index("Y", "yy")
_SET = Tensor("S", ("X", "Y"), nonnegative=True, at_most_one=True, indicator=True)
_ONE = constant(1)
_COVERED, _COUNT = "1[W > 0] - W", "max_y sum_x 1[W > 0]"


def entropy_of_few_letters() -> Claim:
    """H(X|Y) <= b, where each outcome can come from exp(b) letters at most, and b >= 0.

    >>> type(entropy_of_few_letters()).__name__
    'Implication'
    """
    x, y = Index("X", "x"), Index("Y", "y")
    inside = atom(_SET, x, y)
    covered = _measure(_COVERED, Smallest((x, y), Ratio(inside - _W.entry((x,), (y,)))))
    count = _measure(_COUNT, Largest((y,), Ratio(sum_over(inside, x))))
    few = count <= Exponential(Scalar("b"))
    known = (parse("fullsupport(P)"), Scalar("b") >= 0, covered >= 0, few)
    return implies(all_of(*known), parse("H[1](P | W) <= b"))


def entropy_of_each_letter(sequent: Sequent) -> tuple[Line, ...]:
    """What each letter adds, where the outcome can come from it, and where it cannot."""
    return tuple(_lines(sequent))


_MASS, _ROW, _INSIDE = _P.mass(_x), _W.entry((_x,), (_y,)), atom(_SET, _x, _y)
_SEEN = sum_over(substitute(_MASS * _ROW, {_x: _c}), _c)
_EACH, _LEAST = "of a letter and an outcome", Fact("no mass above one", _ONE - _MASS, (_x,))


def _lines(sequent: Sequent) -> Iterator[Line]:
    many, bit = atom(named(sequent, "exp(b)")), atom(named(sequent, "b"))
    others = times(substitute(_MASS, {_x: _c}), Use("delta_X <= 1", (_c, _x)), over=(_c,))
    yield Combine(_LEAST, others)
    occurs, own = Use("P has full support", (_x,)), convex(ENTROPY, _ROW, _SEEN)
    level = Fact("exp(b) P is positive", many * _MASS, (_x,), ">")
    yield Combine(level, times(1, occurs, Use("exp(b) > 0")))
    d = many * _MASS
    tangent = Fact("tangent at 1/(exp(b) P)", d * own - d * _ROW * (1 - log(d)) + _SEEN, (_x, _y))
    needs = (PLAIN, PLAIN, PLAIN, Use(level.name, (_x,)))
    yield ConvexRow(tangent, "entropy tangent", _ROW, _SEEN, (_ONE, d), needs)
    product = Fact("log of exp(b) P", log(d) - log(many) - log(_MASS), (_x,), "==")
    positive = (Use("exp(b) > 0"), occurs)
    yield ConvexRow(product, "log of product", many, _MASS, (), (PLAIN, PLAIN, *positive))
    log_of_mass = convex(ENTROPY, _MASS, _ONE) + _MASS * convex(ENTROPY, _ONE, _MASS)
    number = Fact("P log P", log_of_mass, (_x,), "==")
    yield ConvexRow(number, "entropy of number", _MASS, _ONE, (), (PLAIN,) * 3)
    told = _MASS * own + _ROW * convex(ENTROPY, _MASS, _ONE)
    each = Fact(_EACH, many * told - d * _ROW * (1 - bit) + _SEEN * _INSIDE, (_x, _y))
    cases = (tuple(_where_inside(each, many)), tuple(_where_outside(each, many, bit)))
    yield Split(each, "x is one", _INSIDE, *cases)
    total = (
        *times(1, Use(_EACH, (_x, _y)), over=(_x, _y)),
        *times(_SEEN, Use(f"{_COUNT} <= exp(b)", (_y,)), over=(_y,)),
        *times(many, Use("-H[1](P) <= m1")),
        *times(many, Use("mi(P, W) <= m2")),
    )
    yield Combine(Fact(GOAL, sequent.goal), total, (Use("exp(b) > 0"),))


def _where_inside(each: Fact, many: Polynomial) -> Iterator[Step]:
    known, d = Fact("x is inside", _INSIDE - 1, (), "=="), many * _MASS
    yield Combine(known, (), (Use("x is one"),))
    terms = (
        *times(1, Use("tangent at 1/(exp(b) P)", (_x, _y))),
        *times(-d * _ROW, Use("log of exp(b) P", (_x,))),
        *times(-d * _ROW, Use("log exp(b)")),
        *times(many * _ROW, Use("P log P", (_x,))),
        *times(_SEEN, known),
    )
    yield Combine(Fact(each.name, each.polynomial), terms)


def _where_outside(each: Fact, many: Polynomial, bit: Polynomial) -> Iterator[Step]:
    """There W is zero, so that sqrt(W s) is, and W log(W/s) no less."""
    none = Fact("W is zero", -_ROW)
    covered = Use(f"0 <= {_COVERED}", (_x, _y))
    yield Combine(none, times(1, covered) + times(1, Use("x is one")))
    above, zero, below = yield from where_row_is_zero(none, _LEAST)
    d = many * _MASS
    terms = (
        *times(d, above),
        *times(2 * d, zero),
        *times(many, none, below),
        *times(d * _ROW, Use("0 <= b")),
        *times(d * _ROW + _SEEN * _INSIDE),
    )
    yield Combine(Fact(each.name, each.polynomial), terms)


def _measure(text: str, value: Value) -> Measure:
    return Measure(text, (), value, is_log=False)
