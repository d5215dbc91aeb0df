"""[PSP, Sec. IV-B, Thm. 3]: the limit of I_s, and the quantities C_1, C_2, J around it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

from pmlsym.catalogue.checked import Fails, require
from pmlsym.catalogue.psp.capacities_of_models import (
    draw_pair,
    full_observation_by_types,
)
from pmlsym.catalogue.psp.mass_table import (
    BIT,
    Table,
    entropy,
    entropy_of,
    independent,
    information,
    is_private,
    rounds_to,
    told_of_latent,
)
from pmlsym.catalogue.psp.models import draw_masses
from pmlsym.design.synergistic import (
    binary_symmetric,
    exchangeable_disclosure,
    feasibility,
    full_observation_capacity,
    output_perturbation_capacity,
    private_information,
    repeated_samples,
    synergistic_disclosure,
)
from pmlsym.numbers.number import Number

TABLE = (("1/3", "2/3"), binary_symmetric("1/10"))
"""Table I: W of Bernoulli(1/3), samples through BSC(1/10); C_1(0) = 0."""

_TINY = Fraction(1, 10**40)


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
    text = tuple(map(str, prior))
    samples = random.randint(1, 2)
    one = full_observation_by_types(text, rows, samples)
    other = full_observation_capacity(prior, rows, samples)
    told = exchangeable_disclosure(prior, rows, samples).capacity
    require(one.lower <= other.upper and other.lower <= one.upper and told.lower <= one.upper)
    return f"n = {samples}"


def chain_of_full_observations(random: Random) -> str:
    prior, rows = draw_pair(random)
    text = tuple(map(str, prior))
    chain = [full_observation_by_types(text, rows, samples) for samples in (1, 2, 3, 5)]
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
