"""[RDP, Sec. 3.1, 3.2]: which attributes are disclosed, and to whom.

An attribute U is disclosed if max_u P_{U|Y=y}(u) = 1 for some y. App. A.1 compares two priors on
one secret, and what they say after an outcome:

    divergence(R, Q)   = log max_x r(x)/q(x)
    doubt(R, Q, u, y)  = log (1 - r(u|y)) / (1 - q(u|y))      r(u|y) the posterior of an attribute

For U - X - Y, doubt <= divergence(R, Q) + divergence(Q, R): what is nearly certain under Q is so
under R. Without quotients, if r <= a q and q <= b r:

    (sum_x r W (1-A)) (sum_x q W)  <=  a b (sum_x q W (1-A)) (sum_x r W)

Ex. 3.1 and 3.2 are of quantised sample means, and where their entropy vanishes. The mean of n
i.i.d. entries of finitely many values has an exact distribution; a quantiser with cells
[c_j, c_j+1) keeps the cell alone. With the expectation mu inside a cell at distance d from its
ends, Chebyshev's inequality gives that cell at least 1 - var/(n d^2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Combine, Use
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio
from pmlsym.linear.matrix import units
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.attributes import draw_attribute, law_given
from proofs.papers.checked import Fails, assume, require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_distribution, draw_joint, drawn
from proofs.papers.joint import Joint, Row, Rows, mean_of, shown, total

_X, _Y, _U = alphabets("X Y U")

_Q, _R = Prior("Q", _X), Prior("R", _X)

_W, _A = Channel("W", _X, _Y), Channel("A", _X, _U)


def divergence(first: Prior, second: Prior) -> Measure:
    """log max r(x)/q(x) over the x where either has mass.

    >>> divergence(_R, _Q)
    D(R||Q)
    """
    own = letters(first.alphabets)
    ratio = Ratio(first.mass(*own), second.mass(*own))
    text, largest = f"D({first}||{second})", Largest(own, ratio)
    return Measure(text, (), largest)


def doubt(first: Prior, second: Prior) -> Measure:
    """The log ratio of the probabilities that U is not u, given y, largest over u and y.

    >>> doubt(_R, _Q)
    log (1 - R(u|y))/(1 - Q(u|y))
    """
    (x,), (y,), (u,) = (letters((a,)) for a in (_X, _Y, _U))

    def of(prior: Prior) -> tuple[Polynomial, Polynomial]:
        seen = prior.mass(x) * _W.entry((x,), (y,))
        whole = sum_over(seen, x)
        return whole - sum_over(seen * _A.entry((x,), (u,)), x), whole

    (missed, mass), (other, whole) = of(first), of(second)
    ratio = Ratio(missed * whole, other * mass)
    text = f"log (1 - {first}(u|y))/(1 - {second}(u|y))"
    return Measure(text, (), Largest((u, y), ratio))


def certainty_carries_over() -> Claim:
    """D(R||Q) <= a and D(Q||R) <= b give doubt <= a + b.

    >>> from pmlsym.claims.subjects import subjects
    >>> [tensor.name for tensor in subjects(certainty_carries_over()).tensors]
    ['A', 'Q', 'R', 'W']
    """
    a, b = Scalar("a"), Scalar("b")
    near = all_of(divergence(_R, _Q) <= a, divergence(_Q, _R) <= b)
    return implies(near, doubt(_R, _Q) <= a + b)


def discloses(joint: Joint, rows: Rows) -> bool:
    """Whether some outcome of the joint determines the attribute.

    >>> from proofs.papers.joint import matrix, uniform
    >>> discloses(Joint(uniform(2), matrix("1 0; 0 1")), matrix("1 0; 0 1"))
    True
    """
    return any(max(law_given(joint, rows, y)) == 1 for y in range(len(joint.masses)))


@drawn
def draw_disclosing(random: Random) -> tuple[Joint, Rows]:
    """A joint of full support, and an attribute that its first outcome determines.

    >>> joint, rows = draw_disclosing(Random(1))
    >>> max(law_given(joint, rows, 0)) == 1 and joint.masses[0] > 0
    True
    """
    inputs, outputs, values = (random.randint(1, 4) for _ in range(3))
    value = random.randrange(values)
    certain = random.sample(range(inputs), random.randint(1, inputs))
    (unit,) = units([value], values)
    attribute = tuple(
        unit if x in certain else draw_distribution(random, values) for x in range(inputs)
    )
    rows = []
    for x in range(inputs):
        rest = draw_distribution(random, outputs)
        share = Fraction(random.randint(1, 3), 4) if x in certain else Fraction(0)
        rows.append((share, *((1 - share) * mass for mass in rest)))
    prior = draw_distribution(random, inputs, zeros=False)
    return Joint(prior, tuple(rows)), attribute


@drawn
def _draw_either(random: Random) -> tuple[Joint, Rows]:
    if random.random() < 0.5:
        return draw_disclosing(random)
    joint = draw_joint(random, full_support=True)
    return joint, draw_attribute(random, len(joint.prior))


def disclosure_by_definition(random: Random) -> str:
    joint, attribute = _draw_either(random)
    found = joint.value("hmin_given(P, W, A)", A=attribute) == 0
    require(found == discloses(joint, attribute))
    return "disclosed" if found else "not disclosed"


def disclosed_to_all(random: Random) -> str:
    joint, attribute = _draw_either(random)
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    first, second = discloses(joint, attribute), discloses(other, attribute)
    require(first == second)
    return "disclosed" if first else "not disclosed"


def _change_of_prior(first: Row, second: Row) -> Fraction:
    """max r/q times exp D_inf(Q||R)."""
    pairs = list(zip(first, second, strict=True))
    return max(r / q for q, r in pairs) * max(q / r for q, r in pairs)


def _posterior_bound(random: Random, values: int) -> None:
    joint = draw_joint(random, full_support=True)
    attribute = draw_attribute(random, len(joint.prior), largest=3)
    assume(len(attribute[0]) >= values and (values != 1 or len(attribute[0]) == 1))
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    c = _change_of_prior(joint.prior, other.prior) + Fraction(1, random.choice((1, 100)))
    y = random.choice(joint.outcomes)
    law = law_given(joint, attribute, y)
    likely = law.index(max(law))
    level = law[likely] * random.choice((Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)))
    bound = 1 - (len(law) - 1) * c * (1 - level)
    value = law_given(other, attribute, y)[likely]
    require(
        value > bound,
        f"{joint}, R = {shown((other.prior,))}, U by {shown(attribute)}, y = {y + 1}: {value} "
        f"against {bound}",
    )


def several_values(random: Random) -> None:
    _posterior_bound(random, 2)


def one_value(random: Random) -> None:
    _posterior_bound(random, 1)


def _flipped(attribute: Rows, to: int, share: Fraction) -> Rows:
    """W from U: any letter becomes `to` with probability `share`."""
    return tuple(
        tuple((1 - share) * mass + share * int(u == to) for u, mass in enumerate(row))
        for row in attribute
    )


def _less_entropy_is_disclosed(random: Random, *, degenerate: bool) -> str:
    joint, attribute = draw_disclosing(random)
    law, after = mean_of(joint.prior, attribute), law_given(joint, attribute, 0)
    value = after.index(1)
    if degenerate:
        assume(law[value] == 1)
        raise Fails(f"{joint}, U by {shown(attribute)}: H_inf(U) = 0, and no W has less entropy")
    assume(law[value] != 1)
    least = (max(law) - law[value]) / (1 - law[value])
    share = least + (1 - least) * Fraction(random.randint(1, 3), 4)
    flipped = _flipped(attribute, value, share)
    new, then = mean_of(joint.prior, flipped), law_given(joint, flipped, 0)
    expected = share + (1 - share) * law[value]
    require(
        0 < share < 1 and new[value] == expected and (max(new) > max(law)),
        f"{joint}, U by {shown(attribute)}, lambda = {share}: P_W = {shown((new,))}",
    )
    require(
        then[value] >= after[value] and max(then) == 1,
        f"{joint}, U by {shown(attribute)}, lambda = {share}: given y {then}",
    )
    return "lambda above 0" if least > 0 else "any lambda"


def some_attribute(random: Random) -> str:
    return _less_entropy_is_disclosed(random, degenerate=False)


def constant_attribute(random: Random) -> str:
    return _less_entropy_is_disclosed(random, degenerate=True)


def deterministic_attribute(random: Random) -> str:
    """The printed bound for a function V of X with two values or more, under Q_X."""
    joint = draw_joint(random, full_support=True, smallest=2)
    names = [random.randrange(3) for _ in joint.prior]
    assume(len(set(names)) != 1)
    rows = units(names, 3)
    columns = [joint.column(y) for y in joint.outcomes]
    finite = all(min(column) > 0 for column in columns)
    inverse = min(min(column) / max(column) for column in columns)
    least = min(joint.prior)
    bound = 1 + least / (1 - least) * inverse
    for y in range(len(joint.masses)):
        require(1 / max(law_given(joint, rows, y)) >= bound)
    return "C finite" if finite else "C infinite"


Law = Mapping[Fraction, Fraction]


@dataclass(frozen=True)
class Sample:
    """The law of one entry, and the ends of the quantiser's cells.

    >>> fair = Sample({Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, (0, 1, 2))
    >>> fair.expectation
    Fraction(1, 2)
    """

    law: Law
    ends: Sequence[Fraction | int]

    @property
    def expectation(self) -> Fraction:
        """E D."""
        return total(value * mass for value, mass in self.law.items())

    @property
    def variance(self) -> Fraction:
        """E D^2 - (E D)^2."""
        second = total(value * value * mass for value, mass in self.law.items())
        return second - self.expectation**2

    @property
    def distance(self) -> Fraction:
        """How far the expectation is from the nearest inner end of a cell."""
        return min(abs(self.expectation - end) for end in self.ends[1:-1])

    def cells(self, n: int) -> tuple[Fraction, ...]:
        """The distribution of the quantised mean of n entries."""
        sums: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
        for _ in range(n):
            longer: dict[Fraction, Fraction] = defaultdict(Fraction)
            for before, mass in sums.items():
                for value, own in self.law.items():
                    longer[before + value] += mass * own
            sums = longer
        masses = [Fraction(0)] * (len(self.ends) - 1)
        for value, mass in sums.items():
            masses[sum(value >= n * end for end in self.ends[1:-1])] += mass
        return tuple(masses)


FAIR_COIN = Sample({Fraction(k): Fraction(1, 2) for k in (0, 1)}, (0, Fraction(1, 2), 2))
"""A fair coin, and a quantiser one of whose cells begins at 1/2."""


FINER = Sample(FAIR_COIN.law, tuple(Fraction(k, 10) for k in range(21)))
"""A fair coin, and twenty cells, one of which begins at 1/2."""


def fair_coin(random: Random) -> None:
    """The number of heads of an odd number of tosses is above and below n/2 equally often."""
    masses = {n: FAIR_COIN.cells(n) for n in range(1, 42, 4)}
    finer = {n: FINER.cells(n) for n in range(1, 42, 4)}
    require(
        any(max(cells) != Fraction(1, 2) for cells in masses.values())
        or any(max(cells) > Fraction(1, 2) for cells in finer.values()),
        "a fair coin and cells [0, 1/2), [1/2, 2): for odd n the quantised mean has masses 1/2 "
        "and 1/2, hence entropy log 2, as the first entry has; with any finer cells of which one "
        "begins at 1/2 it has more",
    )


def chebyshev(random: Random) -> str:
    values = random.sample(range(6), random.randint(1, 3))
    masses = draw_distribution(random, len(values), zeros=False)
    inner = sorted(random.sample([Fraction(k, 2) for k in range(1, 12)], random.randint(1, 3)))
    law = {Fraction(v): m for v, m in zip(values, masses, strict=True)}
    sample = Sample(law, (0, *inner, 6))
    assume(sample.distance != 0)
    for n in (1, 4, 16, 25):
        outside = 1 - max(sample.cells(n))
        require(outside <= sample.variance / (n * sample.distance**2))
    return "one value" if len(values) == 1 else "several values"


def a_letter_of_another_value(sequent: Sequent) -> tuple[Line, ...]:
    """Theorem 3.7: the value w misses a letter a, which is at least e^-C as likely given y as any.

    With j = sum_x P W A(w), the outcome has P_Y - j >= P(a) W(a), and (1 - P(a)) e^C W(a) >= j.
    """
    x, a, y, w = Index("X", "xx"), Index("X", "a"), Index("Y", "y"), Index("Z", "w")
    prior, row = atom(named(sequent, "P"), x), atom(named(sequent, "W"), x, y)
    value = atom(named(sequent, "A"), x, w)
    level, least = atom(named(sequent, "exp(c)")), atom(named(sequent, "m1"))
    own, likely = atom(named(sequent, "P"), a), atom(named(sequent, "W"), a, y)
    joint = sum_over(prior * row * value, x)
    rest = sum_over(prior * row * (1 - value), x)
    apart = 1 - equal_letters(x, a)
    no_less = Fact("P(a) >= m", own - least)
    another = Fact("a has another value", rest - own * likely)
    is_likely = Fact("a is likely", (1 - least) * level * own * likely - own * joint)
    terms = (*times(level, another, Use("pmin(P) < 1")), *times(1, is_likely))
    return (
        Combine(no_less, times(1, Use("pmin(P) >= m1", (a,))), (Use("0 < P[a]"),)),
        another,
        Fact("no other letter", sum_over(prior * apart * (level * likely - row * value), x)),
        Fact("all others", (1 - own) * level * likely - joint),
        is_likely,
        Combine(Fact(GOAL, sequent.goal), (*terms, *times(joint, no_less))),
    )
