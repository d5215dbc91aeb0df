"""[PSP, Sec. V-A and V-B]: telling as much as possible of the whole dataset."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.psp.exact_optimum import exact_optimum
from pmlsym.catalogue.psp.mass_table import (
    Table,
    entropy,
    entropy_of,
    independent,
    information,
    is_private,
    samples_of,
    table_of,
)
from pmlsym.catalogue.psp.models import draw_masses, draw_model, draw_private_mapping
from pmlsym.design.independence import window_privacy
from pmlsym.design.large_datasets import modular_window_sums, product_masses
from pmlsym.design.optimal_mechanism import largest_utility
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic import SampleModel, function_model, self_disclosure
from pmlsym.design.utilities import MutualInformation
from pmlsym.linear.matrix import rank
from pmlsym.numbers.number import Number, log_of

_TINY = Fraction(1, 10**40)


def _self_disclosure_is_the_largest(random: Random) -> Trial:
    model = draw_model(random, shapes=((2, 2), (2, 3), (2, 2, 2)))
    split, best = exact_optimum(model, self_disclosure=True), self_disclosure(model)
    if split is None or best.mechanism is None:
        return UNMET
    samples = samples_of(model)
    table = table_of(model, best.mechanism.channel)
    told = information(table, samples, [model.samples + 1])
    whole = entropy_of(model.dataset_masses)
    if told != whole - split.remaining or not is_private(model, best.mechanism.channel):
        return Fails(f"{model}: {told}, by trying everything {whole - split.remaining}")
    other = draw_private_mapping(random, model)
    if other and information(table_of(model, other), samples, [model.samples + 1]) > told:
        return Fails(f"{model}: {other} tells more")
    return Holds()


def _efficiency_below_one(random: Random) -> Trial:
    model = draw_model(random)
    best = self_disclosure(model)
    whole = entropy_of(model.dataset_masses)
    alone = [entropy_of(model.sample_masses(j)) for j in range(model.samples)]
    if any(best.capacity.lower > whole - one for one in alone):
        return Fails(f"{model}: {best.capacity} of {whole}, samples {alone}")
    return Holds("private mappings" if best.mechanism else "only the constant mapping")


def _bounds_of_theorem_4(random: Random) -> Trial:
    """(55) for i.i.d. bits; their share told grows with n."""
    q, shares = Fraction(random.randint(1, 5), 12), []
    for samples in (2, 3, 4):
        masses = product_masses([(1 - q, q)] * samples)
        model = function_model(masses, (2,) * samples, [0] * len(masses))
        best = self_disclosure(model)
        rate = entropy_of([q, 1 - q])
        told = best.capacity
        low = rate * samples - log_of(2 * samples)
        if low > told.upper or rate * samples < told.lower:
            return Fails(f"q = {q}, n = {samples}: {float(told)} not within (55)")
        shares.append(best.efficiency)
    rising = all(a.upper < b.lower for a, b in pairwise(shares))
    return Holds() if rising else Fails(f"q = {q}: {[float(s) for s in shares]}")


def _remaining_below_log_rank(random: Random) -> Trial:
    model = draw_model(random)
    best = self_disclosure(model).mechanism
    channel = best.channel if best else tuple((Fraction(1),) for _ in model.states)
    table, samples = table_of(model, channel), samples_of(model)
    left = entropy(table, samples) - information(table, samples, [model.samples + 1])
    bound = log_of(model.samples * max(map(len, model.alphabets)))
    return Holds() if left <= bound else Fails(f"{model}: H(X^n|Y) = {left}, log(nM) = {bound}")


def _window_rank(random: Random) -> Trial:
    """The rows for windows of k samples number M^k (n-k+1) at most, and bound H(X^n|Y)."""
    samples, window = random.choice(((2, 1), (3, 1), (3, 2), (4, 2), (4, 3)))
    size = 2**samples
    masses = draw_masses(random, size)
    rule = window_privacy((2,) * samples, window)
    rows = [event for _, event in rule.events()]
    most = 2**window * (samples - window + 1)
    if len(rows) > most or rank(rows) > most:
        return Fails(f"n = {samples}, k = {window}: {len(rows)} rows")
    polytope = PosteriorPolytope(masses, (rule,))
    told = largest_utility(polytope, MutualInformation())
    low = entropy_of(masses) - log_of(most)
    if low > told.upper:
        return Fails(f"{masses}, k = {window}: {float(told)}")
    return Holds(f"k = {window}")


def _modular_windows(letters: int, samples: int, window: int) -> tuple[SampleModel, Table]:
    size = letters**samples
    model = function_model([Fraction(1, size)] * size, (letters,) * samples, [0] * size)
    return model, table_of(model, modular_window_sums(letters, samples, window))


_SMALL_WINDOWS = ((2, 2, 1), (2, 3, 1), (2, 3, 2), (2, 4, 2), (3, 3, 2), (2, 5, 2), (2, 5, 3))


def _example_3_is_private(random: Random) -> Trial:
    """Windows of k samples are independent of Y, and I = (n - k) log M."""
    letters, samples, window = random.choice(_SMALL_WINDOWS)
    model, table = _modular_windows(letters, samples, window)
    for i in range(samples - window + 1):
        if not independent(table, list(range(i + 1, i + window + 1)), [samples + 1]):
            return Fails(f"M = {letters}, n = {samples}, k = {window}: window {i}")
    told = information(table, samples_of(model), [samples + 1])
    sums = entropy(table, [samples + 1])
    if told != log_of(letters) * (samples - window):
        return Fails(f"M = {letters}, n = {samples}, k = {window}: I = {told}")
    if sums != log_of(letters) * (samples - window + 1):
        return Fails(f"M = {letters}, n = {samples}, k = {window}: H(Y) = {sums}")
    return Holds()


def _printed_entropies(random: Random) -> Trial:
    """The line before (61) has (n-k+1) M in the place of H(X_k, .., X_n), and n M for H(X^n)."""
    letters, samples, window = 2, 4, 2
    model, table = _modular_windows(letters, samples, window)
    tail = entropy(table, samples_of(model)[window - 1 :])
    share = information(table, samples_of(model), [5]) / entropy(table, samples_of(model))
    bound = (log_of(letters) * -1 + (samples - window + 1) * letters) / (samples * letters)
    if tail != (samples - window + 1) * letters:
        return Fails(
            "M = 2, n = 4, k = 2: H(X_2,X_3,X_4) = 3 log 2, printed 6; the efficiency is "
            f"{share}, the ratio of the printed line, before the limit, {float(bound):.4f}"
        )
    return Holds()


def _corrected_bound_61(random: Random) -> Trial:
    """((n-k+1) log M - log M)/(n log M) = (n-k)/n, which is the efficiency."""
    letters, samples, window = random.choice(_SMALL_WINDOWS)
    model, table = _modular_windows(letters, samples, window)
    told = information(table, samples_of(model), [samples + 1])
    whole = entropy(table, samples_of(model))
    if told * samples != whole * (samples - window):
        return Fails(f"M = {letters}, n = {samples}, k = {window}: {told} of {whole}")
    return Holds()


def _quantile_sum(random: Random) -> Trial:
    """The K quantiles of two independent continuous variables are independent and uniform."""
    count = random.randint(1, 8)
    table: Table = {
        (i, j, (i + j) % count + 1): Fraction(1, count**2)
        for i, j in product(range(1, count + 1), repeat=2)
    }
    alone = [independent(table, [i], [2]) for i in (0, 1)]
    told: Number = information(table, [0, 1], [2])
    if not all(alone) or told != log_of(count):
        return Fails(f"K = {count}: I = {told}, independent of each: {alone}")
    return Holds()


def _constant_dataset(random: Random) -> Trial:
    model = function_model([Fraction(1)], (1,), [0])
    whole = entropy_of(model.dataset_masses)
    return Fails("X^n constant: the efficiency is 0/0") if whole == 0 else Holds()


_LOG_IS_SMALL = Claimed("log(s*s)/(s*s) <= 2/s", assume=("s >= 1",))
"""With n = s^2: log(n)/n is at most 2/sqrt(n), so that log(cn)/n tends to 0 for every c."""

_SHARE_TENDS_TO_ONE = Claimed("(n-k)/n >= 1 - e", assume=("k > 0", "e > 0", "n >= k/e"))
_WITHHELD = Claimed("indep(A, Y) => I(A,B;Y) <= H(A,B) - H(A)")

ENTRIES = (
    Entry(
        "PSP/def-4-eq-51",
        "the self-disclosure capacity is the largest I(X^n;Y) of a private mapping",
        "Definition 4, (51)",
        (
            Checked(
                "against every basis of extreme points, and random mappings",
                _self_disclosure_is_the_largest,
                trials=20,
                least=12,
            ),
        ),
    ),
    Entry(
        "PSP/dpi-remark",
        "the self-disclosure capacity is at least I_s(W, X^n) for every W",
        "Section V-A",
        (Claimed("markov(W, X, Y) => I(W;Y) <= I(X;Y)"),),
    ),
    Entry(
        "PSP/lemma-6",
        "the efficiency is at most 1 - max H(X_j)/H(X^n)",
        "Lemma 6",
        (_WITHHELD, Checked("for every dataset", _constant_dataset)),
        remarks=(
            Checked(
                "the best mapping of random models",
                _efficiency_below_one,
                trials=25,
                least=25,
                cases=("private mappings",),
            ),
        ),
        correction=Correction(
            "the same for datasets with H(X^n) > 0",
            "a constant dataset has H(X^n) = 0, and its efficiency is 0/0",
            (
                Composed(
                    "I(X^n;Y)/H(X^n) <= 1 - H(X_j)/H(X^n) for every j",
                    "divided by H(X^n) > 0, with A = X_j and B the other samples",
                    (_WITHHELD,),
                ),
            ),
            boundary="a constant dataset",
        ),
    ),
    Entry(
        "PSP/thm-4-eq-52-eq-53",
        "with bounded alphabets the capacity per sample tends to the entropy rate",
        "Theorem 4, (52)-(56)",
        (
            Checked("(55) for Bernoulli samples", _bounds_of_theorem_4, 6, 5),
            _LOG_IS_SMALL,
        ),
        remarks=(Claimed("I(X;Y) <= H(X)"),),
    ),
    Entry(
        "PSP/eq-54",
        "min H(X^n|Y) <= log(nM)",
        "Section V-A, (54)",
        (Checked("the best mapping of random models", _remaining_below_log_rank, 25, least=25),),
    ),
    Entry(
        "PSP/cor-4.1",
        "the same for windows of k samples, with M^k (n-k+1) rows",
        "Corollary 4.1",
        (
            _LOG_IS_SMALL,
            Checked(
                "the rows, and the optimum, for binary samples",
                _window_rank,
                trials=15,
                least=15,
                cases=("k = 1", "k = 2", "k = 3"),
            ),
        ),
    ),
    Entry(
        "PSP/ex-3",
        "padded modular sums hide every window of k samples, and their efficiency tends to 1",
        "Example 3, (57)-(61)",
        (
            Checked("private; the sums are i.i.d. and uniform", _example_3_is_private, 20, 7),
            Checked("the efficiency is (n-k)/n", _corrected_bound_61, 20, 7),
            _SHARE_TENDS_TO_ONE,
        ),
        remarks=(Checked("the entropies in the line before (61)", _printed_entropies),),
        correction=Correction(
            "((n-k+1) log M - log M)/(n log M) = (n-k)/n, attained, which tends to 1",
            "H of n-k+1 uniform letters is (n-k+1) log M, and H(X^n) is n log M; letters are "
            "counted where their logarithms are meant. The limit is the same",
            (
                Checked("the efficiency is (n-k)/n", _corrected_bound_61, 20, 7),
                _SHARE_TENDS_TO_ONE,
            ),
        ),
    ),
    Entry(
        "PSP/thm-5-eq-62",
        "two independent continuous samples have infinite self-disclosure",
        "Theorem 5, (62)",
        (
            Checked("K quantiles each attain log K, K = 1, .., 8", _quantile_sum, 20, 8),
            Claimed("log(k) > b", assume=("k > exp(b)",)),
        ),
    ),
    Entry(
        "PSP/eq-63-eq-64",
        "the sum of two quantile numbers modulo K is private and tells log K",
        "Section V-B, (63)-(64)",
        (Checked("K = 1, .., 8", _quantile_sum, 20, 8),),
    ),
)
