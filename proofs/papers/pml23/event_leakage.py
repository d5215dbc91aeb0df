"""[PML23, Sec. III-A]: closedness, event maximal leakage, Theorem 3, and tails by it, Prop. 4.

Let x maximise i(.;y) for every y in A = {y : l(X->y) > eps}, and let e^eps2 be its least density
on A. If P_Y(A) >= delta, then EML bounds sum_{y in A} W(x,y) by e^eps P_Y(A), while it is at least
e^eps2 P_Y(A) with eps2 > eps: so P_Y(A) is less than delta or zero. That is Proposition 4.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.kernel.certificate import GOAL, Apply, Combine, Term, Use
from pmlsym.language.building import all_of, exp, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, applied, named
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

_EVENT = Tensor("E", ("Y",), nonnegative=True, at_most_one=True)

_EPS, _EPS2 = Scalar("eps", "nonnegative"), Scalar("eps2", "nonnegative")

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


def event_of_one_maximiser() -> Claim:
    """If P(x) > 0, i(x;y) >= eps2 on an event E of mass >= delta, > 0, and EML <= eps: eps2 <= eps.

    >>> type(event_of_one_maximiser()).__name__
    'Implication'
    """
    x, y, z = Index("X", "x"), Index("Y", "y"), Index("X", "z")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    whole = sum_over(mass * atom(_EVENT, y), y)
    event = Measure("P_Y(E)", (), Ratio(whole), is_log=False)
    letter = Measure("P(x)", (), Ratio(_P.mass(x)), is_log=False, free=(x,))
    density = Smallest((y,), Ratio(_W.entry((x,), (y,)), mass), atom(_EVENT, y))
    least = Measure("min over E of i(x;y)", (), density, free=(x,))
    premises = (letter > 0, event > 0, event >= _DELTA, eml(_P, _W, _DELTA) <= _EPS)
    return implies(all_of(*premises, least >= _EPS2), exp(_EPS2) <= exp(_EPS))


def leakage_of_the_event(sequent: Sequent) -> tuple[Line, ...]:
    """P(x) P_Y(E) (e^eps - e^eps2) is EML of the event plus P(x) times the excess of x over it."""
    x, y, z = Index("X", "x"), Index("Y", "y_"), Index("X", "z_")
    at = Index("Y", "at")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    level = atom(named(sequent, "exp(eps2)"))
    excess = sum_over(atom(_EVENT, y) * (_W.entry((x,), (y,)) - level * mass), y)
    lines = tuple(applied(sequent, (at,), atom(_EVENT, at)))
    own = lines[-1].statement.name if isinstance(lines[-1], Apply) else ""
    event = _positive("P_Y(E)", sum_over(mass * atom(_EVENT, y), y), "m1")
    terms = (
        Term(_ONE, (Use(own, (x,)),)),
        Term(_ONE, (Use("0 < P(x)"), Use("the densities of x"))),
    )
    multiplier = (Use("0 < P(x)"), Use(event.statement.name))
    return (
        *lines,
        event,
        Fact("the densities of x", excess),
        Combine(Fact(GOAL, sequent.goal), terms, multiplier),
    )


def _positive(name: str, mass: Polynomial, level: str) -> Combine:
    """A mass is at least a level that is positive."""
    terms = (Term(_ONE, (Use(f"{name} >= {level}"),)), Term(_ONE, (Use(f"0 < {name}"),)))
    return Combine(Fact(f"{name} is positive", mass, (), ">"), terms)


def common_maximiser(random: Random) -> str:
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    level = exp_eml(joint, delta) + Fraction(random.randint(0, 2), 8)
    above = [y for y in joint.outcomes if joint.leakage(y) > level]
    common = set(joint.letters).intersection(*(joint.maximisers(y) for y in above))
    assume(common)
    require(joint.tail(level) <= delta)
    require(not above or all(joint.density(x, y) > level for x in common for y in above))
    return "outcomes above eps" if above else "none above eps"
