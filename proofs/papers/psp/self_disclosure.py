"""[PSP, Sec. V-A and V-B]: telling as much as possible of the whole dataset."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

from pmlsym.linear.matrix import rank
from pmlsym.mechanisms.independence import window_privacy
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.numbers.number import Number, log_of
from proofs.papers.checked import Unmet, require
from proofs.papers.mechanisms.large_datasets.modular_sums import modular_window_sums
from proofs.papers.mechanisms.synergistic.capacity import self_disclosure
from proofs.papers.mechanisms.synergistic.sample_model import (
    SampleModel,
    function_model,
    product_masses,
)
from proofs.papers.psp.models import (
    Table,
    draw_masses,
    draw_model,
    draw_private_mapping,
    entropy,
    entropy_of,
    independent,
    information,
    is_private,
    samples_of,
    table_of,
    told_of_dataset,
)
from proofs.papers.psp.optimal_mapping import exact_optimum

_SMALL_WINDOWS = ((2, 2, 1), (2, 3, 1), (2, 3, 2), (2, 4, 2), (3, 3, 2), (2, 5, 2), (2, 5, 3))


def self_disclosure_is_the_largest(random: Random) -> None:
    model = draw_model(random, shapes=((2, 2), (2, 3), (2, 2, 2)))
    split, best = exact_optimum(model, self_disclosure=True), self_disclosure(model).mechanism
    if best is None:
        raise Unmet
    told = told_of_dataset(model, best.channel)
    require(told == split.told and is_private(model, best.channel))
    other = draw_private_mapping(random, model)
    require(not other or told_of_dataset(model, other) <= told)


def efficiency_below_one(random: Random) -> str:
    model = draw_model(random)
    best = self_disclosure(model)
    whole = entropy_of(model.masses)
    alone = [entropy_of(model.sample_masses(j)) for j in range(model.samples)]
    require(all(best.capacity.lower <= whole - one for one in alone))
    return "private mappings" if best.mechanism else "only the constant mapping"


def bounds_of_theorem_4(random: Random) -> None:
    """(55) for i.i.d. bits; their share told grows with n."""
    q, shares = Fraction(random.randint(1, 5), 12), []
    for samples in (2, 3, 4):
        masses = product_masses([(1 - q, q)] * samples)
        model = function_model(masses, (2,) * samples, [0] * len(masses))
        best = self_disclosure(model)
        rate = entropy_of([q, 1 - q])
        told = best.capacity
        low = rate * samples - log_of(2 * samples)
        require(low <= told.upper and rate * samples >= told.lower)
        shares.append(best.efficiency)
    rising = all(a.upper < b.lower for a, b in pairwise(shares))
    require(rising)


def remaining_below_log_rank(random: Random) -> None:
    model = draw_model(random)
    best = self_disclosure(model).mechanism
    channel = best.channel if best else tuple((Fraction(1),) for _ in model.states)
    left = entropy_of(model.masses) - told_of_dataset(model, channel)
    bound = log_of(model.samples * max(map(len, model.alphabets)))
    require(left <= bound)


def window_rank(random: Random) -> str:
    """The rows for windows of k samples number M^k (n-k+1) at most, and bound H(X^n|Y)."""
    samples, window = random.choice(((2, 1), (3, 1), (3, 2), (4, 2), (4, 3)))
    size = 2**samples
    masses = draw_masses(random, size)
    rule = window_privacy((2,) * samples, window)
    rows = [event for _, event in rule.events()]
    most = 2**window * (samples - window + 1)
    require(len(rows) <= most and rank(rows) <= most)
    polytope = PosteriorPolytope(masses, (rule,))
    told = largest_utility(polytope, MutualInformation())
    low = entropy_of(masses) - log_of(most)
    require(low <= told.upper)
    return f"k = {window}"


def _modular_windows(letters: int, samples: int, window: int) -> tuple[SampleModel, Table]:
    size = letters**samples
    model = function_model([Fraction(1, size)] * size, (letters,) * samples, [0] * size)
    return model, table_of(model, modular_window_sums(letters, samples, window))


def example_3_is_private(random: Random) -> None:
    """Windows of k samples are independent of Y, and I = (n - k) log M."""
    letters, samples, window = random.choice(_SMALL_WINDOWS)
    model, table = _modular_windows(letters, samples, window)
    for i in range(samples - window + 1):
        require(independent(table, list(range(i + 1, i + window + 1)), [samples + 1]))
    told = information(table, samples_of(model), [samples + 1])
    sums = entropy(table, [samples + 1])
    require(told == log_of(letters) * (samples - window))
    require(sums == log_of(letters) * (samples - window + 1))


def printed_entropies(random: Random) -> None:
    """The line before (61) has (n-k+1) M in the place of H(X_k, .., X_n), and n M for H(X^n)."""
    letters, samples, window = 2, 4, 2
    model, table = _modular_windows(letters, samples, window)
    tail = entropy(table, samples_of(model)[window - 1 :])
    share = information(table, samples_of(model), [5]) / entropy(table, samples_of(model))
    bound = (log_of(letters) * -1 + (samples - window + 1) * letters) / (samples * letters)
    require(
        tail == (samples - window + 1) * letters,
        f"M = 2, n = 4, k = 2: H(X_2,X_3,X_4) = 3 log 2, printed 6; the efficiency is {share}, "
        f"the ratio of the printed line, before the limit, {float(bound):.4f}",
    )


def corrected_bound_61(random: Random) -> None:
    """((n-k+1) log M - log M)/(n log M) = (n-k)/n, which is the efficiency."""
    letters, samples, window = random.choice(_SMALL_WINDOWS)
    model, table = _modular_windows(letters, samples, window)
    told = information(table, samples_of(model), [samples + 1])
    whole = entropy(table, samples_of(model))
    require(told * samples == whole * (samples - window))


def quantile_sum(random: Random) -> None:
    """The K quantiles of two independent continuous variables are independent and uniform."""
    count = random.randint(1, 8)
    table: Table = {
        (i, j, (i + j) % count + 1): Fraction(1, count**2)
        for i, j in product(range(1, count + 1), repeat=2)
    }
    alone = [independent(table, [i], [2]) for i in (0, 1)]
    told: Number = information(table, [0, 1], [2])
    require(all(alone) and told == log_of(count))


def constant_dataset(random: Random) -> None:
    model = function_model([Fraction(1)], (1,), [0])
    whole = entropy_of(model.masses)
    require(whole != 0, "X^n constant: the efficiency is 0/0")
