"""[QID24, Sec. V]: leakage to risk-averse adversaries, who guess wrongly or pay costs c(x,w).

    Lambda(X->y) = max_x log P_X(x)/P_{X|y}(x)

The levels exp Lambda are rationals, or nothing where the leakage is infinite. Thms. 2 and 3 make
an attribute W, and the mixture of S and T, which have the leakage of a cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from random import Random

from pmlsym.linear.matrix import units
from proofs.papers.attributes import draw_attribute
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_joint, drawn
from proofs.papers.joint import Joint, Row, Rows, matrix, mean_of, shown, total, uniform

Costs = Rows
"""The cost of each choice w at each letter x."""


def wrong(law: Sequence[Fraction]) -> Fraction:
    """The least probability of a wrong guess.

    >>> wrong((Fraction(1, 3), Fraction(2, 3)))
    Fraction(1, 3)
    """
    return 1 - max(law)


def level_of(joint: Joint, y: int) -> Fraction | None:
    """exp Lambda(X->y) = max_x P_Y(y)/P(y|x), nothing where it is infinite.

    >>> level_of(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), 0)
    Fraction(5, 4)
    """
    least = min(joint.column(y))
    return joint.masses[y] / least if least else None


def cost_leakage(joint: Joint, y: int, costs: Costs) -> Fraction | None:
    """exp Lambda_c(X->y), nothing where it is infinite.

    >>> cost_leakage(Joint(uniform(2), matrix("1 0; 0 1")), 0, ((Fraction(1),), (Fraction(0),)))
    Fraction(1, 2)
    """
    before, after = map(min, means(joint, y, costs))
    return before / after if after else None


def means(joint: Joint, y: int, table: Rows) -> tuple[Row, Row]:
    """The expected costs, or the law of an attribute, before and after the outcome.

    >>> means(Joint(uniform(2), matrix("1 0; 0 1")), 0, matrix("1; 0"))
    ((Fraction(1, 2),), (Fraction(1, 1),))
    """
    return mean_of(joint.prior, table), mean_of(joint.posterior(y), table)


def worst_letter(joint: Joint, y: int) -> int:
    """x* = argmax P_X/P_{X|y}.

    >>> worst_letter(Joint(uniform(2), matrix("1 0; 0 1")), 0)
    1
    """
    return min(range(len(joint.prior)), key=lambda x: joint.density(x, y))


def cost_of_the_worst(joint: Joint, y: int) -> Costs:
    """The cost 1[x = x*].

    >>> cost_of_the_worst(Joint(uniform(2), matrix("1 0; 0 1")), 0)
    ((Fraction(0, 1),), (Fraction(1, 1),))
    """
    return tuple((entry,) for entry in units([worst_letter(joint, y)], len(joint.prior))[0])


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

    >>> len(split_attribute(Joint(uniform(2), matrix("1 0; 0 1")), 0)[0])
    2
    """
    worst = worst_letter(joint, y)
    shares = (law[worst] / (1 - law[worst]) for law in (joint.prior, joint.posterior(y)))
    return splitting(len(joint.prior), worst, max(1, ceil(max(shares))))


def mixture_of(joint: Joint, y: int, costs: Costs, k: int) -> Rows:
    """U_c: S with probability delta*, else T, on k + 1 letters; for costs of at most k/(k+1).

    S and T split the cost of the best choice before and after the outcome into k letters; delta*
    solves a linear equation. Where the leakage is infinite, U is binary: 0 where no cost is paid.
    Raises ZeroDivisionError where the prior cost is zero as well.

    >>> costs = ((Fraction(1, 2),), (Fraction(0),))
    >>> mixture_of(Joint(uniform(2), matrix("1 0; 0 1")), 0, costs, 2)[0]
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    """
    before, after = means(joint, y, costs)
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


@drawn
def _draw(random: Random) -> tuple[Joint, int]:
    joint = draw_joint(random, full_support=True)
    return joint, random.choice(joint.outcomes)


def guesses(random: Random) -> None:
    """The least probability of a wrong guess is 1 - max, before and after the outcome."""
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    laws = means(joint, y, attribute)
    assume(wrong(laws[0]))
    for law in laws:
        guess = draw_distribution(random, len(law))
        missed = 1 - total(a * b for a, b in zip(guess, law, strict=True))
        require(missed >= wrong(law))


