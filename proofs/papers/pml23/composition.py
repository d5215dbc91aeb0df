"""[PML23, Sec. III-B]: Theorem 4, adaptive composition of guarantees.

A guarantee of P_{Z|X,Y=y} is one at a prior of X. As Definitions 4, 5 and 11 are printed that is
P_X; the proofs use the posterior given y. The first reading fails, the second holds.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.effort import until
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import Question
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.instantiation import instance_steps
from pmlsym.engines.certificates.sequent_search import prove_schematically
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio
from pmlsym.lowering.sequents import lower
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Deduced, Example, Line, named
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


_BOTH = "eml(P, W, d1) <= eps1 and eml(P, U | W, d2) <= eps2 => pml(P, W & U) <= eps1 + eps2"
"""A claim whose hypotheses are those on the mechanisms; its conclusion is not used."""

_EFFORT = 60.0
"""For each step: many times what it needs."""

_E = Tensor("E", ("Y", "Z"), indicator=True)
_N = Tensor("N", ("Y",), indicator=True)
_x, _x0, _y, _z = Index("X", "x"), Index("X", "x0"), Index("Y", "y"), Index("Z", "z")


def _event() -> Polynomial:
    return atom(_E, _y, _z)


def _slice(sequent: Sequent) -> Polynomial:
    """P(E(y,.)|y)."""
    return sum_over(atom(named(sequent, "(U | P, W)"), _y, _z) * _event(), _z)


def _heavy_slices() -> tuple[Sequent, ...]:
    """Theorem 4.4: an event of two outcomes whose slices are heavy leaks eps1 + eps2 at most.

    The mechanisms satisfy (eps1, d1)-EML, and (eps2, d2)-EML at every posterior. E(y,z) indicates
    the event, N(y) the outcomes that it speaks of: P(E) >= d1, P(E(y,.)|y) >= d2 for y in N. Then

        e^(eps1 + eps2) P(E) - sum_yz W(x,y) U(x,y,z) E(y,z) >= 0.
    """
    known = lower(Question(_BOTH).claim())[0]
    part = atom(named(known, "W"), _x, _y) * atom(named(known, "U"), _x, _y, _z) * _event()
    mass = sum_over(atom(named(known, "P"), _x) * part, _x, _y, _z)
    slices = atom(_N, _y) * (_slice(known) - atom(named(known, "d2")))
    facts = (
        *known.facts,
        Fact("E lies over N", atom(_N, _y) - _event(), (_y, _z)),
        Fact("slices are heavy", slices, (_y,)),
        Fact("E is heavy", mass - atom(named(known, "d1"))),
    )
    level = atom(named(known, "exp(eps1)")) * atom(named(known, "exp(eps2)"))
    goal = level * mass - substitute(sum_over(part, _y, _z), {_x: _x0})
    return (Sequent(facts, goal, ">=", known.rules),)


def _lines(sequent: Sequent) -> tuple[Line, ...]:
    """The two events put into the hypotheses, and what follows; the goal alone if one fails.

    The second hypothesis is applied to E on N and to all z off N, the first to sum_z Q(y,z) E(y,z)
    with Q the law of z given y.
    """
    first, second = sequent.rules
    bodies = ((second, _event() + 1 - atom(_N, _y), (_y, _z)), (first, _slice(sequent), (_y,)))
    applied = []
    for rule, body, places in bodies:
        name = f"{rule.name}, applied"
        try:
            applied.append(instance_steps(sequent, rule, body, places, name, _EFFORT))
        except NotDeduced:
            return ()
    part = atom(named(sequent, "W"), _x, _y) * atom(named(sequent, "P"), _x)
    inside = sum_over(atom(named(sequent, "U"), _x, _y, _z) * _event(), _z)
    bound = atom(named(sequent, "exp(eps2)")) * _slice(sequent) - inside
    known = (*sequent.facts, applied[0][-1].statement)
    lemma = Fact("slices leak eps2", part * bound, (_x, _y))
    with until(_EFFORT):
        step = combine(known, lemma)
    if step is None:
        return ()
    lemmas = ((*applied[0], step), applied[1])
    found, _ = prove_schematically(sequent, effort=_EFFORT, lemmas=lemmas)
    return found.steps if found else ()


_FAIR = ("1/2", "1/2")
_ALWAYS = ("1", "1")

HEAVY_SLICES = Deduced(
    "(eps1, d1)-EML, then (eps2, d2)-EML at each posterior: an event of mass d1 or more, with "
    "slices of mass d2 or more, leaks eps1 + eps2 at most",
    _heavy_slices,
    Example(
        {
            "P": _FAIR,
            "W": (("1", "0"), ("0", "1")),
            "U": ((_FAIR, _FAIR), (_FAIR, _FAIR)),
            "(U | P, W)": (_FAIR, _FAIR),
            "E": (_ALWAYS, _ALWAYS),
            "N": _ALWAYS,
            "d1": "1/2",
            "d2": "1/2",
            "exp(eps1)": "2",
            "exp(eps2)": "1",
        },
        {"x0": 0},
    ),
    _lines,
)
