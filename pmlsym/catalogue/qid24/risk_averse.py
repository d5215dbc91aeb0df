"""[QID24, Sec. V]: leakage to risk-averse adversaries, who guess wrongly or pay costs.

    Lambda(X->y) = max_x log P_X(x)/P_{X|y}(x)

The levels exp Lambda are rationals, or nothing where the leakage is infinite.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, matrix, mean_of, shown, total, uniform
from pmlsym.catalogue.qid24.costs import (
    Costs,
    cost_leakage,
    draw_costs,
    level_of,
    mixture_of,
    split_attribute,
    splitting,
    wrong,
)
from pmlsym.catalogue.rdp.attributes import draw_attribute, law_given
from pmlsym.linear.matrix import units


@drawn
def _draw(random: Random) -> tuple[Joint, int]:
    joint = draw_joint(random, full_support=True)
    return joint, random.choice(joint.outcomes)


def guesses(random: Random) -> None:
    """The least probability of a wrong guess is 1 - max, before and after the outcome."""
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    assume(wrong(mean_of(joint.prior, attribute)))
    for law in (mean_of(joint.prior, attribute), law_given(joint, attribute, y)):
        guess = draw_distribution(random, len(law))
        missed = 1 - total(a * b for a, b in zip(guess, law, strict=True))
        require(missed >= wrong(law))


def constant_attribute(random: Random) -> None:
    joint = Joint(uniform(1), matrix("1"))
    attribute = ((Fraction(1),),)
    before, after = wrong(mean_of(joint.prior, attribute)), wrong(law_given(joint, attribute, 0))
    require(
        not before == after == 0, f"{joint}, U constant: no guess is wrong, and (21) is log 0/0"
    )


def costs_of_zero(random: Random) -> None:
    joint, costs = Joint(uniform(1), matrix("1")), ((Fraction(0),),)
    before, after = (min(mean_of(law, costs)) for law in (joint.prior, joint.posterior(0)))
    require(not before == after == 0, f"{joint}, c = 0: (30) is log 0/0")


def attributes_stay_below(random: Random) -> str:
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    before, after = wrong(mean_of(joint.prior, attribute)), wrong(law_given(joint, attribute, y))
    level = level_of(joint, y)
    require(level is None or before <= level * after)
    return "infinite" if level is None else "finite"


def split_attains(random: Random) -> str:
    """W: x* split into k equal letters, all others one letter, which is the likeliest."""
    joint, y = _draw(random)
    assume(len(joint.prior) != 1)
    attribute = split_attribute(joint, y)
    law, then = mean_of(joint.prior, attribute), law_given(joint, attribute, y)
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
    before, after = (min(mean_of(law, costs)) for law in (joint.prior, joint.posterior(y)))
    require(level is None or before <= level * after)
    worst = min(range(len(joint.prior)), key=lambda x: joint.density(x, y))
    single = tuple((entry,) for entry in units([worst], len(joint.prior))[0])
    require(cost_leakage(joint, y, single) == level)
    return "infinite" if level is None else "finite"


def attribute_as_cost(random: Random) -> str:
    """c_U(x, u) = 1 - P(u|x) has the expectations that wrong guesses have."""
    joint, y = _draw(random)
    attribute = draw_attribute(random, len(joint.prior))
    costs = tuple(tuple(1 - mass for mass in row) for row in attribute)
    for prior, law in (
        (joint.prior, mean_of(joint.prior, attribute)),
        (joint.posterior(y), law_given(joint, attribute, y)),
    ):
        require(min(mean_of(prior, costs)) == wrong(law))
    after = wrong(law_given(joint, attribute, y))
    return "infinite" if after == 0 else "finite"


def _cost_as_attribute(random: Random, *, largest: Fraction) -> str:
    """U_c at delta*, with costs of at most `largest`, k large but finite."""
    joint, y = _draw(random)
    costs = draw_costs(random, len(joint.prior), largest=largest)
    before, after = (min(mean_of(law, costs)) for law in (joint.prior, joint.posterior(y)))
    assume(before != 0)
    attribute = mixture_of(joint, y, costs, 12)
    laws = mean_of(joint.prior, attribute), law_given(joint, attribute, y)
    require(wrong(laws[0]) * after == before * wrong(laws[1]))
    return "infinite" if after == 0 else "finite"


def below_one(random: Random) -> str:
    return _cost_as_attribute(random, largest=Fraction(12, 13))


def cost_of_one(random: Random) -> None:
    """A cost that is 1 on the support of the posterior: for no k does S = T have its leakage."""
    joint = Joint(uniform(2), matrix("1 0; 0 1"))
    costs: Costs = ((Fraction(1),), (Fraction(0),))
    target = cost_leakage(joint, 0, costs)
    found = []
    for k in (2, 3, 10, 1000):
        attribute = tuple((cost / k,) * k + (1 - cost,) for (cost,) in costs)
        laws = mean_of(joint.prior, attribute), law_given(joint, attribute, 0)
        found.append(wrong(laws[0]) / wrong(laws[1]))
    require(
        target in found,
        f"X uniform binary, y reveals x1, c(x1) = 1, c(x2) = 0: exp Lambda_c = {target}, but S = "
        f"T with k = 2, 3, 10, 1000 gives {', '.join(map(str, found))}",
    )
