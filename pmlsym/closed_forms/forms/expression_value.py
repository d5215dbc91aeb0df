"""The value of a SymPy expression whose symbols are given: exactly, in balls, or written.

    number_of(expression, given)          a Number: exact, or as narrow as one asks
    exactly(expression, given, lists)     the same by the conventions of closed forms
    put_in(expression, given, lists)      an expression, where some symbols have no value

One recursion reads an expression, `_Reader`; an algebra says what its numbers are. By convention
0 log 0 is zero, and c/0 infinite for c > 0: on a domain denominators are never negative. What is
0/0 or inf - inf has no value. Two conventions are about outcomes that cannot occur: of several
ratios in a maximum or minimum one that is 0/0 does not count; and a choice of pieces that all are
zero is zero, whatever its conditions say. Masses of letters, as p(1), stand in `lists` by the
function's name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from math import prod
from operator import add, eq, ge, gt, le, lt, ne
from typing import Any

import sympy
from flint import arb
from sympy.core.function import AppliedUndef

from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.numbers.balls import ball, enclosed_number, whole_power
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import INFINITY, Ball, Exact, Number, exp_of, log_of, number

Given = Mapping[sympy.Basic, Number]
Lists = Mapping[str, Sequence[Any]]
NOTHING: Given = {}
COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
HALF = sympy.Rational(1, 2)


def number_of(expression: sympy.Expr, given: Given = NOTHING) -> Number:
    """The number that a closed form's SymPy expression is where its symbols are `given`.

    Sums, products and logarithms of rationals are exact; with exponentials, roots, arcus tangents
    and the like the number is known by balls. Raises OutOfDomain where it has no value, Unsupported
    at a function that is not known.

    >>> number_of(sympy.log(sympy.Rational(5, 2)))
    log(5/2)
    >>> number_of(sympy.sqrt(2) * sympy.atan(1))
    [1.110720734539, 1.11072073454]
    >>> number_of(sympy.exp(sympy.Symbol("d")), {sympy.Symbol("d"): log_of(3)})
    3
    """
    if expression in given:
        return given[expression]
    try:
        value: Number = _ExpressionReader(EXACT, given, is_plain=True)(expression)
    except (_NeedsBallsError, Unsupported):
        return enclosed_number(lambda: _ExpressionReader(BALLS, given)(expression), "a value")
    return value


def exact_value(expression: sympy.Basic, given: Given, lists: Lists) -> Number:
    """The exact value of a closed form's expression, maybe infinite; OutOfDomain where it has none.

    >>> a = sympy.Symbol("a")
    >>> exact_value(a * sympy.log(a), {a: number(0)}, {})
    0
    """
    value: Number = _ExpressionReader(EXACT, given, lists)(expression)
    return value


def expression_at(
    expression: sympy.Basic, given: Mapping[sympy.Basic, Any], lists: Lists
) -> sympy.Basic:
    """A closed form's expression with values for some of its symbols, over the extended reals.

    Raises InvalidInput where it has no value there.

    >>> a, b = sympy.symbols("a b")
    >>> expression_at(a * sympy.log(a) + b, {a: sympy.Integer(0)}, {})
    b
    >>> expression_at(sympy.Max(1, sympy.log((1 - a) / a)), {a: sympy.Integer(0)}, {})
    oo
    """
    try:
        value: sympy.Basic = _ExpressionReader(WRITTEN, given, lists)(expression)
    except OutOfDomain as error:
        raise InvalidInput(f"{expression} has no value there: {error}") from None
    return value


class _NeedsBallsError(Exception):
    """An intermediate number is not exact."""


class _ZeroByZero(OutOfDomain):
    """A ratio that is 0/0."""


@dataclass(frozen=True)
class FormAlgebra:
    """A kind of numbers: how they are made, with their functions, powers and quotients.

    `quotient` takes factors above, factors below, and logarithms above. Where numbers are
    `written`, an expression without a value stays as it is.
    """

    number: Callable[[Any], Any]
    functions: Mapping[type, Callable[..., Any]]
    power: Callable[[Any, sympy.Expr, Any], Any]
    quotient: Callable[[list[Any], list[Any], list[Any]], Any]
    constants: Mapping[sympy.Basic, Callable[[], Any]] = field(default_factory=dict)
    written: bool = False


@dataclass(frozen=True)
class _ExpressionReader:
    """Evaluates expressions in an algebra; where `is_plain`, without any balls on the way."""

    algebra: FormAlgebra
    given: Mapping[sympy.Basic, Any]
    lists: Lists = field(default_factory=dict)
    is_plain: bool = False

    # The methods below call each other through this one, as an expression is read from the outside
    # in; only here is a ball refused that an exact value must not go through.
    def __call__(self, expression: sympy.Basic) -> Any:
        """The value of an expression, in the numbers of the algebra."""
        value = self._value_of(expression)
        if self.is_plain and isinstance(value, Ball):
            raise _NeedsBallsError
        return value

    def _value_of(self, expression: sympy.Basic) -> Any:
        """The value of a closed form's expression, by the kind of its topmost node."""
        if expression in self.given:
            return self.algebra.number(self.given[expression])
        if isinstance(expression, sympy.Rational):
            return self.algebra.number(number(fraction_of(expression)))
        if expression in self.algebra.constants:
            return self.algebra.constants[expression]()
        if isinstance(expression, sympy.Piecewise):
            return self._piecewise_value(expression)
        if isinstance(expression, sympy.Sum):
            return self._sum_value(expression)
        if isinstance(expression, sympy.Mul) or _is_denominator(expression):
            return self._product_value(expression)
        if isinstance(expression, sympy.Max | sympy.Min):
            return self._function_value(expression, self._values_that_count(expression.args))
        return self._function_value(expression, [self(part) for part in expression.args])

    def _values_that_count(self, ratios: Sequence[sympy.Basic]) -> list[Any]:
        """The values of ratios in a closed form's maximum, without those that are 0/0."""
        values = []
        for ratio in ratios:
            try:
                values.append(self(ratio))
            except _ZeroByZero:
                continue
        if not values:
            raise _ZeroByZero("all ratios of an extremum are 0/0")
        return values

    def _function_value(self, expression: sympy.Basic, parts: list[Any]) -> Any:
        """The value of a sum, power or function in a closed form, from its parts' values."""
        if isinstance(expression, sympy.Add):
            return _sum_of_expressions(*parts) if self.algebra.written else reduce(add, parts)
        if isinstance(expression, sympy.Pow):
            return self.algebra.power(parts[0], expression.exp, parts[1])
        if isinstance(expression, AppliedUndef) and self._is_listed_mass(expression, parts):
            values = self.lists[expression.func.__name__]
            return self.algebra.number(number(values[int(float(parts[0])) - 1]))
        if isinstance(expression, sympy.binomial) and not self.algebra.written:
            return self.algebra.number(number(math.comb(*(int(float(part)) for part in parts))))
        for kind, function in self.algebra.functions.items():
            if isinstance(expression, kind):
                return function(*parts)
        if self.algebra.written:
            return expression if parts == list(expression.args) else expression.func(*parts)
        raise Unsupported(f"{expression} has no value that is known here")

    def _is_listed_mass(self, applied: AppliedUndef, places: list[Any]) -> bool:
        """Whether a closed form's mass, such as p(1), has its value in the lists of masses."""
        values = self.lists.get(applied.func.__name__)
        if values is None or not self.algebra.written:
            return values is not None
        return len(places) == 1 and places[0].is_Integer and 1 <= int(places[0]) <= len(values)

    def _product_value(self, expression: sympy.Basic) -> Any:
        """The value of a product in a closed form; denominators and logarithms are read apart."""
        factors = sympy.Mul.make_args(expression)
        below = [f for f in factors if _is_denominator(f)]
        logs = [f for f in factors if isinstance(f, sympy.log)]
        pieces = [f for f in factors if isinstance(f, sympy.Piecewise)]
        above = [f for f in factors if f not in (*below, *logs, *pieces)]
        values = {f: self(f) for f in (*above, *logs, *(f.base for f in below))}
        if self.algebra.written and not pieces and all(f == v for f, v in values.items()):
            return expression  # SymPy would multiply out what is written as 2*(a + b)
        tops = [values[f] for f in above]
        bottoms = [self.algebra.power(values[f.base], -f.exp, self(-f.exp)) for f in below]
        if pieces and any(v == 0 for v in tops) and all(map(_has_finite_pieces, pieces)):
            return self.algebra.quotient(tops, bottoms, [])
        tops += map(self, pieces)
        return self.algebra.quotient(tops, bottoms, [values[f] for f in logs])

    def _sum_value(self, expression: sympy.Sum) -> Any:
        """The value of a closed form's sum over letters; the sum itself if its ends stay open."""
        *rest, (letter, *ends) = expression.limits
        bound = set(expression.variables)
        outer = {old: new for old, new in self.given.items() if not old.free_symbols & bound}
        body = sympy.Sum(expression.function, *rest) if rest else expression.function
        low, high = map(self, ends)
        if self.algebra.written:
            masses = {a.func.__name__ for a in body.atoms(AppliedUndef)}
            if not (low.is_Integer and high.is_Integer and masses <= self.lists.keys()):
                return sympy.Sum(replace(self, given=outer)(body), (letter, low, high))
        places = range(int(float(low)), int(float(high)) + 1)
        each = (replace(self, given={**outer, letter: number(k)})(body) for k in places)
        return sum(each, self.algebra.number(number(0)))

    def _piecewise_value(self, expression: sympy.Piecewise) -> Any:
        """The value of a closed form's Piecewise: the first piece that holds, or all that may."""
        if _has_finite_pieces(expression) and all(self(body) == 0 for body, _ in expression.args):
            return self.algebra.number(number(0))
        pieces: list[tuple[Any, Any]] = []
        for body, condition in expression.args:
            holds = self._condition_value(condition)
            if holds is True and not pieces:
                return self(body)
            if holds is not False:
                pieces.append((self(body), holds))
        if not pieces:
            raise OutOfDomain(f"{expression} has no value")
        return sympy.Piecewise(*pieces)

    def _condition_value(self, condition: sympy.Basic) -> Any:
        """Whether the condition of a closed form's piece holds; the condition if left open."""
        if condition in (sympy.true, sympy.false):
            return bool(condition)
        if isinstance(condition, sympy.And | sympy.Or):
            each = [self._condition_value(part) for part in condition.args]
            truth = condition.func(*each)
        elif self.algebra is BALLS:  # that two balls meet decides nothing
            left, right = (number_of(side, self.given) for side in condition.args)
            return bool(COMPARISONS[condition.rel_op](left, right))
        else:
            left, right = map(self, condition.args)
            truth = COMPARISONS[condition.rel_op](left, right)
        return bool(truth) if truth in (sympy.true, sympy.false) else truth


