"""[PML23, Lemma 1]: when its inequalities hold with equality.

The conditions are of letters and outcomes that attain maxima: sequents say them and are proved for
every size; the same is tested both ways beside them, from the definitions.
"""

from __future__ import annotations

from random import Random

from pmlsym.catalogue.adaptive import draw_adaptive
from pmlsym.catalogue.checked import Unmet, assume, require
from pmlsym.catalogue.drawing import draw_joint, draw_rows
from pmlsym.catalogue.joint import Joint


def constant_column(random: Random) -> str:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    constant = len({joint.rows[x][y] for x in joint.letters}) == 1
    require(constant == (joint.leakage(y) == 1))
    return "a constant column" if constant else "another column"


def reveals_a_least_likely_letter(random: Random) -> str:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    reveals = any(
        joint.posterior(y)[x] == 1 for x in joint.letters if joint.prior[x] == joint.least
    )
    require(reveals == (joint.leakage(y) == 1 / joint.least))
    return "an outcome that reveals" if reveals else "another outcome"


def pre_processing(random: Random) -> str:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    second, whole = joint.of_outcome(after), joint.after(after)
    z = random.choice(whole.outcomes)
    equal = whole.leakage(z) == second.leakage(z)
    met = any(
        {y for y in joint.outcomes if joint.rows[x][y] > 0} <= second.maximisers(z)
        for x in whole.maximisers(z)
    )
    require(not met or equal)
    return f"the condition {'met' if met else 'unmet'}, {'' if equal else 'not '}equal"


def post_processing_of_nothing(random: Random) -> None:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole = joint.after(after)
    assume(joint.independent)
    require(all(whole.leakage(z) == joint.worst for z in whole.outcomes))


def post_processing_that_keeps_the_worst(random: Random) -> None:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole, chain = joint.after(after), Joint(joint.masses, after)
    for z in whole.outcomes:
        origin = chain.posterior(z)
        if any(origin[y] == 1 and joint.leakage(y) == joint.worst for y in joint.outcomes):
            require(whole.leakage(z) == joint.worst)
            return
    raise Unmet


def composition(random: Random) -> str:
    adaptive = draw_adaptive(random)
    y = random.choice(adaptive.seen.outcomes)
    given = adaptive.given(y)
    z = random.choice(given.outcomes)
    whole = adaptive.both.leakage(adaptive.pairs.index((y, z)))
    equal = whole == adaptive.seen.leakage(y) * given.leakage(z)
    common = bool(adaptive.seen.maximisers(y) & given.maximisers(z))
    require(equal == common)
    return "a common maximiser" if common else "no common maximiser"
