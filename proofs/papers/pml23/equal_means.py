"""[PML23, Prop. 7]: mutual information is the mean leakage iff positive entries of a column agree.

With M(y) = exp l(X->y), G(x,y) = W log(M P_Y/W) >= 0, as W <= M P_Y; the mean leakage is above the
information by the mean of G/W. So where they agree every p G is zero; but by log u <= u - 1

    M P_Y G >= W (M P_Y - W)

so W(x,y) = M(y) P_Y(y), the largest entry, wherever it is positive. Conversely let W(x,y) be m(y)
on a set, E(x,y) = 1, and else zero. Then P_Y = m Q, Q(y) = P(E(.,y)), both means are that of
-log Q.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import ENTROPY, SQUARE, convex
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
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
    Use,
)
from pmlsym.language.building import equal
from pmlsym.language.nodes import Claim
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.mutual_information import mi
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, named

_X, _Y = alphabets("X Y")
_P = Prior("P", _X)
_x, _c, _b, _y, _z = (
    Index("X", "x"),
    Index("X", "cc"),
    Index("X", "b"),
    Index("Y", "y"),
    Index("Y", "zz"),
)
_SET = Tensor("E", ("X", "Y"), nonnegative=True, at_most_one=True, indicator=True)
_M = atom(Tensor("m", ("Y",), nonnegative=True), _y)
_ONE = constant(1)


def means_of_equal_entries() -> Claim:
    """The mean leakage is the information, where W(x,y) is m(y) on a set, and else zero.

    That the rows sum to one is not asked.

    >>> type(means_of_equal_entries()).__name__
    'Comparison'
    """
    entry = atom(_SET, _x, _y) * _M
    channel = Channel.from_polynomial("[E(x,y) m(y)]", (_X,), (_Y,), (_x, _y), entry)
    return equal(expected_pml(_P, channel), mi(_P, channel))


def means_on_a_set(sequent: Sequent) -> tuple[Line, ...]:
    """E log(E/Q) = E log(1/Q) for each letter; Q log(Q/C) >= Q log Q for the chosen, C <= 1."""
    names = {tensor.name for tensor in sequent.tensors}
    return tuple(_lines_of_gaps(sequent) if "M1" in names else _lines_on_a_set(sequent))


def _lines_of_gaps(sequent: Sequent) -> Iterator[Line]:
    """That mutual information is at most the mean leakage, of any channel."""
    row = atom(_SET, _x, _y) * _M
    mass = sum_over(substitute(_P.mass(_x) * row, {_x: _c}), _c)
    yield from _gaps(row, mass, atom(named(sequent, "M1"), _y))
    gaps = times(_P.mass(_x), Use(_GAP, (_x, _y)), over=(_x, _y))
    yield Combine(Fact(GOAL, sequent.goal), gaps)


def _lines_on_a_set(sequent: Sequent) -> Iterator[Line]:
    inside, choice = atom(_SET, _x, _y), atom(named(sequent, "c1"), _y, _c)
    share = sum_over(_P.mass(_c) * atom(_SET, _c, _y), _c)
    chosen = sum_over(choice * atom(_SET, _c, _y), _c)
    own, whole = convex(ENTROPY, inside, share), convex(ENTROPY, _ONE, share)
    tangent = Fact("log 1/Q from below", whole - _ONE + share, (_y,))
    yield ConvexRow(tangent, "entropy tangent", _ONE, share, (_ONE, _ONE), (PLAIN,) * 4)
    no_more = Fact("Q <= 1", _ONE - share, (_y,))
    yield Combine(no_more, times(_P.mass(_c), Use("E <= 1", (_c, _y)), over=(_c,)))
    yield Combine(_log_of_share(whole), times(1, tangent) + times(1, no_more))
    equal = Fact("of a letter", own - inside * whole, (_x, _y), "==")
    yield Split(equal, "inside", inside, _where(equal, inside, 1), _where(equal, inside, 0))
    at_most = Fact("the chosen are at most all", _ONE - chosen, (_y,))
    within = times(choice, Use("E <= 1", (_c, _y)), over=(_c,))
    yield Combine(at_most, within)
    parts = (Arguments(share, chosen), Arguments(constant(0), _ONE - chosen))
    joined = convex(ENTROPY, share, chosen) - convex(ENTROPY, share, _ONE)
    known = (PLAIN, PLAIN, PLAIN, Use(at_most.name, (_y,)))
    yield Perspective(Fact("all and the chosen", joined, (_y,)), ENTROPY, parts, known)
    number = convex(ENTROPY, share, _ONE) + share * whole
    about = Fact("Q and its logarithm", number, (_y,), "==")
    yield ConvexRow(about, "entropy of number", share, _ONE, (), (PLAIN,) * 3)


def _log_of_share(whole: Polynomial) -> Fact:
    return Fact("log 1/Q >= 0", whole, (_y,))


def _where(statement: Fact, inside: Polynomial, value: int) -> tuple[Combine | Same, ...]:
    """The statement at a letter where E is that value, since E (1 - E) = 0."""
    share = sum_over(_P.mass(_c) * atom(_SET, _c, _y), _c)
    name, apart = f"E is {value}", Fact("E is not one", _ONE - inside, (), ">")
    is_value = Fact(name, inside - value, (), "==")
    zero = (Combine(apart, times(1, Use("inside")) + times(_ONE, strictly=True)),)
    steps: tuple[Combine | Same, ...] = () if value else zero
    by = Use("inside") if value else Use(apart.name)
    plain = convex(ENTROPY, constant(value), share)
    same = Fact("of that value", convex(ENTROPY, inside, share) - plain, (), "==")
    shown = (Use(name), PLAIN)
    end = times(1, same) + times(-1, _log_of_share(convex(ENTROPY, _ONE, share)), is_value)
    return (
        *steps,
        Combine(is_value, (), (by,)),
        Same(same, ENTROPY, inside, share, constant(value), share, shown),
        Combine(Fact(statement.name, statement.polynomial, (), "=="), end),
    )


def entries_of_equal_means(sequent: Sequent) -> tuple[Line, ...]:
    """W(y|b) is at least M P_Y, and so at least every other entry of the column."""
    return tuple(_lines_of_equal_means(sequent))


_BELOW, _GAP = "W <= M P_Y", "G"


def _gaps(
    row: Polynomial, mass: Polynomial, most: Polynomial, supported: tuple[Use, ...] = ()
) -> Iterator[Line]:
    """G is not negative, at every letter and outcome."""
    both = (_x, _y)
    below = Fact(_BELOW, most * mass - row, both)
    yield Combine(below, times(1, Use("M1 is an envelope", (_y, _x))), supported)
    told, log = convex(ENTROPY, row, mass), convex(ENTROPY, _ONE, most)
    chord = Fact("the chord", row * convex(ENTROPY, most, _ONE) - most * told, both)
    parts = (Arguments(most * row, row), Arguments(constant(0), below.polynomial))
    yield Perspective(chord, ENTROPY, parts, (PLAIN, PLAIN, PLAIN, Use(below.name, both)))
    number = Fact("M and its logarithm", convex(ENTROPY, most, _ONE) + most * log, (_y,), "==")
    yield ConvexRow(number, "entropy of number", most, _ONE, (), (PLAIN,) * 3)
    times_most = Fact("M G", -most * (told + row * log), both)
    yield Combine(times_most, times(1, chord) + times(-row, number))
    gap = Fact(_GAP, -told - row * log, both)
    yield Combine(gap, times(1, times_most), (Use("M1 > 0", (_y,)),))


def _lines_of_equal_means(sequent: Sequent) -> Iterator[Line]:
    row, most = atom(named(sequent, "W"), _x, _y), atom(named(sequent, "M1"), _y)
    mass = sum_over(substitute(_P.mass(_x) * row, {_x: _c}), _c)
    told, log = convex(ENTROPY, row, mass), convex(ENTROPY, _ONE, most)
    yield from _gaps(row, mass, most, (Use("P has full support", (_x,)),))
    at_b = {_x: _b}
    own = Fact("P(b) G at b is zero", substitute(_P.mass(_x) * (told + row * log), at_b))
    others = times(_P.mass(_x), Use(_GAP, (_x, _y)), Use("delta_X <= 1", (_x, _b)), over=(_x, _y))
    apart = times(_P.mass(_b), Use(_GAP, (_b, _z)), Use("delta_Y <= 1", (_z, _y)), over=(_z,))
    yield Combine(own, (*times(1, Use("expected_pml(P, W) <= mi(P, W)")), *others, *apart))
    less = Fact("G at b is zero", substitute(told + row * log, at_b))
    yield Combine(less, times(1, own), (Use("P has full support", (_b,)),))
    entry = substitute(row, at_b)
    square = convex(SQUARE, entry, mass)
    tangent = Fact(
        "log u <= u - 1", square - most * entry - most * substitute(told + row * log, at_b)
    )
    yield ConvexRow(tangent, "entropy below square", entry, mass, (most,), (PLAIN, PLAIN, PLAIN))
    quotient = Fact("the square", entry * entry - mass * square)
    yield ConvexRow(quotient, "square times", entry, mass, (), (PLAIN,) * 2)
    product = Fact("W times what is left", entry * (entry - most * mass))
    yield Combine(product, times(mass, tangent) + times(1, quotient) + times(most * mass, less))
    left = Fact("W >= M P_Y at b", entry - most * mass)
    yield Combine(left, times(1, product), (Use("0 < W[y|b]"),))
    at_a = Use(_BELOW, (Index("X", "a"), _y))
    yield Combine(Fact(GOAL, sequent.goal), times(1, left) + times(1, at_a))
