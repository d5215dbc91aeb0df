"""[PML23, Sec. IV-B]: LDP, LIP and LDI against PML, and Table I."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.drawing import draw_joint
from pmlsym.catalogue.joint import Joint, Row, total, uniform
from pmlsym.catalogue.part import UNMET, Fails, Holds, Trial
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import Infinite, Number, leakage


def _largest(ratios: list[tuple[Fraction, Fraction]]) -> Number:
    """log of the largest a/b, where 0/0 does not count and a/0 is infinite."""
    if any(a > 0 and b == 0 for a, b in ratios):
        return Infinite(1)
    return leakage(max((a / b for a, b in ratios if b > 0), default=Fraction(1)))


def local_differential_privacy(random: Random) -> Trial:
    joint = draw_joint(random)
    pairs = list(product(joint.letters, repeat=2))
    ratios = [(joint.rows[x][y], joint.rows[z][y]) for x, z in pairs for y in joint.outcomes]
    return _compare("ldp(P, W)", joint, _largest(ratios))


def local_information_privacy(random: Random) -> Trial:
    joint = draw_joint(random)
    cells = [(joint.posterior(y)[x], joint.prior[x]) for x in joint.letters for y in joint.outcomes]
    return _compare("lip(P, W)", joint, _largest(cells + [(q, p) for p, q in cells]))


def local_differential_identifiability(random: Random) -> Trial:
    joint = draw_joint(random)
    pairs = list(product(joint.letters, repeat=2))
    ratios = [
        (joint.posterior(y)[x], joint.posterior(y)[z]) for x, z in pairs for y in joint.outcomes
    ]
    return _compare("ldi(P, W)", joint, _largest(ratios))


def _compare(measure: str, joint: Joint, value: Number) -> Trial:
    own = value_of(measure, joint.instance())
    if own != value:
        return Fails(f"{joint}: {measure} = {own}, by definition {value}")
    return Holds("infinite" if isinstance(value, Infinite) else "finite")


def binary_posterior(random: Random) -> Trial:
    share = Fraction(random.randint(0, 6), 12)
    rows = ((share, 1 - share), (1 - share, share))
    joint = Joint(uniform(2), rows)
    if joint.posterior(0) != (share, 1 - share) or joint.leakage(0) != 2 * (1 - share):
        return Fails(f"{joint}")
    return Holds()


def one_zero(random: Random) -> Trial:
    count = random.randint(2, 7)
    first = (Fraction(0), *(Fraction(1, count - 1),) * (count - 1))
    joint = Joint(uniform(count), (first, *(uniform(count),) * (count - 1)))
    rest = Fraction(count**2, count**2 - count + 1)
    if joint.leakage(0) != Fraction(count, count - 1):
        return Fails(f"n = {count}: exp l(X->y1) = {joint.leakage(0)}")
    if any(joint.leakage(y) != rest for y in range(1, count)):
        return Fails(f"n = {count}: exp l(X->y2) = {joint.leakage(1)}, not {rest}")
    if any(value_of(f"{m}(P, W)", joint.instance()) != Infinite(1) for m in ("ldp", "lip", "ldi")):
        return Fails(f"n = {count}: LDP, LIP or LDI is finite")
    return Holds()


def a_zero_is_infinite(random: Random) -> Trial:
    joint = draw_joint(random)
    if all(joint.rows[x][y] > 0 for x in joint.letters for y in joint.outcomes):
        return UNMET
    if any(value_of(f"{m}(P, W)", joint.instance()) != Infinite(1) for m in ("ldp", "lip", "ldi")):
        return Fails(str(joint))
    return Holds() if joint.worst <= 1 / joint.least else Fails(str(joint))


def _step_for_identifiability(random: Random, *, printed: bool) -> Trial:
    """From P(y|x')P(x') >= e^-eps P(y|x)P(x): the sum over x' /= x, then |supp P| - 1 equal terms.

    The third line of the proof prints P(y|x') P(x) e^-eps for each term.
    """
    if printed:
        third = Fraction(1, 3)
        joint = Joint((2 * third, third), ((third, 2 * third), (2 * third, third)))
    else:
        joint = draw_joint(random, full_support=True)
    y = 0 if printed else random.choice(joint.outcomes)
    column: Row = tuple(row[y] for row in joint.rows)
    weights = [p * w for p, w in zip(joint.prior, column, strict=True)]
    if not min(weights):
        return UNMET
    odds = max(weights) / min(weights)
    third_line, fourth = [], []
    for x, own in enumerate(column):
        term = [(column[k] if printed else own) * joint.prior[x] / odds for k in range(len(column))]
        rest = total(term[k] for k in range(len(column)) if k != x)
        third_line.append(own / (own * joint.prior[x] + rest))
        fourth.append(1 / (joint.prior[x] * (1 + (len(column) - 1) / odds)))
    if not joint.leakage(y) <= max(third_line) or max(third_line) != max(fourth):
        return Fails(
            f"{joint}, y = {y + 1}, e^eps = {odds}: the third line is {max(third_line)}, the "
            f"fourth, said to be equal, {max(fourth)}"
        )
    return Holds()


def printed_step(random: Random) -> Trial:
    return _step_for_identifiability(random, printed=True)


def repaired_step(random: Random) -> Trial:
    return _step_for_identifiability(random, printed=False)
