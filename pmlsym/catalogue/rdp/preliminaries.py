"""[RDP, Sec. 2]: min-entropy, Renyi divergence of order infinity, leakage and its capacity."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution, draw_joint, draw_rows
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.joint import Joint, total
from pmlsym.catalogue.part import Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.rdp.approaching import capacity_is_approached
from pmlsym.catalogue.rdp.attributes import draw_attribute, law_given, law_of, shattering
from pmlsym.catalogue.rdp.levels_reached import LEVELS_OF_A_CHANNEL
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.leakage_capacity import capacity
from pmlsym.measures.prior_mass import hmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, leakage, log_of

_X, _Y, _Z = alphabets("X Y Z")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_HMIN, _CAPACITY = hmin(_P), capacity(_W)
_CONDITIONAL = conditional_pml(_P, Given(_W, Channel("U", (_X, _Y), _Z)))


def _entropy_is_zero_iff_degenerate(random: Random) -> Trial:
    prior = draw_distribution(random, random.randint(1, 5))
    value = evaluate(_HMIN, Instance({"X": len(prior)}, {"P": prior}))
    degenerate = sum(mass > 0 for mass in prior) == 1
    even = len(set(prior)) == 1
    maximal = value == log_of(len(prior))
    if value != -log_of(max(prior)) or (value == 0) != degenerate or maximal != even:
        return Fails(f"P = {prior}: H = {value}")
    return Holds("degenerate" if degenerate else "uniform" if even else "")


def _divergence_is_the_essential_supremum(random: Random) -> Trial:
    """sup{c : P(p/q > c) > 0} runs through the ratios themselves; a/0 is above every c."""
    count = random.randint(1, 5)
    first, second = (draw_distribution(random, count) for _ in range(2))
    support = [x for x in range(count) if first[x] > 0]
    if any(second[x] == 0 for x in support):
        outside = total(first[x] for x in support if second[x] == 0)
        return Holds("infinite") if outside > 0 else Fails(f"P = {first}, Q = {second}")
    largest = max(first[x] / second[x] for x in support)

    def beyond(level: Fraction) -> Fraction:
        return total(first[x] for x in support if first[x] / second[x] > level)

    if beyond(largest) != 0 or beyond(largest - Fraction(1, 10**6)) == 0 or largest < 1:
        return Fails(f"P = {first}, Q = {second}: D = log {largest}")
    return Holds("equal" if first == second else "finite")


def _attributes_reach_the_leakage(random: Random) -> Trial:
    """The shattering attribute reaches D_inf(P_{X|y}||P_X), a random one stays below."""
    joint = draw_joint(random, full_support=True)
    for y in range(len(joint.masses)):
        posterior = joint.posterior(y) if joint.masses[y] else joint.prior
        divergence = max(a / b for a, b in zip(posterior, joint.prior, strict=True))
        reached, tried = (
            max(law_given(joint, rows, y)) / max(law_of(joint.prior, rows))
            for rows in (shattering(joint.prior), draw_attribute(random, len(joint.prior)))
        )
        if reached != divergence or tried > divergence:
            return Fails(f"{joint}, y = {y}: {reached} and {tried}, D = log {divergence}")
    return Holds("null outcome" if 0 in joint.masses else "every outcome occurs")


def _guessing_is_the_mode(random: Random) -> Trial:
    """sup over P_{Uhat|Y} of P(U = Uhat | y) is attained at a mode: it is linear in P_{Uhat|y}."""
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    law = law_given(joint, draw_attribute(random, len(joint.prior)), y)
    guess = draw_distribution(random, len(law))
    success = total(a * b for a, b in zip(guess, law, strict=True))
    return Holds() if success <= max(law) else Fails(f"{joint}: {success} above {max(law)}")


def _conditional_leakage(random: Random) -> Trial:
    """max over z and y of D_inf(P_{X|y,z}||P_{X|z}), z the first outcome and y the second."""
    joint = draw_joint(random, largest=3)
    count = random.randint(1, 3)
    second = [draw_rows(random, len(joint.prior), count) for _ in joint.masses]
    entries = tuple(tuple(block[x] for block in second) for x in range(len(joint.prior)))
    worst = Fraction(1)
    for z in joint.outcomes:
        known = Joint(joint.posterior(z), second[z])
        for y in known.outcomes:
            posterior = known.posterior(y)
            worst = max(worst, *(posterior[x] / known.prior[x] for x in known.letters))
    sizes = {"X": len(joint.prior), "Y": len(joint.masses), "Z": count}
    instance = Instance(sizes, {"P": joint.prior, "W": joint.rows, "U": entries})
    value = evaluate(_CONDITIONAL, instance)
    return Holds() if value == leakage(worst) else Fails(f"{joint}: {value}, not log {worst}")


def _capacity_by_definition(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    columns = [tuple(row[y] for row in joint.rows) for y in joint.outcomes]
    value = evaluate(_CAPACITY, joint.instance())
    if any(0 in column for column in columns):
        return Holds("a zero") if value == INFINITY else Fails(f"{joint}: C = {value}")
    ratio = max(max(column) / min(column) for column in columns)
    return Holds("no zero") if value == leakage(ratio) else Fails(f"{joint}: C = {value}")


_BOUNDS = "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1-pmin(P)))"
"""Strictly below eps > 0 for every prior of full support, by how much its least mass says."""

ENTRIES = (
    Entry(
        "RDP/def-2.1",
        "H_inf(P) = -log max p; largest for the uniform distribution, 0 iff degenerate",
        "Definition 2.1",
        (
            Claimed("hmin(P) <= log(size(X))"),
            Claimed("suppsize(P) <= 1 => hmin(P) == 0"),
            Checked(
                "H is -log of the largest mass, zero iff degenerate, log n iff uniform",
                _entropy_is_zero_iff_degenerate,
                trials=80,
                least=80,
                cases=("degenerate", "uniform"),
            ),
        ),
    ),
    Entry(
        "RDP/def-2.2",
        "D_inf(P||Q) is the log of the essential supremum of p/q under P",
        "Definition 2.2",
        (
            Checked(
                "it is the largest ratio on the support of P, and infinite outside that of Q",
                _divergence_is_the_essential_supremum,
                trials=80,
                least=80,
                cases=("infinite", "equal", "finite"),
            ),
        ),
    ),
    Entry(
        "RDP/def-2.3-2.1",
        "l(X->y) = log sup over U of sup P(U = Uhat | y) / max p(u)",
        "Definition 2.3, (2.1)",
        (
            Checked("the best guess is a mode of P_{U|Y=y}", _guessing_is_the_mode, 40, least=40),
            Checked(
                "the shattering attribute attains the supremum; no random attribute is above it",
                _attributes_reach_the_leakage,
                trials=60,
                least=60,
                cases=("null outcome", "every outcome occurs"),
            ),
        ),
        remarks=(Claimed("uleak(P, W, A, y) <= pml(P, W, y)"),),
    ),
    Entry(
        "RDP/thm-2.4",
        "l(X->y) = D_inf(P_{X|Y=y}||P_X), with P_{X|Y=y} = P_X where p(y) = 0",
        "Theorem 2.4",
        (
            Claimed("uleak(P, W, A, y) <= pml(P, W, y)"),
            Checked(
                "the shattering attribute attains D_inf(P_{X|Y=y}||P_X), also at null outcomes",
                _attributes_reach_the_leakage,
                trials=60,
                least=60,
                cases=("null outcome", "every outcome occurs"),
            ),
        ),
    ),
    Entry(
        "RDP/after-thm-2.4",
        "0 <= l(X->y) <= -log min P_X; Z - X - Y gives l(Z->y) <= l(X->y)",
        "after Theorem 2.4",
        (
            Claimed("0 <= pml(P, W, y) and pml(P, W, y) <= -log(pmin(P))"),
            Claimed("pml(Q, K >> W, y) <= pml(Q >> K, W, y)"),
        ),
    ),
    Entry(
        "RDP/def-2.5",
        "l(X->y|z) = D_inf(P_{X|Y=y,Z=z}||P_{X|Z=z})",
        "Definition 2.5",
        (
            Checked(
                "the measure is the largest posterior ratio over all y and z",
                _conditional_leakage,
                trials=50,
                least=50,
            ),
        ),
    ),
    Entry(
        "RDP/def-2.6",
        "(eps, P)-PML holds iff sup over the priors of D_inf(P_XY||P_X x P_Y) is at most eps",
        "Definition 2.6",
        (
            Composed(
                "l <= eps almost surely for every prior iff D_inf <= eps for every prior",
                "the claims hold for each prior of the set",
                (
                    Claimed("maxinfo(P, W) == pml(P, W)"),
                    Claimed("tail(P, W, eps) <= 0 => pml(P, W) <= eps"),
                    Claimed("pml(P, W) <= eps => tail(P, W, eps) <= 0"),
                ),
            ),
        ),
    ),
    Entry(
        "RDP/def-2.7",
        "C = log sup_y max_{x,x'} p(y|x)/p(y|x'), infinite iff p(y|x) = 0 where p(y) > 0",
        "Definition 2.7",
        (
            Checked(
                "the measure is the definition",
                _capacity_by_definition,
                trials=60,
                least=60,
                cases=("a zero", "no zero"),
            ),
        ),
    ),
    Entry(
        "RDP/thm-2.8",
        "C is the supremum of the leakage over all priors of full support",
        "Theorem 2.8",
        (
            Composed(
                "C is the supremum of the leakage, and of D_inf, over all priors of full support",
                "C is a bound, and every level below it is reached",
                (
                    Claimed("pml(P, W) <= capacity(W)", assume=("fullsupport(P)",)),
                    Claimed("maxinfo(P, W) == pml(P, W)"),
                    LEVELS_OF_A_CHANNEL,
                ),
            ),
        ),
        remarks=(
            Checked(
                "priors with all but e at a smallest entry have leakage of limit C as e -> 0",
                capacity_is_approached,
                trials=40,
                least=40,
                cases=("C infinite", "C finite", "C = 0"),
            ),
            Claimed(_BOUNDS),
        ),
    ),
)