def constant_attribute(random: Random) -> None:
    joint = Joint(uniform(1), matrix("1"))
    attribute = ((Fraction(1),),)
    before, after = map(wrong, means(joint, 0, attribute))
    require(
        not before == after == 0, f"{joint}, U constant: no guess is wrong, and (21) is log 0/0"
    )


def costs_of_zero(random: Random) -> None:
    joint, costs = Joint(uniform(1), matrix("1")), ((Fraction(0),),)
    before, after = map(min, means(joint, 0, costs))
    require(not before == after == 0, f"{joint}, c = 0: (30) is log 0/0")


def attributes_stay_below(random: Random) -> str:
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    before, after = map(wrong, means(joint, y, attribute))
    level = level_of(joint, y)
    require(level is None or before <= level * after)
    return "infinite" if level is None else "finite"


def split_attains(random: Random) -> str:
    """W: x* split into k equal letters, all others one letter, which is the likeliest."""
    joint, y = _draw(random)
    assume(len(joint.prior) != 1)
    attribute = split_attribute(joint, y)
    law, then = means(joint, y, attribute)
    level, before, after = level_of(joint, y), wrong(law), wrong(then)
    require(max(law) == law[-1] and max(then) == then[-1])
    require((after == 0) == (level is None))
    require(level is None or before == level * after)
    return "infinite" if level is None else "finite"


def one_letter(random: Random) -> None:
    """|X| = 1: V is always 0, and the last letter of W never occurs."""
    joint = Joint(uniform(1), matrix("1"))
    law = mean_of(joint.prior, splitting(1, 0, 5))
    require(
        max(law) == law[-1],
        f"|X| = 1, k = 5: P_W = {shown((law,))}, whose last letter is not the likeliest",
    )


def costs_stay_below(random: Random) -> str:
    """Lambda_c <= Lambda for random costs; the cost 1[x = x*] attains it."""
    joint, y = _draw(random)
    level = level_of(joint, y)
    costs = draw_costs(random, len(joint.prior))
    before, after = map(min, means(joint, y, costs))
    require(level is None or before <= level * after)
    require(cost_leakage(joint, y, cost_of_the_worst(joint, y)) == level)
    return "infinite" if level is None else "finite"


def attribute_as_cost(random: Random) -> str:
    """c_U(x, u) = 1 - P(u|x) has the expectations that wrong guesses have."""
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    costs = tuple(tuple(1 - mass for mass in row) for row in attribute)
    missed = [wrong(law) for law in means(joint, y, attribute)]
    require(missed == [min(paid) for paid in means(joint, y, costs)])
    return "infinite" if missed[1] == 0 else "finite"


def below_one(random: Random) -> str:
    """U_c at delta*, with costs of at most 12/13, k large but finite."""
    joint, y = _draw(random)
    costs = draw_costs(random, len(joint.prior), largest=Fraction(12, 13))
    before, after = map(min, means(joint, y, costs))
    assume(before != 0)
    attribute = mixture_of(joint, y, costs, 12)
    laws = means(joint, y, attribute)
    require(wrong(laws[0]) * after == before * wrong(laws[1]))
    return "infinite" if after == 0 else "finite"


def cost_of_one(random: Random) -> None:
    """A cost that is 1 on the support of the posterior: for no k does S = T have its leakage."""
    joint = Joint(uniform(2), matrix("1 0; 0 1"))
    costs: Costs = ((Fraction(1),), (Fraction(0),))
    target = cost_leakage(joint, 0, costs)
    found = []
    for k in (2, 3, 10, 1000):
        attribute = tuple((cost / k,) * k + (1 - cost,) for (cost,) in costs)
        laws = means(joint, 0, attribute)
        found.append(wrong(laws[0]) / wrong(laws[1]))
    require(
        target in found,
        f"X uniform binary, y reveals x1, c(x1) = 1, c(x2) = 0: exp Lambda_c = {target}, but S = "
        f"T with k = 2, 3, 10, 1000 gives {', '.join(map(str, found))}",
    )
