"""The entries of a channel whose alphabets have sizes, as ratios in its scalars."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.value import Ratio
from pmlsym.errors import Unsupported
from pmlsym.families.parameter import DerivedSize, Incidence, Parameter, Weights
from pmlsym.model.channel import Channel

Table = tuple[tuple[Ratio, ...], ...]


def sizes_of(channel: Channel) -> dict[str, int] | None:
    """The number of letters of every alphabet; None where one of them has no size.

    >>> from pmlsym.families.z_channel import z_channel
    >>> sizes_of(z_channel().channel)
    {'X': 2, 'Y': 2}
    """
    sizes: dict[str, int] = {}
    for data in channel.data:
        tensor, entries = data.tensor, data.entries
        if isinstance(entries, Incidence | Weights):
            return None
        if tensor.is_size:
            if isinstance(entries, Parameter | Ratio | DerivedSize):
                return None
            sizes[tensor.name.strip("|")] = int(entries)
        elif tensor.alphabets:
            sizes.update(zip(tensor.alphabets, data.shape, strict=True))
    needed = {i.alphabet for i in channel.letters}
    return sizes if needed <= set(sizes) else None


def entries_of(channel: Channel) -> Table:
    """The entries, rows by input; its scalars are those of the channel's data.

    Raises Unsupported where an alphabet has no size, there are several inputs or outputs, or the
    channel depends on the prior.

    >>> from pmlsym.families.binary_symmetric import binary_symmetric
    >>> entries_of(binary_symmetric().channel)[0][1]
    Ratio(numerator=a, denominator=1)
    """
    sizes = sizes_of(channel)
    if sizes is None:
        raise Unsupported(f"{channel} has an alphabet without a size; give the sizes")
    if len(channel.letters) != 2:
        raise Unsupported(f"{channel} has several letters or outcomes")
    tables = {d.tensor: d.entries for d in channel.data if d.tensor.alphabets}
    x, y = channel.letters
    others = _distinguished(channel)
    return tuple(
        tuple(
            _entry(channel.body, {**others, x: a, y: b}, sizes, tables)
            for b in range(sizes[y.alphabet])
        )
        for a in range(sizes[x.alphabet])
    )


def _distinguished(channel: Channel) -> dict[Index, int]:
    """The letters that distinguished indices are: the first ones, in order."""
    count: dict[str, int] = {}
    places = {}
    for index in sorted(set(channel.body.free) - set(channel.letters)):
        places[index] = count.get(index.alphabet, 0)
        count[index.alphabet] = places[index] + 1
    return places


def _entry(
    body: Polynomial,
    letters: Mapping[Index, int],
    sizes: Mapping[str, int],
    tables: Mapping[Any, Any],
) -> Ratio:
    above, below = constant(0), constant(1)
    for monomial, c in body:
        atoms, summed = loosen(monomial)
        for choice in product(*(range(sizes[i.alphabet]) for i in summed)):
            at = {**letters, **dict(zip(summed, choice, strict=True))}
            top, bottom = constant(c), constant(1)
            for tensor, indices in atoms:
                value = _value(tensor, tuple(at[i] for i in indices), tables, sizes)
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


def _value(
    tensor: Tensor, at: tuple[int, ...], tables: Mapping[Any, Any], sizes: Mapping[str, int]
) -> Ratio:
    if tensor.is_delta:
        return Ratio(constant(int(at[0] == at[1])))
    if tensor.is_size:
        return Ratio(constant(sizes[tensor.name.strip("|")]))
    if not at:
        return Ratio(atom(tensor))
    if tensor not in tables:
        raise Unsupported(f"nothing says what the entries of {tensor} are, apart from the prior")
    entry = tables[tensor]
    for k in at:
        entry = entry[k]
    return entry if isinstance(entry, Ratio) else Ratio(constant(entry))
