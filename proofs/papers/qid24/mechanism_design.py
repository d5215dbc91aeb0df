"""[QID24, Sec. IV]: the high-privacy mechanism (20) and what it is optimal for.

Cor. 4: every eps-PML channel W is (20) followed by another channel V. With t = e^eps > 1 and delta
the Kronecker delta, (20) is M(i,j) = t P(j) + (1 - t) delta(i,j). Put

    (t - 1) V(j,y)  =  t P_Y(y) - W(j,y)

Then V >= 0, as W leaks at most eps; its rows sum to one; and M V = W. So (20) is at least as useful
as W wherever a post-processing is never more useful.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Deduced, Example, Line
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


_P = Tensor("P", ("X",), positive=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_T = atom(Tensor("t", positive=True))
_i, _j, _c, _a = (Index("X", name) for name in ("i0", "j0", "c", "a"))
_y, _b = Index("Y", "y0"), Index("Y", "b")


def _scaled(letter: Index, outcome: Index) -> Polynomial:
    """(t - 1) V(j,y)."""
    mass = sum_over(atom(_P, _c) * atom(_W, _c, outcome), _c)
    return _T * mass - atom(_W, letter, outcome)


def _mechanism(letter: Index, other: Index) -> Polynomial:
    return _T * atom(_P, other) + (1 - _T) * equal_letters(letter, other)


def _factorisation() -> tuple[Sequent, ...]:
    """V >= 0, sum_y V = 1, sum_j M V = W, each times t - 1 > 0."""
    private = Fact("l(X->y) <= log t", atom(_P, _a) * _scaled(_a, _b), (_a, _b))
    level = Fact("t > 1", _T - 1, (), ">")
    known = (level, private)
    product = sum_over(_mechanism(_i, _a) * _scaled(_a, _y), _a)
    return (
        Sequent(known, _scaled(_j, _y)),
        Sequent(known, sum_over(_scaled(_j, _b), _b) - (_T - 1), "=="),
        Sequent(known, product - (_T - 1) * atom(_W, _i, _y), "=="),
    )


def _divided(sequent: Sequent) -> tuple[Line, ...]:
    """The bound at the letter, divided by its mass; the identities are found without help."""
    if sequent.goal != _scaled(_j, _y):
        return ()
    bound = Term(Fraction(1), (Use("l(X->y) <= log t", (_j, _y)),))
    return (Combine(Fact(GOAL, sequent.goal), (bound,), (Use("P > 0", (_j,)),)),)


FACTORISATION = Deduced(
    "every eps-PML channel W is M V with M as in (20): V >= 0, its rows sum to 1, and M V = W",
    _factorisation,
    Example(
        {"P": ("1/2", "1/2"), "W": (("3/5", "2/5"), ("2/5", "3/5")), "t": "3/2"},
        {"i0": 0, "j0": 1, "y0": 0},
    ),
    _divided,
)
