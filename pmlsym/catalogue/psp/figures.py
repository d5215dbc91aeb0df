"""[PSP, Figs. 1, 2, 4, 5, 6]: the curves from their definitions, and what the diagrams state."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import Fails, require
from pmlsym.catalogue.joint import times
from pmlsym.catalogue.psp.exact_optimum import exact_optimum
from pmlsym.catalogue.psp.example_two import model as example_two
from pmlsym.catalogue.psp.mass_table import (
    BIT,
    h,
    information,
    samples_of,
    table_of,
    told_of_dataset,
)
from pmlsym.catalogue.psp.models import draw_masses
from pmlsym.catalogue.psp.partial_processing import bernoulli, independent_model
from pmlsym.catalogue.psp.square import Square
from pmlsym.catalogue.psp.uniformised_samples import printed_67, uniformised
from pmlsym.design.bracket import binary_entropy
from pmlsym.design.large_datasets import (
    partial_processing,
    uniformised_efficiency_limit,
    uniformiser,
)
from pmlsym.design.synergistic import self_disclosure
from pmlsym.numbers.number import Number

_GRID = tuple(Fraction(k, 20) for k in (1, 2, 4, 5, 6, 7, 8, 9, 10))


def four_samples(random: Random) -> None:
    """Optimal, partial and pre-processing disclosure of four Bernoulli(q) samples, and (67)."""
    before: tuple[Number, ...] | None = None
    for q in _GRID:
        model, table = uniformised(q, 4)
        pre = information(table, samples_of(model), [5])
        whole = independent_model([bernoulli(q)] * 4)
        partial = told_of_dataset(whole, partial_processing([bernoulli(q)] * 4).full_channel())
        best = self_disclosure(whole)
        if best.mechanism is None:
            raise Fails
        optimal = told_of_dataset(whole, best.mechanism.channel)
        if 2 * q == 1:
            require(optimal == partial == pre == printed_67(q, 4) == BIT * 3)
        else:
            require(printed_67(q, 4) < pre < partial < optimal)
        values = (optimal, partial, pre)
        require(not before or all(a < b for a, b in zip(before, values, strict=True)))
        before = values


def asymptotic_efficiencies(random: Random) -> None:
    """Partial processing and the uniformiser below 1 for q < 1/2; they cross between 1/4 and 7/20.

    The printed limit of Example 5 would put the uniformiser below everywhere.
    """
    for q in _GRID:
        channel = partial_processing([bernoulli(q)] * 2).channels[0]
        pair = table_of(independent_model([bernoulli(q)] * 2), channel)
        partial = information(pair, [1], [3], [2])
        pre = uniformised_efficiency_limit(bernoulli(q))
        scale = binary_entropy(q)
        low, high = pre.lower * scale.lower, pre.upper * scale.upper
        if 2 * q == 1:
            require(partial == h(q) and low <= h(q) <= high)
            continue
        crossed = (q <= Fraction(1, 4) and partial >= low) or (
            q >= Fraction(7, 20) and partial <= high
        )
        require(not crossed and partial < h(q) and (h(q) > high) and (printed_67(q, 2) < partial))


def two_steps(random: Random) -> None:
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    rows = uniformiser(bernoulli(q))
    fair = times((bernoulli(q),), rows)
    drawn = rows == ((1 - b, b), (Fraction(0), Fraction(1)))
    require(drawn and fair == ((Fraction(1, 2),) * 2,))


def channels_of_figure_1(random: Random) -> None:
    """P(X1|W) and P(X2|W) of the model are the BSC(2/3) and the BEC(1/2) that are drawn."""
    model = example_two()
    third, half = Fraction(1, 3), Fraction(1, 2)
    for w, (row, mass) in enumerate(zip(model.joint, model.latent_masses, strict=True)):
        first = [Fraction(0)] * 2
        second = [Fraction(0)] * 3
        for (a, b), m in zip(model.states, row, strict=True):
            first[a] += m / mass
            second[b] += m / mass
        bsc = [third, 1 - third] if w == 0 else [1 - third, third]
        bec = [half, half, Fraction(0)] if w == 0 else [Fraction(0), half, half]
        require(first == bsc and second == bec)


def one_mapping_for_every_w(random: Random) -> str:
    """Two laws of W on one p: one split of p, (r/R) a1 + ((R - r)/R) a2, two capacities."""
    a, b = sorted(Fraction(random.randint(1, 11), 12) for _ in range(2))
    end = min(a, 1 - b)
    square = Square(a, b, end * Fraction(random.randint(1, 5), 6), Fraction(0))
    laws = [tuple(draw_masses(random, 2) for _ in range(4)) for _ in range(2)]
    splits = [exact_optimum(square.model(law)) for law in laws]
    expected = dict(zip(square.ends, square.weights, strict=True))
    for split in splits:
        if split is None or dict(zip(split.points, split.weights, strict=True)) != expected:
            raise Fails
    told = [square.capacity(law) for law in laws]
    return "different capacities" if told[0] != told[1] else "equal capacities"
