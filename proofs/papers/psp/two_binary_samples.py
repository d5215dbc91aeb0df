"""[PSP, Sec. III-B]: two binary samples, where the optimal mapping does not depend on W.

P[X1 = 0] = alpha, P[X2 = 0] = beta and P[X1 = 0, X2 = 1] = r. The printed formulas take r from
[0, R]. For alpha > beta the mass (beta - alpha) + r is negative below r = alpha - beta: the segment
of distributions begins at s = max(0, alpha - beta), and with r - s, R - s in the place of r, R the
formulas hold for all alpha and beta.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.linear.matrix import multiply, null_space, rank
from pmlsym.model.distribution import output_masses
from pmlsym.numbers.number import Number
from proofs.papers.checked import Fails, assume, require
from proofs.papers.drawing import drawn
from proofs.papers.joint import Row, Rows
from proofs.papers.mechanisms.synergistic.sample_model import SampleModel, sample_model
from proofs.papers.psp.basis_enumeration import enumerate_bases
from proofs.papers.psp.models import (
    BIT,
    draw_masses,
    draw_model,
    entropy_of,
    independent,
    is_private,
    mapping_of,
    told_of_latent,
)
from proofs.papers.psp.optimal_mapping import exact_optimum

SIGNS = (1, -1, -1, 1)


@dataclass(frozen=True)
class Square:
    """alpha, beta and r; `start` is 0 in print, max(0, alpha - beta) in the corrected formulas."""

    alpha: Fraction
    beta: Fraction
    r: Fraction
    start: Fraction = Fraction(0)

    def __str__(self) -> str:
        return f"alpha = {self.alpha}, beta = {self.beta}, r = {self.r}"

    @property
    def end(self) -> Fraction:
        """R = min(alpha, 1 - beta)."""
        return min(self.alpha, 1 - self.beta)

    @property
    def masses(self) -> Row:
        """p. (23)"""
        a, b, r = self.alpha, self.beta, self.r
        return (a - r, r, b - a + r, 1 - b - r)

    @property
    def ends(self) -> Rows:
        """a1 = p - (R - r) n and a2 = p + (r - s) n. (24)"""
        up, down = self.end - self.r, self.r - self.start
        return tuple(
            tuple(p + step * n for p, n in zip(self.masses, SIGNS, strict=True))
            for step in (-up, down)
        )

    @property
    def weights(self) -> tuple[Fraction, Fraction]:
        """(r - s)/(R - s) and (R - r)/(R - s)."""
        length = self.end - self.start
        return (self.r - self.start) / length, (self.end - self.r) / length

    @property
    def mapping(self) -> Rows:
        """The rows of P(Y|X^2), from (26) written with s."""
        return mapping_of(self.masses, self.weights, self.ends)

    def model(self, backward: Rows) -> SampleModel:
        """The model with these rows P(W|X^2)."""
        joint = [
            [p * row[w] for p, row in zip(self.masses, backward, strict=True)]
            for w in range(len(backward[0]))
        ]
        return sample_model(joint, (2, 2))

    def capacity(self, backward: Rows) -> Number:
        """(25), from entropies that have to be of distributions."""
        value = entropy_of(output_masses(self.masses, backward))
        for weight, end in zip(self.weights, self.ends, strict=True):
            value = value - entropy_of(output_masses(end, backward)) * weight
        return value


BEYOND = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 8))
"""alpha > beta, and an r inside (0, R) for which p is a distribution of full support."""

_PARITY = tuple(
    tuple(Fraction(5 if w == x ^ y else 3, 8) for w in (0, 1)) for x, y in product((0, 1), repeat=2)
)


@drawn
def _draw(random: Random, *, printed: bool = False) -> Square:
    """r strictly inside; with alpha <= beta, so that print and correction agree, if so asked."""
    a, b = (Fraction(random.randint(1, 11), 12) for _ in range(2))
    if printed:
        a, b = min(a, b), max(a, b)
    start, end = max(Fraction(0), a - b), min(a, 1 - b)
    return Square(a, b, start + (end - start) * Fraction(random.randint(1, 5), 6), start)


def _case(square: Square) -> str:
    return "alpha <= beta" if square.alpha <= square.beta else "alpha > beta"


def _is_distribution(masses: Row) -> bool:
    return sum(masses) == 1 and min(masses) >= 0


def corrected_range(random: Random) -> str:
    """Every r of [s, R] gives a distribution with these marginals, and no other r does."""
    a, b = (Fraction(random.randint(1, 11), 12) for _ in range(2))
    square = Square(a, b, Fraction(random.randint(-2, 14), 24), max(Fraction(0), a - b))
    p = square.masses
    require(_is_distribution(p) == (square.start <= square.r <= square.end))
    if not _is_distribution(p):
        return "no distribution"
    table = dict(zip(product((0, 1), repeat=2), p, strict=True))
    require(p[0] + p[1] == a and p[0] + p[2] == b)
    require(independent(table, [0], [1]) == (square.r == a * (1 - b)))
    return _case(square)


def independence(random: Random) -> None:
    a, b = (Fraction(random.randint(1, 5), 6) for _ in range(2))
    p = Square(a, b, a * (1 - b)).masses
    table = dict(zip(product((0, 1), repeat=2), p, strict=True))
    require(independent(table, [0], [1]))


def at_the_ends_nothing_is_private(random: Random) -> str:
    a, b = (Fraction(random.randint(1, 11), 12) for _ in range(2))
    square = Square(a, b, random.choice((Fraction(0), min(a, 1 - b))))
    assume(_is_distribution(square.masses))
    model = square.model(tuple(draw_masses(random, 2) for _ in range(4)))
    nullity = len(model.states) - rank(model.incidence)
    require(len(model.states) != 4 and (not nullity))
    return "r = 0" if square.r == 0 else "r = R"


def _extreme_points_agree(square: Square) -> str:
    ends = square.ends
    mean = tuple(
        sum((w * a[x] for w, a in zip(square.weights, ends, strict=True)), Fraction(0))
        for x in range(4)
    )
    model = square.model(((Fraction(1),),) * 4)
    points = enumerate_bases(model.incidence, model.masses).vertices
    require(set(points) == set(ends) and mean == square.masses)
    return _case(square)


def _capacity_agrees(square: Square, backward: Rows) -> str:
    optimum, formula = exact_optimum(square.model(backward)).told, square.capacity(backward)
    require(
        formula == optimum,
        f"{square}: (25) gives {float(formula):.6f} nats, I_s is {float(optimum):.6f}",
    )
    return _case(square)


def _mapping_agrees(square: Square, backward: Rows) -> str:
    rows = square.mapping
    require(all(min(row) >= 0 and sum(row) == 1 for row in rows))
    model = square.model(backward)
    require(is_private(model, rows) and told_of_latent(model, rows) == exact_optimum(model).told)
    return _case(square)


def printed_mapping_is_the_same(random: Random) -> None:
    """(26) as printed, entry by entry, against the weights and ends of (24)."""
    square = _draw(random, printed=True)
    a, b, r, R = square.alpha, square.beta, square.r, square.end
    printed = (
        (
            r * (a - R) / (R * (a - r)),
            Fraction(1),
            r * (b - a + R) / (R * (b - a + r)),
            r * (1 - b - R) / (R * (1 - b - r)),
        ),
        (
            a * (R - r) / (R * (a - r)),
            Fraction(0),
            (b - a) * (R - r) / (R * (b - a + r)),
            (1 - b) * (R - r) / (R * (1 - b - r)),
        ),
    )
    require(tuple(zip(*square.mapping, strict=True)) == printed)


@drawn
def _draw_backward(random: Random) -> Rows:
    if random.randrange(3) == 0:
        rows = [draw_masses(random, 2) for _ in range(2)]
        return (rows[0], rows[0], rows[1], rows[1])
    return tuple(draw_masses(random, random.choice((2, 2))) for _ in range(4))


def corrected_extreme_points(random: Random) -> str:
    return _extreme_points_agree(_draw(random))


def capacity_beyond(random: Random) -> str:
    return _capacity_agrees(Square(*BEYOND), _PARITY)


def corrected_capacity(random: Random) -> str:
    return _capacity_agrees(_draw(random), _draw_backward(random))


def corrected_mapping(random: Random) -> str:
    return _mapping_agrees(_draw(random), _draw_backward(random))


def positive_iff_n_is_seen(random: Random) -> str:
    square, backward = _draw(random), _draw_backward(random)
    seen = any(multiply(tuple(zip(*backward, strict=True)), [Fraction(s) for s in SIGNS]))
    positive = square.capacity(backward) > 0
    require(seen == positive)
    return "n in Null" if not seen else "n not in Null"


def _two_squares(flip: int) -> SampleModel:
    """Two disjoint squares of datasets; W tilts both the same way, or against each other."""
    states = list(product(range(4), repeat=2))
    joint = []
    for w in (1, -1):
        row = []
        for a, b in states:
            sign = (-1) ** (a + b) * (flip if a >= 2 else 1)
            mass = Fraction(1, 8) if a // 2 == b // 2 else Fraction(0)
            row.append(mass * (1 + w * Fraction(sign, 2)) / 2)
        joint.append(row)
    return sample_model(joint, (4, 4))


def proposition_4(random: Random) -> None:
    one, other = _two_squares(1), _two_squares(-1)
    assume(len(one.states) == sum(map(len, one.alphabets)) - one.samples + 2)
    first, best = exact_optimum(one), exact_optimum(other).told
    rows = mapping_of(one.masses, first.weights, first.points)
    told = told_of_latent(other, rows)
    if told == best:
        return
    raise Fails(
        f"X^2 uniform on {{1,2}}^2 and {{3,4}}^2, |X| = 8 = 4 + 4 - 2 + 2, but rank P = "
        f"{rank(one.incidence)}: where W tilts both squares alike a mapping is optimal that tells "
        f"{float(told):.4f} nats where W tilts them against each other; there {float(best):.4f} "
        "is best"
    )


def nullity_one(random: Random) -> str:
    """With nul(P) = 1 there are two extreme points and one split of p, whatever W is."""
    model = draw_model(random, shapes=((2, 2), (2, 3)))
    assume(len(null_space(model.incidence, width=len(model.states))) == 1)
    points = enumerate_bases(model.incidence, model.masses).vertices
    split = exact_optimum(model)
    require(len(points) == 2 and set(split.points) == set(points) and split.told <= BIT)
    full = len(model.states) == len(model.alphabets[0]) * len(model.alphabets[1])
    return "full support" if full else "null datasets"


def one_mapping_for_every_w(random: Random) -> str:
    """Two laws of W on one p: one split of p, (r/R) a1 + ((R - r)/R) a2, two capacities."""
    a, b = sorted(Fraction(random.randint(1, 11), 12) for _ in range(2))
    end = min(a, 1 - b)
    square = Square(a, b, end * Fraction(random.randint(1, 5), 6))
    laws = [tuple(draw_masses(random, 2) for _ in range(4)) for _ in range(2)]
    splits = [exact_optimum(square.model(law)) for law in laws]
    expected = dict(zip(square.ends, square.weights, strict=True))
    require(all(dict(zip(s.points, s.weights, strict=True)) == expected for s in splits))
    told = [square.capacity(law) for law in laws]
    return "different capacities" if told[0] != told[1] else "equal capacities"
