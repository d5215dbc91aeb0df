"""Strategies for Markov chains: a prior, and channels that take the outcomes of the one before."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from hypothesis import strategies as st

from pmlsym.errors import InvalidInput
from pmlsym.testing.distributions import LETTERS, WEIGHT, Distribution, Rows, channels, priors


class MarkovChain(NamedTuple):
    """The prior of the first letter and the channels from each letter to the next."""

    prior: Distribution
    channels: tuple[Rows, ...]


def markov_chains(
    length: int = 2, *, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[MarkovChain]:
    """Chains X - Y - Z - ... with `length` channels, every alphabet of 1 to 4 letters.

    With `full_support` the prior has no zero; channels may have zeros all the same. Raises
    InvalidInput at a length below one.

    >>> from hypothesis import find
    >>> chain = find(markov_chains(), lambda chain: len(chain.prior) == 2)
    >>> len(chain.channels), len(chain.channels[0])
    (2, 2)
    """
    if length < 1:
        raise InvalidInput(f"a chain of {length} channels; it needs one or more")
    counts = st.lists(st.integers(1, LETTERS), min_size=length + 1, max_size=length + 1)
    return counts.flatmap(lambda n: _of_sizes(n, full_support, weight))


def _of_sizes(counts: list[int], full_support: bool, weight: int) -> st.SearchStrategy[MarkovChain]:
    first = priors(letters=counts[0], full_support=full_support, weight=weight)
    steps = [channels(inputs=n, outputs=m, weight=weight) for n, m in pairwise(counts)]
    return st.builds(MarkovChain, first, st.tuples(*steps))
