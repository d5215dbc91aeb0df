"""Modular sums of samples on M letters as private answers: of neighbours made uniform, of windows.

The uniformiser draws S_i from X_i so that it is uniform, and Y = (S_1 + S_2, ..., S_{n-1} + S_n)
mod M. [PSP, Ex. 5; uniform samples: sec. V-C2]. Since X_i - S_i - Y and Y is independent of S_i,
it is independent of X_i. The answers are NOT independent given the dataset, because neighbours
share an S: the printed performance (67) sums the answers' informations and is only a lower bound
for n >= 3.

Exactly: Y and S_1 determine S^n and conversely, so

    I(X^n; Y) = (n-1) log M - H(S^n | X^n) + H(S_1 | Y, X^n),

and for Bernoulli(q) samples, with b = (1/2 - q)/(1 - q), S_i is certain where X_i = 1, so that the
last term is (1-q)^n H(S_1 | Y, X^n = 0): a sum over n + 1 types.

Padded sums of windows are private for every window of k samples. For uniform i.i.d. samples and a
fresh uniform Q, L_i = Q + X_i + ... + X_{i+k-1} mod M and Y = (L_1, ..., L_{n-k+1}). Only the
differences L_i - L_{i+1} = X_i - X_{i+k} carry information, n - k of them and independent, so
I(X^n; Y) = (n - k) log M exactly. [PSP, Ex. 3]
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product
from math import comb

from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanisms.bracket import Bracket, entropy, logarithm, total
from pmlsym.model.distribution import Masses, Number, distribution
from proofs.papers.mechanisms.large_datasets.partial_processing import independent_samples

MOST_STATES = 70_000
"""The largest number of datasets, or of their uniform versions, that is summed over."""


def uniformiser(sample: Iterable[Number]) -> Matrix:
    """The channel from X to a uniform S that keeps S = X with the largest probability.

    Letters above 1/M give their excess to the letters below, in proportion to what these lack. For
    Bernoulli(q), q <= 1/2, it is the Z-channel with crossover (1/2 - q)/(1 - q). [PSP, Ex. 5]

    >>> uniformiser(["3/4", "1/4"])
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(0, 1), Fraction(1, 1)))
    """
    masses = distribution(sample)
    if min(masses) == 0:
        raise InvalidInput("a sample with a letter of mass zero: leave that letter out")
    share = Fraction(1, len(masses))
    lacking = [max(share - mass, Fraction(0)) for mass in masses]
    missing = sum(lacking, Fraction(0))
    rows = []
    for x, mass in enumerate(masses):
        excess = max(mass - share, Fraction(0)) / mass
        row = [excess * lack / missing if missing else Fraction(0) for lack in lacking]
        row[x] += 1 - excess
        rows.append(tuple(row))
    return tuple(rows)


def uniformised_sums(samples: Iterable[Iterable[Number]]) -> Matrix:
    """The whole channel from X^n to the n-1 sums, datasets and answers in lexicographic order.

    Built by its definition, for small datasets; raises Unsupported when it is too large.

    >>> uniformised_sums([["1/2", "1/2"], ["1/2", "1/2"]])[1]
    (Fraction(0, 1), Fraction(1, 1))
    """
    masses = _same_alphabet(samples)
    letters, n = len(masses[0]), len(masses)
    if letters**n * letters ** (n - 1) > 16 * MOST_STATES:
        raise Unsupported(
            f"the channel of {n} samples with {letters} letters is too large to build; "
            "uniformised_information and bernoulli_uniformised_information do without it"
        )
    drawn = [uniformiser(sample) for sample in masses]
    answers = {y: k for k, y in enumerate(product(range(letters), repeat=n - 1))}
    rows = []
    for dataset in product(range(letters), repeat=n):
        row = [Fraction(0)] * len(answers)
        for uniform in product(range(letters), repeat=n):
            chance = Fraction(1)
            for i in range(n):
                chance *= drawn[i][dataset[i]][uniform[i]]
            sums = tuple((a + b) % letters for a, b in pairwise(uniform))
            row[answers[sums]] += chance
        rows.append(tuple(row))
    return tuple(rows)


def bernoulli_uniformised_information(q: Number, samples: int) -> Bracket:
    """I(X^n; Y) of the uniformiser on n i.i.d. Bernoulli(q) samples, 0 < q <= 1/2, in nats.

    Exact at every n: (n-1) log 2 - n (1-q) h(b) + (1-q)^n H(S_1 | Y, X^n = 0).

    >>> fair = bernoulli_uniformised_information("1/2", 10)
    >>> round(float(fair) / 0.6931471805599453, 9)
    9.0
    """
    q, b = _bernoulli(q)
    if samples < 2:
        raise InvalidInput(f"sums of neighbours need at least 2 samples, not {samples}")
    known = logarithm(Fraction(2)).scaled(Fraction(samples - 1))
    noise = binary_entropy(b).scaled(samples * (1 - q))
    # Given X^n = 0, Y leaves S^n or its complement: the weights of j and n - j ones.
    left = []
    for ones in range(samples + 1):
        chance = comb(samples, ones) * b**ones * (1 - b) ** (samples - ones)
        other = b ** (samples - ones) * (1 - b) ** ones
        here = b**ones * (1 - b) ** (samples - ones)
        if chance:
            left.append(binary_entropy(here / (here + other)).scaled(chance))
    return known - noise + total(left).scaled((1 - q) ** samples)


def printed_uniformised_information(q: Number, samples: int) -> Bracket:
    """The right-hand side of [PSP, eq. 67], a lower bound that is exact only for n = 2, in nats.

    >>> printed = printed_uniformised_information("1/4", 3)
    >>> printed.upper < bernoulli_uniformised_information("1/4", 3).lower
    True
    """
    q, b = _bernoulli(q)
    one = (
        logarithm(Fraction(2))
        - binary_entropy(b).scaled(2 * q * (1 - q))
        - binary_entropy(2 * b * (1 - b)).scaled((1 - q) ** 2)
    )
    return one.scaled(Fraction(samples - 1))


def uniformised_efficiency_limit(sample: Iterable[Number]) -> Bracket:
    """The limit of I(X^n; Y) / H(X^n) for i.i.d. samples: I(X; S) / H(X), for any alphabet.

    Since n I(X; S) - log M <= I(X^n; Y) <= n I(X; S). Replaces the printed limit of [PSP, Ex. 5].

    >>> round(float(uniformised_efficiency_limit(["1/2", "1/2"])), 9)
    1.0
    """
    masses = distribution(sample)
    noise = total(
        entropy(row).scaled(mass) for row, mass in zip(uniformiser(masses), masses, strict=True)
    )
    return (logarithm(Fraction(len(masses))) - noise).over(entropy(masses))


def modular_window_sums(letters: int, samples: int, window: int) -> Matrix:
    """The channel from X^n to Y, by its definition, for small datasets.

    >>> modular_window_sums(2, 2, 1)[0]
    (Fraction(1, 2), Fraction(0, 1), Fraction(0, 1), Fraction(1, 2))
    """
    _check(letters, samples, window)
    count = samples - window + 1
    if letters ** (samples + count) > 1_000_000:
        raise Unsupported(
            f"the channel has {letters ** (samples + count)} entries, too many; its information "
            "is (n - k) log M"
        )
    answers = {y: k for k, y in enumerate(product(range(letters), repeat=count))}
    rows = []
    for dataset in product(range(letters), repeat=samples):
        row = [Fraction(0)] * len(answers)
        for pad in range(letters):
            sums = tuple((pad + sum(dataset[i : i + window])) % letters for i in range(count))
            row[answers[sums]] += Fraction(1, letters)
        rows.append(tuple(row))
    return tuple(rows)


def _bernoulli(q: Number) -> tuple[Fraction, Fraction]:
    exact = as_rational(q, "q")
    if not 0 < exact <= Fraction(1, 2):
        raise InvalidInput(f"q is in (0, 1/2], not {exact}; exchange the two letters")
    return exact, (Fraction(1, 2) - exact) / (1 - exact)


def _same_alphabet(samples: Iterable[Iterable[Number]]) -> tuple[Masses, ...]:
    masses = independent_samples(samples)
    if len(masses) < 2:
        raise InvalidInput("sums of neighbours need at least 2 samples")
    if len({len(sample) for sample in masses}) != 1:
        raise AlphabetMismatch("all samples need the same alphabet for modular sums")
    return masses


def _check(letters: int, samples: int, window: int) -> None:
    if letters < 2:
        raise InvalidInput(f"modular sums need at least 2 letters, not {letters}")
    if not 1 <= window <= samples:
        raise InvalidInput(f"a window of {samples} samples has 1 to {samples}, not {window}")


def binary_entropy(mass: Fraction) -> Bracket:
    """h(m) = -m log m - (1-m) log(1-m), in nats.

    >>> binary_entropy(Fraction(0)).is_exact
    True
    """
    return entropy((mass, 1 - mass))
