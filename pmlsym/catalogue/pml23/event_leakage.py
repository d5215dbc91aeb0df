"""[PML23, Sec. III-A]: closedness, similar outcomes, event maximal leakage, Theorem 3."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_joint, draw_probability, draw_rows
from pmlsym.catalogue.events import (
    exp_eml,
    extreme_events,
    largest_at_vertices,
    largest_by_sorting,
    least_private_event,
    reduced,
    split,
)
from pmlsym.catalogue.joint import Joint, matrix, total, uniform
from pmlsym.catalogue.pml23.data_processing import EXAMPLE_5, POST_PROCESSING_5
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import leakage


def _largest_after_processing(joint: Joint, delta: Fraction) -> Fraction:
    """The largest exp l(X->z) over all outcomes of mass >= delta of all post-processings."""
    return max(joint.event(event) for event in extreme_events(joint.masses, delta))


def closedness(random: Random) -> None:
    joint, delta = draw_joint(random), draw_probability(random)
    bound = _largest_after_processing(joint, delta)
    after = joint.after(draw_rows(random, len(joint.masses), random.randint(1, 4)))
    for z in after.outcomes:
        require(after.masses[z] < delta or after.leakage(z) <= bound)
    own = value_of(f"eml(P, W, {delta})", joint.instance())
    require(own == leakage(bound))


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
    own = value_of(f"eml(P, W, {delta})", joint.instance())
    require(own == leakage(largest))
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
    own = value_of(f"eml(P, W, {delta})", joint.instance())
    require(own == leakage(exp_eml(joint, delta)))
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
