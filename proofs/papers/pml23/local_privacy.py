"""[PML23, Sec. IV-B]: LDP, LIP and LDI against PML, and Table I."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.numbers.number import Infinite, Number, leakage
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_joint
from proofs.papers.joint import Joint, total, uniform


def _largest(ratios: list[tuple[Fraction, Fraction]]) -> Number:
    """log of the largest a/b, where 0/0 does not count and a/0 is infinite."""
    if any(a > 0 and b == 0 for a, b in ratios):
        return Infinite(1)
    return leakage(max((a / b for a, b in ratios if b > 0), default=Fraction(1)))


def local_differential_privacy(random: Random) -> str:
    joint = draw_joint(random)
    pairs = list(product(joint.letters, repeat=2))
    ratios = [(joint.rows[x][y], joint.rows[z][y]) for x, z in pairs for y in joint.outcomes]
    return _compare("ldp(P, W)", joint, _largest(ratios))


def local_information_privacy(random: Random) -> str:
    joint = draw_joint(random)
    cells = [(joint.posterior(y)[x], joint.prior[x]) for x in joint.letters for y in joint.outcomes]
    return _compare("lip(P, W)", joint, _largest(cells + [(q, p) for p, q in cells]))


def local_differential_identifiability(random: Random) -> str:
    joint = draw_joint(random)
    pairs = list(product(joint.letters, repeat=2))
    ratios = [
        (joint.posterior(y)[x], joint.posterior(y)[z]) for x, z in pairs for y in joint.outcomes
    ]
    return _compare("ldi(P, W)", joint, _largest(ratios))


def _compare(measure: str, joint: Joint, value: Number) -> str:
    require(joint.value(measure) == value)
    return "infinite" if isinstance(value, Infinite) else "finite"


def binary_posterior(random: Random) -> None:
    share = Fraction(random.randint(0, 6), 12)
    rows = ((share, 1 - share), (1 - share, share))
    joint = Joint(uniform(2), rows)
    require(joint.posterior(0) == (share, 1 - share) and joint.leakage(0) == 2 * (1 - share))


def one_zero(random: Random) -> None:
    count = random.randint(2, 7)
    first = (Fraction(0), *(Fraction(1, count - 1),) * (count - 1))
    joint = Joint(uniform(count), (first, *(uniform(count),) * (count - 1)))
    rest = Fraction(count**2, count**2 - count + 1)
    require(joint.leakage(0) == Fraction(count, count - 1))
    require(all(joint.leakage(y) == rest for y in range(1, count)))
    require(all(joint.value(f"{m}(P, W)") == Infinite(1) for m in ("ldp", "lip", "ldi")))


def a_zero_is_infinite(random: Random) -> None:
    joint = draw_joint(random)
    assume(any(joint.rows[x][y] == 0 for x in joint.letters for y in joint.outcomes))
    require(all(joint.value(f"{m}(P, W)") == Infinite(1) for m in ("ldp", "lip", "ldi")))
    require(joint.worst <= 1 / joint.least)


def _step_for_identifiability(random: Random, *, printed: bool) -> None:
    """From P(y|x')P(x') >= e^-eps P(y|x)P(x): the sum over x' /= x, then |supp P| - 1 equal terms.

    The third line of the proof prints P(y|x') P(x) e^-eps for each term.
    """
    if printed:
        third = Fraction(1, 3)
        joint = Joint((2 * third, third), ((third, 2 * third), (2 * third, third)))
    else:
        joint = draw_joint(random, full_support=True)
    y = 0 if printed else random.choice(joint.outcomes)
    column = joint.column(y)
    weights = [p * w for p, w in zip(joint.prior, column, strict=True)]
    assume(min(weights))
    odds = max(weights) / min(weights)
    third_line, fourth = [], []
    for x, own in enumerate(column):
        term = [(column[k] if printed else own) * joint.prior[x] / odds for k in range(len(column))]
        rest = total(term[k] for k in range(len(column)) if k != x)
        third_line.append(own / (own * joint.prior[x] + rest))
        fourth.append(1 / (joint.prior[x] * (1 + (len(column) - 1) / odds)))
    require(
        joint.leakage(y) <= max(third_line) and max(third_line) == max(fourth),
        f"{joint}, y = {y + 1}, e^eps = {odds}: the third line is {max(third_line)}, the fourth, "
        f"said to be equal, {max(fourth)}",
    )


def printed_step(random: Random) -> None:
    _step_for_identifiability(random, printed=True)


def repaired_step(random: Random) -> None:
    _step_for_identifiability(random, printed=False)
