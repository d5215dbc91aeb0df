"""User-supplied matrices: their domain, their parameters, and their entries as ratios in these.

    0 <= a <= 1/2, b == 2*a

A parameter that an equality gives is replaced by its value. Any other stands either always or never
in an exponent; one in exponents is known by exp(c * parameter), with the largest c such that all
exponents are its multiples. Each relation of the domain is a fact of a parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import sympy

from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.closed_forms.own_channels.constructors import nodes_to_sympy
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.expression import LARGEST_DEGREE, relations_of
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.parameter import Parameter, exponential_of
from pmlsym.numbers.conversion import fraction_of

Domain: TypeAlias = "str | sympy.Basic | Sequence[object]"
"""Relations, a conjunction of them, or text such as 0 <= a <= 1/2; or several of these."""
RELATIONS = {"<=": (-1, ">="), "<": (-1, ">"), ">=": (1, ">="), ">": (1, ">"), "==": (1, "==")}
MAKERS = {"<=": sympy.Le, ">=": sympy.Ge, "<": sympy.Lt, ">": sympy.Gt, "==": sympy.Eq}
Known = Mapping[str, Parameter]
"""Parameters that are known already, by name: those of families next to the matrices."""
Scales = dict[sympy.Symbol, Fraction | None]
"""For each parameter the unit c of its exponentials exp(c * parameter), None outside of them."""
Ends = dict[str, list[tuple[Fraction, bool]]]
"""Bounds of one parameter from below and above, and whether they are strict."""


def single_relations(domain: Domain) -> list[sympy.Basic]:
    """The single relations on the parameters of a user's symbolic matrix, of text or SymPy.

    Raises InvalidInput at anything that is not a relation.

    >>> single_relations("0 <= a <= 1/2")
    [0 <= a, a <= 1/2]
    """
    if isinstance(domain, str):
        return single_relations(relations_in_text(domain))
    if isinstance(domain, sympy.And):
        return single_relations(domain.args)
    if isinstance(domain, bool):
        return [sympy.true if domain else sympy.false]
    if isinstance(domain, sympy.Basic):
        return [plain_symbols(domain)]
    if not isinstance(domain, Iterable):
        raise InvalidInput(f"{domain!r} is no relation such as a >= 0 or a + b <= 1")
    return [each for item in domain for each in single_relations(item)]


def linear_domain(entries: Iterable[sympy.Expr]) -> list[sympy.Basic]:
    """The domain on which linear entries of a user's own matrix are nonnegative.

    >>> a, b = sympy.symbols("a b")
    >>> linear_domain([1 - a, a]), linear_domain([1 - a - b, a, b])
    ([0 <= a, a <= 1], [0 <= a, 0 <= b, a + b <= 1])
    """
    relations: dict[sympy.Basic, None] = {}
    for entry in entries:
        symbols = sorted(entry.free_symbols, key=str)
        if not symbols or not entry.is_polynomial(*symbols):
            continue
        if sympy.Poly(entry, *symbols).total_degree() == 1:
            rest = entry.xreplace(dict.fromkeys(symbols, sympy.Integer(0)))
            bare = sympy.expand(entry - rest)
            scale = abs(bare.coeff(symbols[0])) if len(symbols) == 1 else sympy.Integer(1)
            if len(symbols) == 1 and bare.coeff(symbols[0]) > 0:
                relations[sympy.Le(-rest / scale, symbols[0], evaluate=False)] = None
            else:
                relations[sympy.Le(-bare / scale, rest / scale, evaluate=False)] = None
    return sorted(relations, key=lambda item: (len(item.free_symbols), str(item)))


def solve_equalities(
    rows: list[list[sympy.Expr]], items: list[sympy.Basic], fixed: frozenset[str] = frozenset()
) -> tuple[list[list[sympy.Expr]], list[sympy.Basic], list[tuple[str, sympy.Basic]]]:
    """A user's own rows and relations with equalities solved and put in, and notes of them.

    An equality is solved where it is linear in a parameter, with a rational coefficient. The names
    in `fixed` belong to families: none of them is replaced, and an equality that can only be solved
    for one of them is Unsupported.

    >>> a, b = sympy.symbols("a b")
    >>> solve_equalities([[1 - b, b]], [sympy.Eq(b, 2 * a), b <= 1])
    ([[1 - 2*a, 2*a]], [True, 2*a <= 1], [('b = 2*a', 2*a)])
    """
    notes: list[tuple[str, sympy.Basic]] = []
    while solved := next(filter(None, (_solved_parameter(item, fixed) for item in items)), None):
        symbol, value = solved
        rows = [[entry.subs(symbol, value) for entry in row] for row in rows]
        items = [item.subs(symbol, value) for item in items]
        notes = [(text, other.subs(symbol, value)) for text, other in notes]
        notes.append((f"{symbol} = {value}", value))
    for item in items:
        if isinstance(item, sympy.Eq) and any(str(s) in fixed for s in item.free_symbols):
            raise Unsupported(f"{item} is of a family; give values there, as in z-channel(a=1/10)")
    return rows, items, notes


def relation_of(item: object) -> tuple[sympy.Expr, str, str]:
    """A relation on the domain of a user's own matrix as (expression, relation to zero, text).

    Raises InvalidInput where it is false, or of another kind.

    >>> relation_of(sympy.Symbol("a") <= 1)
    (1 - a, '>=', 'a <= 1')
    """
    symbol = getattr(item, "rel_op", None)
    if item == sympy.true:
        return sympy.Integer(0), ">=", "true"
    if item == sympy.false:
        raise InvalidInput("the domain is empty: one of its relations is false")
    if symbol not in RELATIONS:  # such as != or a disjunction
        raise InvalidInput(f"{item} is no relation such as a >= 0 or a + b <= 1")
    sign, relation = RELATIONS[symbol]
    left, right = item.lhs, item.rhs  # type: ignore[attr-defined]
    return sign * (left - right), relation, str(item)


def relations_in_text(text: str) -> list[sympy.Basic]:
    """The SymPy relations of chains such as 0 <= a <= 1/2, a <= b, that bound symbolic entries.

    >>> relations_in_text("0 <= a <= 1/2, a < b")
    [0 <= a, a <= 1/2, a < b]
    """
    return [
        MAKERS[sign](nodes_to_sympy(left), nodes_to_sympy(right))
        for left, sign, right in relations_of(text)
    ]


def plain_symbols(item: sympy.Basic) -> sympy.Basic:
    """A user's own SymPy expression in symbols that are known by their names alone."""
    return item.xreplace({s: sympy.Symbol(s.name) for s in item.free_symbols})