def _has_finite_pieces(pieces: sympy.Piecewise) -> bool:
    """Whether a closed form's Piecewise is seen to be finite, having no denominator or log."""
    nodes = [node for body, _ in pieces.args for node in sympy.preorder_traversal(body)]
    return not any(_is_denominator(node) or isinstance(node, sympy.log) for node in nodes)


def _is_denominator(factor: sympy.Basic) -> bool:
    """Whether a factor in the product of a closed form is a power with a negative exponent."""
    return isinstance(factor, sympy.Pow) and bool(factor.exp.could_extract_minus_sign())


def _exact_power(base: Number, _: sympy.Expr, exponent: Number) -> Number:
    """base ** exponent in exact numbers, for the value of a closed form's expression."""
    if not isinstance(exponent, Exact) or exponent.logs or exponent.rational.denominator > 1:
        return exp_of(exponent * log_of(base))
    product, whole = number(1), int(exponent.rational)
    for _ in range(abs(whole)):
        product = product * base
    return product if whole >= 0 else number(1) / product


def _extended_quotient(
    above: list[Any], below: list[Any], logs: list[Any], *, infinity: Any, times: Callable[..., Any]
) -> Any:
    """A quotient in a closed form over the extended reals; 0 log 0 is zero, c/0 infinite."""
    vanishes = any(value == 0 for value in below)
    if any(value == 0 for value in (*above, *logs)):
        if vanishes or any(value in (infinity, -infinity) for value in above):
            raise _ZeroByZero("it is 0/0")
        return times(0)
    return times(*above, *logs, *([infinity] if vanishes else (1 / value for value in below)))


