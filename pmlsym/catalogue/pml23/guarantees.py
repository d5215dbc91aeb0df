"""[PML23, Sec. III]: eps-PML, (eps, delta)-PML, the average guarantee, Lemmas 2 and 3."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.drawing import draw_joint, draw_probability
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, matrix, total, vector
from pmlsym.catalogue.part import Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.pml23.equality_sequents import REVEALED_LETTER
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import leakage, rational


@drawn
def draw_level(random: Random, joint: Joint) -> Fraction:
    """A level exp(eps) >= 1, one of the leakages of the outcomes in every second case."""
    if random.random() < 0.5:
        return joint.leakage(random.choice(joint.outcomes))
    return 1 + Fraction(random.randint(0, 8), 4)


def _almost_sure(random: Random) -> Trial:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    sure = total(joint.masses[y] for y in joint.outcomes if joint.leakage(y) <= level) == 1
    largest = max(joint.density(x, y) for x in joint.letters for y in joint.outcomes)
    if sure != (largest <= level) or value_of("pml(P, W)", joint.instance()) != leakage(largest):
        return Fails(f"{joint}, exp eps = {level}")
    return Holds("eps-PML" if sure else "no eps-PML")


def _reveals_a_letter(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    least = [x for x in joint.letters if joint.prior[x] == joint.least]
    reveals = any(joint.posterior(y)[x] == 1 for x in least for y in joint.outcomes)
    excludes = any(
        all(joint.rows[other][y] == 0 for other in joint.letters if other != x)
        for x in least
        for y in joint.outcomes
    )
    if not reveals == excludes == (joint.worst == 1 / joint.least):
        return Fails(f"{joint}: reveals {reveals}, excludes {excludes}, exp eps {joint.worst}")
    return Holds("a least likely letter revealed" if reveals else "none revealed")


def _argmin_over_all_letters(random: Random) -> Trial:
    joint = Joint(vector("1/2 1/2 0"), matrix("1 0; 0 1; 0 1"))
    everywhere = [x for x, mass in enumerate(joint.prior) if mass == min(joint.prior)]
    reveals = any(joint.posterior(y)[x] == 1 for x in everywhere for y in joint.outcomes)
    if reveals != (joint.worst == 1 / joint.least):
        return Fails(
            f"{joint}: eps_max = log {joint.worst} is attained, but no outcome reveals "
            "x3, the argmin of P over all letters"
        )
    return Holds()


def _tail_guarantee(random: Random) -> Trial:
    joint = draw_joint(random)
    level, delta = draw_level(random, joint), draw_probability(random)
    higher, more = level + Fraction(random.randint(0, 4), 4), delta + (1 - delta) / 2
    kept = total(joint.masses[y] for y in joint.outcomes if joint.leakage(y) <= level)
    met = kept >= 1 - delta
    if met != (joint.tail(level) <= delta):
        return Fails(f"{joint}, exp eps = {level}, delta = {delta}")
    if met and not joint.tail(higher) <= more:
        return Fails(f"{joint}: not monotone at {level}, {delta}")
    if (joint.tail(level) == 0) != (joint.worst <= level):
        return Fails(f"{joint}: (eps, 0)-PML is not eps-PML at {level}")
    own = value_of(f"tail(P, W, log({level}))", joint.instance())
    if own != rational(1 - kept):
        return Fails(f"{joint}: the tail at log {level} is {own}")
    return Holds("met" if met else "not met")


def _average(random: Random) -> Trial:
    joint = draw_joint(random)
    own = value_of("maxleak(P, W)", joint.instance())
    return Holds() if own == leakage(joint.expected) else Fails(f"{joint}: {own}")


def _average_under_a_tail(random: Random) -> Trial:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    if joint.expected > level + joint.tail(level) / joint.least:
        return Fails(f"{joint}, exp eps = {level}")
    return Holds()


ENTRIES = (
    Entry(
        "PML23/def-4-eq-12",
        "eps-PML: the leakage is at most eps with probability one",
        "Definition 4, (12)",
        (Checked("(12) iff (13)", _almost_sure, 80, 80, ("eps-PML", "no eps-PML")),),
        remarks=(Claimed("tail(P, W, eps) == 0", assume=("pml(P, W) <= eps",)),),
    ),
    Entry(
        "PML23/eq-13",
        "eps-PML iff the information density is at most eps on the supports",
        "(13)",
        (Checked("(12) iff (13)", _almost_sure, 80, 80, ("eps-PML", "no eps-PML")),),
        remarks=(Claimed("pml(P, W) == maxinfo(P, W)"),),
    ),
    Entry(
        "PML23/lemma-2.1",
        "every mechanism is eps_max-PML, and eps_max = -log p_min >= log 2",
        "Lemma 2, part 1",
        (Claimed("pml(P, W) <= -log(pmin(P))"), Claimed("-log(pmin(P)) >= log(2)")),
        correction=Correction(
            "eps_max >= log 2 if X has two possible letters or more",
            "a single letter has mass 1, and eps_max = 0",
            (
                Claimed("pml(P, W) <= -log(pmin(P))"),
                Claimed("-log(pmin(P)) >= log(2)", assume=("suppsize(P) >= 2",)),
            ),
            boundary="one letter",
        ),
    ),
    Entry(
        "PML23/lemma-2.1-iff",
        "the smallest eps is eps_max iff some y reveals x* in argmin_x P(x), that is, P(y|x) = 0 "
        "for every other x",
        "Lemma 2, part 1",
        (Checked("x* in argmin_x P(x) over all letters", _argmin_over_all_letters),),
        correction=Correction(
            "the same with x* in the argmin over the support, and x in the support",
            "the argmin is printed without supp P: a letter of mass zero is in it, and is revealed "
            "by no outcome",
            (REVEALED_LETTER,),
            boundary="letters of mass zero",
        ),
        remarks=(
            Checked(
                "both ways, in the argmin over the support",
                _reveals_a_letter,
                200,
                200,
                ("a least likely letter revealed", "none revealed"),
            ),
        ),
    ),
    Entry(
        "PML23/lemma-2.2",
        "0-PML iff X and Y are independent",
        "Lemma 2, part 2",
        (
            Claimed("ldp(P, W) == 0", assume=("pml(P, W) == 0",)),
            Claimed("pml(P, W) == 0", assume=("ldp(P, W) == 0",)),
        ),
    ),
    Entry(
        "PML23/def-5-eq-14",
        "(eps, delta)-PML: the leakage is at most eps with probability 1 - delta; monotone",
        "Definition 5, (14)",
        (Checked("by the tail", _tail_guarantee, 100, 100, ("met", "not met")),),
        remarks=(Claimed("tail(P, W, eps) == 0", assume=("pml(P, W) <= eps",)),),
    ),
    Entry(
        "PML23/def-6",
        "E exp l(X->Y) <= e^eps is maximal leakage at most eps",
        "Definition 6",
        (Checked("E exp l is exp L", _average, 60, 60),),
    ),
    Entry(
        "PML23/lemma-3.1",
        "eps-PML implies maximal leakage at most eps",
        "Lemma 3, part 1",
        (Claimed("maxleak(P, W) <= eps", assume=("pml(P, W) <= eps",)),),
        remarks=(Claimed("maxleak(P, W) <= pml(P, W)"),),
    ),
    Entry(
        "PML23/lemma-3.2",
        "(eps, delta)-PML implies L <= log(e^eps + delta e^eps_max)",
        "Lemma 3, part 2",
        (
            Claimed(
                "maxleak(P, W) <= log(exp(eps) + delta / pmin(P))",
                assume=("tail(P, W, eps) <= delta",),
                patience=2,
            ),
        ),
        remarks=(Checked("on random instances", _average_under_a_tail, 100, 100),),
    ),
)
