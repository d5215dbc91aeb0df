"""The entries of a channel whose alphabets have sizes, as ratios in its parameters.

A scale such as N, or the number of outcomes |Y|, has a meaning in one family alone. So the entries
mention neither: the value of every scalar that is not a parameter is put in, and mechanisms made of
the entries need nothing else from their parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pmlsym.calculus.data import Data
from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import letter_choices, places_of
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    DerivedSize,
    Incidence,
    Parameter,
    PowerOf,
    Weights,
    WordEntries,
)
from pmlsym.model.channel import Channel

Scalars = Mapping[Tensor, Ratio]
Table = tuple[tuple[Ratio, ...], ...]


def sizes_of(channel: Channel) -> dict[str, int] | None:
    """The number of letters of every alphabet of a family's channel; None if one is open.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> sizes_of(z_channel().channel)
    {'X': 2, 'Y': 2}
    """
    sizes: dict[str, int] = {}
    for data in channel.data:
        tensor, entries = data.tensor, data.entries
        if isinstance(entries, Incidence | Weights | CountEntries | WordEntries):
            return None
        if tensor.is_size:
            if isinstance(entries, Parameter | Ratio | DerivedSize | PowerOf):
                return None
            sizes[tensor.counted] = int(entries)
        elif tensor.alphabets:
            sizes.update(zip(tensor.alphabets, data.shape, strict=True))
    needed = {i.alphabet for i in channel.letters}
    return sizes if needed <= set(sizes) else None


def entries_of(channel: Channel) -> Table:
    """The entries of a family's channel, rows by input, in its parameters alone.

    Several outputs become one: its outcomes are the pairs, or triples, in lexicographic order.
    Raises Unsupported where an alphabet has no size, there are several inputs, or the channel
    depends on the prior.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> entries_of(randomized_response(3).channel)[0][1]
    Ratio(numerator=1, denominator=2 + exp(eps))
    """
    sizes = sizes_of(channel)
    if sizes is None:
        raise Unsupported(f"{channel} has an alphabet without a size; give the sizes")
    if len(channel.inputs) > 1:
        raise Unsupported(f"{channel} has several letters")
    tables = {d.tensor: d.entries for d in channel.data if d.tensor.alphabets}
    scalars = _scalars_in_parameters(channel, sizes)
    x, *outcomes = channel.letters
    others = places_of(set(channel.body.free) - set(channel.letters))
    cancelled: dict[Ratio, Ratio] = {}

    def entry(at: Mapping[Index, int]) -> Ratio:
        """The entry of a family's channel at these letters, in its parameters alone."""
        ratio = _entry_at(channel.body, at, sizes, tables)
        if ratio not in cancelled:
            cancelled[ratio] = _ratio_in_parameters(ratio, scalars)
        return cancelled[ratio]

    return tuple(
        tuple(map(entry, letter_choices(outcomes, sizes, letter)))
        for letter in letter_choices([x], sizes, others)
    )


def parameters_and_values(channel: Channel) -> tuple[Data, ...]:
    """A family's scalars that mean the same everywhere: parameters, and scalars with values.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> [str(data.tensor) for data in parameters_and_values(randomized_response(3).channel)]
    ['exp(eps)']
    """
    return tuple(
        data
        for data in channel.data
        if not data.tensor.alphabets
        and not data.tensor.is_size
        and isinstance(data.entries, Parameter | Fraction | int)
    )


def _scalars_in_parameters(channel: Channel, sizes: Mapping[str, int]) -> Scalars:
    """The values of a family's scalars, such as N, in its parameters alone."""
    scalars = {size_tensor(name): Ratio(constant(count)) for name, count in sizes.items()}
    for data in channel.data:
        if data.tensor.alphabets or data.tensor.is_size or isinstance(data.entries, Parameter):
            continue
        value = data.entries
        if isinstance(value, PowerOf):
            raise Unsupported(f"{data.tensor} is a power at an unknown size; give the sizes")
        scalars[data.tensor] = value if isinstance(value, Ratio) else Ratio(constant(value))
    return {tensor: _ratio_in_parameters(value, scalars) for tensor, value in scalars.items()}


def _ratio_in_parameters(ratio: Ratio, scalars: Scalars) -> Ratio:
    """A family's entry with the scalars it mentions put in until none is left."""
    while True:
        occurring = (*ratio.numerator.tensors, *ratio.denominator.tensors)
        tensor = next((t for t in occurring if t in scalars), None)
        if tensor is None:
            return ratio
        value = scalars[tensor]
        above, many = _with_scalar_put_in(ratio.numerator, tensor, value)
        below, few = _with_scalar_put_in(ratio.denominator, tensor, value)
        above = above * value.denominator ** max(0, few - many)
        below = below * value.denominator ** max(0, many - few)
        ratio = Ratio(above, below)


def _with_scalar_put_in(
    polynomial: Polynomial, scalar: Tensor, value: Ratio
) -> tuple[Polynomial, int]:
    """A polynomial of a family's entry with scalar n/d put in, times d^m, and its degree m."""
    ((monomial_of_scalar,),) = atom(scalar).terms
    parts: dict[int, Polynomial] = {}
    for monomial, c in polynomial:
        degree = monomial.count(monomial_of_scalar)
        rest = Polynomial({tuple(f for f in monomial if f is not monomial_of_scalar): c})
        parts[degree] = parts.get(degree, constant(0)) + rest
    most = max(parts, default=0)
    total = constant(0)
    for degree, part in parts.items():
        total = total + part * value.numerator**degree * value.denominator ** (most - degree)
    return total, most


def _entry_at(
    body: Polynomial,
    letters: Mapping[Index, int],
    sizes: Mapping[str, int],
    tables: Mapping[Any, Any],
) -> Ratio:
    """A family's entry at letters, its tables and sums written out."""
    above, below = constant(0), constant(1)
    for monomial, c in body:
        atoms, summed = loosen(monomial)
        for at in letter_choices(summed, sizes, letters):
            top, bottom = constant(c), constant(1)
            for tensor, indices in atoms:
                value = _factor_at(tensor, tuple(at[i] for i in indices), tables)
                top, bottom = top * value.numerator, bottom * value.denominator
                if not top:
                    break
            if not top:
                continue
            if bottom == below:
                above = above + top
            else:
                above, below = above * bottom + top * below, below * bottom
    return Ratio(above, below)


def _factor_at(tensor: Tensor, at: tuple[int, ...], tables: Mapping[Any, Any]) -> Ratio:
    """The value at letters of one tensor in a family's entry."""
    if tensor.is_delta:
        return Ratio(constant(int(at[0] == at[1])))
    if not at:
        return Ratio(atom(tensor))
    if tensor not in tables:
        raise Unsupported(f"nothing says what the entries of {tensor} are, apart from the prior")
    entry = tables[tensor]
    for k in at:
        entry = entry[k]
    return entry if isinstance(entry, Ratio) else Ratio(constant(entry))
