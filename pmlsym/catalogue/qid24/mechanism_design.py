"""[QID24, Sec. IV]: the high-privacy mechanism (20) and what it is optimal for."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Row, Rows, times, total
from pmlsym.catalogue.part import UNMET, Fails, Holds, Trial
from pmlsym.catalogue.qid24.relations import high_privacy_joint
from pmlsym.design.closed_forms.high_privacy_mechanism import high_privacy_mechanism


def printed_mechanism(prior: Row, level: Fraction) -> Rows:
    """(20) as it is printed, at any level e^eps_u; entries may be negative.

    >>> from pmlsym.catalogue.joint import uniform
    >>> printed_mechanism(uniform(2), Fraction(5, 2))[0][0]
    Fraction(-1, 4)
    """
    return tuple(
        tuple(1 - level * (1 - p) if i == j else level * q for j, q in enumerate(prior))
        for i, p in enumerate(prior)
    )


@drawn
def _private_channel(random: Random) -> tuple[Joint, Fraction] | None:
    """A random channel, mixed with independence until it satisfies eps-PML at a random level."""
    joint, own = high_privacy_joint(random)
    level = own
    free = draw_joint(random, full_support=True, smallest=len(joint.prior))
    if len(free.prior) != len(joint.prior):
        return None
    free = Joint(joint.prior, free.rows)
    worst = free.worst
    share = Fraction(1) if worst <= level else (level - 1) / (worst - 1)
    mixed = tuple(
        tuple(share * v + (1 - share) * m for v, m in zip(row, free.masses, strict=True))
        for row in free.rows
    )
    return Joint(joint.prior, mixed), level


def same_feasible_set(random: Random) -> Trial:
    """Every eps_u-PML channel satisfies the lower bound eps_l(eps_u), hence every larger one."""
    drawn = _private_channel(random)
    if drawn is None:
        return UNMET
    joint, level = drawn
    least = min(joint.prior)
    lower = (1 - level * (1 - least)) / least
    densities = [joint.density(x, y) for x in range(len(joint.prior)) for y in joint.outcomes]
    if max(densities) > level or min(densities) < lower:
        return Fails(f"{joint}, e^eps_u = {level}: densities {min(densities)}, {max(densities)}")
    return Holds("attained" if min(densities) == lower else "strict")


def is_a_mechanism(random: Random) -> Trial:
    joint, level = high_privacy_joint(random)
    rows = printed_mechanism(joint.prior, level)
    if rows != joint.rows or min(map(min, rows)) < 0 or any(total(row) != 1 for row in rows):
        return Fails(f"{joint}, e^eps = {level}")
    return Holds() if joint.worst == level else Fails(f"{joint}: exp eps = {joint.worst}")


def post_processing(random: Random) -> Trial:
    """Every eps_u-PML channel is (20) followed by V(j,y) = P_Y(y) (t - density(j,y)) / (t - 1)."""
    drawn = _private_channel(random)
    if drawn is None:
        return UNMET
    joint, t = drawn
    after = tuple(
        tuple(
            m * (t - joint.rows[j][y] / m) / (t - 1) if m else Fraction(0)
            for y, m in enumerate(joint.masses)
        )
        for j in range(len(joint.prior))
    )
    best = high_privacy_mechanism(joint.prior, t)
    if min(map(min, after)) < 0 or any(total(row) != 1 for row in after):
        return Fails(f"{joint}, e^eps_u = {t}: V = {after}")
    return Holds() if times(best, after) == joint.rows else Fails(f"{joint}, e^eps_u = {t}")


def sub_convex(random: Random) -> Trial:
    """A random sublinear function of the columns, the maximum of linear ones, summed over them."""
    drawn = _private_channel(random)
    if drawn is None:
        return UNMET
    joint, t = drawn
    count = random.randint(1, 4)
    slopes = [[random.randint(-3, 3) for _ in joint.prior] for _ in range(count)]

    def utility(rows: Rows) -> Fraction:
        return total(
            max(total(s * v for s, v in zip(slope, column, strict=True)) for slope in slopes)
            for column in zip(*rows, strict=True)
        )

    best, other = utility(high_privacy_mechanism(joint.prior, t)), utility(joint.rows)
    if other > best:
        return Fails(f"{joint}, e^eps_u = {t}, slopes {slopes}: {other} above {best}")
    return Holds("linear" if count == 1 else "maximum")


def no_privacy_at_zero(random: Random) -> Trial:
    """eps_u = 0: all rows of (20) are the prior, and every 0-PML channel has equal rows."""
    prior = draw_distribution(random, random.randint(2, 4), zeros=False)
    rows = high_privacy_mechanism(prior, Fraction(1))
    return Holds() if rows == (prior,) * len(prior) else Fails(f"P = {prior}")
