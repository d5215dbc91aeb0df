"""A user's own channel with symbolic entries, from a SymPy matrix and a domain.

Entries are rational functions of parameters, or of exp(c * parameter) with rational c; a parameter
stands either always or never in an exponent. The domain is a list of SymPy relations, or text. A
parameter that an equality gives is put in. Rows have to sum to one identically, and entries to be
nonnegative on all of the domain: both are proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import sympy
from sympy.polys.fields import FracElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.derive.constructors import constructed, symbolic
from pmlsym.derive.dominance import Prover
from pmlsym.derive.frame import Frame, content_of
from pmlsym.derive.own.own_domain import Domain, items_of, plain, relation_of, solved
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.mechanism import Mechanism, matrix_channel
from pmlsym.families.parameter import Parameter, exponential_of
from pmlsym.families.taken_names import require_free
from pmlsym.language.expression import LARGEST_DEGREE, matrix_of
from pmlsym.language.value import Ratio
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import fraction_of

Matrix: TypeAlias = "str | sympy.Matrix | Sequence[Sequence[object]]"
"""Rows of entries: SymPy expressions, numbers, or text such as 1 - a; or the whole as text."""

MOST_PARAMETERS = 6


def channel_from_sympy(
    matrix: Matrix,
    domain: Domain = (),
    *,
    name: str = "W",
) -> Channel:
    """The channel with these entries, rows by input, on the domain; each of them also as text.

    A parameter that an equality gives, such as b == 2*a, is put in and is none any more.
    Raises InvalidInput at a row that does not sum to one (with the difference), an entry that can
    be negative or infinite (with a point of the domain), an empty domain, more than six parameters,
    or a name that is taken, see `families.taken_names`; Unsupported where an entry is no rational
    function of parameters or exponentials, or its sign is not decided.

    >>> a = sympy.Symbol("a")
    >>> channel_from_sympy([[1 - a, a], [0, 1]], [a >= 0, a <= 1])
    W
    >>> channel_from_sympy("[[1 - a, a], [0, 1]]", "0 <= a <= 1")
    W
    """
    rows, items, notes = solved(_rows(matrix), items_of(domain))
    relations = [relation_of(item) for item in items]
    scales = _scales([e for row in rows for e in row], [r[0] for r in relations])
    if len(scales) > MOST_PARAMETERS:
        raise InvalidInput(f"{len(scales)} parameters; at most {MOST_PARAMETERS} are handled")
    for symbol in map(str, scales):
        require_free(symbol)
        if symbol == name:
            raise InvalidInput(f"the name {name} is taken: it is the channel; choose another")
    reader = _Reader(scales)
    entries = tuple(tuple(reader.ratio(entry) for entry in row) for row in rows)
    parameters = _parameters(reader, relations, notes)
    data = [Data(parameter.tensor, parameter) for parameter in parameters]
    channel = matrix_channel(name, entries, data)
    _validate(channel, parameters, rows, name)
    return channel


def mechanism_from_sympy(
    matrix: Matrix,
    domain: Domain = (),
    *,
    name: str = "W",
) -> Mechanism:
    """The same channel as a mechanism under an unknown prior, for every quantity of `derive`.

    >>> from pmlsym.derive import derive
    >>> a = sympy.Symbol("a")
    >>> derive(mechanism_from_sympy([[1 - a, a], [0, 1]], [a >= 0, a < 1]), "maxleak")
    log(2 - a)
    """
    channel = channel_from_sympy(matrix, domain, name=name)
    parameters = tuple(d.entries for d in channel.data if isinstance(d.entries, Parameter))
    return Mechanism(channel, Prior("P", channel.inputs[0]), parameters)


Scales = dict[sympy.Symbol, Fraction | None]
"""For each parameter the unit c of its exponentials exp(c * parameter), None outside of them."""


Ends = dict[str, list[tuple[Fraction, bool]]]
"""Bounds of one parameter from below and above, and whether they are strict."""


@dataclass(frozen=True)
class _Reader:
    """Turns SymPy expressions into ratios of polynomials in the scalars of the parameters."""

    scales: Scales

    def tensor(self, symbol: sympy.Symbol) -> Tensor:
        scale = self.scales[symbol]
        if scale is None:
            return Tensor(str(symbol))
        return exponential_of(str(symbol), scale)

    def ratio(self, expression: sympy.Expr) -> Ratio:
        """A rational function of the scalars."""
        plain = sympy.expand(expression, power_exp=True, mul=False, multinomial=False)
        plain = plain.replace(lambda e: isinstance(e, sympy.exp), lambda e: self._power(e.args[0]))
        above, below = sympy.fraction(sympy.together(plain))
        return Ratio(self._polynomial(above), self._polynomial(below))

    def _power(self, argument: sympy.Expr) -> sympy.Expr:
        total = sympy.Integer(1)
        for symbol in sorted(argument.free_symbols, key=str):
            scale = self.scales[symbol]
            assert scale is not None
            power = _rational(argument.coeff(symbol)) / scale
            if abs(power) > LARGEST_DEGREE:
                raise Unsupported(f"exp({argument}) is a power beyond {LARGEST_DEGREE}")
            total = total * symbol ** sympy.Integer(int(power))
        return total

    def _polynomial(self, expression: sympy.Expr) -> Polynomial:
        symbols = sorted(self.scales, key=str)
        if not symbols:
            return constant(_rational(expression))
        try:
            terms = sympy.Poly(sympy.expand(expression), *symbols).terms()
        except sympy.PolynomialError:
            raise Unsupported(f"{expression} is no polynomial in the parameters") from None
        total = constant(0)
        for powers, coefficient in terms:
            term = constant(_rational(coefficient))
            for symbol, power in zip(symbols, powers, strict=True):
                term = term * atom(self.tensor(symbol)) ** power
            total = total + term
        return total


def _rows(matrix: Any) -> list[list[sympy.Expr]]:
    if isinstance(matrix, str):
        matrix = [[constructed(entry) for entry in row] for row in matrix_of(matrix)]
    rows = matrix.tolist() if hasattr(matrix, "tolist") else [list(row) for row in matrix]
    read = [[plain(symbolic(entry, "an entry of the matrix")) for entry in row] for row in rows]
    if not read or not read[0]:
        raise InvalidInput("the matrix is empty")
    if len({len(row) for row in read}) > 1:
        raise InvalidInput(f"the rows have {sorted({len(r) for r in read})} entries")
    return read


def _scales(entries: Sequence[sympy.Expr], bounds: Sequence[sympy.Expr]) -> Scales:
    inside: dict[sympy.Symbol, list[Fraction]] = {}
    for expression in (*entries, *bounds):
        for exponential in expression.atoms(sympy.exp):
            for symbol, c in _linear(exponential.args[0]).items():
                inside.setdefault(symbol, []).append(c)
    for entry in entries:
        mixed = _outside(entry) & set(inside)
        if mixed:
            raise Unsupported(f"{mixed.pop()} stands inside and outside of exponentials in {entry}")
    every = {s for e in (*entries, *bounds) for s in e.free_symbols}
    bare = every - set(inside)
    scales: Scales = dict.fromkeys(sorted(bare, key=str))
    for symbol, found in inside.items():
        scales[symbol] = Fraction(1, lcm(*(c.denominator for c in found)))
    return scales


def _outside(expression: sympy.Expr) -> set[sympy.Symbol]:
    """The symbols that stand outside of exponentials."""
    if isinstance(expression, sympy.exp):
        return set()
    if isinstance(expression, sympy.Symbol):
        return {expression}
    return {symbol for part in expression.args for symbol in _outside(part)}


def _linear(argument: sympy.Expr) -> dict[sympy.Symbol, Fraction]:
    """The rational coefficients of a linear form without a constant."""
    symbols = sorted(argument.free_symbols, key=str)
    found = {}
    rest = sympy.expand(argument)
    for symbol in symbols:
        coefficient = rest.coeff(symbol)
        if not coefficient.is_Rational:
            raise Unsupported(f"exp({argument}) is no exponential of rational multiples")
        found[symbol] = _rational(coefficient)
        rest = sympy.expand(rest - coefficient * symbol)
    if rest != 0:
        raise Unsupported(f"exp({argument}) has the constant factor exp({rest})")
    return found


def _parameters(
    reader: _Reader,
    relations: Sequence[tuple[sympy.Expr, str, str]],
    put_in: Sequence[tuple[str, sympy.Basic]],
) -> list[Parameter]:
    """The parameters, every relation of the domain as a fact of one of them."""
    facts: dict[sympy.Symbol, list[Fact]] = {symbol: [] for symbol in reader.scales}
    notes: dict[sympy.Symbol, list[str]] = {symbol: [] for symbol in reader.scales}
    ends: dict[sympy.Symbol, Ends] = {symbol: {} for symbol in reader.scales}
    for expression, relation, text in relations:
        symbols = sorted(expression.free_symbols, key=str)
        if not symbols:
            continue
        polynomial = _bound(reader, expression, symbols)
        facts[symbols[0]].append(Fact(text, polynomial, (), relation))
        end = {}
        if len(symbols) == 1 and reader.scales[symbols[0]] is None and relation != "==":
            end = _end(expression, symbols[0])
            for side, border in end.items():
                ends[symbols[0]].setdefault(side, []).append((border, relation == ">"))
        if not end:
            notes[symbols[0]].append(text)
    for text, value in put_in:
        for symbol in sorted(value.free_symbols & set(notes), key=str)[:1]:
            notes[symbol].append(text)
    return [
        Parameter(
            str(symbol),
            reader.tensor(symbol),
            "parameter",
            *_tightest(ends[symbol], scale is not None),
            is_exponent=scale is not None,
            scale=scale or Fraction(1),
            facts=tuple(facts[symbol]),
            notes=tuple(notes[symbol]),
        )
        for symbol, scale in reader.scales.items()
    ]


def _tightest(ends: Ends, is_exponent: bool) -> tuple[Fraction | None, Fraction | None, bool, bool]:
    """The largest lower and the smallest upper bound, and whether they are strict."""
    if is_exponent:
        return Fraction(0), None, True, False
    low = max(ends.get("low", []), default=(None, False))
    high = min(ends.get("high", []), key=lambda end: (end[0], not end[1]), default=(None, False))
    return low[0], high[0], low[1], high[1]


def _bound(reader: _Reader, expression: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> Polynomial:
    """The polynomial whose sign is that of the expression."""
    exponents = [s for s in symbols if reader.scales[s] is not None]
    if exponents and not expression.has(sympy.exp):
        if len(exponents) < len(symbols):
            raise Unsupported(f"{expression} relates an exponent to what is none; write exp(..)")
        return _of_exponents(reader, expression, symbols)
    ratio = reader.ratio(expression)
    return ratio.numerator * ratio.denominator


def _of_exponents(
    reader: _Reader, expression: sympy.Expr, symbols: Sequence[sympy.Symbol]
) -> Polynomial:
    """sum c_i e_i + c >= 0 as  exp(c) prod exp(e_i)^(c_i) >= 1, without fractional powers."""
    rest, powers = sympy.expand(expression), {}
    for symbol in symbols:
        slope = rest.coeff(symbol)
        rest = sympy.expand(rest - slope * symbol)
        powers[symbol] = _rational(slope) / (reader.scales[symbol] or 1)
    whole = lcm(*(power.denominator for power in powers.values()))
    level = sympy.simplify(sympy.exp(whole * rest))
    if not level.is_Rational:
        raise Unsupported(f"{expression} is compared with 0; only logs of rationals may be added")
    above, below = constant(_rational(level)), constant(1)
    for symbol, power in powers.items():
        side = atom(reader.tensor(symbol)) ** abs(int(power * whole))
        above, below = (above * side, below) if power > 0 else (above, below * side)
    return above - below


def _end(expression: sympy.Expr, symbol: sympy.Symbol) -> dict[str, Fraction]:
    """The bound of one parameter, where the relation is linear in it."""
    slope = expression.diff(symbol)
    if not slope.is_Rational or slope == 0:
        return {}
    border = _rational(-expression.subs(symbol, 0) / slope)
    return {"low" if slope > 0 else "high": border}


def _rational(value: sympy.Expr) -> Fraction:
    if not value.is_Rational:
        raise Unsupported(f"{value} is no rational; entries are exact rational functions")
    return fraction_of(value)


def _validate(
    channel: Channel, parameters: Sequence[Parameter], rows: list[list[sympy.Expr]], name: str
) -> None:
    frame = Frame(content_of(channel.data), [])
    constraints = [*frame.domain, *frame.constraints_of_facts()]
    prover = Prover(constraints, frame.ring.ngens, frame.ranges(), frame.cone())
    if prover.impossible():
        raise InvalidInput("the domain is empty: no parameters satisfy all its relations")
    (table,) = frame.content.tables.values()
    for x, row in enumerate(table):
        for y, entry in enumerate(row):
            below = frame.convert(entry.denominator, {})
            _require(prover, parameters, below * below, ">", f"{name}({x + 1},{y + 1})", rows[x][y])
            value = frame.ratio(entry)
            _require(prover, parameters, value, ">=", f"{name}({x + 1},{y + 1})", rows[x][y])
        total = sum((frame.ratio(entry) for entry in row), frame.field.zero)
        if total != 1:
            difference = sympy.factor(sympy.simplify(sum(rows[x]) - 1))
            raise InvalidInput(f"row {x + 1} of {name} sums to one only where {difference} = 0")


def _require(
    prover: Prover,
    parameters: Sequence[Parameter],
    value: FracElement,
    relation: str,
    where: str,
    entry: sympy.Expr,
) -> None:
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
    raise InvalidInput(f"{where} = {entry} {fault}{' at ' if at else ''}{at}")
