"""Vertices as functions of several parameters, over regions where they are proven.

As with one parameter, two constraints meet in a point that is rational in the parameters, and
whether it is a vertex depends on the signs of finitely many polynomials. These are factored; every
choice of signs of the factors is a region, on which each slack has the sign of a product of known
signs, so that the vertices are read off without a sample. A choice that Z3 refutes on the domain
is left out. Together the regions cover the domain but for zeros of the factors, where they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import sympy

from pmlsym.design.closed_forms.symbolic_vertices import Crossings, SymbolicConstraint, crossings_of
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.solver import is_settled
from pmlsym.errors import InvalidInput
from pmlsym.readings.symbolic_function import function_of

Vertices = tuple[tuple[sympy.Expr, ...], ...]

MILLISECONDS = 500
"""What Z3 may spend on one question; a choice of signs that it does not refute in time is kept."""

SAMPLES = 2000
"""Rational points drawn to find the choices of signs that occur."""


@dataclass(frozen=True)
class ParameterRegion:
    """The vertices wherever the domain and all `conditions` hold strictly.

    `witness` is a rational point of the region, in the order of the parameters, or None where none
    was drawn and Z3 did not refute the region: it may then be empty.
    """

    conditions: tuple[sympy.Expr, ...]
    vertices: Vertices
    witness: tuple[Fraction, ...] | None


def vertices_by_parameters(
    constraints: Iterable[SymbolicConstraint],
    parameters: Sequence[sympy.Symbol],
    domain: Sequence[sympy.Expr],
    *,
    seed: int = 0,
) -> tuple[ParameterRegion, ...]:
    """The vertices of a polytope of dimension one or two on every region of the parameters.

    `domain` lists polynomials in the parameters that are positive. Raises InvalidInput for other
    symbols, Unsupported when the equalities leave more than two dimensions.

    >>> from pmlsym.design.closed_forms.symbolic_vertices import level_constraints
    >>> p, t = sympy.symbols("p t", positive=True)
    >>> found = vertices_by_parameters(
    ...     level_constraints("pml", [p, 1 - p], t), [p, t], [p, sympy.Rational(1, 2) - p, t - 1])
    >>> for region in found:
    ...     print(region.conditions, region.vertices)
    (p*t - 1,) ((0, 1), (1, 0))
    (p*t - t + 1,) ((p*t, -p*t + 1), (p*t - t + 1, -p*t + t))
    (-p*t + 1, -p*t + t - 1) ((0, 1), (p*t, -p*t + 1))
    """
    names = tuple(parameters)
    given = tuple(constraints)
    stray = {s for c in given for e in c.coefficients for s in e.free_symbols}
    stray |= {s for e in domain for s in e.free_symbols}
    if stray - set(names):
        shown = ", ".join(sorted(map(str, stray - set(names))))
        raise InvalidInput(f"{shown} occurs in the constraints or the domain, but is no parameter")
    crossings = crossings_of(given)
    signs = _Signs(names, tuple(domain), crossings, seed)
    return tuple(
        ParameterRegion(
            signs.conditions(choice), signs.vertices(choice), signs.witnesses.get(choice)
        )
        for choice in signs.choices()
    )


class _Signs:
    """The factors that decide, the choices of their signs, and what follows from a choice."""

    def __init__(
        self,
        names: tuple[sympy.Symbol, ...],
        domain: tuple[sympy.Expr, ...],
        crossings: Crossings,
        seed: int,
    ) -> None:
        self.names, self.crossings = names, crossings
        self.facts = [self._fact(e) for e in domain]
        factors: dict[sympy.Expr, None] = {}
        for polynomial in sorted(crossings.polynomials(), key=sympy.default_sort_key):
            factors.update(dict.fromkeys(self._factored(polynomial)[1]))
        self.factors = tuple(sorted(factors, key=sympy.default_sort_key))
        points = self._draw(domain, seed)
        self.known = self._definite(points)
        self.open = tuple(f for f in self.factors if f not in self.known)
        self.witnesses: dict[tuple[int, ...], tuple[Fraction, ...]] = {}
        value = function_of(names, self.open)
        for point in points:
            values = value(*point)
            if all(values):
                self.witnesses.setdefault(tuple(1 if v > 0 else -1 for v in values), point)

    def _factored(self, polynomial: sympy.Expr) -> tuple[int, dict[sympy.Expr, int]]:
        """The sign of the constant, and the exponent of each factor that has a parameter."""
        if polynomial == 0:
            return 0, {}
        constant, parts = sympy.factor_list(polynomial, *self.names)
        return (1 if constant > 0 else -1), {f.as_expr(): k for f, k in parts}

    def _fact(self, expression: sympy.Expr) -> NumberFact:
        """expression > 0, for the solver."""
        total = NumberRatio.number(0)
        for powers, c in sympy.Poly(expression, *self.names).terms():
            term = NumberRatio.number(Fraction(int(c.p), int(c.q)))
            for name, power in zip(self.names, powers, strict=True):
                for _ in range(power):
                    term = term * NumberRatio.variable(str(name))
            total = total + term
        return NumberFact(total, True)

    def _impossible(self, expressions: Iterable[sympy.Expr]) -> bool:
        """Whether Z3 refutes that all expressions are positive somewhere on the domain."""
        facts = (*self.facts, *map(self._fact, expressions))
        return is_settled(
            NumberProblem(facts, NumberFact(NumberRatio.number(-1), True)), 1, MILLISECONDS
        )

    def _draw(self, domain: tuple[sympy.Expr, ...], seed: int) -> list[tuple[Fraction, ...]]:
        random, points = Random(seed), []
        inside = function_of(self.names, [sympy.fraction(sympy.together(e))[0] for e in domain])
        for _ in range(20 * SAMPLES):
            point = tuple(
                Fraction(random.randint(1, 59), 60) + random.choice((0, 0, 0, 1, 1, 2, 4))
                for _ in self.names
            )
            if all(value > 0 for value in inside(*point)):
                points.append(point)
            if len(points) == SAMPLES:
                break
        return points

    def _definite(self, points: Sequence[tuple[Fraction, ...]]) -> dict[sympy.Expr, int]:
        """The factors with one sign on the whole domain, proved."""
        known = {}
        for factor in self.factors:
            value = function_of(self.names, factor)
            seen = {value(*point) > 0 for point in points}
            for sign in (1, -1):
                if (sign < 0) not in seen and self._never(-sign * factor):
                    known[factor] = sign
                    break
        return known

    def _never(self, expression: sympy.Expr) -> bool:
        """Whether the expression is proved to be negative on the whole domain."""
        facts = tuple(self.facts)
        goal = self._fact(-expression)
        return is_settled(NumberProblem(facts, goal), 1, MILLISECONDS)

    def choices(self) -> list[tuple[int, ...]]:
        """Every choice of signs that was met, or that Z3 does not refute."""
        met = set(self.witnesses)
        partial: list[tuple[int, ...]] = [()]
        for k in range(len(self.open)):
            longer = [(*choice, sign) for choice in partial for sign in (1, -1)]
            prefixes = {choice[: k + 1] for choice in met}
            partial = [
                choice
                for choice in longer
                if choice in prefixes or not self._impossible(self._positive(choice))
            ]
        return partial

    def _positive(self, choice: Sequence[int]) -> list[sympy.Expr]:
        return [
            sympy.expand(sign * factor) for sign, factor in zip(choice, self.open, strict=False)
        ]

    def conditions(self, choice: tuple[int, ...]) -> tuple[sympy.Expr, ...]:
        """The chosen signs as positive expressions, without those that follow from the others."""
        kept = self._positive(choice)
        for expression in list(kept):
            others = [e for e in kept if e is not expression]
            facts = (*self.facts, *map(self._fact, others))
            if is_settled(NumberProblem(facts, self._fact(expression)), 1, MILLISECONDS):
                kept = others
        return tuple(kept)

    def vertices(self, choice: tuple[int, ...]) -> Vertices:
        """The crossings whose slacks all have a nonnegative sign under the choice, each once."""
        signs = {**self.known, **dict(zip(self.open, choice, strict=True))}
        found: dict[tuple[sympy.Expr, ...], None] = {}
        for values in self.crossings.found:
            slacks = [sympy.cancel(s.subs(values)) for s in self.crossings.slacks]
            if all(self._sign(slack, signs) >= 0 for slack in slacks):
                found[self.crossings.at(values)] = None
        return tuple(sorted(found, key=sympy.default_sort_key))

    def _sign(self, expression: sympy.Expr, signs: dict[sympy.Expr, int]) -> int:
        result = 1
        for part in sympy.fraction(expression):
            constant, exponents = self._factored(part)
            result *= constant
            for factor, exponent in exponents.items():
                result *= signs[factor] ** exponent
        return result
