"""[PML23, Lemma 1]: when its inequalities hold with equality.

The conditions are of letters and outcomes that attain maxima: sequents say them and are proved for
every size; the same is tested both ways beside them, from the definitions.
"""

from __future__ import annotations

from random import Random

from pmlsym.catalogue.adaptive import draw_adaptive
from pmlsym.catalogue.drawing import draw_joint, draw_rows
from pmlsym.catalogue.joint import Joint, shown
from pmlsym.catalogue.part import UNMET, Fails, Holds, Trial


def constant_column(random: Random) -> Trial:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    constant = len({joint.rows[x][y] for x in joint.letters}) == 1
    if constant != (joint.leakage(y) == 1):
        return Fails(f"{joint} at outcome {y}")
    return Holds("a constant column" if constant else "another column")


def reveals_a_least_likely_letter(random: Random) -> Trial:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    reveals = any(
        joint.posterior(y)[x] == 1 for x in joint.letters if joint.prior[x] == joint.least
    )
    if reveals != (joint.leakage(y) == 1 / joint.least):
        return Fails(f"{joint} at outcome {y}")
    return Holds("an outcome that reveals" if reveals else "another outcome")


def pre_processing(random: Random) -> Trial:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    second, whole = joint.of_outcome(after), joint.after(after)
    z = random.choice(whole.outcomes)
    equal = whole.leakage(z) == second.leakage(z)
    met = any(
        {y for y in joint.outcomes if joint.rows[x][y] > 0} <= second.maximisers(z)
        for x in whole.maximisers(z)
    )
    if met and not equal:
        return Fails(f"{joint}, V = {shown(after)} at outcome {z}")
    return Holds(f"the condition {'met' if met else 'unmet'}, {'' if equal else 'not '}equal")


def post_processing_of_nothing(random: Random) -> Trial:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole = joint.after(after)
    if not joint.independent:
        return UNMET
    if any(whole.leakage(z) != joint.worst for z in whole.outcomes):
        return Fails(f"{joint}, V = {shown(after)}")
    return Holds()


def post_processing_that_keeps_the_worst(random: Random) -> Trial:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole, chain = joint.after(after), Joint(joint.masses, after)
    for z in whole.outcomes:
        origin = chain.posterior(z)
        if any(origin[y] == 1 and joint.leakage(y) == joint.worst for y in joint.outcomes):
            if whole.leakage(z) != joint.worst:
                return Fails(f"{joint}, V = {shown(after)} at outcome {z}")
            return Holds()
    return UNMET


def composition(random: Random) -> Trial:
    adaptive = draw_adaptive(random)
    y = random.choice(adaptive.seen.outcomes)
    given = adaptive.given(y)
    z = random.choice(given.outcomes)
    whole = adaptive.both.leakage(adaptive.pairs.index((y, z)))
    equal = whole == adaptive.seen.leakage(y) * given.leakage(z)
    common = bool(adaptive.seen.maximisers(y) & given.maximisers(z))
    if equal != common:
        return Fails(f"{adaptive}, outcomes {y}, {z}")
    return Holds("a common maximiser" if common else "no common maximiser")
