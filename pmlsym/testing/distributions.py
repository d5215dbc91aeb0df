"""Strategies for exact priors and channels.

A distribution is drawn as integer weights over their sum, so it shrinks to few letters, then to
mass on the first letter, then to equal and small weights. Entries are fractions in nested tuples,
which `Prior.from_masses`, `Channel.from_rows` and `Instance` take as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st

from pmlsym.errors import InvalidInput

Distribution: TypeAlias = tuple[Fraction, ...]
Rows: TypeAlias = tuple[Distribution, ...]

LETTERS = 4
WEIGHT = 6


def distributions(
    letters: int, *, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[Distribution]:
    """Distributions of that many letters, in multiples of at most `letters * weight`.

    Zeros occur unless `full_support`. Raises InvalidInput at fewer than one letter or weight.

    >>> from hypothesis import find
    >>> find(distributions(2, full_support=True), lambda p: True)
    (Fraction(1, 2), Fraction(1, 2))
    """
    _require_positive(letters=letters, weight=weight)
    each = st.integers(1 if full_support else 0, weight)
    return st.lists(each, min_size=letters, max_size=letters).map(normalised)


def priors(
    *, letters: int | None = None, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[Distribution]:
    """Priors of `letters` letters, or of 1 to 4.

    >>> from hypothesis import find
    >>> find(priors(), lambda p: min(p) > 0 and len(p) == 3)
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    return _counts(letters).flatmap(
        lambda n: distributions(n, full_support=full_support, weight=weight)
    )


def channels(
    *,
    inputs: int | None = None,
    outputs: int | None = None,
    full_support: bool = False,
    weight: int = WEIGHT,
) -> st.SearchStrategy[Rows]:
    """Channels by their rows, one for each of `inputs` letters; sizes are 1 to 4 unless given.

    With `full_support` no entry is zero. A channel shrinks to one whose outcome is constant.

    >>> from hypothesis import find
    >>> rows = find(channels(inputs=2, outputs=2), lambda w: w[0] != w[1])
    >>> [[str(entry) for entry in row] for row in rows]
    [['1', '0'], ['0', '1']]
    """
    return st.tuples(_counts(inputs), _counts(outputs)).flatmap(
        lambda n: st.tuples(*[distributions(n[1], full_support=full_support, weight=weight)] * n[0])
    )


def normalised(weights: Sequence[int]) -> Distribution:
    """The weights over their sum; no weight at all is mass on the first letter.

    >>> normalised([0, 0])
    (Fraction(1, 1), Fraction(0, 1))
    """
    total = sum(weights)
    if not total:
        return (Fraction(1), *(Fraction(0),) * (len(weights) - 1))
    return tuple(Fraction(weight, total) for weight in weights)


def _counts(given: int | None) -> st.SearchStrategy[int]:
    return st.integers(1, LETTERS) if given is None else st.just(given)


def _require_positive(**counts: int) -> None:
    for name, count in counts.items():
        if count < 1:
            raise InvalidInput(f"{name} is {count}; it has to be 1 or more")
