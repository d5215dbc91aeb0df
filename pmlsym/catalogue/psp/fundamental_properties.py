"""[PSP, Sec. II-B]: what can be disclosed at all, and how much of it at most."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.psp.mass_table import (
    Table,
    entropy,
    independent,
    information,
    is_private,
    samples_of,
    table_of,
)
from pmlsym.catalogue.psp.models import (
    draw_model,
    draw_model_of_one_sample,
    draw_private_mapping,
)
from pmlsym.design.synergistic import SampleModel, function_model, synergistic_disclosure
from pmlsym.linear.matrix import multiply, null_space


def _null_space_of_p_within_that_of_w(model: SampleModel) -> bool:
    rows = tuple(zip(*model.posterior_of_latent, strict=True))
    basis = null_space(model.incidence, width=len(model.states))
    return not any(any(multiply(rows, direction)) for direction in basis)


def proposition_1(random: Random) -> str:
    """One way by p +- c v; the other by the best mapping of the linear program."""
    model = draw_model(random) if random.randrange(3) else draw_model_of_one_sample(random)
    best = synergistic_disclosure(model).mechanism
    last = model.samples + 1
    if _null_space_of_p_within_that_of_w(model):
        drawn = draw_private_mapping(random, model)
        for channel in (c for c in (drawn, best.channel if best else None) if c is not None):
            require(independent(table_of(model, channel), [0], [last]))
        return "not feasible"
    rows = tuple(zip(*model.posterior_of_latent, strict=True))
    prior = model.masses
    basis = null_space(model.incidence, width=len(prior))
    v = next(direction for direction in basis if any(multiply(rows, direction)))
    step = min(p / abs(s) for p, s in zip(prior, v, strict=True) if s)
    split = tuple(
        ((p - step * s) / (2 * p), (p + step * s) / (2 * p)) for p, s in zip(prior, v, strict=True)
    )
    require(not sum(v) and is_private(model, split))
    require(not independent(table_of(model, split), [0], [last]))
    return "feasible"


def columns_of_p_sum_to_one(random: Random) -> None:
    """1_G P = 1, as the proof prints, of two fair coins."""
    model = function_model([Fraction(1, 4)] * 4, (2, 2), [0, 1, 1, 0])
    sums = {sum(column) for column in zip(*model.incidence, strict=True)}
    require(sums == {1}, "two fair coins: 1 P = (2, 2, 2, 2), printed 1 P = 1")


def columns_of_p_sum_to_n(random: Random) -> None:
    """1_G P = n 1, so that P v = 0 makes the masses of v sum to 0."""
    model = draw_model(random)
    sums = {sum(column) for column in zip(*model.incidence, strict=True)}
    require(sums == {model.samples})


def proposition_2_and_what_is_withheld(random: Random) -> str:
    model = draw_model(random)
    best = synergistic_disclosure(model).mechanism
    drawn = draw_private_mapping(random, model)
    for channel in (c for c in (drawn, best.channel if best else None) if c is not None):
        table, last = table_of(model, channel), model.samples + 1
        samples = samples_of(model)
        told = information(table, [0], [last])
        rest = {j: [i for i in samples if i != j] for j in samples}
        bound = min(information(table, [0], rest[j], [j]) for j in samples)
        whole = information(table, [0], samples)
        strongest = max(information(table, [0], [j]) for j in samples)
        require(told <= bound and whole - told >= strongest and whole - strongest == bound)
    return "only the constant mapping" if drawn is None else "private mappings"


def modular_sum(random: Random) -> str:
    letters, fold = random.randint(1, 4), random.randint(1, 3)
    size = fold * letters
    states = list(product(range(letters), range(size)))
    table: Table = {
        ((a + b) % letters, a, b, (a + b) % letters): Fraction(1, letters * size) for a, b in states
    }
    alone = all(independent(table, [0], [i]) for i in (1, 2))
    told, whole = information(table, [0], [3]), entropy(table, [0])
    bound = min(information(table, [0], [2], [1]), information(table, [0], [1], [2]))
    require(alone and told == whole == bound)
    if letters == 1 or letters * size > 24:
        return ""
    masses = [Fraction(1, letters * size)] * (letters * size)
    model = function_model(masses, (letters, size), [(a + b) % letters for a, b in states])
    require(synergistic_disclosure(model).efficiency.contains(Fraction(1)))
    return "the optimum computed"