def _plain_quotient(above: list[Any], below: list[Any], logs: list[Any]) -> Any:
    """A quotient in a closed form's value where zeros need no convention, as in balls."""
    return prod(above) / prod(below) * prod(logs)


def _sum_of_expressions(*terms: sympy.Expr) -> sympy.Expr:
    """The sum of terms of a closed form's expression; raises OutOfDomain at inf - inf."""
    if {sympy.oo, -sympy.oo} <= set(terms):
        raise OutOfDomain("it is inf - inf")
    return sympy.Add(*terms)


def _ball_power(base: arb, exponent: sympy.Expr, value: arb) -> arb:
    """base ** exponent in balls, for the enclosed value of a closed form's expression."""
    if exponent.is_Integer:
        return whole_power(base, int(exponent))
    if exponent == HALF:
        return arb(0).union(base.upper().sqrt()) if base.contains(0) else base.sqrt()
    return base**value


NUMBERS: dict[sympy.Basic, Callable[[], Number]] = {
    sympy.oo: lambda: INFINITY,
    -sympy.oo: lambda: -INFINITY,
    sympy.E: lambda: exp_of(1),
    sympy.pi: lambda: enclosed_number(arb.pi, "pi"),
}
EXACT = FormAlgebra(
    lambda value: value,
    {
        sympy.exp: exp_of,
        sympy.log: log_of,
        sympy.Abs: lambda value: value if value.sign() >= 0 else -value,
        sympy.Max: lambda *values: reduce(lambda a, b: b if b > a else a, values),
        sympy.Min: lambda *values: reduce(lambda a, b: b if b < a else a, values),
    },
    _exact_power,
    partial(_extended_quotient, infinity=INFINITY, times=lambda *n: prod(n, start=number(1))),
    NUMBERS,
)
BALLS = FormAlgebra(
    ball,
    {
        sympy.exp: arb.exp,
        sympy.log: arb.log,
        sympy.Abs: abs,
        sympy.Max: lambda *values: reduce(arb.max, values),
        sympy.Min: lambda *values: reduce(arb.min, values),
        sympy.atan: arb.atan,
        sympy.erf: arb.erf,
    },
    _ball_power,
    _plain_quotient,
    {sympy.pi: arb.pi, sympy.E: arb.const_e},
)
WRITTEN = FormAlgebra(
    to_sympy,
    {sympy.log: lambda value: -sympy.oo if value == 0 else sympy.log(value)},
    lambda base, _, exponent: base**exponent,
    partial(_extended_quotient, infinity=sympy.oo, times=sympy.Mul),
    written=True,
)
