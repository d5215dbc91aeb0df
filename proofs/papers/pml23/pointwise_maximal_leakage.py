"""[PML23, Sec. I, II-A]: maximal leakage, U-leakage, PML, Theorem 1, the shattering channel."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.numbers.number import leakage
from proofs.papers.attributes import attribute_leakage, printed_shares, shattering
from proofs.papers.checked import Fails, assume, require
from proofs.papers.drawing import draw_distribution, draw_joint, draw_rows
from proofs.papers.joint import Joint, Rows, matrix, total, uniform


def best_guess_is_a_point_mass(random: Random) -> None:
    joint = draw_joint(random)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    of_u = Joint(joint.posterior(y), attribute).masses
    guess = draw_distribution(random, len(of_u))
    correct = total(p * q for p, q in zip(of_u, guess, strict=True))
    before = max(Joint(joint.prior, attribute).masses)
    value = max(of_u) / before
    own = joint.value("uleak(P, W, A, y)", y, A=attribute)
    require(correct <= max(of_u) and value == attribute_leakage(joint, y, attribute))
    require(own == leakage(value))


def shattering_attains(random: Random) -> str:
    joint = draw_joint(random)
    channel = shattering(joint.prior)
    for y in joint.outcomes:
        require(attribute_leakage(joint, y, channel) == joint.leakage(y))
    return "zeros in the prior" if len(joint.letters) < len(joint.prior) else "full support"


def is_the_largest_posterior_ratio(random: Random) -> None:
    joint = draw_joint(random)
    for y in joint.outcomes:
        ratio = max(joint.posterior(y)[x] / joint.prior[x] for x in joint.letters)
        own = joint.value("pml(P, W, y)", y)
        require(own == leakage(ratio) and ratio == joint.leakage(y))


def conditions_suffice(random: Random) -> None:
    """u* is of one maximiser alone, as probable as any; the rest is cut into smaller letters."""
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    best = random.choice(sorted(joint.maximisers(y)))
    share = Fraction(random.randint(1, 4), 4)
    bar = joint.prior[best] * share
    pieces = max(int(1 / bar) + 1, 1)
    rows = []
    for x in range(len(joint.prior)):
        own = share if x == best else Fraction(0)
        rows.append((own, *((1 - own) / pieces,) * pieces))
    u = Joint(joint.prior, tuple(rows))
    assume(max(u.masses) == u.masses[0])
    require(attribute_leakage(joint, y, u.rows) == joint.leakage(y))


def without_a_likeliest_pure_letter(random: Random) -> str:
    """(6a), (6b): any attribute stays below; one whose likeliest letter is impure may do so."""
    joint = draw_joint(random)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    reached, bound = attribute_leakage(joint, y, attribute), joint.leakage(y)
    require(reached <= bound)
    return "equality" if reached == bound else "strict inequality"


def every_letter_has_one_share(random: Random) -> None:
    prior = (Fraction(1),) if random.random() < 0.5 else draw_joint(random).prior
    least = min(mass for mass in prior if mass > 0)
    for mass in filter(None, prior):
        for j, values in enumerate(printed_shares(least / mass), 1):
            if len(set(values)) > 1:
                shown = " and ".join(map(str, values))
                raise Fails(f"P = ({', '.join(map(str, prior))}): letter {j} gets {shown}")


def is_a_channel_with_equal_letters(random: Random) -> str:
    prior = draw_joint(random).prior
    channel = shattering(prior)
    least = min(mass for mass in prior if mass > 0)
    masses = Joint(prior, channel).masses
    for x, mass in enumerate(prior):
        own = [masses[u] for u in _of(channel, x)]
        require(
            not mass
            or (
                max(own) == least
                and all(not channel[z][u] for z in range(x) for u in _of(channel, x))
            )
        )
    integers = all((mass / least).denominator == 1 for mass in prior)
    return "all k(x) integers" if integers else "a remainder"


def _of(channel: Rows, x: int) -> list[int]:
    return [u for u, share in enumerate(channel[x]) if share]


def four_forms_agree(random: Random) -> None:
    joint = draw_joint(random)
    table = [[p * entry for entry in row] for p, row in zip(joint.prior, joint.rows, strict=True)]
    for y in joint.outcomes:
        posterior = joint.posterior(y)
        column = total(row[y] for row in table)
        first = max(posterior[x] / joint.prior[x] for x in joint.letters)
        second = max(joint.rows[x][y] / joint.masses[y] for x in joint.letters)
        divergence = max(p / q for p, q in zip(posterior, joint.prior, strict=True) if p > 0)
        density = max(table[x][y] / (total(table[x]) * column) for x in joint.letters)
        require(first == second == divergence == density)


def is_the_log_of_a_sum_of_maxima(random: Random) -> str:
    joint = draw_joint(random)
    maxima = total(max(joint.rows[x][y] for x in joint.letters) for y in range(len(joint.masses)))
    value = joint.value("maxleak(P, W)")
    require(value == leakage(maxima) and maxima == joint.expected)
    return "full support" if len(joint.letters) == len(joint.prior) else "null letters"


def depends_on_the_support_alone(random: Random) -> None:
    joint = draw_joint(random)
    weights = draw_distribution(random, len(joint.letters), zeros=False)
    other = [Fraction(0)] * len(joint.prior)
    for x, mass in zip(joint.letters, weights, strict=True):
        other[x] = mass
    moved = Joint(tuple(other), joint.rows)
    require(moved.expected == joint.expected)


def two_channels(random: Random) -> None:
    one = Joint(uniform(3), matrix("1 0 0; 1/2 1/2 0; 0 1/2 1/2"))
    two = Joint(uniform(3), matrix("2/3 1/6 1/6; 1/6 2/3 1/6; 1/6 1/6 2/3"))
    reveals = one.posterior(2)[2] == 1 and one.leakage(2) > max(one.leakage(0), one.leakage(1))
    alike = {two.leakage(y) for y in range(3)}
    require(one.expected == two.expected == 2 and reveals and (len(alike) == 1))
