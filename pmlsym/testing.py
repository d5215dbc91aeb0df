"""Hypothesis strategies for property tests of privacy mechanisms; they need `hypothesis`.

A distribution is drawn as integer weights over their sum, so that it shrinks to few letters, then
to mass on the first letter, then to equal and small weights. Entries are fractions in nested
tuples, which `Prior.from_masses`, `Channel.from_rows` and `Instance` take as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational

__all__ = [
    "MarkovChain",
    "channels",
    "distributions",
    "instances",
    "markov_chains",
    "priors",
]

Distribution: TypeAlias = tuple[Fraction, ...]

Rows: TypeAlias = tuple[Distribution, ...]

LETTERS = 4

WEIGHT = 6

DENOMINATOR = 6


def distributions(
    letters: int, *, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[Distribution]:
    """Hypothesis strategy of distributions of that many letters, as multiples of a unit.

    Zeros occur unless `full_support`. Raises InvalidInput at fewer than one letter or weight.

    >>> from hypothesis import find
    >>> find(distributions(2, full_support=True), lambda p: True)
    (Fraction(1, 2), Fraction(1, 2))
    """
    _require_positive(letters=letters, weight=weight)
    weights = st.integers(1 if full_support else 0, weight)
    return st.lists(weights, min_size=letters, max_size=letters).map(normalise)


def priors(
    *, letters: int | None = None, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[Distribution]:
    """Hypothesis strategy of priors of `letters` letters, or of 1 to 4.

    >>> from hypothesis import find
    >>> find(priors(), lambda p: min(p) > 0 and len(p) == 3)
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    return _letter_counts(letters).flatmap(
        lambda n: distributions(n, full_support=full_support, weight=weight)
    )


def channels(
    *,
    inputs: int | None = None,
    outputs: int | None = None,
    full_support: bool = False,
    weight: int = WEIGHT,
) -> st.SearchStrategy[Rows]:
    """Hypothesis strategy of channels by their rows; sizes are 1 to 4 unless given.

    With `full_support` no entry is zero. A channel shrinks to one whose outcome is constant.

    >>> from hypothesis import find
    >>> rows = find(channels(inputs=2, outputs=2), lambda w: w[0] != w[1])
    >>> [[str(entry) for entry in row] for row in rows]
    [['1', '0'], ['0', '1']]
    """
    return st.tuples(_letter_counts(inputs), _letter_counts(outputs)).flatmap(
        lambda n: st.tuples(*[distributions(n[1], full_support=full_support, weight=weight)] * n[0])
    )


class MarkovChain(NamedTuple):
    """The prior of the first letter and the channels from each letter to the next."""

    prior: Distribution
    channels: tuple[Rows, ...]


def markov_chains(
    length: int = 2, *, full_support: bool = False, weight: int = WEIGHT
) -> st.SearchStrategy[MarkovChain]:
    """Hypothesis strategy of chains X - Y - Z - ... with `length` channels, of 1 to 4 letters.

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
    return counts.flatmap(lambda n: _chains_of_sizes(n, full_support, weight))


def instances(claim: Claim | Quantity, *, letters: int = LETTERS) -> st.SearchStrategy[Instance]:
    """Hypothesis strategy of exact instances of a claim, alphabets of 1 to `letters` letters.

    Priors and channels satisfy their declarations; concrete ones keep their entries. Scalars are
    rationals or, outside probabilities, logarithms of rationals. Premises may fail: use
    `assume(holds(premise, instance))`.

    >>> from hypothesis import find
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.claims.evaluation import holds
    >>> from pmlsym.measures.maximal_leakage import maxleak
    >>> from pmlsym.model.channel import Channel
    >>> claim = maxleak(Channel("W", *alphabets("X Y"))) <= 0
    >>> find(instances(claim), lambda instance: not holds(claim, instance)).to_json()["tensors"]
    {'W': [['1', '0'], ['0', '1']]}
    """
    about = subjects(claim)
    fixed = {
        alphabet: count
        for data in about.data
        for alphabet, count in zip(data.tensor.alphabets, data.shape, strict=True)
    }
    fixed_names = {data.tensor.name for data in about.data}
    sizes = {
        a: st.just(fixed[a]) if a in fixed else st.integers(1, letters) for a in about.alphabets
    }
    free_tensors = tuple(t for t in about.tensors if t.name not in fixed_names)
    scalars = {name: _scalar_values(domain) for name, domain in about.scalars.items()}

    def of_sizes(counts: Mapping[str, int]) -> st.SearchStrategy[Instance]:
        """The strategy of the claim's instances with alphabets of these sizes."""
        outcomes = {name: st.integers(0, counts[a] - 1) for name, a in about.outcomes.items()}
        return st.builds(
            Instance,
            st.just(counts),
            st.fixed_dictionaries({t.name: _tensor_entries(t, counts) for t in free_tensors}),
            st.fixed_dictionaries(scalars),
            st.fixed_dictionaries(outcomes),
        )

    return st.fixed_dictionaries(sizes).flatmap(of_sizes)


