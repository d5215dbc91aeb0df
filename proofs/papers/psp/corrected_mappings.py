"""[PSP, Lemma 5]: C_1 is continuous; what tells little of X, made into what tells nothing.

T is the feature, K(x|t) the law of X given it, and M a mapping of T. What X tells of y is

    D(x,y) = P(x,y) - P(x) P(y) = sum_t K(x|t) P(t) (M(y|t) - P(y)).

Let G be a generalised inverse of A(x,t) = K(x|t), A G A = A, with entries of at most k. Then the
u(t,y) = sum_x G(t,x) D(x,y) has A u = D, and at most k sum_x |D(x,y)| in absolute value, so that
for c(y) p_min no less than that

    P(t) M(y|t) + (c(y) P(t) - u(t,y)),    c(y) P(t) - u(t,y) >= 0,

are (1 + sum c) times the probabilities of t and an outcome of which X is independent. It is M with
the probability 1/(1 + sum c), which is near one where D is near zero, and else another mapping.

A mapping that is seen with the probability q tells q times as much of everything.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import ENTROPY, convex
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import (
    GOAL,
    PLAIN,
    Arguments,
    Combine,
    ConvexRow,
    Perspective,
    Same,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.language.building import all_of, equal, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio, Smallest, Value
from pmlsym.measures.mutual_information import mi
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, at_letters

_T, _X, _Y, _B = alphabets("T X Y B")
_P, _K, _M = Prior("P", _T), Channel("K", _T, _X), Channel("M", _T, _Y)
_t, _s, _c, _x, _z, _y = (
    Index("T", "t"),
    Index("T", "s"),
    Index("T", "cc"),
    Index("X", "x"),
    Index("X", "z"),
    Index("Y", "y"),
)
_b, _o = Index("B", "b"), Index("B", "o")
_MORE, _LESS = (Tensor(name, ("T", "X"), nonnegative=True) for name in ("more", "less"))
_ADDED = atom(Tensor("c", ("Y",), nonnegative=True), _y)
SHARE = Scalar("q", "nonnegative")
_Q = atom(scalar("q", "nonnegative"))
_OTHER = Channel("V", _T, _Y).entry((_t,), (_y,))
_ERASED = atom(Tensor("r", ("Y", "B"), nonnegative=True), _y, _b)
_WEIGHT = atom(Tensor("r", ("B",), nonnegative=True), _b)
_MIXED = _WEIGHT * _OTHER


def mapping_that_is_erased() -> Claim:
    """The mapping with the outcome (y, o) where y is seen, and else one that tells nothing.

    >>> type(mapping_that_is_erased()).__name__
    'Comparison'
    """
    return equal(_told_by(_ERASED), SHARE * mi(_P, _M))


def mapping_that_is_mixed() -> Claim:
    """The mapping with the outcome (y, o) where it is used, and else one of another mapping.

    >>> type(mapping_that_is_mixed()).__name__
    'Comparison'
    """
    return _told_by(_MIXED) >= SHARE * mi(_P, _M)


def seen_or_not(sequent: Sequent) -> tuple[Line, ...]:
    """The terms of (y, o) are q times those of y; those of the others are of what else is told."""
    return tuple(_lines_of_a_flag(sequent))


def _lines_of_a_flag(sequent: Sequent) -> Iterator[Line]:
    is_mixed = "V" in {tensor.name for tensor in sequent.tensors}
    law, hidden = _M.entry((_t,), (_y,)), _MIXED if is_mixed else _ERASED
    own, other = _told(law), _told(_OTHER)
    rest = _WEIGHT * other if is_mixed else constant(0)
    at, is_seen = (_t, _y, _b), equal_letters(_b, _o)
    told = _told(_entry(hidden)) - is_seen * _Q * own - (1 - is_seen) * rest
    parts = Fact("what is told at an outcome", told, at, "==")
    yield _tangent(law, "M")
    if is_mixed:
        yield _tangent(_OTHER, "V")
    cases = (_where(parts, value, hidden) for value in (1, 0))
    yield Split(parts, "seen", is_seen, *cases)
    flagged = "mi(P, [q M; ..]) <= m2"
    is_below = flagged in {fact.name for fact in sequent.facts}
    total = times((1 if is_below else -1) * _P.mass(_t), Use(parts.name, at), over=at)
    total += times(_Q, Use("mi(P, M) >= m1" if is_below else "mi(P, M) <= m1"))
    total += times(1, Use(flagged)) if is_below else ()
    if is_mixed:
        positive = Fact("what else is told", sum_over(_P.mass(_t) * other, _t), (_y,))
        arguments = Arguments(_P.mass(_t) * _OTHER, _P.mass(_t) * _mean(_OTHER), (_t,))
        yield Perspective(positive, ENTROPY, (arguments,), (PLAIN, PLAIN))
        apart = Use("delta_B <= 1", (_b, _o))
        total += times(_WEIGHT, Use(positive.name, (_y,)), apart, over=(_y, _b))
    yield Combine(Fact(GOAL, sequent.goal), total)


def _where(statement: Fact, value: int, hidden: Polynomial) -> tuple[Step, ...]:
    """The statement where o is seen, or not: an entry is q M there, or what is hidden."""
    is_seen, entry = equal_letters(_b, _o), _entry(hidden)
    seen = _Q * _M.entry((_t,), (_y,))
    part = seen if value else hidden
    known = Fact("o is seen" if value else "o is not seen", is_seen - value, (), "==")
    apart = Fact("it is apart", 1 - is_seen, (), ">")
    zero = Combine(apart, times(1, Use("seen")) + times(constant(1), strictly=True))
    gaps = (
        (Fact("the entry", entry - part, (_t, _y), "=="), seen - hidden),
        (Fact("its mean", _mean(entry - part), (_y,), "=="), _mean(seen - hidden)),
    )
    same = Fact("of that part", _told(entry) - _told(part), (_t, _y), "==")
    return (
        *(() if value else (zero,)),
        Combine(known, (), (Use("seen" if value else apart.name),)),
        *(Combine(gap, times(by, known)) for gap, by in gaps),
        Same(
            same,
            ENTROPY,
            *(entry, _mean(entry), part, _mean(part)),
            (Use("the entry", (_t, _y)), Use("its mean", (_y,))),
        ),
        Combine(
            Fact(statement.name, statement.polynomial, (_t, _y), "=="),
            times(1, same) + _gap_of_cases(known, hidden),
        ),
    )


def _tangent(entry: Polynomial, name: str) -> ConvexRow:
    fact = Fact(f"tangent of {name}", _told(entry) - entry + _mean(entry), (_t, _y))
    one = constant(1)
    return ConvexRow(fact, "entropy tangent", entry, _mean(entry), (one, one), (PLAIN,) * 4)


def _gap_of_cases(known: Fact, hidden: Polynomial) -> tuple[Term, ...]:
    """What is known of o, times what is told by q M less what is told by what is hidden."""
    terms: tuple[Term, ...] = ()
    parts = [(-_Q, _M.entry((_t,), (_y,)), "M")]
    parts += [(_WEIGHT, _OTHER, "V")] if hidden == _MIXED else []
    for weight, entry, name in parts:
        terms += times(weight, known, Use(f"tangent of {name}", (_t, _y)))
        terms += times(weight * (entry - _mean(entry)), known)
    return terms


def _told(entry: Polynomial) -> Polynomial:
    return convex(ENTROPY, entry, _mean(entry))


def mapping_that_is_corrected() -> Claim:
    """X is independent of the outcome: P(x) times what it is for all letters.

    >>> type(mapping_that_is_corrected()).__name__
    'Implication'
    """
    law, inverse = _K.entry((_t,), (_x,)), _inverse(_t, _z)
    back = sum_over(law * inverse * _K.entry((_s,), (_z,)), _t, _z)
    apart = Ratio(back - _K.entry((_s,), (_x,)))
    premises = (
        _measure("max A G A - A", Largest((_s, _x), apart)) <= 0,
        _measure("min A G A - A", Smallest((_s, _x), apart)) >= 0,
    )
    moved = sum_over(law * (_joint() - _moved() + _ADDED * _P.mass(_t)), _t)
    whole = sum_over(_P.mass(_t) * law, _t) * (_answer() + _ADDED)
    both = (
        Measure(text, (), Ratio(value), is_log=False, free=(_x, _y))
        for text, value in (("sum_t K (P M - u + c P)", moved), ("P(x) (P(y) + c(y))", whole))
    )
    return implies(all_of(*premises), equal(*both))


def correction_is_small() -> Claim:
    """c(y) P(t) - u(t,y) is not negative, where c is as large as that.

    >>> type(correction_is_small()).__name__
    'Implication'
    """
    k, m = (atom(Tensor(name, nonnegative=True)) for name in "km")
    size = atom(Tensor("e", ("X", "Y"), nonnegative=True), _z, _y)
    difference = _difference()
    premises = (
        _measure("k - G", Smallest((_t, _z), Ratio(k - _inverse(_t, _z)))) >= 0,
        _measure("k + G", Smallest((_t, _z), Ratio(k + _inverse(_t, _z)))) >= 0,
        _measure("e - D", Smallest((_z, _y), Ratio(size - difference))) >= 0,
        _measure("e + D", Smallest((_z, _y), Ratio(size + difference))) >= 0,
        _measure("P - m", Smallest((_t,), Ratio(_P.mass(_t) - m))) >= 0,
        _measure("c m - k sum_x e", Smallest((_y,), Ratio(_ADDED * m - k * sum_over(size, _z))))
        >= 0,
    )
    added = Ratio(_ADDED * _P.mass(_t) - _moved())
    goal = Measure("c P - u", (), Smallest((_t, _y), added), is_log=False) >= 0
    return implies(all_of(*premises), goal)


def _entry(rest: Polynomial) -> Polynomial:
    is_seen = equal_letters(_b, _o)
    return is_seen * _Q * _M.entry((_t,), (_y,)) + (1 - is_seen) * rest


def _told_by(rest: Polynomial) -> Measure:
    """The information about T of (y, o) and of the rest."""
    flagged = Channel.from_polynomial("[q M; ..]", (_T,), (_Y, _B), (_t, _y, _b), _entry(rest))
    told = mi(_P, flagged)
    assert isinstance(told, Measure)  # no sum of measures, as it is at no outcome
    return at_letters(told, _o)


def _mean(entry: Polynomial) -> Polynomial:
    return sum_over(substitute(_P.mass(_t) * entry, {_t: _c}), _c)


def _inverse(t: Index, x: Index) -> Polynomial:
    return atom(_MORE, t, x) - atom(_LESS, t, x)


def _joint() -> Polynomial:
    return _P.mass(_t) * _M.entry((_t,), (_y,))


def _answer() -> Polynomial:
    return sum_over(_joint(), _t)


def _difference() -> Polynomial:
    """D(z,y)."""
    law = substitute(_K.entry((_t,), (_x,)), {_x: _z})
    return sum_over(law * _joint(), _t) - sum_over(law * _P.mass(_t), _t) * _answer()


def _moved() -> Polynomial:
    """u(t,y)."""
    return sum_over(_inverse(_t, _z) * _difference(), _z)


def _measure(text: str, value: Value) -> Measure:
    return Measure(text, (), value, is_log=False)
