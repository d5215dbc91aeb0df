"""Costs c(x, w), and the constructions of [QID24, Thm. 2, 3]: W, and the mixture of S and T."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Rows, mean_of

Costs = tuple[tuple[Fraction, ...], ...]
"""The cost of each choice w at each letter x."""


def wrong(law: Sequence[Fraction]) -> Fraction:
    """The least probability of a wrong guess.

    >>> wrong((Fraction(1, 3), Fraction(2, 3)))
    Fraction(1, 3)
    """
    return 1 - max(law)


def level_of(joint: Joint, y: int) -> Fraction | None:
    """exp Lambda(X->y) = max_x P_Y(y)/P(y|x), nothing where it is infinite.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> level_of(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), 0)
    Fraction(5, 4)
    """
    least = min(row[y] for row in joint.rows)
    return joint.masses[y] / least if least else None


def cost_leakage(joint: Joint, y: int, costs: Costs) -> Fraction | None:
    """exp Lambda_c(X->y), nothing where it is infinite.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> cost_leakage(Joint(uniform(2), matrix("1 0; 0 1")), 0, ((Fraction(1),), (Fraction(0),)))
    Fraction(1, 2)
    """
    before, after = (min(mean_of(law, costs)) for law in (joint.prior, joint.posterior(y)))
    return before / after if after else None


@drawn
def draw_costs(random: Random, letters: int, *, largest: Fraction = Fraction(1)) -> Costs:
    """Random costs in [0, largest], zero and the largest among them.

    >>> len(draw_costs(Random(1), 3))
    3
    """
    choices = random.randint(1, 3)
    return tuple(
        tuple(largest * Fraction(random.randint(0, 4), 4) for _ in range(choices))
        for _ in range(letters)
    )


def splitting(letters: int, at: int, k: int) -> Rows:
    """P_{W|X}: the letter `at` becomes one of k equal letters, all others the last one.

    >>> splitting(2, 0, 2)[1]
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
    """
    split = (Fraction(1, k),) * k + (Fraction(0),)
    rest = (Fraction(0),) * k + (Fraction(1),)
    return tuple(split if x == at else rest for x in range(letters))


def split_attribute(joint: Joint, y: int) -> Rows:
    """W for x* = argmax P_X/P_{X|y}, with k so large that the last letter is the likeliest.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> len(split_attribute(Joint(uniform(2), matrix("1 0; 0 1")), 0)[0])
    2
    """
    worst = min(range(len(joint.prior)), key=lambda x: joint.density(x, y))
    k = 1
    for law in (joint.prior, joint.posterior(y)):
        while law[worst] / k > 1 - law[worst]:
            k += 1
    return splitting(len(joint.prior), worst, k)


def mixture_of(joint: Joint, y: int, costs: Costs, k: int) -> Rows:
    """U_c: S with probability delta*, else T, on k + 1 letters; for costs of at most k/(k+1).

    S and T split the cost of the best choice before and after the outcome into k letters; delta*
    solves a linear equation. Where the leakage is infinite, U is binary: 0 where no cost is paid.
    Raises ZeroDivisionError where the prior cost is zero as well.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> costs = ((Fraction(1, 2),), (Fraction(0),))
    >>> mixture_of(Joint(uniform(2), matrix("1 0; 0 1")), 0, costs, 2)[0]
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    """
    before, after = mean_of(joint.prior, costs), mean_of(joint.posterior(y), costs)
    first, then = before.index(min(before)), after.index(min(after))
    if not after[then]:
        free = [mass > 0 for mass in joint.posterior(y)]
        half = Fraction(1, 2)
        return tuple((Fraction(1), Fraction(0)) if own else (half, half) for own in free)
    level = before[first] / after[then]
    rise = before[then] - before[first]
    bottom = rise + level * (after[first] - after[then])
    delta = rise / bottom if bottom else Fraction(1)
    mixed = [delta * row[first] + (1 - delta) * row[then] for row in costs]
    return tuple((cost / k,) * k + (1 - cost,) for cost in mixed)
