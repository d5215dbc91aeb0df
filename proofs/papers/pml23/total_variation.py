"""[PML23, Sec. IV-E]: total variation privacy against PML and maximal leakage.

The claims are of one outcome y: its mass, its largest entry, its part of the total variation.

    mass(y) = P_Y(y),  top(y) = max_{x: p(x) > 0} W(x,y) = P_Y(y) exp l(X->y)
    variation(y) = P_Y(y) TV(P_{X|Y=y}, P_X) = sum_x max(0, p(x) (W(x,y) - P_Y(y)))

Summed over y they are 1, exp L and T. A bound for the outcomes that leak at most eps and one for
all others add up to a bound under (eps, delta)-PML, whose other outcomes have mass at most delta.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.convex_term import EXCESS, convex
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import PLAIN, Combine, ConvexRow, Indicate, Split, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Larger, Largest, Ratio, Total
from pmlsym.measures.observation import observation_of
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import rational
from proofs.papers.checked import require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_joint
from proofs.papers.joint import Joint, total
from proofs.papers.pml23.guarantees import draw_level
from proofs.papers.pml23.properties import mass_at

_X, _Y = alphabets("X Y")

_P, _W = Prior("P", _X), Channel("W", _X, _Y)

_EPS = Scalar("eps", "nonnegative")

_GOOD = pml(_P, _W, "y") <= _EPS

_SEEN = observation_of(_P, _W, "y")


def _at_the_outcome(text: str, value: Largest | Total) -> Measure:
    return Measure(text, (), value, is_log=False, free=_SEEN.fixed)


_MASS = mass_at("P_Y(y)", _P, _W, "y")

_TOP = _at_the_outcome("max_x W(x,y)", Largest(_SEEN.inputs, Ratio(_SEEN.entry), _SEEN.mass))

_BEYOND = Ratio(_SEEN.mass * (_SEEN.entry - _SEEN.total))

_VARIATION = _at_the_outcome(
    "P_Y(y)TV(y)", Total(_SEEN.inputs, Larger((Ratio(constant(0)), _BEYOND)))
)


def variation_by_leakage() -> Claim:
    """TV <= e^l - 1, (27)."""
    return _VARIATION + _MASS <= _TOP


def variation_by_half() -> Claim:
    """2 TV <= max(e^l - 1, 1), (26)."""
    bound = Scalar("c", "nonnegative")
    return implies(all_of(_TOP <= bound, 2 * _MASS <= bound), 2 * _VARIATION + _MASS <= bound)


def all_letters_but_one(sequent: Sequent) -> tuple[Line, ...]:
    """With t = 1/max P, selectors s(x,y) of the letters above the mean, and M(y) = max_x W(x,y).

    Each t p s <= 1, so  (|X| - 1) - t sum_x p s + t s(z,y) >= 0  for every letter z; the mean of
    this over the weights p(z)(M(y) - W(z,y)) is the bound at the outcome y.
    """
    p, w, most = (named(sequent, name) for name in ("P", "W", "M1"))
    letters, t = atom(named(sequent, "|X|")), atom(named(sequent, "t1"))
    x, z, y = Index("X", "x_"), Index("X", "z_"), Index("Y", "y_")
    s = Tensor("above", ("X", "Y"), indicator=True)
    mass = sum_over(atom(p, z) * atom(w, z, y), z)
    chosen = atom(p, x) * atom(s, x, y)
    others = letters - 1 - t * sum_over(chosen, x)
    excess = sum_over(chosen * atom(w, x, y), x) - mass * sum_over(chosen, x)
    return (
        *_lines_of_selectors(atom(s, x, y), s, atom(w, x, y), mass, (x, y)),
        Fact("each letter", 1 - t * chosen, (x, y)),
        Fact("all letters but one", others + t * atom(s, z, y), (y, z)),
        Fact("at an outcome", (letters - 1) * (atom(most, y) - mass) - t * excess, (y,)),
        Fact("the maxima sum to one or more", sum_over(atom(most, y) - mass, y)),
    )


def _lines_of_selectors(
    above: Polynomial, tensor: Tensor, row: Polynomial, mass: Polynomial, at: tuple[Index, ...]
) -> Iterator[Line]:
    """The excess of a letter over the mean is the difference where it is above, and else zero."""
    gap = mass - row
    turned = Fact("which are above", (1 - 2 * above) * gap, at)
    yield Indicate(turned, tensor, gap)
    excess = convex(EXCESS, row, mass)
    selected = Fact("the excess is selected", -above * gap - excess, at)
    cases = []
    for value, name in ((1, "excess all"), (0, "excess none")):
        known = Fact(f"above is {value}", above - value, (), "==")
        apart = Fact("not above", 1 - above, (), ">")
        sign = -1 if value else 1
        order = Fact("its order", sign * gap)
        equation = Fact("its excess", excess + value * gap, (), "==")
        zero = Combine(apart, times(1, Use("is above")) + times(constant(1), strictly=True))
        by = Use("is above" if value else apart.name)
        end = times(-1, equation) + times(-gap, known)
        cases.append(
            (
                *(() if value else (zero,)),
                Combine(known, (), (by,)),
                Combine(order, times(1, Use(turned.name, at)) + times(2 * gap, known)),
                ConvexRow(equation, name, row, mass, (), (PLAIN, PLAIN, Use(order.name))),
                Combine(Fact(selected.name, selected.polynomial), end),
            )
        )
    yield Split(selected, "is above", above, *cases)


def _variation(joint: Joint) -> Fraction:
    return total(
        joint.masses[y] * abs(joint.posterior(y)[x] - joint.prior[x]) / 2
        for y in joint.outcomes
        for x in range(len(joint.prior))
    )


def _by_letters(joint: Joint) -> Fraction:
    """The right side of (25)."""
    likeliest: Fraction = max(joint.prior)
    return likeliest * (len(joint.prior) - 1) * (joint.expected - 1)


def _by_outcomes(joint: Joint) -> Fraction:
    """The right side of (26)."""
    return total(
        joint.masses[y] * max(joint.leakage(y) - 1, Fraction(1)) / 2 for y in joint.outcomes
    )


def definition(random: Random) -> None:
    joint = draw_joint(random)
    require(joint.value("tv(P, W)") == rational(_variation(joint)))


def letters_bound(random: Random) -> str:
    joint = draw_joint(random)
    require(_variation(joint) <= _by_letters(joint))
    return "one letter" if len(joint.prior) == 1 else "several letters"


def neither_is_tighter(random: Random) -> str:
    joint = draw_joint(random)
    require(_variation(joint) <= min(_by_outcomes(joint), _by_letters(joint)))
    order = "tighter" if _by_outcomes(joint) < _by_letters(joint) else "not tighter"
    return f"(26) {order}"


def under_a_tail(random: Random) -> str:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    beyond = joint.tail(level) * (1 / joint.least - 1) / 2
    bounds = {
        "part 1": level - 1 if level <= Fraction(3, 2) else None,
        "part 2": Fraction(1, 2) if Fraction(3, 2) <= level <= 2 else None,
        "part 3": (level - 1) / 2 if level >= 2 else None,
    }
    met = {part: bound for part, bound in bounds.items() if bound is not None}
    require(all(_variation(joint) <= bound + beyond for bound in met.values()))
    return min(met)


def combined(random: Random) -> None:
    joint = draw_joint(random)
    excesses = {y: joint.leakage(y) - 1 for y in joint.outcomes}
    bound = total(
        joint.masses[y] * min(eta, max(eta / 2, Fraction(1, 2))) for y, eta in excesses.items()
    )
    require(_variation(joint) <= bound)


class _Outcome:
    """What the lines speak of at y: T(y) = sum_x P s (W - P_Y), for 0 <= s <= 1, and its bounds."""

    x, z, c, y = Index("X", "xx"), Index("X", "zz"), Index("X", "cc"), Index("Y", "yy")

    def __init__(self, sequent: Sequent) -> None:
        self.prior = atom(named(sequent, "P"), self.x)
        self.row, self.chosen = (atom(named(sequent, n), self.x, self.y) for n in ("W", "s1"))
        self.bad = atom(named(sequent, "b1"), self.y)
        self.least, self.level = atom(named(sequent, "m1")), atom(named(sequent, "exp(eps)"))
        self.mass = sum_over(substitute(self.prior * self.row, {self.x: self.c}), self.c)
        self.told = sum_over(self.prior * self.chosen * (self.row - self.mass), self.x)
        self.share = sum_over(self.prior * self.chosen, self.x)

    def good(self, name: str, bound: Polynomial, times_told: int) -> Fact:
        """A bound for the outcomes that leak eps at most."""
        return Fact(name, (1 - self.bad) * (bound * self.mass - times_told * self.told), (self.y,))


def variation_at_small_eps(sequent: Sequent) -> tuple[Line, ...]:
    """T <= e^eps - 1 + delta/2 (e^eps_max - 1): T(y) <= (e^eps - 1) P_Y where y leaks eps."""
    at = _Outcome(sequent)
    return (*_at_every_outcome(at), at.good("good", at.level - 1, 1))


def variation_at_middle_eps(sequent: Sequent) -> tuple[Line, ...]:
    """T <= 1/2 + ..: 2 T(y) <= P_Y + (e^eps - 2) sum_x P s P_Y, where y leaks eps."""
    at = _Outcome(sequent)
    return (*_at_every_outcome(at), at.good("by half", 1 + (at.level - 2) * at.share, 2))


def variation_at_large_eps(sequent: Sequent) -> tuple[Line, ...]:
    """T <= (e^eps - 1)/2 + ..: the same, with sum_x P s <= 1."""
    at = _Outcome(sequent)
    x, y = at.x, at.y
    others = (Use("P >= 0", (x,)), Use("s1 <= 1", (x, y)))
    rest = times(at.mass, Use("log(2) <= eps"), Use("b1 <= 1", (y,)), *others, over=(x,))
    terms = (*times(1, Use("by half", (y,))), *rest)
    return (*variation_at_middle_eps(sequent), Combine(at.good("large", at.level - 1, 2), terms))


_LEAST = "pmin(P) >= m1"


def _apart(one: Index, other: Index) -> Use:
    """The declared fact that 1 - delta is not negative."""
    return Use("delta_X <= 1", (one, other))


def _at_every_outcome(at: _Outcome) -> tuple[Line, ...]:
    """2 m T(y) <= (1 - m) P_Y with m = p_min.

    Two letters that differ have 2 m <= 1, so that 2 m T(y), which is 2 m times a sum over pairs of
    letters that differ, is at most the sum of P(x) P(x') W(x,y) over these, sum_x P W (1 - P).
    """
    x, z, c, y = at.x, at.z, at.c, at.y
    prior, row, least = at.prior, at.row, at.least
    pair, others = prior * substitute(prior, {x: z}), substitute(row, {x: z})
    whole = sum_over(prior * row * (1 - prior), x)
    apart = 1 - equal_letters(x, z)
    return (
        Fact("m <= 1", 1 - least),
        Combine(
            Fact("two letters", pair * apart * (1 - 2 * least), (x, z)),
            (
                *times(1, Use(_LEAST, (x,)), Use("P >= 0", (z,)), _apart(x, z)),
                *times(1, Use(_LEAST, (z,)), Use("P >= 0", (x,)), _apart(x, z)),
                *times(
                    1,
                    *(Use("P >= 0", (each,)) for each in (x, z, c)),
                    *(_apart(*two) for two in ((x, z), (c, x), (c, z))),
                    over=(c,),
                ),
            ),
        ),
        Combine(
            Fact("all but x", whole - 2 * least * at.told, (y,)),
            (
                *times(row * at.chosen, Use("two letters", (x, z)), over=(x, z)),
                *times(pair * row, _apart(x, z), Use("s1 <= 1", (x, y)), over=(x, z)),
                *times(2 * least * pair * at.chosen * others, _apart(x, z), over=(x, z)),
            ),
        ),
        Fact("all but the least", (1 - least) * at.mass - 2 * least * at.told, (y,)),
    )
