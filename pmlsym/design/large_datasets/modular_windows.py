"""Padded modular sums of windows: private for every window of k samples. [PSP, Ex. 3]

For uniform i.i.d. samples on M letters and a fresh uniform Q, L_i = Q + X_i + ... + X_{i+k-1} mod
M and Y = (L_1, ..., L_{n-k+1}). Only the differences L_i - L_{i+1} = X_i - X_{i+k} carry
information, n - k of them and independent, so I(X^n; Y) = (n - k) log M exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.matrix import Matrix


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


def _check(letters: int, samples: int, window: int) -> None:
    if letters < 2:
        raise InvalidInput(f"modular sums need at least 2 letters, not {letters}")
    if not 1 <= window <= samples:
        raise InvalidInput(f"a window of {samples} samples has 1 to {samples}, not {window}")