@dataclass(frozen=True)
class ParameterReader:
    """Turns SymPy expressions into ratios of polynomials in the scalars of the parameters."""

    scales: Scales
    known: Known = field(default_factory=dict)

    def tensor(self, symbol: sympy.Symbol) -> Tensor:
        """The scalar tensor that stands for a parameter of a user's own matrix."""
        if (known := self.known.get(str(symbol))) is not None:
            return known.tensor
        scale = self.scales[symbol]
        if scale is None:
            return Tensor(str(symbol))
        return exponential_of(str(symbol), scale)

    def ratio(self, expression: sympy.Expr) -> Ratio:
        """The quotient of polynomials that an entry of a user's own matrix is."""
        plain = sympy.expand(expression, power_exp=True, mul=False, multinomial=False)
        plain = plain.replace(
            lambda e: isinstance(e, sympy.exp), lambda e: self._power_product(e.args[0])
        )
        above, below = sympy.fraction(sympy.together(plain))
        return Ratio(self._polynomial(above), self._polynomial(below))

    def _power_product(self, argument: sympy.Expr) -> sympy.Expr:
        """exp(argument) in a user's own matrix as a product of powers of symbols."""
        total = sympy.Integer(1)
        for symbol in sorted(argument.free_symbols, key=str):
            scale = self.scales[symbol]
            assert scale is not None
            power = rational_of(argument.coeff(symbol)) / scale
            if abs(power) > LARGEST_DEGREE:
                raise Unsupported(f"exp({argument}) is a power beyond {LARGEST_DEGREE}")
            total = total * symbol ** sympy.Integer(int(power))
        return total

    def _polynomial(self, expression: sympy.Expr) -> Polynomial:
        """The polynomial, in scalars, of an expression in a user's own matrix."""
        symbols = sorted(self.scales, key=str)
        if not symbols:
            return constant(rational_of(expression))
        try:
            terms = sympy.Poly(sympy.expand(expression), *symbols).terms()
        except sympy.PolynomialError:
            raise Unsupported(f"{expression} is no polynomial in the parameters") from None
        total = constant(0)
        for powers, coefficient in terms:
            term = constant(rational_of(coefficient))
            for symbol, power in zip(symbols, powers, strict=True):
                term = term * atom(self.tensor(symbol)) ** power
            total = total + term
        return total


