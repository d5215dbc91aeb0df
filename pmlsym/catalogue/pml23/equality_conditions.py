"""[PML23, Lemma 1]: when its inequalities hold with equality.

The conditions are of letters and outcomes that attain maxima: sequents say them and are proved for
every size; the same is tested both ways beside them, from the definitions.
"""

from __future__ import annotations

from random import Random

from pmlsym.catalogue.adaptive import draw_adaptive
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_joint, draw_rows
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.joint import Joint, shown
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.pml23.equality_sequents import (
    COMPOSITION,
    CONSTANT_COLUMN,
    POST_PROCESSING,
    PRE_PROCESSING,
    REVEALED_LETTER,
)


def _constant_column(random: Random) -> Trial:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    constant = len({joint.rows[x][y] for x in joint.letters}) == 1
    if constant != (joint.leakage(y) == 1):
        return Fails(f"{joint} at outcome {y}")
    return Holds("a constant column" if constant else "another column")


def _reveals_a_least_likely_letter(random: Random) -> Trial:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    reveals = any(
        joint.posterior(y)[x] == 1 for x in joint.letters if joint.prior[x] == joint.least
    )
    if reveals != (joint.leakage(y) == 1 / joint.least):
        return Fails(f"{joint} at outcome {y}")
    return Holds("an outcome that reveals" if reveals else "another outcome")


def _pre_processing(random: Random) -> Trial:
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


def _post_processing_of_nothing(random: Random) -> Trial:
    joint = draw_joint(random)
    after = draw_rows(random, len(joint.masses), random.randint(1, 3))
    whole = joint.after(after)
    if not joint.independent:
        return UNMET
    if any(whole.leakage(z) != joint.worst for z in whole.outcomes):
        return Fails(f"{joint}, V = {shown(after)}")
    return Holds()


def _post_processing_that_keeps_the_worst(random: Random) -> Trial:
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


def _composition(random: Random) -> Trial:
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


ENTRIES = (
    Entry(
        "PML23/lemma-1.1-equality-lower",
        "l(X->y) = 0 iff P(y|x) is constant on the support",
        "Lemma 1, part 1",
        (CONSTANT_COLUMN,),
        remarks=(
            Checked(
                "both ways", _constant_column, 200, 200, ("a constant column", "another column")
            ),
            Claimed("ldp(P, W) == 0", assume=("pml(P, W) == 0",)),
            Claimed("pml(P, W) == 0", assume=("ldp(P, W) == 0",)),
        ),
    ),
    Entry(
        "PML23/lemma-1.1-equality-upper",
        "l(X->y) = -log p_min iff y reveals a least likely letter",
        "Lemma 1, part 1",
        (REVEALED_LETTER,),
        remarks=(
            Checked(
                "both ways",
                _reveals_a_least_likely_letter,
                200,
                200,
                ("an outcome that reveals", "another outcome"),
            ),
        ),
    ),
    Entry(
        "PML23/lemma-1.3-equality",
        "pre-processing: equality if the best letter's y all maximise i(y;z)",
        "Lemma 1, part 3",
        (
            Composed(
                "l(X->z) = l(Y->z) where the best letter's y all maximise i(y;z)",
                "one is at most the other, and at that letter it reaches its level",
                (PRE_PROCESSING, Claimed("pml(P, W >> V, z) <= pml(P >> W, V, z)")),
            ),
        ),
        remarks=(
            Checked(
                "the condition suffices",
                _pre_processing,
                200,
                200,
                ("the condition met, equal", "the condition unmet, not equal"),
            ),
        ),
    ),
    Entry(
        "PML23/lemma-1.4-equality",
        "post-processing: equality if X and Y are independent, or z reveals a worst y",
        "Lemma 1, part 4",
        (
            Claimed("pml(P, W >> V) == pml(P, W)", assume=("pml(P, W) == 0",)),
            Composed(
                "l(X->z) = max_y l(X->y) where z comes from a worst y alone",
                "one is at most the other, and z reaches its level",
                (POST_PROCESSING, Claimed("pml(P, W >> V, z) <= pml(P, W)")),
            ),
        ),
        remarks=(
            Checked("condition a", _post_processing_of_nothing, 300, 20),
            Checked("condition b", _post_processing_that_keeps_the_worst, 300, 20),
        ),
    ),
    Entry(
        "PML23/lemma-1.6-equality",
        "composition: equality iff i(x;y|z) and i(x;z) have a common maximiser",
        "Lemma 1, part 6",
        (COMPOSITION,),
        remarks=(
            Checked(
                "both ways, i(.;y|z) over supp P(.|z)",
                _composition,
                200,
                200,
                ("a common maximiser", "no common maximiser"),
            ),
        ),
    ),
)
