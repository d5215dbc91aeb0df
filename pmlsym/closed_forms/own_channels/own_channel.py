"""A user's own channels with symbolic entries, and families in which they stand.

    [[1 - a, a], [b, 1 - b]]          0 <= a, 0 <= b, a + b <= 1
    [[1 - a, a], [0, 1]] >> binary-symmetric(a=e) & z-channel(a=b)          0 <= a <= e

Entries are rational functions of parameters, or of exp(c * parameter) with rational c; a parameter
stands either always or never in an exponent. The domain is a list of SymPy relations, or text. Rows
have to sum to one identically, and entries to be nonnegative on all of the domain: both are proved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias

import sympy
from sympy.polys.fields import FracElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.kind import described
from pmlsym.calculus.short_decimal import short_decimal
from pmlsym.calculus.tensor import Tensor
from pmlsym.closed_forms.derivation import as_mechanism
from pmlsym.closed_forms.forms.dominance import Prover, prover_on
from pmlsym.closed_forms.forms.frame import Frame, content_of
from pmlsym.closed_forms.own_channels.constructors import nodes_to_sympy, to_sympy
from pmlsym.closed_forms.own_channels.own_parameters import (
    Domain,
    Known,
    ParameterReader,
    linear_domain,
    parameters_of,
    plain_symbols,
    relation_of,
    scales_of,
    single_relations,
    solve_equalities,
)
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.expression import Rows, matrix_of
from pmlsym.mechanism_families.arguments import require_free, require_one_meaning
from pmlsym.mechanism_families.expression import MATRIX, MATRIX_SOURCE, Own, family_of_expression
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.mechanism import Family, Mechanism, matrix_channel, with_parameters
from pmlsym.mechanism_families.parameter import Parameter, common
from pmlsym.model.channel import Channel

Matrix: TypeAlias = "str | sympy.Matrix | Sequence[Sequence[object]]"
"""Rows of entries: SymPy expressions, numbers, or text such as 1 - a; or the whole as text."""
MOST_PARAMETERS = 6
NAMES = ("W", "V", "U", "T", "S", "R")
"""The names of the matrices in a text, in their order."""


def channel_from_sympy(
    matrix: Matrix,
    domain: Domain = (),
    *,
    name: str = "W",
) -> Channel:
    """A user's own channel with these symbolic entries on a domain, rows by input.

    Without a domain it is where the entries that are linear are nonnegative. A parameter that an
    equality gives, such as b == 2*a, is replaced and is not a parameter any more.
    Raises InvalidInput at a row that does not sum to one (with the difference), an entry that can
    be negative or infinite (with a point of the domain), an empty domain, more than six parameters,
    or a name that is taken, see `families.arguments`; Unsupported where an entry is not a rational
    function of parameters or exponentials, or its sign is not decided.

    >>> a = sympy.Symbol("a")
    >>> channel_from_sympy([[1 - a, a], [0, 1]], [a >= 0, a <= 1])
    W
    >>> channel_from_sympy("[[1 - a, a], [0, 1]]", "0 <= a <= 1")
    W
    """
    ((channel,), _) = channels_on(domain, {name: matrix})
    return channel


def channels_on(
    domain: Domain, matrices: Mapping[str, Matrix], beside: Sequence[Parameter] = ()
) -> tuple[tuple[Channel, ...], dict[Tensor, Parameter]]:
    """A user's own symbolic channels, by name, on one domain, and the parameters it bounds.

    `beside` are the parameters of families next to the matrices: one of the same name is the same
    parameter, and the domain may narrow it. Raises as `channel_from_sympy` does.
    """
    require_one_meaning(beside)
    by_name = _parameters_by_name(beside)
    several = {name: _expression_rows(matrix) for name, matrix in matrices.items()}
    flat = [row for rows in several.values() for row in rows]
    bounds = single_relations(domain) or linear_domain(entry for row in flat for entry in row)
    flat, items, notes = solve_equalities(flat, bounds, frozenset(by_name))
    for name, rows in several.items():
        several[name], flat = flat[: len(rows)], flat[len(rows) :]
    relations = [relation_of(item) for item in items]
    entries = [entry for rows in several.values() for row in rows for entry in row]
    scales = scales_of(entries, [r[0] for r in relations], by_name)
    names = {str(symbol) for entry in entries for symbol in entry.free_symbols}
    _require_names(scales, names, by_name, several.keys())
    reader = ParameterReader(scales, by_name)
    parameters = parameters_of(reader, relations, notes)
    data = [Data(p.tensor, p) for p in parameters if p.name in names or p.name not in by_name]
    channels = tuple(
        matrix_channel(name, [[reader.ratio(entry) for entry in row] for row in rows], data)
        for name, rows in several.items()
    )
    every = _parameters_by_name([*beside, *parameters])
    for channel, rows in zip(channels, several.values(), strict=True):
        _require_channel(channel, list(every.values()), rows)
    if not channels:
        _frame_and_prover([Data(p.tensor, p) for p in every.values()])
    return channels, {p.tensor: p for p in parameters}


def family_of(text: str, domain: str | Sequence[str] = ()) -> Family:
    """The family, for closed forms, of a text with a user's own matrices in it.

    A matrix is called W in what is printed, the next one V; one that is written twice is used
    twice. The domain bounds the parameters of matrices and narrows those of families.
    Raises as `families.family_named` and `channels_on` do.

    >>> family_of("[[1-a, a], [0, 1]]", ["0 <= a", "a <= 1"]).mechanism().parameters
    (0 <= a <= 1,)
    >>> family_of("[[1-a, a], [0, 1]] >> z-channel(a=b)", "0 <= a <= b").mechanism().channel
    W >> Z
    """
    relations = single_relations(domain)

    def own(matrices: Sequence[Rows], beside: Sequence[Parameter]) -> Own:
        """A user's own symbolic matrices in a text as mechanisms, and how their domain narrows."""
        if not matrices and not relations:
            return Own({}, lambda whole: whole)
        named: dict[str, Matrix] = {_matrix_name(k): rows for k, rows in enumerate(matrices)}
        channels, bounds = channels_on(relations, named, beside)
        mechanisms = map(as_mechanism, channels)

        def narrowed(whole: Mechanism) -> Mechanism:
            """The mechanism whose parameters the domain of a user's own matrices narrows."""
            pairs = [(p, bounds.get(p.tensor, p)) for p in whole.parameters]
            return with_parameters(whole, {p.tensor: common(p, added) for p, added in pairs})

        return Own(dict(zip(matrices, mechanisms, strict=True)), narrowed)

    return family_of_expression(text, family_named, own)


