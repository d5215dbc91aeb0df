"""[PSP, Ex. 5]: samples made uniform first, and sums of neighbours published."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.part import Fails, Holds, Trial
from pmlsym.catalogue.psp.mass_table import (
    Table,
    entropy_of,
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
    one = log_of(2) - _h(b) * (2 * q * (1 - q)) - _h(2 * b * (1 - b)) * (1 - q) ** 2
    return one * (samples - 1)


def uniformised(q: Fraction, samples: int) -> tuple[SampleModel, Table]:
    """The model of i.i.d. bits and the masses of (0, x_1, .., x_n, y) of the uniformiser's sums.

    >>> len(uniformised(Fraction(1, 2), 2)[1])
    4
    """
    model = independent_model([bernoulli(q)] * samples)
    return model, table_of(model, uniformised_sums([bernoulli(q)] * samples))


def _h(mass: Fraction) -> Number:
    return entropy_of([mass, 1 - mass])


def efficiency_of_the_uniformiser(random: Random) -> Trial:
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    rows = uniformiser(bernoulli(q))
    fair = tuple(dot(bernoulli(q), column) for column in zip(*rows, strict=True))
    if rows != ((1 - b, b), (Fraction(0), Fraction(1))) or fair != (Fraction(1, 2),) * 2:
        return Fails(f"q = {q}: rows {rows}, S has masses {fair}")
    shares = []
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        if not all(independent(table, [i], [samples + 1]) for i in samples_of(model)):
            return Fails(f"q = {q}, n = {samples}: not private")
        shares.append(information(table, samples_of(model), [samples + 1]) * Fraction(1, samples))
    if not shares[0] < shares[1] < shares[2]:
        return Fails(f"q = {q}: I/n = {[float(share) for share in shares]}")
    return Holds("q = 1/2" if b == 0 else "q < 1/2")


def equation_67(random: Random) -> Trial:
    q, samples = Fraction(1, 4), 3
    model, table = uniformised(q, samples)
    told = information(table, samples_of(model), [samples + 1])
    printed = printed_67(q, samples)
    if told != printed:
        return Fails(
            f"q = 1/4, n = 3: I(Y;X^n) = {float(told):.6f} nats, (67) gives {float(printed):.6f}"
        )
    return Holds()


def middle_line_of_67(random: Random) -> Trial:
    """1 - sum of H(S1 + S2|x1, x2) over the four pairs, without their masses, in bits."""
    b = Fraction(1, 3)
    value = log_of(2) - _h(b) * 2 - _h(2 * b * (1 - b))
    if value < 0:
        return Fails("q = 1/4: 1 - sum over the pairs of H(S1+S2|x1,x2) is negative")
    return Holds()


def equation_67_for_two(random: Random) -> Trial:
    """Equality for n = 2, a strict lower bound for n = 3, 4 unless q = 1/2; the exact sum."""
    q = Fraction(random.randint(1, 12), 24)
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        told = information(table, samples_of(model), [samples + 1])
        printed = printed_67(q, samples)
        exact = bernoulli_uniformised_information(q, samples)
        if not exact.lower <= told <= exact.upper:
            return Fails(f"q = {q}, n = {samples}: {told} is not in {exact}")
        equal = samples == 2 or 2 * q == 1
        if told < printed or (told == printed) != equal:
            return Fails(f"q = {q}, n = {samples}: {told}, (67) gives {printed}")
    return Holds("q = 1/2" if 2 * q == 1 else "q < 1/2")


def printed_limit(random: Random) -> Trial:
    """At q = 1/4 and n = 40 the efficiency is already above the printed limit."""
    q, samples = Fraction(1, 4), 40
    share = bernoulli_uniformised_information(q, samples).lower / samples
    limit = printed_67(q, 2)
    if limit < share:
        return Fails(
            f"q = 1/4: the efficiency at n = 40 is {float(share / _h(q)):.6f}, and grows with n; "
            f"the printed limit is {float(limit / _h(q)):.6f}"
        )
    return Holds()


def corrected_limit(random: Random) -> Trial:
    """n I(X;S) - log 2 <= I(X^n;Y) <= n I(X;S), with I(X;S) = log 2 - (1-q) h(b)."""
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    each = log_of(2) - _h(b) * (1 - q)
    for samples in (2, 3, 4, 10, 40):
        told = bernoulli_uniformised_information(q, samples)
        if each * samples < told.lower or each * samples - log_of(2) > told.upper:
            return Fails(f"q = {q}, n = {samples}: {float(told)}, n I(X;S) = {float(each)}")
    return Holds()
