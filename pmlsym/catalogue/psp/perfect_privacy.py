"""[PSP, Sec. II-A]: perfect sample privacy, synergistic disclosure, and the matrix P."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_rows
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.psp.mass_table import (
    entropy,
    independent,
    information,
    is_private,
    posteriors_of,
    samples_of,
    table_of,
)
from pmlsym.catalogue.psp.models import (
    Rows,
    draw_model,
    draw_model_of_one_sample,
    draw_private_mapping,
)
from pmlsym.design.synergistic import (
    SampleModel,
    feasibility,
    function_model,
    synergistic_disclosure,
)
from pmlsym.linear.matrix import identity, multiply, rank


@drawn
def _draw_mapping(random: Random, model: SampleModel) -> Rows:
    """A private mapping, or any mapping at all."""
    private = draw_private_mapping(random, model) if random.randrange(2) else None
    return private or draw_rows(random, len(model.states), random.randint(1, 3))


def membership_in_a_is_independence_of_each_sample(random: Random) -> str:
    model = draw_model(random)
    channel = _draw_mapping(random, model)
    private = is_private(model, channel)
    require((model.privacy().violation(model.masses, channel) == "") == private)
    return "private mappings" if private else "other mappings"


def feasible_means_some_private_outcome_tells_of_w(random: Random) -> str:
    model = draw_model(random) if random.randrange(3) else draw_model_of_one_sample(random)
    found, best = feasibility(model), synergistic_disclosure(model)
    table = table_of(model, best.mechanism.channel) if best.mechanism else {}
    last = model.samples + 1
    tells = bool(table) and not independent(table, [0], [last])
    require(tells == found.feasible)
    if table:
        value = information(table, [0], [last])
        bound = best.capacity.upper
        private = all(independent(table, [i], [last]) for i in samples_of(model))
        require(private and bound - Fraction(1, 10**40) <= value <= bound)
        share = value / entropy(table, [0])
        require(best.efficiency.lower <= share <= best.efficiency.upper)
    return "feasible" if tells else "not feasible"


def p_stacks_the_conditional_distributions_of_the_samples(random: Random) -> str:
    model = draw_model(random)
    rows = [
        tuple(Fraction(int(state[i] == letter)) for state in model.states)
        for i, letters in enumerate(model.alphabets)
        for letter in letters
    ]
    marginals = [m for i in range(model.samples) for m in model.sample_masses(i)]
    product_size = 1
    for letters in model.alphabets:
        product_size *= len(letters)
    right = (
        min(model.masses) > 0
        and list(model.incidence) == rows
        and list(multiply(model.incidence, model.masses)) == marginals
        and len(rows) == sum(map(len, model.alphabets))
        and len(model.states) <= product_size
    )
    require(right)
    return "full support" if len(model.states) == product_size else "null datasets"


def recursion(random: Random) -> None:
    matrix: Rows = identity(2)
    for bits in range(2, 7):
        half = len(matrix[0])
        ones, zeros = (Fraction(1),) * half, (Fraction(0),) * half
        matrix = (ones + zeros, zeros + ones, *(row + row for row in matrix))
        size = 2**bits
        found = function_model([Fraction(1, size)] * size, (2,) * bits, [0] * size).incidence
        require(found == matrix and len(matrix) == 2 * bits and (rank(matrix) == bits + 1))


def incidence_of_a_hypergraph(random: Random) -> None:
    """Every column has one 1 in each of the n blocks of rows, and no two columns are equal."""
    model = draw_model(random)
    columns = list(zip(*model.incidence, strict=True))
    start = 0
    for letters in model.alphabets:
        block = [column[start : start + len(letters)] for column in columns]
        require(all(sum(part) == 1 for part in block))
        start += len(letters)
    require(len(set(columns)) == len(columns) and all(sum(c) == model.samples for c in columns))


def lemma_1(random: Random) -> str:
    model = draw_model(random)
    channel = _draw_mapping(random, model)
    prior = model.masses
    inside = all(
        not any(multiply(model.incidence, [p - r for p, r in zip(prior, posterior, strict=True)]))
        for _, posterior in posteriors_of(model, channel)
    )
    private = is_private(model, channel)
    require(inside == private)
    return "private mappings" if private else "other mappings"


def dependent_samples_are_seen(random: Random) -> None:
    """Publishing a sample that varies is not private, whatever noise is added; noise alone is."""
    model = draw_model(random, zeros=False)
    i, share = random.randrange(model.samples), Fraction(random.randint(0, 2), 2)
    letters = model.alphabets[i]
    assume(len(letters) >= 2)
    rows = [
        tuple(share * (state[i] == letter) + (1 - share) / len(letters) for letter in letters)
        for state in model.states
    ]
    require(is_private(model, rows) == (share == 0))


def constant_latent(random: Random) -> None:
    model = function_model([Fraction(1, 2)] * 2, (2,), [0, 0])
    masses = model.latent_masses
    require(len([m for m in masses if m]) != 1, "W constant: I_s/H(W) is 0/0")