def family_of_rows(rows: object, domain: str | Sequence[str] = ()) -> Family:
    """The family, for closed forms, of a user's own matrix: SymPy's, or rows.

    Raises InvalidInput where it is not a matrix, and as `channels_on` does.

    >>> family_of_rows([["1 - a", "a"], [0, 1]], "0 <= a <= 1").mechanism().channel
    W
    """
    if isinstance(rows, str) or not (hasattr(rows, "tolist") or isinstance(rows, Sequence)):
        raise InvalidInput(f"{described(rows)}; write a family, its name, or rows of a matrix")
    channel = channel_from_sympy(rows, domain, name=NAMES[0])

    def make(**sizes: int) -> Mechanism:
        """The mechanism of a user's own symbolic matrix, whatever sizes are asked for."""
        return as_mechanism(channel)

    return Family(MATRIX, MATRIX, make, MATRIX_SOURCE)


def _parameters_by_name(parameters: Sequence[Parameter]) -> dict[str, Parameter]:
    """The parameters of a user's symbolic channels by name, each on its common domain."""
    by_name: dict[str, list[Parameter]] = {}
    for parameter in parameters:
        by_name.setdefault(parameter.name, []).append(parameter)
    return {name: reduce(common, several) for name, several in by_name.items()}


def _require_names(
    symbols: Mapping[sympy.Symbol, object], entries: set[str], known: Known, names: Collection[str]
) -> None:
    """Raises InvalidInput if a parameter of a user's symbolic matrix has a name in use.

    Where there are families, a domain may speak of known parameters only: another name is a slip.
    """
    new = [str(symbol) for symbol in symbols if str(symbol) not in known]
    if len(new) > MOST_PARAMETERS:
        raise InvalidInput(f"{len(new)} parameters; at most {MOST_PARAMETERS} are handled")
    for symbol in new:
        require_free(symbol)
        if symbol in names:
            raise InvalidInput(f"the name {symbol} is taken: it is the channel; choose another")
        if symbol not in entries and (known or not names):
            there = ", ".join(sorted({*known, *entries})) or "none"
            raise InvalidInput(f"{symbol} is no parameter; there are {there}")


