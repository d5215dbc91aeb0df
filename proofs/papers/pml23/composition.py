"""[PML23, Sec. III-B]: Theorem 4, adaptive composition of guarantees.

A guarantee of P_{Z|X,Y=y} is one at a prior of X. As Definitions 4, 5 and 11 are printed that is
P_X; the proofs use the posterior given y. The first reading fails, the second holds.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Combine, Split, Term, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio, Smallest
from pmlsym.measures.conditional_events import conditional_eml
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, body_of_only_tensor, lines_of_rule, named
from proofs.papers.drawing import (
    draw_adaptive,
    draw_distribution,
    draw_probability,
    draw_rows,
    drawn,
)
from proofs.papers.joint import Adaptive, total
from proofs.papers.pml23.events import exp_eml

_X, _Y, _Z = alphabets("X Y Z")
_P, _W, _U = Prior("P", _X), Channel("W", _X, _Y), Channel("U", (_X, _Y), _Z)
_EPS1, _EPS2 = Scalar("eps1", "nonnegative"), Scalar("eps2", "nonnegative")
_ONE = Fraction(1)


def _second_at_the_prior() -> Claim:
    """log max over y, z and x of U(x,y,z) / sum_x' p(x')U(x',y,z), at most eps2."""
    x, y, z = letters((_X, _Y, _Z))
    entry = _U.entry((x, y), (z,))
    mass = sum_over(_P.mass(x) * entry, x)
    seen = sum_over(_P.mass(x) * _W.entry((x,), (y,)), x)
    largest = Largest((x, y, z), Ratio(entry, mass), _P.mass(x) * seen)
    return Measure("max_y pml(P, U(y))", (), largest) <= _EPS2


def almost_sure_at_the_prior() -> Claim:
    premise = all_of(pml(_P, _W) <= _EPS1, _second_at_the_prior())
    return implies(premise, pml(_P, _W & _U) <= _EPS1 + _EPS2)


def printed_tail(random: Random) -> str:
    adaptive = draw_adaptive(random)
    one, two = (1 + Fraction(random.randint(0, 6), 4) for _ in range(2))
    first = adaptive.seen.tail(one)
    second = max(adaptive.given(y).tail(two) for y in adaptive.seen.outcomes)
    bound = first + second - first * second
    found = adaptive.both.tail(one * two)
    require(found <= bound)
    return "both tails" if first and second else "one tail or none"


def tails_at_the_prior() -> Claim:
    """Theorem 4.2 for delta1 = delta2 = 0."""
    premise = all_of(tail(_P, _W, _EPS1) <= 0, _second_at_the_prior())
    return implies(premise, tail(_P, _W & _U, _EPS1 + _EPS2) <= 0)


def _events_at_the_prior(delta: Fraction) -> Claim:
    """Theorem 4.4 and 4.5 for delta1 = delta and delta2 = 0, where EML is PML."""
    premise = all_of(eml(_P, _W, delta) <= _EPS1, _second_at_the_prior())
    return implies(premise, eml(_P, _W & _U, delta) <= _EPS1 + _EPS2)


def whole_leakage_at_the_prior() -> Claim:
    return _events_at_the_prior(Fraction(0))


def events_of_an_eighth_at_the_prior() -> Claim:
    return _events_at_the_prior(Fraction(1, 8))


def events_at_the_posterior(random: Random) -> None:
    adaptive = draw_adaptive(random, largest=2)
    delta1, delta2 = draw_probability(random), draw_probability(random)
    first = exp_eml(adaptive.seen, delta1)
    second = max(exp_eml(adaptive.given(y), delta2) for y in adaptive.seen.outcomes)
    both, met = adaptive.both, 0
    for members in product((False, True), repeat=len(adaptive.pairs)):
        event = [k for k in both.outcomes if members[k]]
        if not event or total(both.masses[k] for k in event) < delta1:
            continue
        shares: dict[int, Fraction] = {}
        for k in event:
            y = adaptive.pairs[k][0]
            shares[y] = shares.get(y, Fraction(0)) + both.masses[k] / adaptive.seen.masses[y]
        if min(shares.values()) < delta2:
            continue
        met += 1
        require(
            both.event([Fraction(int(k in event)) for k in range(len(members))]) <= first * second
        )
    assume(met)


@drawn
def _draw_rare_letter(random: Random) -> Adaptive:
    """A first outcome that says nothing; after one of its values the second tells of a rare letter.

    An event that has to be filled up to delta2 within that slice loses what the slice tells; one
    that the other slice fills up does not. So the first term of Theorem 4.5 is needed.
    """
    rare = Fraction(1, random.choice((10, 100, 1000)))
    coin = draw_distribution(random, 2, zeros=False)
    flat = draw_rows(random, 4, 2)
    return Adaptive((rare, 1 - rare), (coin, coin), (flat[:2], flat[2:]))


@drawn
def draw_composition(random: Random) -> tuple[Adaptive, Fraction, Fraction]:
    """Two mechanisms with delta1 and delta2; of every other pair the second is about a rare letter.

    >>> len(draw_composition(Random(1)))
    3
    """
    if random.random() < 1 / 2:
        return _draw_rare_letter(random), Fraction(0), Fraction(1, random.randint(2, 16))
    return draw_adaptive(random, largest=3), draw_probability(random), draw_probability(random)


def guarantees(adaptive: Adaptive, delta1: Fraction, delta2: Fraction) -> tuple[Fraction, ...]:
    """exp eps1 and exp eps2, the second at every posterior, and exp EML of both at delta1 + delta2.

    >>> guarantees(draw_adaptive(Random(1)), Fraction(1), Fraction(0))[0]
    Fraction(1, 1)
    """
    one = exp_eml(adaptive.seen, delta1)
    two = max(exp_eml(adaptive.given(y), delta2) for y in adaptive.seen.outcomes)
    return one, two, exp_eml(adaptive.both, delta1 + delta2)


def sum_of_deltas(random: Random) -> str:
    adaptive, delta1, delta2 = draw_composition(random)
    assume(0 < delta1 + delta2 <= 1)
    one, two, both = guarantees(adaptive, delta1, delta2)
    require(both <= delta2 / (delta1 + delta2) / adaptive.seen.least + one * two)
    return "above eps1 + eps2" if both > one * two else "at most eps1 + eps2"


_Q = "(U | P, W)"
_FIRST, _SECOND = "tail(P, W, eps1) <= d1", "worst_tail(P, U | W, eps2) <= d2"
_DEFINED = f"definition of {_Q}"


def combined_tails(sequent: Sequent) -> tuple[Line, ...]:
    """Theorem 4.2: the goal as a sum of terms, by the letters that it speaks of.

    With b1(y) and b2(y,z) the indicators of the bad outcomes, P_Y Q = P_YZ, t = e^eps1, s = e^eps2:

        bad outcomes     b1 + b2 - b1 b2
        the others       (1-b1)(1-b2) p(x) [ t s P_YZ - W U ]
                             = (1-b1)(1-b2) p(x) ( s Q [ t P_Y - W ] + W [ s Q - U ] )
        their mass       d1 + d2 - d1 d2 - P_YZ(b1 + b2 - b1 b2)
                             = (1-d2) [ d1 - P_Y(b1) ] + sum_y (1-b1) P_Y [ d2 - Q(b2) ]

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> whole = "tail(P, W & U, eps1 + eps2) <= d1 + d2 - d1*d2"
    >>> given = ("tail(P, W, eps1) <= d1", "worst_tail(P, U | W, eps2) <= d2", "d1 <= 1", "d2 <= 1")
    >>> [len(combined_tails(sequent)) for sequent in lower(parse(whole, assume=given))]
    [0, 1, 1]
    """
    own = {index.name for index in sequent.goal.free}
    if "x" in own:
        terms = _density_of_the_others()
    elif not own:
        terms = _mass_of_the_bad()
    else:
        return ()
    return (Combine(Fact(GOAL, sequent.goal), terms),)


def _density_of_the_others() -> tuple[Term, ...]:
    x, y, z = Index("X", "x"), Index("Y", "y"), Index("Z", "z")
    first_good, second_good = Use("b1 <= 1", (y,)), Use("b2 <= 1", (y, z))
    levels = (Use("exp(eps1) >= 0"), Use("exp(eps2) >= 0"))
    seen = (Use(_FIRST, (y, x)), Use(f"{_Q} >= 0", (y, z)), levels[1], second_good)
    return (
        Term(_ONE, seen),
        Term(_ONE, (Use(_SECOND, (y, z, x)), first_good)),
        Term(-_ONE, (Use(_DEFINED, (y, z)), Use("P >= 0", (x,)), *levels, first_good, second_good)),
    )


def _mass_of_the_bad() -> tuple[Term, ...]:
    y, z = Index("Y", "y_"), Index("Z", "z_")
    first_good = Use("b1 <= 1", (y,))
    return (
        Term(_ONE, (Use(f"{_FIRST} (2)"), Use("d2 <= 1"))),
        Term(_ONE, (Use(f"{_SECOND} (2)", (y,)), first_good), (y,)),
        Term(_ONE, (Use(_DEFINED, (y, z)), first_good, Use("b2 >= 0", (y, z))), (y, z)),
    )


_E = Tensor("E", ("Y", "Z"), indicator=True, role="event")
_N = Tensor("N", ("Y",), indicator=True, role="event")
_x, _c, _y, _z = Index("X", "x"), Index("X", "c"), Index("Y", "y"), Index("Z", "z")
_HEAVY, _POSSIBLE = "min over N of P(E(y)|y)", "min over N of P_Y(y)"


def _event() -> Polynomial:
    """The event of the y in N with a z in E(y)."""
    return atom(_N, _y) * atom(_E, _y, _z)


def _outcome(y: Index = _y) -> Polynomial:
    """P_Y(y)."""
    return sum_over(_P.mass(_c) * _W.entry((_c,), (y,)), _c)


def _inside(x: Index, body: Polynomial) -> Polynomial:
    """W(x,y) sum_z U(x,y,z) body(y,z)."""
    return _W.entry((x,), (_y,)) * sum_over(_U.entry((x, _y), (_z,)) * body, _z)


def _mass(body: Polynomial) -> Polynomial:
    """P_Y(y) times the mass of the body given y."""
    return sum_over(_P.mass(_c) * _inside(_c, body), _c)


def heavy_slices() -> Claim:
    """Theorem 4.4: an event of mass d1 or more, of slices with d2 or more, leaks eps1 + eps2.

    Its slices are those of the y in N, all of which can occur.

    >>> type(heavy_slices()).__name__
    'Implication'
    """
    d1, d2 = Scalar("d1", "probability"), Scalar("d2", "probability")
    on = atom(_N, _y)
    mass = sum_over(_mass(_event()), _y)
    possible = Measure(_POSSIBLE, (), Smallest((_y,), Ratio(_outcome()), on), is_log=False)
    share = Smallest((_y,), Ratio(_mass(atom(_E, _y, _z)), _outcome()), on)
    slices = Measure(_HEAVY, (), share, is_log=False)
    whole = Measure("P(E)", (), Ratio(mass), is_log=False)
    told = Ratio(sum_over(_inside(_x, _event()), _y), mass)
    premises = (eml(_P, _W, d1) <= _EPS1, conditional_eml(_P, Given(_W, _U), d2) <= _EPS2)
    conditions = (possible > 0, slices >= d2, whole >= d1)
    leakage = Measure("l(X->E)", (), Largest((_x,), told, _P.mass(_x)))
    return implies(all_of(*premises, *conditions), leakage <= _EPS1 + _EPS2)


def leakage_of_heavy_slices(sequent: Sequent) -> tuple[Line, ...]:
    """The second hypothesis at E(y) for the y in N, and at all z for the others; then the first.

    With s(y) = P(E(y)|y), the first is applied to N(y) s(y).
    """
    first, second = sequent.rules
    on, d2 = atom(_N, _y), atom(named(sequent, "d2"))
    share = sum_over(atom(named(sequent, "(U | P, W)"), _y, _z) * atom(_E, _y, _z), _z)
    told = _P.mass(_x) * _inside(_x, atom(_E, _y, _z))
    bound = atom(named(sequent, "exp(eps2)")) * _P.mass(_x) * _W.entry((_x,), (_y,)) * share
    given = Fact("the slices", on * _outcome() * (share - d2), (_y,))
    every = _event() + 1 - on
    return (
        given,
        _divided_by_outcome(given, on * share, on * d2),
        *lines_of_rule(second, body_of_only_tensor(second, every, (_y, _z))),
        Fact("slices leak eps2", on * (bound - told), (_x, _y)),
        *lines_of_rule(first, body_of_only_tensor(first, on * share, (_y,))),
    )


def _divided_by_outcome(known: Fact, mass: Polynomial, least: Polynomial) -> Split:
    """N(y) (s(y) - d2) >= 0, since the y in N can occur."""
    case, on = "y can occur", atom(_N, _y)
    statement = Fact("the slices in N", mass - least)
    none = Combine(
        Fact("y is not in N", -on),
        (*times(1, Use(f"{_POSSIBLE} >= m1", (_y,))), *times(on, Use(case))),
        (Use(f"0 < {_POSSIBLE}"),),
    )
    rest = (*times(mass), *times(1, none.statement, Use("d2 >= 0")))
    return Split(
        replace(statement, indices=(_y,)),
        case,
        _outcome(),
        (Combine(statement, times(1, known), (Use(case),)),),
        (none, Combine(statement, rest)),
    )
