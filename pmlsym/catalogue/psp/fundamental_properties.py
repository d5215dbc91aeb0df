"""[PSP, Sec. II-B]: what can be disclosed at all, and how much of it at most."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.part import Fails, Holds, Trial
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
    largest,
    least,
)
from pmlsym.design.synergistic import SampleModel, function_model, synergistic_disclosure
from pmlsym.linear.matrix import multiply, null_space


def _null_space_of_p_within_that_of_w(model: SampleModel) -> bool:
    rows = tuple(zip(*model.posterior_of_latent, strict=True))
    basis = null_space(model.incidence, width=len(model.states))
    return not any(any(multiply(rows, direction)) for direction in basis)


def proposition_1(random: Random) -> Trial:
    """One way by p +- c v; the other by the best mapping of the linear program."""
    model = draw_model(random) if random.randrange(3) else draw_model_of_one_sample(random)
    best = synergistic_disclosure(model).mechanism
    last = model.samples + 1
    if _null_space_of_p_within_that_of_w(model):
        drawn = draw_private_mapping(random, model)
        for channel in (c for c in (drawn, best.channel if best else None) if c is not None):
            if not independent(table_of(model, channel), [0], [last]):
                return Fails(f"{model}: {channel} is private and tells of W")
        return Holds("not feasible")
    rows = tuple(zip(*model.posterior_of_latent, strict=True))
    prior = model.dataset_masses
    basis = null_space(model.incidence, width=len(prior))
    v = next(direction for direction in basis if any(multiply(rows, direction)))
    step = min(p / abs(s) for p, s in zip(prior, v, strict=True) if s)
    split = tuple(
        ((p - step * s) / (2 * p), (p + step * s) / (2 * p)) for p, s in zip(prior, v, strict=True)
    )
    if sum(v) or not is_private(model, split):
        return Fails(f"{model}: p +- c v with v = {v} is not private")
    if independent(table_of(model, split), [0], [last]):
        return Fails(f"{model}: p +- c v with v = {v} tells nothing of W")
    return Holds("feasible")


def columns_of_p_sum_to_one(random: Random) -> Trial:
    """1_G P = 1, as the proof prints, of two fair coins."""
    model = function_model([Fraction(1, 4)] * 4, (2, 2), [0, 1, 1, 0])
    sums = {sum(column) for column in zip(*model.incidence, strict=True)}
    return Holds() if sums == {1} else Fails("two fair coins: 1 P = (2, 2, 2, 2), printed 1 P = 1")


def columns_of_p_sum_to_n(random: Random) -> Trial:
    """1_G P = n 1, so that P v = 0 makes the masses of v sum to 0."""
    model = draw_model(random)
    sums = {sum(column) for column in zip(*model.incidence, strict=True)}
    return Holds() if sums == {model.samples} else Fails(f"{model}: the columns sum to {sums}")


def proposition_2_and_what_is_withheld(random: Random) -> Trial:
    model = draw_model(random)
    best = synergistic_disclosure(model).mechanism
    drawn = draw_private_mapping(random, model)
    for channel in (c for c in (drawn, best.channel if best else None) if c is not None):
        table, last = table_of(model, channel), model.samples + 1
        samples = samples_of(model)
        told = information(table, [0], [last])
        rest = {j: [i for i in samples if i != j] for j in samples}
        bound = least([information(table, [0], rest[j], [j]) for j in samples])
        whole = information(table, [0], samples)
        strongest = largest([information(table, [0], [j]) for j in samples])
        if told > bound or whole - told < strongest or whole - strongest != bound:
            return Fails(f"{model}: {channel} tells {told}, the bound is {bound}")
    return Holds("only the constant mapping" if drawn is None else "private mappings")


def modular_sum(random: Random) -> Trial:
    letters, fold = random.randint(1, 4), random.randint(1, 3)
    size = fold * letters
    states = list(product(range(letters), range(size)))
    table: Table = {
        ((a + b) % letters, a, b, (a + b) % letters): Fraction(1, letters * size) for a, b in states
    }
    alone = all(independent(table, [0], [i]) for i in (1, 2))
    told, whole = information(table, [0], [3]), entropy(table, [0])
    bound = least([information(table, [0], [2], [1]), information(table, [0], [1], [2])])
    if not alone or not told == whole == bound:
        return Fails(f"M = {letters}, k = {fold}: I(W;Y) = {told}, H(W) = {whole}, bound {bound}")
    if 1 < letters and letters * size <= 24:
        masses = [Fraction(1, letters * size)] * (letters * size)
        model = function_model(masses, (letters, size), [(a + b) % letters for a, b in states])
        if not synergistic_disclosure(model).efficiency.contains(Fraction(1)):
            return Fails(f"M = {letters}, k = {fold}: the optimum is not H(W)")
        return Holds("the optimum computed")
    return Holds()