def _expression_rows(matrix: Any) -> list[list[sympy.Expr]]:
    """The SymPy rows of a user's own symbolic matrix; raises InvalidInput at another input."""
    if isinstance(matrix, str):
        matrix = [[nodes_to_sympy(entry) for entry in row] for row in matrix_of(matrix)]
    rows = matrix.tolist() if hasattr(matrix, "tolist") else [list(row) for row in matrix]
    read = [[_entry_expression(entry) for entry in row] for row in rows]
    if not read or not read[0]:
        raise InvalidInput("the matrix is empty")
    if len({len(row) for row in read}) > 1:
        raise InvalidInput(f"the rows have {sorted({len(r) for r in read})} entries")
    return read


def _entry_expression(entry: Any) -> sympy.Expr:
    """The SymPy entry of a user's own matrix; a float is the short decimal it stands for."""
    where = "an entry of the matrix"
    return plain_symbols(
        to_sympy(short_decimal(entry, where) if isinstance(entry, float) else entry, where)
    )


def _frame_and_prover(data: Sequence[Data]) -> tuple[Frame, Prover]:
    """The closed form's frame of a user's own matrices, and the prover of signs on its domain.

    Facts that a family states about its parameters and a prior are left out.
    """
    scalars = {d.tensor for d in data if isinstance(d.entries, Parameter)}
    plain_ = [
        replace(d, entries=_with_facts_about(d.entries, scalars)) if d.tensor in scalars else d
        for d in data
    ]
    frame = Frame(content_of(plain_), [])
    return frame, prover_on(frame, frame.domain_without_prior())


def _with_facts_about(parameter: Parameter, scalars: set[Tensor]) -> Parameter:
    """A parameter of a user's symbolic matrix with its facts about these scalars alone."""
    facts = tuple(f for f in parameter.facts if set(f.polynomial.tensors) <= scalars)
    return replace(parameter, facts=facts)


def _require_channel(
    channel: Channel, parameters: Sequence[Parameter], rows: list[list[sympy.Expr]]
) -> None:
    """Raises unless a user's own symbolic matrix is >= 0 on its domain and rows sum to one."""
    tables = [d for d in channel.data if d.tensor.alphabets]
    frame, prover = _frame_and_prover([*(Data(p.tensor, p) for p in parameters), *tables])
    name = channel.text
    (table,) = frame.content.tables.values()
    for x, row in enumerate(table):
        for y, entry in enumerate(row):
            below = frame.convert(entry.denominator, {})
            _require_sign(
                prover, parameters, below * below, ">", f"{name}({x + 1},{y + 1})", rows[x][y]
            )
            value = frame.ratio(entry)
            _require_sign(prover, parameters, value, ">=", f"{name}({x + 1},{y + 1})", rows[x][y])
        total = sum((frame.ratio(entry) for entry in row), frame.field.zero)
        if total != 1:
            difference = sympy.factor(sympy.simplify(sum(rows[x]) - 1))
            raise InvalidInput(f"row {x + 1} of {name} sums to one only where {difference} = 0")


def _require_sign(
    prover: Prover,
    parameters: Sequence[Parameter],
    value: FracElement,
    relation: str,
    where: str,
    entry: sympy.Expr,
) -> None:
    """Raises unless a value of a user's own matrix is positive, or >= 0, on its domain."""
    allowed = (">",) if relation == ">" else (">", ">=", "==")
    if prover.sign(value.numer) in allowed and prover.sign(value.denom) in (">", ">="):
        return
    whole = value.numer * value.denom
    if prover.sign(whole) in allowed:
        return
    point = prover.point((-whole, ">=" if relation == ">" else ">"))
    if point is None:
        raise Unsupported(f"whether {where} = {entry} is nonnegative on the domain is not decided")
    at = ", ".join(
        f"{p.name} = {'log' if p.is_exponent else ''}{f'({v})' if p.is_exponent else v}"
        + (f"/{p.scale}" if p.is_exponent and p.scale != 1 else "")
        for p, v in zip(parameters, point, strict=False)
    )
    fault = "has a vanishing denominator" if relation == ">" else "is negative"
    beyond = f" at {at}; --domain, or domain=, has to leave that out" if at else ""
    raise InvalidInput(f"{where} = {entry} {fault}{beyond}")


def _matrix_name(place: int) -> str:
    """The name, such as W or V, of the user's own symbolic matrix at this place of a text."""
    return NAMES[place] if place < len(NAMES) else f"W{place + 1}"