def scales_of(entries: Sequence[sympy.Expr], bounds: Sequence[sympy.Expr], known: Known) -> Scales:
    """The parameters of a user's own matrix and its domain, each with its unit in exponents.

    Raises Unsupported where one stands inside and outside of exponentials, or in another unit than
    it is known by.
    """
    inside: dict[sympy.Symbol, list[Fraction]] = {}
    for expression in (*entries, *bounds):
        for exponential in expression.atoms(sympy.exp):
            for symbol, c in _linear_coefficients(exponential.args[0]).items():
                inside.setdefault(symbol, []).append(c)
    for entry in entries:
        mixed = _symbols_outside_exp(entry) & set(inside)
        if mixed:
            raise Unsupported(f"{mixed.pop()} stands inside and outside of exponentials in {entry}")
    every = {s for e in (*entries, *bounds) for s in e.free_symbols}
    bare = every - set(inside)
    scales: Scales = dict.fromkeys(sorted(bare, key=str))
    for symbol, factors in inside.items():
        scales[symbol] = Fraction(1, lcm(*(c.denominator for c in factors)))
    plain = {symbol for entry in entries for symbol in _symbols_outside_exp(entry)}
    return {s: _unit_as_known(s, unit, known, s in plain) for s, unit in scales.items()}


def parameters_of(
    reader: ParameterReader,
    relations: Sequence[tuple[sympy.Expr, str, str]],
    put_in: Sequence[tuple[str, sympy.Basic]],
) -> list[Parameter]:
    """The parameters of a user's own matrix, each domain relation as a fact of one of them.

    `put_in` are the values that equalities gave others, each with its text. For a parameter that is
    known already, the result is what the domain adds.
    """
    facts: dict[sympy.Symbol, list[Fact]] = {symbol: [] for symbol in reader.scales}
    notes: dict[sympy.Symbol, list[str]] = {symbol: [] for symbol in reader.scales}
    ends: dict[sympy.Symbol, Ends] = {symbol: {} for symbol in reader.scales}
    for expression, relation, text in relations:
        symbols = sorted(expression.free_symbols, key=str)
        if not symbols:
            continue
        polynomial = _bound_polynomial(reader, expression, symbols)
        facts[symbols[0]].append(Fact(text, polynomial, (), relation))
        end = {}
        if len(symbols) == 1 and reader.scales[symbols[0]] is None and relation != "==":
            end = _bound_of_parameter(expression, symbols[0])
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
            known.meaning if (known := reader.known.get(str(symbol))) else "parameter",
            *_tightest_bounds(ends[symbol], scale is not None),
            is_exponent=scale is not None,
            scale=scale or Fraction(1),
            facts=tuple(facts[symbol]),
            notes=tuple(notes[symbol]),
        )
        for symbol, scale in reader.scales.items()
    ]


def rational_of(value: sympy.Expr) -> Fraction:
    """The rational that an expression in a user's own matrix is; raises Unsupported at others."""
    if not value.is_Rational:
        raise Unsupported(f"{value} is no rational; entries are exact rational functions")
    return fraction_of(value)


def _solved_parameter(
    item: sympy.Basic, fixed: frozenset[str]
) -> tuple[sympy.Symbol, sympy.Expr] | None:
    """The parameter that an equality in a user's own domain gives, and its value, or None."""
    if not isinstance(item, sympy.Eq):
        return None
    difference = sympy.expand(item.lhs - item.rhs)
    for symbol in sorted(difference.free_symbols, key=str, reverse=True):
        slope = difference.diff(symbol)
        if slope.is_Rational and slope != 0 and str(symbol) not in fixed:
            return symbol, sympy.expand(symbol - difference / slope)
    return None


