"""Mechanisms put together entry by entry, at given sizes.

    adaptive      W & [V1, V2, ..]        W(x,y) V_y(x,z)          the second is chosen by the first
    product       W * V                   W(x,y) V(x',y')          a secret of two letters, x and x'
    repeated      W & .. & W              how often each outcome was seen, which is all that matters

Letters and outcomes that are tuples are in lexicographic order, as are the bits of an encoding.
Of m outcomes used n times C(m+n-1, n) types are left instead of m^n outcomes: outcomes of one type
have proportional columns, so that merging them changes no leakage.

A parameter of several mechanisms is one parameter, in the intersection of their domains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.entries import Table, entries_of, parameters_and_values, sizes_of
from pmlsym.mechanism_families.mechanism import (
    Mechanism,
    matrix_channel,
    parameters_among,
    with_parameters,
)
from pmlsym.mechanism_families.parameter import Parameter, common, quotient
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

MOST_OUTCOMES = 3000

MOST_ENTRIES = 10**5  # eight bits by eight bits: each entry is a product that has to be made


def adaptive_of(first: Mechanism, seconds: Sequence[Mechanism]) -> Mechanism:
    """The family's mechanism of a first one, then the one of `seconds` that its outcome chooses.

    Raises Unsupported where an alphabet has no size, AlphabetMismatch where the first does not have
    one outcome for each of the seconds, or these differ in their letters or outcomes.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> adaptive_of(z_channel(), [z_channel(), z_channel()]).channel
    Z & [Z, Z]
    """
    head, *rest = _entry_tables([first, *seconds])
    if len(rest) != len(head[0]):
        raise AlphabetMismatch(
            f"{first.channel} has {len(head[0])} outcomes, but {len(rest)} mechanisms follow it"
        )
    shapes = {(len(table), len(table[0])) for table in rest}
    if len(shapes) > 1 or {len(table) for table in rest} != {len(head)}:
        raise AlphabetMismatch("the mechanisms that follow differ in their letters or outcomes")
    rows = [
        [_product_of_ratios(a, b) for y, a in enumerate(row) for b in rest[y][x]]
        for x, row in enumerate(head)
    ]
    names = [f"{y + 1}{z + 1}" for y in range(len(rest)) for z in range(len(rest[0][0]))]
    text = f"{first.channel} & [{', '.join(each.channel.text for each in seconds)}]"
    return _mechanism_of_rows([first, *seconds], rows, text, names, first.prior)


def product_of(mechanisms: Sequence[Mechanism]) -> Mechanism:
    """The family's mechanism of several mechanisms on separate letters, all outcomes seen.

    Raises Unsupported where an alphabet has no size, or a mechanism comes with its own prior,
    InvalidInput where there are too many letters or outcomes.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> product_of([z_channel(), z_channel()]).channel
    Z * 2
    """
    for each in mechanisms:
        if each.has_own_prior:
            raise Unsupported(f"{each.channel} comes with its own prior, and is of one letter")
    tables = _entry_tables(mechanisms)
    counts = [prod(len(table) for table in tables), prod(len(table[0]) for table in tables)]
    if prod(counts) > MOST_ENTRIES:
        raise InvalidInput(
            f"{counts[0]} by {counts[1]} tuples are more than {MOST_ENTRIES} entries"
        )
    rows = [
        [reduce(_product_of_ratios, entries) for entries in product(*chosen)]
        for chosen in product(*tables)
    ]
    outcomes = [
        each.outcome_names or tuple(f"y{k + 1}" for k in range(len(table[0])))
        for each, table in zip(mechanisms, tables, strict=True)
    ]
    between = "" if all(len(name) == 1 for names in outcomes for name in names) else ","
    names = [between.join(chosen) for chosen in product(*outcomes)]
    texts = [each.channel.operand for each in mechanisms]
    text = f"{texts[0]} * {len(texts)}" if len(set(texts)) == 1 else " * ".join(texts)
    parts = [replace(each, notes=()) for each in mechanisms]  # masses are those of tuples
    whole = _mechanism_of_rows(parts, rows, text, names, Prior("P", Alphabet("X")))
    return replace(whole, places=tuple(map(len, tables)))


def repeated_types(mechanism: Mechanism, times: int, most: int) -> Mechanism | None:
    """The family's mechanism used several times, by types of outcomes; None if made for a prior.

    Raises InvalidInput where there are more than `most` types.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> repeated_types(z_channel(), 2, 100).outcome_names
    ('y1,y1', 'y1,y2', 'y2,y2')
    """
    try:
        rows = entries_of(mechanism.channel)
    except Unsupported:
        return None
    many = len(rows[0])
    if comb(many + times - 1, times) > most:
        raise InvalidInput(f"{times} uses of {many} outcomes have more than {most} types")
    types = list(combinations_with_replacement(range(many), times))
    table = [[_type_probability(row, chosen) for chosen in types] for row in rows]
    single = mechanism.outcome_names or tuple(f"y{k + 1}" for k in range(many))
    text = " & ".join([mechanism.channel.operand] * times)
    if times > 3:
        text = f"{mechanism.channel.operand}^{times}"
    scalars = parameters_and_values(mechanism.channel)
    channel = matrix_channel(text, table, scalars, is_density=mechanism.is_density)
    names = [",".join(single[k] for k in chosen) for chosen in types]
    return made_of([mechanism], channel, outcome_names=names)


def written_out(mechanism: Mechanism) -> Mechanism:
    """The family's mechanism by its entries; several outputs become one, with pairs or triples.

    Raises Unsupported where an alphabet has no size or the channel depends on the prior,
    InvalidInput where there are too many outcomes.
    """
    channel = mechanism.channel
    sizes = sizes_of(channel) or {}
    if (count := prod(sizes.get(outcome.name, 1) for outcome in channel.outputs)) > MOST_OUTCOMES:
        raise InvalidInput(f"{channel} has {count} outcomes, more than {MOST_OUTCOMES}")
    names = mechanism.outcome_names if len(mechanism.outcome_names) == count else ()
    table, scalars = entries_of(channel), parameters_and_values(channel)
    whole = matrix_channel(channel.text, table, scalars, is_density=mechanism.is_density)
    return replace(mechanism, channel=whole, outcome_names=names)


def made_of(
    parts: Sequence[Mechanism],
    channel: Channel,
    *,
    outcome_names: Sequence[str] = (),
    prior: Prior | None = None,
) -> Mechanism:
    """The mechanism of a channel made of families: the first's prior, settings of all."""
    return Mechanism(
        channel,
        parts[0].prior if prior is None else prior,
        parameters_among(channel.data),
        {name: value for part in parts for name, value in part.settings.items()},
        tuple(outcome_names),
        tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        is_density=any(part.is_density for part in parts),
    )


