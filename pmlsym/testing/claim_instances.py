"""A strategy for the instances of a claim: everything that the claim leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.model.entries import nest
from pmlsym.numbers.number import Number, log_of, rational
from pmlsym.testing.distributions import LETTERS, distributions

DENOMINATOR = 6


def instances(claim: Claim | Quantity, *, letters: int = LETTERS) -> st.SearchStrategy[Instance]:
    """Exact instances of a claim, every alphabet of 1 to `letters` letters.

    Priors and channels have what they declare; concrete ones stay as the claim has them. Scalars
    are rationals or, outside probabilities, logarithms of rationals. Premises are not looked at:
    use `assume(holds(premise, instance))`.

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
    given = {data.tensor.name for data in about.data}
    sizes = {
        a: st.just(fixed[a]) if a in fixed else st.integers(1, letters) for a in about.alphabets
    }
    open_ = tuple(t for t in about.tensors if t.name not in given)
    scalars = {name: _scalar(domain) for name, domain in about.scalars.items()}

    def of_sizes(found: Mapping[str, int]) -> st.SearchStrategy[Instance]:
        outcomes = {name: st.integers(0, found[a] - 1) for name, a in about.outcomes.items()}
        return st.builds(
            Instance,
            st.just(found),
            st.fixed_dictionaries({t.name: _entries(t, found) for t in open_}),
            st.fixed_dictionaries(scalars),
            st.fixed_dictionaries(outcomes),
        )

    return st.fixed_dictionaries(sizes).flatmap(of_sizes)


def _entries(tensor: Tensor, sizes: Mapping[str, int]) -> st.SearchStrategy[Any]:
    """Nested entries with the declared facts, stochastic row by stochastic row."""
    shape = [sizes[name] for name in tensor.alphabets]
    places = tensor.stochastic
    if not places:
        count = prod(shape)
        flat = st.lists(_entry(tensor), min_size=count, max_size=count)
        return flat.map(lambda entries: nest(entries, shape) if shape else entries[0])
    rows = list(product(*(range(n) for k, n in enumerate(shape) if k not in places)))
    columns = prod(shape[k] for k in places)
    row = (
        _point(columns)
        if tensor.indicator
        else distributions(columns, full_support=tensor.positive)
    )
    return st.lists(row, min_size=len(rows), max_size=len(rows)).map(
        lambda drawn: _arranged(dict(zip(rows, drawn, strict=True)), places, shape)
    )


def _arranged(
    rows: Mapping[tuple[int, ...], tuple[Fraction, ...]], places: tuple[int, ...], shape: list[int]
) -> Any:
    """The rows, each known by its letters outside `places`, nested in the tensor's own order."""
    entries = []
    for at in product(*map(range, shape)):
        column = 0
        for k in places:
            column = column * shape[k] + at[k]
        entries.append(rows[tuple(x for k, x in enumerate(at) if k not in places)][column])
    return nest(entries, shape)


def _point(letters: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    hot = st.integers(0, letters - 1)
    return hot.map(lambda k: tuple(Fraction(int(x == k)) for x in range(letters)))


def _entry(tensor: Tensor) -> st.SearchStrategy[Fraction]:
    if tensor.indicator:
        return st.integers(1 if tensor.positive else 0, 1).map(Fraction)
    low = Fraction(1, DENOMINATOR) if tensor.positive else 0 if tensor.is_nonnegative else -3
    high = 1 if tensor.is_at_most_one else 3
    return st.fractions(low, high, max_denominator=DENOMINATOR)


def _scalar(domain: str) -> st.SearchStrategy[Number]:
    if domain == "probability":
        return st.fractions(0, 1, max_denominator=DENOMINATOR).map(rational)
    least = Fraction(1) if domain == "nonnegative" else Fraction(1, 4)
    low = 0 if domain == "nonnegative" else -3
    return st.one_of(
        st.fractions(low, 3, max_denominator=DENOMINATOR).map(rational),
        st.fractions(least, 4, max_denominator=DENOMINATOR).map(log_of),
    )
