"""[QID24, Sec. IV]: the high-privacy mechanism (20) and what it is optimal for."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_joint, drawn
from proofs.papers.joint import Joint, Row, Rows, times, total
from proofs.papers.mechanisms.closed_forms import high_privacy_mechanism
from proofs.papers.qid24.densities import high_privacy_joint


def printed_mechanism(prior: Row, level: Fraction) -> Rows:
    """(20) as it is printed, at any level e^eps_u; entries may be negative.

    >>> from proofs.papers.joint import uniform
    >>> printed_mechanism(uniform(2), Fraction(5, 2))[0][0]
    Fraction(-1, 4)
    """
    return tuple(
        tuple(1 - level * (1 - p) if i == j else level * q for j, q in enumerate(prior))
        for i, p in enumerate(prior)
    )


@drawn
def _private_channel(random: Random) -> tuple[Joint, Fraction]:
    """A random channel, mixed with independence until it satisfies eps-PML at a random level."""
    joint, level = high_privacy_joint(random)
    free = draw_joint(random, full_support=True, smallest=len(joint.prior))
    assume(len(free.prior) == len(joint.prior))
    free = Joint(joint.prior, free.rows)
    worst = free.worst
    share = Fraction(1) if worst <= level else (level - 1) / (worst - 1)
    mixed = tuple(
        tuple(share * v + (1 - share) * m for v, m in zip(row, free.masses, strict=True))
        for row in free.rows
    )
    return Joint(joint.prior, mixed), level


def same_feasible_set(random: Random) -> str:
    """Every eps_u-PML channel satisfies the lower bound eps_l(eps_u), hence every larger one."""
    joint, level = _private_channel(random)
    least = min(joint.prior)
    lower = (1 - level * (1 - least)) / least
    densities = joint.densities
    require(max(densities) <= level and min(densities) >= lower)
    return "attained" if min(densities) == lower else "strict"


def is_a_mechanism(random: Random) -> None:
    joint, level = high_privacy_joint(random)
    rows = printed_mechanism(joint.prior, level)
    require(
        rows == joint.rows and min(map(min, rows)) >= 0 and all(total(row) == 1 for row in rows)
    )
    require(joint.worst == level)


def post_processing(random: Random) -> None:
    """Every eps_u-PML channel is (20) followed by V(j,y) = P_Y(y) (t - density(j,y)) / (t - 1)."""
    joint, t = _private_channel(random)
    after = tuple(
        tuple(
            m * (t - joint.rows[j][y] / m) / (t - 1) if m else Fraction(0)
            for y, m in enumerate(joint.masses)
        )
        for j in range(len(joint.prior))
    )
    best = high_privacy_mechanism(joint.prior, t)
    require(min(map(min, after)) >= 0 and all(total(row) == 1 for row in after))
    require(times(best, after) == joint.rows)


def sub_convex(random: Random) -> str:
    """A random sublinear function of the columns, the maximum of linear ones, summed over them."""
    joint, t = _private_channel(random)
    count = random.randint(1, 4)
    slopes = [[random.randint(-3, 3) for _ in joint.prior] for _ in range(count)]

    def utility(rows: Rows) -> Fraction:
        return total(
            max(total(s * v for s, v in zip(slope, column, strict=True)) for slope in slopes)
            for column in zip(*rows, strict=True)
        )

    best, other = utility(high_privacy_mechanism(joint.prior, t)), utility(joint.rows)
    require(other <= best)
    return "linear" if count == 1 else "maximum"


def no_privacy_at_zero(random: Random) -> None:
    """eps_u = 0: all rows of (20) are the prior, and every 0-PML channel has equal rows."""
    prior = draw_distribution(random, random.randint(2, 4), zeros=False)
    rows = high_privacy_mechanism(prior, Fraction(1))
    require(rows == (prior,) * len(prior))