def with_one_domain(mechanisms: Sequence[Mechanism]) -> list[Mechanism]:
    """The families' mechanisms, with each shared parameter in the domain that suits all."""
    shared: dict[Tensor, Parameter] = {}
    for parameter in (p for each in mechanisms for p in each.parameters):
        shared[parameter.tensor] = common(shared.get(parameter.tensor, parameter), parameter)
    return [with_parameters(each, shared) for each in mechanisms]


def _entry_tables(mechanisms: Sequence[Mechanism]) -> list[Table]:
    """The entries of each family's mechanism; Unsupported at a continuum or an open size."""
    if any(each.is_density for each in mechanisms):
        raise Unsupported("a mechanism of tuples is made of finitely many outcomes")
    if any(sizes_of(each.channel) is None for each in mechanisms):
        raise Unsupported("tuples are of given alphabets; write sizes: randomized-response(k=3)")
    return [entries_of(each.channel) for each in mechanisms]


def _product_of_ratios(one: Ratio, other: Ratio) -> Ratio:
    """The product of two entries of families' mechanisms, which are ratios."""
    return quotient(one.numerator * other.numerator, one.denominator * other.denominator)


def _mechanism_of_rows(
    mechanisms: Sequence[Mechanism],
    rows: Sequence[Sequence[Ratio]],
    text: str,
    names: Sequence[str],
    prior: Prior | None,
) -> Mechanism:
    """The family's mechanism with these entries, in the parameters of those that it is made of."""
    parts = with_one_domain(mechanisms)
    scalars = tuple(dict.fromkeys(d for p in parts for d in parameters_and_values(p.channel)))
    channel = matrix_channel(text, rows, scalars)
    return made_of(parts, channel, outcome_names=names, prior=prior)


def _type_probability(row: tuple[Ratio, ...], chosen: tuple[int, ...]) -> Ratio:
    """An entry of a repeated family: the probability that uses of a row have these outcomes."""
    counts = Counter(chosen)
    orders = factorial(len(chosen)) // prod(factorial(n) for n in counts.values())
    above, below = constant(orders), constant(1)
    for k, n in counts.items():
        above, below = above * row[k].numerator ** n, below * row[k].denominator ** n
    return Ratio(above, below)