def normalise(weights: Sequence[int]) -> Distribution:
    """The distribution drawn as weights: each over their sum, or mass on the first letter.

    >>> normalise([0, 0])
    (Fraction(1, 1), Fraction(0, 1))
    """
    total = sum(weights)
    if not total:
        return (Fraction(1), *(Fraction(0),) * (len(weights) - 1))
    return tuple(Fraction(weight, total) for weight in weights)


def _letter_counts(given: int | None) -> st.SearchStrategy[int]:
    """The strategy of the given number of letters, or of 1 to 4."""
    return st.integers(1, LETTERS) if given is None else st.just(given)


def _require_positive(**counts: int) -> None:
    """Raises InvalidInput if a strategy is given a number below one."""
    for name, count in counts.items():
        if count < 1:
            raise InvalidInput(f"{name} is {count}; it has to be 1 or more")


def _chains_of_sizes(
    counts: list[int], full_support: bool, weight: int
) -> st.SearchStrategy[MarkovChain]:
    """The strategy of Markov chains whose alphabets have these sizes."""
    first = priors(letters=counts[0], full_support=full_support, weight=weight)
    steps = [channels(inputs=n, outputs=m, weight=weight) for n, m in pairwise(counts)]
    return st.builds(MarkovChain, first, st.tuples(*steps))


def _tensor_entries(tensor: Tensor, sizes: Mapping[str, int]) -> st.SearchStrategy[Any]:
    """The strategy of nested entries that satisfy a tensor's declared facts."""
    shape = [sizes[name] for name in tensor.alphabets]
    places = tensor.stochastic
    if not places:
        count = prod(shape)
        flat = st.lists(_scalar_entries(tensor), min_size=count, max_size=count)
        return flat.map(lambda entries: nest(entries, shape) if shape else entries[0])
    rows = list(product(*(range(n) for k, n in enumerate(shape) if k not in places)))
    columns = prod(shape[k] for k in places)
    row = (
        _point_masses(columns)
        if tensor.indicator
        else distributions(columns, full_support=tensor.positive)
    )
    return st.lists(row, min_size=len(rows), max_size=len(rows)).map(
        lambda drawn: _nest_rows(dict(zip(rows, drawn, strict=True)), places, shape)
    )


def _nest_rows(
    rows: Mapping[tuple[int, ...], tuple[Fraction, ...]], places: tuple[int, ...], shape: list[int]
) -> Any:
    """Rows drawn for a user's own test as nested entries, each at letters outside `places`."""
    entries = []
    for at in product(*map(range, shape)):
        column = 0
        for k in places:
            column = column * shape[k] + at[k]
        entries.append(rows[tuple(x for k, x in enumerate(at) if k not in places)][column])
    return nest(entries, shape)


def _point_masses(letters: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """The strategy of distributions with all mass on one letter."""
    hot = st.integers(0, letters - 1)
    return hot.map(lambda k: tuple(Fraction(int(x == k)) for x in range(letters)))


def _scalar_entries(tensor: Tensor) -> st.SearchStrategy[Fraction]:
    """The strategy of a tensor's entries one by one, within declared signs and bounds."""
    if tensor.indicator:
        return st.integers(1 if tensor.positive else 0, 1).map(Fraction)
    low = Fraction(1, DENOMINATOR) if tensor.positive else 0 if tensor.is_nonnegative else -3
    high = 1 if tensor.is_at_most_one else 3
    return st.fractions(low, high, max_denominator=DENOMINATOR)


def _scalar_values(domain: str) -> st.SearchStrategy[Number]:
    """The strategy of numbers of a domain: "probability", "nonnegative" or any other."""
    if domain == "probability":
        return st.fractions(0, 1, max_denominator=DENOMINATOR).map(rational)
    least = Fraction(1) if domain == "nonnegative" else Fraction(1, 4)
    low = 0 if domain == "nonnegative" else -3
    return st.one_of(
        st.fractions(low, 3, max_denominator=DENOMINATOR).map(rational),
        st.fractions(least, 4, max_denominator=DENOMINATOR).map(log_of),
    )
