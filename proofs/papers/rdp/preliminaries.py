"""[RDP, Sec. 2]: min-entropy, Renyi divergence of order infinity, leakage and its capacity."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pmlsym.numbers.number import INFINITY, leakage, log_of
from proofs.papers.attributes import draw_attribute, law_given, shattering
from proofs.papers.checked import require
from proofs.papers.drawing import draw_distribution, draw_joint, draw_rows
from proofs.papers.joint import Joint, mean_of, total, value_of
from proofs.papers.rdp.databases import limit, mixture, near_point_mass, stays_below, symbolic


def entropy_is_zero_iff_degenerate(random: Random) -> str:
    prior = draw_distribution(random, random.randint(1, 5))
    value = value_of("hmin(P)", P=prior)
    degenerate = sum(mass > 0 for mass in prior) == 1
    even = len(set(prior)) == 1
    maximal = value == log_of(len(prior))
    require(value == -log_of(max(prior)) and (value == 0) == degenerate and maximal == even)
    return "degenerate" if degenerate else "uniform" if even else ""


def divergence_is_the_essential_supremum(random: Random) -> str:
    """sup{c : P(p/q > c) > 0} runs through the ratios themselves; a/0 is above every c."""
    count = random.randint(1, 5)
    first, second = (draw_distribution(random, count) for _ in range(2))
    support = [x for x in range(count) if first[x] > 0]
    if any(second[x] == 0 for x in support):
        outside = total(first[x] for x in support if second[x] == 0)
        require(outside > 0)
        return "infinite"
    largest = max(first[x] / second[x] for x in support)

    def beyond(level: Fraction) -> Fraction:
        return total(first[x] for x in support if first[x] / second[x] > level)

    require(beyond(largest) == 0 and beyond(largest - Fraction(1, 10**6)) != 0 and largest >= 1)
    return "equal" if first == second else "finite"


def attributes_reach_the_leakage(random: Random) -> str:
    """The shattering attribute reaches D_inf(P_{X|y}||P_X), a random one stays below."""
    joint = draw_joint(random, full_support=True)
    for y in range(len(joint.masses)):
        posterior = joint.posterior(y) if joint.masses[y] else joint.prior
        divergence = max(a / b for a, b in zip(posterior, joint.prior, strict=True))
        reached, tried = (
            max(law_given(joint, rows, y)) / max(mean_of(joint.prior, rows))
            for rows in (shattering(joint.prior), draw_attribute(random, len(joint.prior)))
        )
        require(reached == divergence and tried <= divergence)
    return "null outcome" if 0 in joint.masses else "every outcome occurs"


def guessing_is_the_mode(random: Random) -> None:
    """sup over P_{Uhat|Y} of P(U = Uhat | y) is attained at a mode: it is linear in P_{Uhat|y}."""
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    law = law_given(joint, draw_attribute(random, len(joint.prior)), y)
    guess = draw_distribution(random, len(law))
    success = total(a * b for a, b in zip(guess, law, strict=True))
    require(success <= max(law))


def conditional_on_an_entry(random: Random) -> None:
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
    require(joint.value("pml(P, U | W)", U=entries) == leakage(worst))


def capacity_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    columns = [joint.column(y) for y in joint.outcomes]
    value = joint.value("capacity(W)")
    if any(0 in column for column in columns):
        require(value == INFINITY)
        return "a zero"
    ratio = max(max(column) / min(column) for column in columns)
    require(value == leakage(ratio))
    return "no zero"


def ratio(column: Sequence[Fraction]) -> Fraction | None:
    """The largest over the smallest entry; nothing if that is infinite.

    >>> ratio((Fraction(1, 2), Fraction(1, 3)))
    Fraction(3, 2)
    """
    return max(column) / min(column) if min(column) else None


def capacity_is_approached(random: Random) -> str:
    """The worst column, and priors near its smallest entry: the limit is exp C, from below."""
    inputs, outputs = random.randint(2, 3), random.randint(1, 3)
    rows = draw_rows(random, inputs, outputs, zeros=random.random() < 0.5)
    columns = [column for column in zip(*rows, strict=True) if max(column) > 0]
    ratios = [ratio(column) for column in columns]
    capacity = None if None in ratios else max(r for r in ratios if r is not None)
    column = columns[ratios.index(capacity)]
    weights = near_point_mass(inputs, column.index(min(column)))
    exact = symbolic(max(column)) / mixture(weights, column)
    require(limit(exact) == capacity and stays_below(exact, capacity))
    return "C infinite" if capacity is None else "C = 0" if capacity == 1 else "C finite"