def _unit_as_known(
    symbol: sympy.Symbol, unit: Fraction | None, known: Known, is_plain: bool
) -> Fraction | None:
    """The unit of a parameter in the exponents of a user's own matrix; a known unit stays.

    A known exponent must not stand plainly in an entry: there its scalar exp(eps) would be read.
    """
    parameter = known.get(str(symbol))
    if parameter is None:
        return unit
    if parameter.is_integer:
        raise Unsupported(f"{symbol} is a size, which a domain does not bound; give its value")
    if unit is None and parameter.is_exponent and not is_plain:
        return parameter.scale
    if unit is None and not parameter.is_exponent:
        return None
    if unit is None or not parameter.is_exponent or (unit / parameter.scale).denominator > 1:
        here = symbol if unit is None else exponential_of(str(symbol), unit)
        raise Unsupported(
            f"{symbol} stands as {here} in a matrix, as {parameter.tensor} beside it; give one of "
            "them another name"
        )
    return parameter.scale


def _symbols_outside_exp(expression: sympy.Expr) -> set[sympy.Symbol]:
    """The symbols that stand outside of exponentials in an entry of a user's own matrix."""
    if isinstance(expression, sympy.exp):
        return set()
    if isinstance(expression, sympy.Symbol):
        return {expression}
    return {symbol for part in expression.args for symbol in _symbols_outside_exp(part)}


def _linear_coefficients(argument: sympy.Expr) -> dict[sympy.Symbol, Fraction]:
    """The rational coefficients of a linear exponent in a user's own matrix."""
    symbols = sorted(argument.free_symbols, key=str)
    coefficients = {}
    rest = sympy.expand(argument)
    for symbol in symbols:
        coefficient = rest.coeff(symbol)
        if not coefficient.is_Rational:
            raise Unsupported(f"exp({argument}) is no exponential of rational multiples")
        coefficients[symbol] = rational_of(coefficient)
        rest = sympy.expand(rest - coefficient * symbol)
    if rest != 0:
        raise Unsupported(f"exp({argument}) has the constant factor exp({rest})")
    return coefficients


def _tightest_bounds(
    ends: Ends, is_exponent: bool
) -> tuple[Fraction | None, Fraction | None, bool, bool]:
    """The tightest two bounds of a symbolic matrix's parameter, and whether they are strict."""
    if is_exponent:
        return Fraction(0), None, True, False
    low = max(ends.get("low", []), default=(None, False))
    high = min(ends.get("high", []), key=lambda end: (end[0], not end[1]), default=(None, False))
    return low[0], high[0], low[1], high[1]


def _bound_polynomial(
    reader: ParameterReader, expression: sympy.Expr, symbols: Sequence[sympy.Symbol]
) -> Polynomial:
    """The polynomial with the sign of an expression that bounds a user's own matrix."""
    exponents = [s for s in symbols if reader.scales[s] is not None]
    if exponents and not expression.has(sympy.exp):
        if len(exponents) < len(symbols):
            raise Unsupported(f"{expression} relates an exponent to what is none; write exp(..)")
        return _exponent_polynomial(reader, expression, symbols)
    ratio = reader.ratio(expression)
    return ratio.numerator * ratio.denominator


def _exponent_polynomial(
    reader: ParameterReader, expression: sympy.Expr, symbols: Sequence[sympy.Symbol]
) -> Polynomial:
    """The polynomial of a user's own bound on exponents, without fractional powers."""
    rest, powers = sympy.expand(expression), {}
    for symbol in symbols:
        slope = rest.coeff(symbol)
        rest = sympy.expand(rest - slope * symbol)
        powers[symbol] = rational_of(slope) / (reader.scales[symbol] or 1)
    whole = lcm(*(power.denominator for power in powers.values()))
    level = sympy.simplify(sympy.exp(whole * rest))
    if not level.is_Rational:
        raise Unsupported(f"{expression} is compared with 0; only logs of rationals may be added")
    above, below = constant(rational_of(level)), constant(1)
    for symbol, power in powers.items():
        side = atom(reader.tensor(symbol)) ** abs(int(power * whole))
        above, below = (above * side, below) if power > 0 else (above, below * side)
    return above - below


def _bound_of_parameter(expression: sympy.Expr, symbol: sympy.Symbol) -> dict[str, Fraction]:
    """The bound that a relation of a user's own domain, linear in a parameter, sets it."""
    slope = expression.diff(symbol)
    if not slope.is_Rational or slope == 0:
        return {}
    border = rational_of(-expression.subs(symbol, 0) / slope)
    return {"low" if slope > 0 else "high": border}
