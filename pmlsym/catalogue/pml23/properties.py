"""[PML23, Sec. II-C]: conditional PML, Lemma 1 without its equality conditions, Remarks 3 to 5."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.adaptive import Adaptive, draw_adaptive, worst_given
from pmlsym.catalogue.attributes import attribute_leakage, shattering
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_joint, draw_rows
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, Rows, matrix, total, uniform
from pmlsym.catalogue.outcome_measures import density_of_outcomes, mass_of_outcomes
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Denied, Fails, Holds, Trial
from pmlsym.catalogue.pml23.deterministic_outcomes import DETERMINISTIC_OUTCOME
from pmlsym.catalogue.text_values import value_of
from pmlsym.language.building import equal, implies
from pmlsym.language.nodes import Claim
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage

_X, _Y, _Z = alphabets("X Y Z")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_U, _V = Channel("U", (_X, _Y), _Z), Channel("V", _X, _Z)


def _composition_at_outcomes() -> Claim:
    conditional = conditional_pml(_P, Given(_W, _U), "y", "z")
    return pml(_P, _W & _U, "y", "z") <= pml(_P, _W, "y") + conditional


def _independent_side_information() -> Claim:
    """Lemma 1.5 with the letters renamed: y is the side information and z the outcome."""
    left = conditional_pml(_P, Given(_W, _V), "y", "z")
    right = pml(_P, _V, "z") - density_of_outcomes(_P, _W, _V)
    return implies(mass_of_outcomes(_P, _W, _V) > 0, equal(left, right))


def _conditional_is_attained(random: Random) -> Trial:
    adaptive = draw_adaptive(random)
    y = random.choice(adaptive.seen.outcomes)
    given = adaptive.given(y)
    z = random.choice(given.outcomes)
    attribute = draw_rows(random, len(given.prior), random.randint(1, 4))
    if attribute_leakage(given, z, attribute) > given.leakage(z):
        return Fails(f"{adaptive}, outcomes {y}, {z}, U = {attribute}")
    if attribute_leakage(given, z, shattering(given.prior)) != given.leakage(z):
        return Fails(f"{adaptive}, outcomes {y}, {z}: shattering falls short")
    return Holds()


def _density(adaptive: Adaptive, x: int, y: int, z: int) -> Fraction:
    """exp i(x;z|y) = P(x,y,z) P(y) / (P(x,y) P(y,z)), from the joint distribution alone."""
    seen, both = adaptive.seen, adaptive.both
    column = adaptive.pairs.index((y, z))
    whole = both.prior[x] * both.rows[x][column]
    known = seen.prior[x] * seen.rows[x][y]
    return whole * seen.masses[y] / (known * both.masses[column])


def _conditional_forms_agree(random: Random) -> Trial:
    adaptive = draw_adaptive(random)
    own = value_of("pml(P, U | W)", adaptive.instance())
    if own != leakage(worst_given(adaptive)):
        return Fails(f"{adaptive}: {own}, not log {worst_given(adaptive)}")
    for y in adaptive.seen.outcomes:
        given, both = adaptive.given(y), adaptive.both
        for z in given.outcomes:
            column = adaptive.pairs.index((y, z))
            posterior = both.posterior(column)
            by_posterior = max(posterior[x] / given.prior[x] for x in given.letters)
            density = max(map(partial(_density, adaptive, y=y, z=z), given.letters))
            if not by_posterior == density == given.leakage(z):
                return Fails(f"{adaptive}, outcomes {y}, {z}")
    return Holds()


def _deterministic_outcomes(random: Random) -> Trial:
    joint = draw_joint(random)
    inputs, outputs = len(joint.prior), random.randint(1, 4)
    chosen = [random.randrange(outputs) for _ in range(inputs)]
    rows = tuple(tuple(Fraction(int(y == z)) for z in range(outputs)) for y in chosen)
    fixed = Joint(joint.prior, rows)
    for y in fixed.outcomes:
        if fixed.leakage(y) * fixed.masses[y] != 1:
            return Fails(f"{fixed} at outcome {y}")
    for y in fixed.outcomes:
        for z in fixed.outcomes:
            rarer = fixed.masses[y] < fixed.masses[z]
            if rarer != (fixed.leakage(y) > fixed.leakage(z)):
                return Fails(f"{fixed}: outcomes {y}, {z}")
    return Holds("several outcomes" if len(fixed.outcomes) > 1 else "a constant")


def _best_bound_is_the_maximum(random: Random) -> Trial:
    joint = draw_joint(random)
    same = joint.after(_identity(len(joint.masses)))
    if same.worst != joint.worst:
        return Fails(str(joint))
    small = any(same.worst > joint.leakage(y) for y in joint.outcomes)
    return Holds("an outcome leaks less" if small else "all leak alike")


def _identity(count: int) -> Rows:
    return tuple(tuple(Fraction(int(y == z)) for z in range(count)) for y in range(count))


def _side_information_that_keeps_the_maximiser(random: Random) -> Trial:
    """y is the side information, z the outcome of a mechanism that does not look at it."""
    adaptive = draw_adaptive(random, blind=True)
    y = random.choice(adaptive.seen.outcomes)
    given, alone = adaptive.given(y), adaptive.at_prior(y)
    z = random.choice(given.outcomes)
    density = given.masses[z] / alone.masses[z]
    value = max(alone.density(x, z) for x in given.letters) / density
    if given.leakage(z) != value or value > alone.leakage(z) / density:
        return Fails(f"{adaptive}, outcomes {y}, {z}")
    kept = bool(alone.maximisers(z) & set(given.letters))
    if kept != (value == alone.leakage(z) / density):
        return Fails(f"{adaptive}, outcomes {y}, {z}: kept {kept}")
    return Holds("a maximiser kept" if kept else "all maximisers excluded")


def _side_information_example(random: Random) -> Trial:
    first = matrix("2/5 3/5; 3/5 2/5")
    second = (matrix("1/2 1/2; 1/3 2/3"), matrix("2/3 1/3; 1/2 1/2"))
    adaptive = Adaptive(uniform(2), first, second)
    alone = Joint(
        uniform(2),
        tuple(
            tuple(total(row[z] * table[z][y] for z in range(2)) for y in range(2))
            for row, table in zip(first, second, strict=True)
        ),
    )
    found = (adaptive.given(0).leakage(0), alone.leakage(0), adaptive.given(1).leakage(0))
    if (
        found != (Fraction(10, 9), Fraction(6, 5), Fraction(5, 4))
        or not found[0] < found[1] < found[2]
    ):
        return Fails(f"exp l = {found}")
    return Holds()


def _dynamic_leakage_falls(random: Random) -> Trial:
    joint = Joint((Fraction(3, 4), Fraction(1, 4)), matrix("1/4 3/4; 3/4 1/4"))
    ratio = max(joint.posterior(0)) / max(joint.prior)
    own = value_of("dynleak(P, W, y)", joint.instance(0))
    if ratio != Fraction(2, 3) or own != leakage(ratio) or joint.leakage(0) < 1:
        return Fails(f"{joint}: {own}")
    return Holds()


def _independent(random: Random) -> Trial:
    joint = draw_joint(random)
    if not joint.independent:
        return UNMET
    return Holds() if joint.worst == 1 else Fails(str(joint))


ENTRIES = (
    Entry(
        "PML23/def-3",
        "conditional PML is the supremum over U of the ratio of the two guessing probabilities",
        "Definition 3",
        (Checked("U stays below, shattering P(x|z) attains", _conditional_is_attained, 60, 60),),
    ),
    Entry(
        "PML23/def-3-formula",
        "l(X->y|z) = log max over supp P(.|z) of P(x|y,z)/P(x|z), and three more forms",
        "after Definition 3",
        (Checked("the forms agree with the package", _conditional_forms_agree, 40, 40),),
    ),
    Entry(
        "PML23/lemma-1.1-bounds",
        "0 <= l(X->y) <= -log of the smallest mass",
        "Lemma 1, part 1",
        (Claimed("pml(P, W, y) >= 0"), Claimed("pml(P, W, y) <= -log(pmin(P))")),
    ),
    Entry(
        "PML23/lemma-1.2a",
        "independent X and Y leak nothing",
        "Lemma 1, part 2",
        (Claimed("pml(P, W) == 0", assume=("ldp(P, W) == 0",)),),
        remarks=(Checked("equal rows on the support", _independent, 300, 20),),
    ),
    Entry(
        "PML23/lemma-1.2b",
        "a deterministic outcome leaks -log P(y)",
        "Lemma 1, part 2",
        (DETERMINISTIC_OUTCOME,),
        remarks=(
            Checked(
                "0-1 rows", _deterministic_outcomes, 60, 60, ("several outcomes", "a constant")
            ),
        ),
    ),
    Entry(
        "PML23/lemma-1.3",
        "pre-processing: l(X->z) <= l(Y->z) on X - Y - Z",
        "Lemma 1, part 3",
        (Claimed("pml(P, W >> V, z) <= pml(P >> W, V, z)"),),
    ),
    Entry(
        "PML23/lemma-1.4",
        "post-processing: l(X->z) <= max_y l(X->y) on X - Y - Z",
        "Lemma 1, part 4",
        (Claimed("pml(P, W >> V, z) <= pml(P, W)"),),
    ),
    Entry(
        "PML23/lemma-1.5",
        "side information z with Z - X - Y: l(X->y|z) = max over supp P_X of i(x;y|z) "
        "= l(X->y) - i(y;z)",
        "Lemma 1, part 5",
        (
            Claimed(
                "l(X->y|z) == l(X->y) - i(y;z) where P(y,z) > 0, on Z - X - Y",
                claim=_independent_side_information,
            ),
        ),
        correction=Correction(
            "l(X->y|z) = max over supp P(.|z) of i(x;y) - i(y;z) <= l(X->y) - i(y;z), with "
            "equality iff z does not exclude every maximiser of i(x;y)",
            "z may exclude the letters that maximise i(x;y): the maximum is over supp P(.|z) only",
            (
                Checked(
                    "the corrected equality and its condition",
                    _side_information_that_keeps_the_maximiser,
                    1000,
                    1000,
                    ("a maximiser kept", "all maximisers excluded"),
                ),
            ),
        ),
    ),
    Entry(
        "PML23/lemma-1.6",
        "composition: l(X->(y,z)) <= l(X->z) + l(X->y|z)",
        "Lemma 1, part 6",
        (
            Claimed(
                "l(X->(y,z)) <= l(X->y) + l(X->z|y) at all outcomes", claim=_composition_at_outcomes
            ),
            Claimed("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
        ),
    ),
    Entry(
        "PML23/remark-3",
        "of two deterministic outcomes the rarer leaks more",
        "Remark 3",
        (
            Composed(
                "l(X->y) > l(X->z) iff P_Y(y) < P_Y(z)",
                "-log falls strictly",
                (DETERMINISTIC_OUTCOME, Claimed("-log(p) > -log(q)", assume=("0 < p", "p < q"))),
            ),
        ),
        remarks=(Checked("0-1 rows", _deterministic_outcomes, 60, 60, ("several outcomes",)),),
    ),
    Entry(
        "PML23/remark-4",
        "l(X->z) <= l(X->y) for every y is false; for Z = Y the maximum over y is the best bound",
        "Remark 4",
        (
            Denied("pml(P, W >> V, z) <= pml(P, W, y)"),
            Checked("Z = Y", _best_bound_is_the_maximum, 60, 60, ("an outcome leaks less",)),
        ),
        remarks=(Claimed("pml(P, W >> V, z) <= pml(P, W)"),),
    ),
    Entry(
        "PML23/remark-5",
        "side information can lower and raise leakage: log 10/9 < log 6/5 < log 5/4",
        "Remark 5",
        (Checked("the printed channels", _side_information_example),),
    ),
    Entry(
        "PML23/sec-ii-d",
        "dynamic min-entropy leakage is at most PML, and can be negative",
        "Section II-D",
        (Claimed("dynleak(P, W, y) <= pml(P, W, y)"), Denied("dynleak(P, W, y) >= 0")),
        remarks=(
            Checked(
                "prior (3/4, 1/4), posterior (1/2, 1/2): log 2/3",
                _dynamic_leakage_falls,
                complete=True,
            ),
        ),
    ),
)
