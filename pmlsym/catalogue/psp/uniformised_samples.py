"""[PSP, Ex. 5]: samples made uniform first, and sums of neighbours published."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.psp.mass_table import (
    Table,
    h,
    independent,
    information,
    samples_of,
    table_of,
)
from pmlsym.catalogue.psp.partial_processing import bernoulli, independent_model
from pmlsym.design.large_datasets import (
    bernoulli_uniformised_information,
    uniformised_sums,
    uniformiser,
)
from pmlsym.design.synergistic import SampleModel
from pmlsym.linear.matrix import dot
from pmlsym.numbers.number import Number, log_of


def printed_67(q: Fraction, samples: int) -> Number:
    """(n-1)[log 2 - 2q(1-q) h(b) - (1-q)^2 h(2b(1-b))], b = (1/2 - q)/(1 - q). (67)

    >>> printed_67(Fraction(1, 2), 3) == log_of(2) * 2
    True
    """
    b = (Fraction(1, 2) - q) / (1 - q)
    one = log_of(2) - h(b) * (2 * q * (1 - q)) - h(2 * b * (1 - b)) * (1 - q) ** 2
    return one * (samples - 1)


def uniformised(q: Fraction, samples: int) -> tuple[SampleModel, Table]:
    """The model of i.i.d. bits and the masses of (0, x_1, .., x_n, y) of the uniformiser's sums.

    >>> len(uniformised(Fraction(1, 2), 2)[1])
    4
    """
    model = independent_model([bernoulli(q)] * samples)
    return model, table_of(model, uniformised_sums([bernoulli(q)] * samples))


def efficiency_of_the_uniformiser(random: Random) -> str:
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    rows = uniformiser(bernoulli(q))
    fair = tuple(dot(bernoulli(q), column) for column in zip(*rows, strict=True))
    require(rows == ((1 - b, b), (Fraction(0), Fraction(1))) and fair == (Fraction(1, 2),) * 2)
    shares = []
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        require(all(independent(table, [i], [samples + 1]) for i in samples_of(model)))
        shares.append(information(table, samples_of(model), [samples + 1]) * Fraction(1, samples))
    require(shares[0] < shares[1] < shares[2])
    return "q = 1/2" if b == 0 else "q < 1/2"


def equation_67(random: Random) -> None:
    q, samples = Fraction(1, 4), 3
    model, table = uniformised(q, samples)
    told = information(table, samples_of(model), [samples + 1])
    printed = printed_67(q, samples)
    require(
        told == printed,
        f"q = 1/4, n = 3: I(Y;X^n) = {float(told):.6f} nats, (67) gives {float(printed):.6f}",
    )


def middle_line_of_67(random: Random) -> None:
    """1 - sum of H(S1 + S2|x1, x2) over the four pairs, without their masses, in bits."""
    b = Fraction(1, 3)
    value = log_of(2) - h(b) * 2 - h(2 * b * (1 - b))
    require(value >= 0, "q = 1/4: 1 - sum over the pairs of H(S1+S2|x1,x2) is negative")


def equation_67_for_two(random: Random) -> str:
    """Equality for n = 2, a strict lower bound for n = 3, 4 unless q = 1/2; the exact sum."""
    q = Fraction(random.randint(1, 12), 24)
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        told = information(table, samples_of(model), [samples + 1])
        printed = printed_67(q, samples)
        exact = bernoulli_uniformised_information(q, samples)
        require(exact.lower <= told <= exact.upper)
        equal = samples == 2 or 2 * q == 1
        require(told >= printed and (told == printed) == equal)
    return "q = 1/2" if 2 * q == 1 else "q < 1/2"


def printed_limit(random: Random) -> None:
    """At q = 1/4 and n = 40 the efficiency is already above the printed limit."""
    q, samples = Fraction(1, 4), 40
    share = bernoulli_uniformised_information(q, samples).lower / samples
    limit = printed_67(q, 2)
    require(
        limit >= share,
        f"q = 1/4: the efficiency at n = 40 is {float(share / h(q)):.6f}, and grows with n; the "
        f"printed limit is {float(limit / h(q)):.6f}",
    )


def corrected_limit(random: Random) -> None:
    """n I(X;S) - log 2 <= I(X^n;Y) <= n I(X;S), with I(X;S) = log 2 - (1-q) h(b)."""
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    each = log_of(2) - h(b) * (1 - q)
    for samples in (2, 3, 4, 10, 40):
        told = bernoulli_uniformised_information(q, samples)
        require(each * samples >= told.lower and each * samples - log_of(2) <= told.upper)
