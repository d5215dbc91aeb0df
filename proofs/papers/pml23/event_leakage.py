"""[PML23, Sec. III-A]: closedness, event maximal leakage, and tails by it, Proposition 4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Apply, Combine, Split, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio, Smallest
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.observation import at_least_one
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, applied, certified, named
from proofs.papers.drawing import draw_joint, draw_probability, draw_rows
from proofs.papers.joint import Joint, matrix, total, uniform
from proofs.papers.pml23.events import (
    exp_eml,
    extreme_events,
    largest_at_vertices,
    largest_by_sorting,
    least_private_event,
    reduced,
    split,
)
from proofs.papers.pml23.guarantees import EXAMPLE_5, POST_PROCESSING_5

_X, _Y = alphabets("X Y")

_P, _W = Prior("P", _X), Channel("W", _X, _Y)

_EVENT = Tensor("N", ("Y",), indicator=True)

_EPS = Scalar("eps", "nonnegative")

_DELTA = Scalar("delta", "probability")

_ONE = Fraction(1)


def _largest_after_processing(joint: Joint, delta: Fraction) -> Fraction:
    """The largest exp l(X->z) over all outcomes of mass >= delta of all post-processings."""
    return max(joint.event(event) for event in extreme_events(joint.masses, delta))


def closedness(random: Random) -> None:
    joint, delta = draw_joint(random), draw_probability(random)
    bound = _largest_after_processing(joint, delta)
    after = joint.after(draw_rows(random, len(joint.masses), random.randint(1, 4)))
    for z in after.outcomes:
        require(after.masses[z] < delta or after.leakage(z) <= bound)
    require(joint.value(f"eml(P, W, {delta})") == leakage(bound))


def event_leakage(random: Random) -> None:
    joint = draw_joint(random)
    event = {y for y in joint.outcomes if random.randrange(5) < 3} or set(joint.outcomes)
    mass = total(joint.masses[y] for y in event)
    first = max(total(joint.rows[x][y] for y in event) / mass for x in joint.letters)
    mixed = max(
        total(joint.masses[y] / mass * joint.density(x, y) for y in event) for x in joint.letters
    )
    require(
        first == mixed == joint.event([Fraction(int(y in event)) for y in range(len(joint.masses))])
    )


def every_event_has_a_leakage(random: Random) -> None:
    joint = Joint(uniform(1), matrix("1"))
    for event in ({0}, set[int]()):
        require(
            total(joint.masses[y] for y in event) != 0,
            f"{joint}: the empty event is a subset of supp P_Y, and leaks log 0/0",
        )


def closed_iff_eml(random: Random) -> str:
    """The best post-processed outcome is an event of a split channel, and events are outcomes."""
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    best = max(extreme_events(joint.masses, delta), key=joint.event)
    parted = joint.rows
    event: list[Fraction] = []
    for y in reversed(range(len(best))):
        whole = best[y] in (0, 1)
        parted = parted if whole else split(parted, y, best[y])
        event = [best[y], *event] if whole else [Fraction(1), Fraction(0), *event]
    member = Joint(joint.prior, parted)
    mass = total(a * p for a, p in zip(event, member.masses, strict=True))
    require(mass >= delta and member.event(event) == joint.event(best))
    largest = max(_whole_events(member, delta))
    require(largest == _largest_after_processing(joint, delta))
    require(joint.value(f"eml(P, W, {delta})") == leakage(largest))
    return "a split outcome" if parted != joint.rows else "whole outcomes"


def _whole_events(joint: Joint, delta: Fraction) -> list[Fraction]:
    corners = (event for event in extreme_events(joint.masses, delta) if set(event) <= {0, 1})
    return [joint.event(event) for event in corners]


def formula_19_at_zero(random: Random) -> None:
    joint, delta = Joint(uniform(1), matrix("1")), Fraction(0)
    k_star = 1
    zeta = (delta - 0) / joint.masses[k_star - 1]
    require(0 < zeta <= 1, f"{joint}, delta = 0: (18) gives zeta = {zeta}, and (19) divides by 0")


def sorting_is_best(random: Random) -> str:
    joint, delta = draw_joint(random), draw_probability(random, positive=True)
    small = Joint(joint.prior, reduced(joint.rows))
    for x in joint.letters:
        found = largest_by_sorting(small, x, delta)
        require(
            found == largest_at_vertices(small, x, delta) == largest_by_sorting(joint, x, delta)
        )
    require(joint.value(f"eml(P, W, {delta})") == leakage(exp_eml(joint, delta)))
    return "whole outcomes" if _is_whole(joint, delta) else "a split outcome"


def _is_whole(joint: Joint, delta: Fraction) -> bool:
    return all(set(least_private_event(joint, x, delta)) <= {0, 1} for x in joint.letters)


def least_private_event_exists(random: Random) -> None:
    joint, delta = draw_joint(random), draw_probability(random, positive=True)
    best = max(joint.letters, key=lambda x: largest_by_sorting(joint, x, delta))
    event = least_private_event(joint, best, delta)
    mass = total(a * p for a, p in zip(event, joint.masses, strict=True))
    require(mass == delta and joint.event(event) == exp_eml(joint, delta))


def no_event_of_mass_zero(random: Random) -> None:
    joint = Joint(uniform(1), matrix("1"))
    require(
        any(mass == 0 for mass in joint.masses),
        f"{joint}, delta = 0: only the empty event of supp P_Y has mass 0",
    )


def example_6(random: Random) -> None:
    joint, delta = EXAMPLE_5, Fraction(1, 6)
    small = Joint(joint.prior, reduced(joint.rows))
    require(small.rows == matrix("0 0 1; 0 0 1; 0 1/3 2/3; 1/3 0 2/3"))
    values = [largest_by_sorting(small, x, delta) for x in range(4)]
    after = joint.after(POST_PROCESSING_5)
    require(values == [Fraction(6, 5)] * 2 + [Fraction(12, 5)] * 2)
    require(after.rows == matrix("1/2 1/2; 1/2 1/2; 1/3 2/3; 2/3 1/3"))
    require(exp_eml(after, delta) == Fraction(4, 3) and exp_eml(joint, delta) == Fraction(12, 5))


def binary_symmetric(random: Random) -> None:
    joint = Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5"))
    eml, level = exp_eml(joint, Fraction(3, 5)), Fraction(6, 5)
    below = joint.tail(level - Fraction(1, 10**6))
    require(eml == Fraction(34, 30) and joint.tail(level) == 0 and below == 1)


def tail_of_one_maximiser() -> Claim:
    """P[l > eps] <= delta, if x maximises i(.;y) at all y in N, and no other y leaks more than eps.

    >>> type(tail_of_one_maximiser()).__name__
    'Implication'
    """
    x, y, z, c = Index("X", "x"), Index("Y", "y"), Index("X", "z"), Index("X", "c")
    inside, other = atom(_EVENT, y), _W.entry((z,), (y,))
    outcome = sum_over(_P.mass(c) * _W.entry((c,), (y,)), c)
    letter = Measure("P(x)", (), Ratio(_P.mass(x)), is_log=False, free=(x,))
    largest = Largest((y, z), Ratio(other, outcome), (1 - inside) * _P.mass(z))
    ratios = Smallest((y, z), Ratio(_W.entry((x,), (y,)), other), inside * _P.mass(z))
    out = Measure(_OUT, (), at_least_one(largest))
    maximises = Measure(_MAXIMISES, (), ratios, is_log=False, free=(x,))
    premises = (letter > 0, maximises >= 1, out <= _EPS, eml(_P, _W, _DELTA) <= _EPS)
    return implies(all_of(*premises), tail(_P, _W, _EPS) <= _DELTA)


_OUT, _MAXIMISES = "max out of N of l(X->y)", "min over N of e^(i(x;y) - l(X->y))"
_ABOVE = "tail(P, W, eps) >= m1"
_b, _x, _y = Index("X", "b"), Index("X", "x"), Index("Y", "y")


def mass_of_the_tail(sequent: Sequent) -> tuple[Line, ...]:
    """Were the tail more than delta, x would have the same excess over e^eps as EML allows: none.

    c(y,b) = d(y,b) g(y,b) with g = W(b,y) - e^eps P_Y(y) is what y leaks more than eps by, at b. So
    c = 0 out of N, and where x is a maximiser, W(x,y) - e^eps P_Y is g at least. The event
    t(y) = sum_b P(b) c(y,b) has the mass of the tail. If EML bounds it, the sum of P c g is 0 at
    most; none of its terms is negative, so that each is 0, and c^2 = d c g with it.
    """
    c = atom(named(sequent, "c1"), _y, _b)
    seen = _P.mass(_b) * c
    out = Fact("c is 0 out of N, squared", -(1 - atom(_EVENT, _y)) * seen * c, (_y, _b))
    none_out = _root(out, (1 - atom(_EVENT, _y)) * seen, seen, _b)
    larger = seen * (_W.entry((_x,), (_y,)) - _W.entry((_b,), (_y,)))
    known = (out, none_out, Fact("x is a maximiser", larger, (_y, _b)))
    more = Fact("the tail is more than delta", -sequent.goal, (), ">")
    statements = tuple(line if isinstance(line, Fact) else line.statement for line in known)
    inner = replace(sequent, facts=(*sequent.facts, *statements, more))
    goal = Fact(GOAL, sequent.goal)
    steps = certified(inner, tuple(_no_tail(inner, seen, c)), effort=_EFFORT).steps
    rest = Combine(goal, times(1, Use(more.name)))
    return (*known, Split(goal, more.name, more.polynomial, steps, (rest,)))


def _no_tail(sequent: Sequent, seen: Polynomial, c: Polynomial) -> Iterator[Line]:
    """That c is 0 where the event is as heavy as delta."""
    put_in = tuple(applied(sequent, (_y,), sum_over(seen, _b)))
    yield from put_in
    last = put_in[-1]
    assert isinstance(last, Apply)
    z = Index("X", "z")
    outcome = sum_over(_P.mass(z) * _W.entry((z,), (_y,)), z)
    level = atom(named(sequent, "exp(eps)"))
    beyond = seen * (_W.entry((_b,), (_y,)) - level * outcome)
    excess = sum_over(seen * (level * outcome - _W.entry((_x,), (_y,))), _y, _b)
    bound = Fact("x has no excess", excess)
    yield Combine(bound, times(1, Use(last.statement.name, (_x,))), (Use("0 < P(x)"),))
    total = Fact("nothing has, in all", -sum_over(beyond, _y, _b))
    yield total
    y, b = Index("Y", "y1"), Index("X", "b1")
    apart = tuple(Use(f"delta_{i.alphabet} <= 1", (i, j)) for i, j in ((y, _y), (b, _b)))
    others = times(1, Use(f"{_ABOVE} (2)", (y, b)), apart[0], over=(y, b))
    others += times(1, Use(f"{_ABOVE} (2)", (_y, b)), apart[1], over=(b,))
    each = Fact("nothing has", -beyond, (_y, _b))
    yield Combine(each, (*times(1, total), *others))
    squared = Fact("c is 0, squared", -seen * c, (_y, _b))
    yield squared
    yield _root(squared, seen, seen, _b)


def _root(squared: Fact, value: Polynomial, case: Polynomial, b: Index) -> Split:
    """-value >= 0 from -value c >= 0, where value is a multiple of the case P c."""
    statement, name = Fact(squared.name.removesuffix(", squared"), -value), "c is positive"
    above = Combine(statement, times(_P.mass(b), squared), (Use(name),))
    factors = () if value == case else (Use("N <= 1", (_y,)),)
    below = Combine(statement, times(1, Use(name), *factors))
    whole = replace(statement, indices=squared.indices)
    return Split(whole, name, case, (above,), (below,))


_EFFORT = 20.0


def common_maximiser(random: Random) -> str:
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    level = exp_eml(joint, delta) + Fraction(random.randint(0, 2), 8)
    above = [y for y in joint.outcomes if joint.leakage(y) > level]
    common = set(joint.letters).intersection(*(joint.maximisers(y) for y in above))
    assume(common)
    require(joint.tail(level) <= delta)
    require(not above or all(joint.density(x, y) > level for x in common for y in above))
    return "outcomes above eps" if above else "none above eps"
