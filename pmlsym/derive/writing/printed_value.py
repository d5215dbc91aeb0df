"""The value of an expression as it is printed, at a point of the domain.

In floats, by a function that is made once for all points, sums over letters among them; and as an
exact number, by putting exact values in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, inf, log
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import sympy
from sympy import Symbol
from sympy.core.function import AppliedUndef

from pmlsym.derive.form import Point
from pmlsym.derive.real_numbers import number_of, of_numbers, power
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import INFINITY, Number, log_of, number
from pmlsym.readings.symbolic_function import function_of

Lists = Mapping[str, Sequence[Fraction]]
COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}


@dataclass(frozen=True)
class AtLetters:
    """The masses p(1), p(2), .. and the like in `lists`, and what letter each free one is."""

    lists: Lists = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)


class PrintedValue:
    """An expression whose symbols stand for the generators of a frame.

    `symbols` has one for each generator, or nothing; `last_masses` are the masses that are one
    minus the others, each with the generators of those; `integers` count letters.

    >>> a = sympy.Symbol("a")
    >>> value = PrintedValue(sympy.log(2 * a), [a], {}, set())
    >>> value.exactly(Point((number(3),)), AtLetters())
    log(6)
    """

    def __init__(
        self,
        expression: sympy.Expr,
        symbols: Iterable[sympy.Expr | None],
        last_masses: Mapping[Symbol, Sequence[int]],
        integers: set[Symbol],
    ):
        self.expression = expression
        self.symbols = tuple(symbols)
        self.last_masses = last_masses
        self.integers = integers
        self._lists: Mapping[str, Sequence[float]] = {}

    def in_floats(self, point: Point, letters: AtLetters) -> float | None:
        """The value in floats; None where it has none, as 0 log 0."""
        self._lists = {name: [float(v) for v in values] for name, values in letters.lists.items()}
        at: list[float] = []
        for name, (place, scale) in self._arguments.items():
            value = float(point.values[place])
            if scale is not None:
                value = log(value) / scale if value else -inf
            is_whole = name in self.integers or isinstance(name, sympy.binomial)
            at.append(round(value) if is_whole else value)
        for places in self.last_masses.values():
            at.append(1 - sum(float(point.values[k]) for k in places))
        at += [letters.places[str(symbol)] for symbol in self._letters]
        try:
            return float(self._function(*at))
        except (ArithmeticError, ValueError):
            return None

    def exactly(self, point: Point, letters: AtLetters) -> Number:
        """The value as a number, maybe infinite; raises OutOfDomain where it has none, as 0/0."""
        given: dict[sympy.Basic, Number] = {}
        for name, (place, scale) in self._arguments.items():
            value = point.values[place]
            given[name] = value if scale is None else log_of(value) / scale
        for last, places in self.last_masses.items():
            given[last] = number(1) - sum((point.values[k] for k in places), number(0))
        given |= {symbol: number(letters.places[str(symbol)]) for symbol in self._letters}
        return _exact(self.expression, given, letters.lists)

    @cached_property
    def _arguments(self) -> dict[sympy.Expr, tuple[int, Fraction | None]]:
        """What has the value of a generator: the place of it, and c where that is of exp(c eps)."""
        kinds = (Symbol, AppliedUndef, sympy.Sum, sympy.binomial)
        known = self.expression.atoms(*kinds)
        found: dict[sympy.Expr, tuple[int, Fraction | None]] = {}
        for place, symbol in enumerate(self.symbols):
            if isinstance(symbol, sympy.exp):
                c, name = symbol.args[0].as_coeff_Mul()
                found[name] = place, fraction_of(c)
            elif symbol is not None:
                found[symbol] = place, None
        return {name: source for name, source in found.items() if name in known}

    @cached_property
    def _renamed(self) -> dict[sympy.Expr, Symbol]:
        """Symbols for those arguments that are none, such as p(y)."""
        return {n: Symbol(f"v{k}") for k, n in enumerate(self._arguments) if not n.is_Symbol}

    @cached_property
    def _plain(self) -> sympy.Expr:
        return _replaced(self.expression, self._renamed) if self._renamed else self.expression

    @cached_property
    def _letters(self) -> tuple[Symbol, ...]:
        """The free letters that are left, as y in n(y)."""
        found = {s for applied in self._plain.atoms(AppliedUndef) for s in applied.free_symbols}
        return tuple(sorted(found & self._plain.free_symbols - {*self._arguments}, key=str))

    @cached_property
    def _function(self) -> Callable[..., Any]:
        """The expression as a function of the arguments, the masses p(1), p(2), .. from lists."""
        known: dict[str, Any] = {"binomial": comb}
        for applied in self._plain.atoms(AppliedUndef):
            known[applied.func.__name__] = self._entry(applied.func.__name__)
        own = [self._renamed.get(name, name) for name in self._arguments]
        written = [sympy.Tuple(*own, *self.last_masses, *self._letters), self._plain]
        letters = {s: Symbol(s.name.replace("'", "_")) for s in self._plain.atoms(Symbol)}
        primed = {old: new for old, new in letters.items() if old != new}
        if primed:
            written = [part.xreplace(primed) for part in written]
        return function_of(written[0].args, written[1], [known, "math"])

    def _entry(self, name: str) -> Callable[[int], float]:
        return lambda place: self._lists[name][place - 1]


def _replaced(expression: sympy.Basic, names: Mapping[sympy.Expr, Symbol]) -> sympy.Basic:
    """The expression with names for what they stand for, but not for the letters of its sums."""
    if expression in names:
        return names[expression]
    if not expression.args:
        return expression
    inner = _outside(expression, names)
    parts = tuple(_replaced(part, inner) for part in expression.args)
    if parts == expression.args:
        return expression
    if isinstance(expression, sympy.Max | sympy.Min):
        return expression.func(*parts, evaluate=False)  # SymPy compares them at length
    return expression.func(*parts)


def _outside(expression: sympy.Basic, known: Mapping[sympy.Basic, Any]) -> Mapping[Any, Any]:
    """What of that is known is still so inside a sum, which has letters of its own."""
    if not isinstance(expression, sympy.Sum):
        return known
    bound = set(expression.variables)
    return {old: new for old, new in known.items() if not old.free_symbols & bound}


def _exact(expression: sympy.Basic, given: Mapping[sympy.Basic, Number], lists: Lists) -> Number:
    """The expression as a number, its symbols being given."""
    if expression in given:
        return given[expression]
    if isinstance(expression, sympy.Piecewise):
        for body, condition in expression.args:
            if _holds(condition, given, lists):
                return _exact(body, given, lists)
        raise OutOfDomain(f"{expression} has no value")
    if isinstance(expression, sympy.Sum):
        return _exact_sum(expression, given, lists)
    if not expression.args:
        return number_of(expression)
    if isinstance(expression, sympy.Mul) or _is_denominator(expression):
        return _exact_product(expression, given, lists)
    parts = [_exact(part, given, lists) for part in expression.args]
    if isinstance(expression, AppliedUndef):
        return number(lists[expression.func.__name__][int(float(parts[0])) - 1])
    if isinstance(expression, sympy.binomial):
        return number(comb(*(int(float(part)) for part in parts)))
    if isinstance(expression, sympy.Pow):
        return power(*parts)
    found = of_numbers(expression, parts)
    if found is None:
        raise Unsupported(f"{expression} has no exact value here")
    return found


def _is_denominator(factor: sympy.Basic) -> bool:
    return isinstance(factor, sympy.Pow) and bool(factor.exp.could_extract_minus_sign())


def _exact_product(
    expression: sympy.Basic, given: Mapping[sympy.Basic, Number], lists: Lists
) -> Number:
    """The product, 0 log 0 being zero and c/0 infinite for c > 0."""
    top, bottom, logs = number(1), number(1), number(1)
    for factor in sympy.Mul.make_args(expression):
        if _is_denominator(factor):
            bottom = bottom * power(*(_exact(e, given, lists) for e in (factor.base, -factor.exp)))
        elif isinstance(factor, sympy.log):
            logs = logs * _exact(factor, given, lists)
        else:
            top = top * _exact(factor, given, lists)
    if bottom != 0:
        return top / bottom * (logs if top != 0 else 1)
    if top == 0:
        raise OutOfDomain(f"{expression} is 0/0")
    return INFINITY * (top * logs)


def _exact_sum(expression: sympy.Sum, given: Mapping[sympy.Basic, Number], lists: Lists) -> Number:
    (letter, low, high), *rest = expression.limits
    inner = dict(_outside(expression, given))
    body = sympy.Sum(expression.function, *rest) if rest else expression.function
    ends = [int(float(_exact(end, given, lists))) for end in (low, high)]
    parts = (_exact(body, {**inner, letter: number(k)}, lists) for k in range(ends[0], ends[1] + 1))
    return sum(parts, number(0))


def _holds(condition: sympy.Basic, given: Mapping[sympy.Basic, Number], lists: Lists) -> bool:
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if isinstance(condition, sympy.And | sympy.Or):
        each = (_holds(part, given, lists) for part in condition.args)
        return all(each) if isinstance(condition, sympy.And) else any(each)
    left, right = (_exact(side, given, lists) for side in condition.args)
    relation: Callable[[Number, Number], bool] = COMPARISONS[condition.rel_op]
    return relation(left, right)
