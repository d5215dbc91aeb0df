"""[PSP, Sec. IV-B, Thm. 3]: the limit of I_s, and the quantities C_1, C_2, J around it.

Those of random models are compared with the proven bounds of the package.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import isqrt
from random import Random

from pmlsym.linear.matrix import units
from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.independence import AttributeIndependence
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.numbers.number import Number
from proofs.papers.checked import Fails, Unmet, assume, require
from proofs.papers.drawing import draw_rows, drawn
from proofs.papers.joint import Row, Rows
from proofs.papers.mechanisms.synergistic.capacity import feasibility, synergistic_disclosure
from proofs.papers.mechanisms.synergistic.exchangeable import exchangeable_disclosure, type_model
from proofs.papers.mechanisms.synergistic.leakage_allowance import (
    allowed_disclosure,
    full_observation_capacity,
    leakage_allowance,
    output_perturbation_capacity,
    private_information,
)
from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric, repeated_samples
from proofs.papers.psp.models import (
    BIT,
    Table,
    draw_masses,
    entropy,
    entropy_of,
    independent,
    information,
    is_private,
    marginal,
    rounds_to,
    table_of,
    told_of_latent,
)

TABLE = (("1/3", "2/3"), binary_symmetric("1/10"))
"""Table I: W of Bernoulli(1/3), samples through BSC(1/10); C_1(0) = 0."""

_TINY = Fraction(1, 10**40)

_STEPS = 24

_DIGITS = 40


@drawn
def draw_pair(random: Random) -> tuple[Row, Rows]:
    """A prior of two or three letters, and rows of two outcomes.

    >>> len(draw_pair(Random(1))[1][0])
    2
    """
    values = random.randint(2, 3)
    return draw_masses(random, values), tuple(draw_masses(random, 2) for _ in range(values))


@drawn
def draw_apart(random: Random) -> tuple[Row, Rows]:
    """Two letters whose rows are far apart, so that few samples tell much.

    >>> all(max(row) > Fraction(3, 4) for row in draw_apart(Random(1))[1])
    True
    """
    first, second = (Fraction(1, random.choice((6, 8, 10, 12))) for _ in range(2))
    return draw_masses(random, 2), ((1 - first, first), (second, 1 - second))


def full_observation_by_types(prior: Row, rows: Rows, samples: int) -> Bracket:
    """J(W, X^n) from the pairs (w, type): averaging over the orders of samples changes nothing.

    >>> fair = (Fraction(1, 2),) * 2
    >>> full_observation_by_types(fair, (fair, fair), 4).upper
    Fraction(0, 1)
    """
    merged = private_information(prior, rows)
    model = type_model(merged.masses, merged.channel, samples)
    values = len(merged.masses)
    states = [(w, k) for w in range(values) for k in range(len(model.states)) if model.joint[w][k]]
    shares = tuple(tuple(Fraction(c, samples) for c in model.states[k]) for _, k in states)
    told = units([w for w, _ in states], values)
    masses = tuple(model.joint[w][k] for w, k in states)
    polytope = PosteriorPolytope(masses, (AttributeIndependence(shares),))
    return largest_utility(polytope, MutualInformation(told))


def c_2_dominates_c_1(random: Random) -> str:
    prior, rows = draw_pair(random)
    first = output_perturbation_capacity(prior, rows)
    second = full_observation_capacity(prior, rows, 1)
    require(first.lower <= second.upper)
    return "C_1(0) = 0" if first.upper == 0 else "C_1(0) > 0"


def table_i(random: Random) -> None:
    """I_s at n = 2, 3, 4 from the mapping found, with the certified bound above it."""
    values: list[Number] = []
    for samples, printed in ((2, "8.34e-3"), (3, "4.88e-2"), (4, "4.47e-2")):
        model = repeated_samples(*TABLE, samples)
        best = synergistic_disclosure(model)
        if best.mechanism is None or not is_private(model, best.mechanism.channel):
            raise Fails
        told = told_of_latent(model, best.mechanism.channel)
        require(told >= best.capacity.upper - _TINY and rounds_to(told, printed, BIT))
        values.append(told)
    require(values[0] < values[2] < values[1])


def full_observation_is_the_largest(random: Random) -> str:
    """J from types and from datasets agree, and I_s is at most J."""
    prior, rows = draw_pair(random)
    samples = random.randint(1, 2)
    one = full_observation_by_types(prior, rows, samples)
    other = full_observation_capacity(prior, rows, samples)
    told = exchangeable_disclosure(prior, rows, samples).capacity
    require(one.lower <= other.upper and other.lower <= one.upper and told.lower <= one.upper)
    return f"n = {samples}"


def chain_of_full_observations(random: Random) -> str:
    prior, rows = draw_pair(random)
    chain = [full_observation_by_types(prior, rows, samples) for samples in (1, 2, 3, 5)]
    chain.append(output_perturbation_capacity(prior, rows))
    require(all(a.upper >= b.lower for a, b in pairwise(chain)))
    return "C_1(0) > 0" if chain[-1].lower > 0 else "C_1(0) = 0"


def proposition_5_below(random: Random) -> str:
    """(C_X(W) - log|X|)^+ <= C_1(0) <= C_2(0), with P_W of enough letters for a positive bound."""
    values = random.randint(2, 4)
    prior = draw_masses(random, values)
    rows = tuple(draw_masses(random, 2) for _ in range(values))
    amount = entropy_of(private_information(prior, rows).masses)
    first, second = (
        output_perturbation_capacity(prior, rows),
        full_observation_capacity(prior, rows, 1),
    )
    require(amount - BIT <= first.upper and first.lower >= 0 and first.lower <= second.upper)
    return "positive bound" if amount > BIT else "bound 0"


def common_part(random: Random) -> None:
    """W = (W', V), X = (X', V) with W' and X' independent given V."""
    masses = draw_masses(random, 4)
    given = [draw_masses(random, 2) for _ in range(2)]
    rows = [
        [given[v][x] if u == v else Fraction(0) for u in (0, 1) for x in (0, 1)]
        for _, v in product((0, 1), repeat=2)
    ]
    merged = private_information(masses, rows)
    require(merged.masses == (masses[0] + masses[2], masses[1] + masses[3]))
    for samples in (1, 2):
        model = repeated_samples(masses, rows, samples)
        best = synergistic_disclosure(model)
        require(best.capacity.upper == 0 and (not feasibility(model).feasible))
    table: Table = {
        (x, w): m * rows[w][x] for w, m in enumerate(masses) for x in range(4) if rows[w][x]
    }
    hidden = information(table, [0], [1]) == entropy_of(merged.masses)
    dependent = not independent(table, [0], [1])
    require(hidden and dependent and (entropy(table, [1]) > 0))


def _observed(prior: Row, rows: Rows, mapping: Rows) -> dict[tuple[int, ...], Fraction]:
    """The masses of (x, w, y) with X - W - Y."""
    return {
        (x, w, y): p * a * b
        for w, p in enumerate(prior)
        for x, a in enumerate(rows[w])
        for y, b in enumerate(mapping[w])
        if p * a * b
    }


def _most(prior: Row, rows: Rows) -> Fraction:
    """I(X; T(W)), rounded down: the largest allowance."""
    merged = private_information(prior, rows)
    law = _observed(merged.masses, merged.channel, ((Fraction(1),),) * len(merged.masses))
    return max(information(law, [0], [1]).enclose(_DIGITS)[0], Fraction(0))


def mapping_stays_below(random: Random) -> None:
    """A random mapping of W tells no more than C_1 at its own leakage."""
    prior, rows = draw_pair(random)
    assume(len({*rows}) >= len(rows))
    law = _observed(prior, rows, draw_rows(random, len(prior), 2, zeros=False))
    leaked, told = information(law, [0], [2]), information(law, [1], [2])
    allowance = max(leaked.enclose(_DIGITS)[1], Fraction(0))
    bound = leakage_allowance(prior, rows, allowance, steps=_STEPS).upper
    require(told <= bound)


def mapping_attains(random: Random) -> None:
    """The mapping found stays within the allowance, and tells C_1 up to a thousandth of a nat."""
    prior, rows = draw_pair(random)
    merged = private_information(prior, rows)
    allowance = _most(prior, rows) * Fraction(random.randint(1, 3), 4)
    assume(allowance)
    found = allowed_disclosure(merged, allowance, steps=_STEPS)
    law: dict[tuple[int, ...], Fraction] = {
        (x, w, y): weight * mass * chance
        for y, (weight, posterior) in enumerate(zip(found.weights, found.posteriors, strict=True))
        for w, mass in enumerate(posterior)
        for x, chance in enumerate(merged.channel[w])
        if weight * mass * chance
    }
    leaked, told = information(law, [0], [2]), information(law, [1], [2])
    masses = tuple(sum(m for at, m in law.items() if at[1] == w) for w in range(len(prior)))
    require(masses[: len(merged.masses)] == tuple(merged.masses) and leaked <= allowance)
    require(told >= found.bound - Fraction(1, 1000))


def is_concave(random: Random) -> None:
    """C_1((a + b)/2) >= (C_1(a) + C_1(b))/2."""
    prior, rows = draw_pair(random)
    low, high = sorted(random.sample(range(17), 2))
    most = _most(prior, rows) / 16
    assume(most)
    ends, middle = (
        [leakage_allowance(prior, rows, share * most, steps=_STEPS) for share in shares]
        for shares in ((low, high), (Fraction(low + high, 2),))
    )
    require(middle[0].upper >= (ends[0].lower + ends[1].lower) / 2)


def is_continuous_at_zero(random: Random) -> str:
    """C_1(0) <= C_1(a) <= C_1(0) (1 + s/p) + h(s), for X of two letters; s tends to 0 with a.

    p is the least mass of T(W), s = sqrt(a/2)/g, and g the distance of E P(0|W) from the ends of
    its range. Given an answer y of a mapping that tells a, P(0|W) has another mean by r(y), and
    E r^2 <= a/2 by Pinsker's inequality. The share |r|/g of an extreme letter, mixed to P(W|y),
    mends it, and adds h(|r|/g) at most to the entropy. One more answer, of probability s/(p + s),
    takes away what these shares have too much of that letter: the mapping is private again.
    """
    prior, rows = draw_pair(random)
    most = _most(prior, rows)
    assume(most)
    least, merged = output_perturbation_capacity(prior, rows), private_information(prior, rows)
    chances = [row[0] for row in merged.channel]
    mean = sum(p * chance for p, chance in zip(merged.masses, chances, strict=True))
    g = min(mean - min(chances), max(chances) - mean)
    for share in (2**8, 2**16, 2**20):
        found = leakage_allowance(prior, rows, most / share, steps=_STEPS)
        s = _root_from_above(most / share / 2) / g
        added = entropy_of([s, 1 - s]) if 2 * s <= 1 else BIT
        require(least.lower <= found.upper)
        require(found.lower <= least.upper * (1 + s / min(merged.masses)) + added)
    return "C_1(0) > 0" if least.lower > 0 else "C_1(0) = 0"


def _root_from_above(value: Fraction) -> Fraction:
    """A rational that is at least the square root, by a millionth at most."""
    return Fraction(isqrt(int(value * 10**12) + 1) + 1, 10**6)


def difference_is_bounded(random: Random) -> str:
    """J - I_s <= H(V|W), with V drawn from P(W|X^n) again: it tends to 0 with the doubt about W.

    V, X^n and the answer of a mapping that attains J are as W, X^n and Y are; that answer does not
    look at W itself. And I(V;Y) <= I(W;Y) + H(V|W).
    """
    prior, rows = draw_apart(random)
    samples = random.choice((1, 2, 4, 8, 16))
    gap = (
        full_observation_by_types(prior, rows, samples)
        - exchangeable_disclosure(prior, rows, samples).capacity
    )
    doubt = _doubt(prior, rows, samples)
    require(gap.lower <= doubt)
    return "few samples" if samples < 8 else "many samples"


def stays_near_the_limit(random: Random) -> str:
    """I_s >= C_1(0) - H(V|W), as J >= C_1(0): the lower half of Theorem 3."""
    prior, rows = draw_apart(random) if random.randrange(2) else draw_pair(random)
    assume(len({*rows}) >= len(rows))
    samples = random.choice((1, 2, 4, 8))
    limit = output_perturbation_capacity(prior, rows)
    told = exchangeable_disclosure(prior, rows, samples).capacity
    require(limit.lower <= told.upper + _doubt(prior, rows, samples))
    return "C_1(0) > 0" if limit.lower > 0 else "C_1(0) = 0"


def _doubt(prior: Row, rows: Rows, samples: int) -> Number:
    """H(V|W), for V and W independent and alike given the type of X^n."""
    joint = type_model(prior, rows, samples).joint
    law = {
        (w, v): sum(column[w] * column[v] / sum(column) for column in zip(*joint, strict=True))
        for w, v in product(range(len(prior)), repeat=2)
    }
    table: dict[tuple[int, ...], Fraction] = {at: mass for at, mass in law.items() if mass}
    return entropy(table, [0, 1]) - entropy(table, [0])


def fresh_sample_learns_little(random: Random) -> None:
    """|p_XY - p_X p_Y|_1^2 <= |X| sum_x E P(x|W)(1 - P(x|W)) / n for the best private mapping.

    Y tells no more of a fresh sample than of the share of x in X^n, of which it knows nothing on
    average; and the share is near P(x|W).
    """
    prior, rows = draw_apart(random)
    samples = random.choice((1, 2, 4, 8, 16, 32))
    law = _law_of_a_fresh_sample(prior, rows, samples)
    alone = [marginal(law, [k]) for k in (0, 1)]
    distance = sum(
        abs(law.get((x, y), Fraction(0)) - alone[0][x,] * alone[1][y,])
        for (x,), (y,) in product(*alone)
    )
    variance = sum(
        p * chance * (1 - chance) for p, row in zip(prior, rows, strict=True) for chance in row
    )
    require(distance**2 <= len(rows[0]) * variance / samples)


def _law_of_a_fresh_sample(prior: Row, rows: Rows, samples: int) -> dict[tuple[int, ...], Fraction]:
    model = type_model(prior, rows, samples)
    best = exchangeable_disclosure(prior, rows, samples).mechanism
    channel = best.channel if best else tuple((Fraction(1),) for _ in model.states)
    law: dict[tuple[int, ...], Fraction] = {}
    for w, masses in enumerate(model.joint):
        for mass, answers in zip(masses, channel, strict=True):
            for (x, chance), (y, answer) in product(enumerate(rows[w]), enumerate(answers)):
                law[x, y] = law.get((x, y), Fraction(0)) + mass * chance * answer
    return {at: mass for at, mass in law.items() if mass}


def lies_between(random: Random) -> str:
    """C_1(0) - (J - I_s) <= I_s <= C_1(theta), with theta what a fresh sample learns."""
    prior, rows = draw_apart(random) if random.random() < 0.5 else draw_pair(random)
    samples = random.randint(2, 3)
    model = repeated_samples(prior, rows, samples)
    best = synergistic_disclosure(model)
    if best.mechanism is None or len({*rows}) < len(rows):
        raise Unmet
    law = {
        (x, *outcome): mass * chance
        for outcome, mass in table_of(model, best.mechanism.channel).items()
        for x, chance in enumerate(rows[outcome[0]])
    }
    theta = information(law, [0], [samples + 2])
    allowance = max(theta.enclose(_DIGITS)[1], Fraction(0))
    above = leakage_allowance(prior, rows, allowance, steps=_STEPS)
    silent = output_perturbation_capacity(prior, rows)
    full = full_observation_by_types(prior, rows, samples)
    below = silent - full + best.capacity
    require(best.capacity.lower <= above.upper and below.lower <= best.capacity.upper)
    return "C_1(0) > 0" if silent.lower > 0 else "C_1(0) = 0"
