"""[PSP, Sec. I, II]: perfect sample privacy, the matrix P, and how much can be disclosed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine, Use
from pmlsym.linear.matrix import identity, multiply, null_space, rank
from pmlsym.numbers.number import log_of
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_distribution, draw_rows, drawn
from proofs.papers.joint import Rows
from proofs.papers.mechanisms.synergistic.capacity import feasibility, synergistic_disclosure
from proofs.papers.mechanisms.synergistic.sample_model import SampleModel, function_model
from proofs.papers.psp.models import (
    BIT,
    Table,
    draw_model,
    draw_model_of_one_sample,
    draw_private_mapping,
    entropy,
    independent,
    information,
    is_private,
    posteriors_of,
    samples_of,
    table_of,
)


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


def parity_of_two_coins(random: Random) -> None:
    table: Table = {(a, b, a ^ b): Fraction(1, 4) for a, b in product((0, 1), repeat=2)}
    alone = [independent(table, [i], [2]) for i in (0, 1)]
    both = information(table, [0, 1], [2])
    require(all(alone) and both == BIT)


def differential_privacy_bounds_conditional_information(random: Random) -> str:
    """A mapping of two or three samples: eps from its rows, I(Y;X_i|X_-i) from the joint masses."""
    letters, samples = random.choice(((2, 2), (3, 2), (2, 3)))
    states = list(product(range(letters), repeat=samples))
    rows = {state: draw_distribution(random, 2, zeros=False) for state in states}
    masses = draw_distribution(random, len(states))
    level = max(
        rows[a][y] / rows[b][y]
        for a, b in product(states, repeat=2)
        if sum(s != t for s, t in zip(a, b, strict=True)) == 1
        for y in (0, 1)
    )
    table = {
        (*state, y): mass * rows[state][y]
        for state, mass in zip(states, masses, strict=True)
        for y in (0, 1)
        if mass
    }
    assume(level != 1)
    for i in range(samples):
        rest = [j for j in range(samples) if j != i]
        found = information(table, [i], [samples], rest)
        require(found <= log_of(level))
    return "null datasets" if min(masses) == 0 else "every dataset possible"


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


def no_letter_is_less_likely(sequent: Sequent) -> tuple[Line, ...]:
    """Lemma 1: no letter of a sample is likelier given y than before; so none is less likely."""
    c, d, e, y = Index("D", "cc"), Index("D", "dd"), Index("E", "ee"), Index("Y", "yy")
    prior = atom(named(sequent, "P"), d, e)
    joint = prior * atom(named(sequent, "W"), d, e, y)
    product = sum_over(prior, e) * sum_over(joint, d, e)
    others = (Use("pml_entry(P, W, 1) <= 0", (c, y)), Use("delta_D <= 1", (c, d)))
    no_less = Fact("no letter is less likely", sum_over(joint, e) - product, (d, y))
    return (Combine(no_less, times(1, *others, over=(c,))),)
