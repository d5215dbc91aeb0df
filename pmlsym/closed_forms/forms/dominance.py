"""Dominance: which of two rational functions is the larger on all of a domain, proved.

The sign of a polynomial is the product of the signs of its factors, and the sign of a factor is
read off its coefficients, or asked of Z3: `exists a point of the domain with f < 0` unsatisfiable
means f >= 0. Anything that is not `unsat`, a time-out included, proves nothing, and the candidate
stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import z3
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.closed_forms.forms.frame import Constraint, Frame
from pmlsym.closed_forms.forms.rational_functions import Cone, factors_of
from pmlsym.errors import InvalidInput
from pmlsym.evaluators.smt_check import check, new_solver
from pmlsym.numbers.conversion import z3_of

RESOURCES = 400_000  # the same on every machine
POINTS, TRIES, WALKED, STEPS, MARGIN = 12, 400, 24, 20, 1e-9
MOST_TERMS = 24  # a larger polynomial is not given to the solver


@dataclass(frozen=True)
class Proof:
    """One statement that was proved on the domain, and how."""

    statement: str
    by: str


@dataclass(frozen=True)
class Sign:
    """A polynomial whose sign on the domain was proved."""

    polynomial: PolyElement
    relation: str
    by: str = "Z3"


def new_context() -> z3.Context:
    """A Z3 context that the provers of one closed form share: making one outlasts a proof."""
    return z3.Context()


class Prover:
    """Proves signs of polynomials in `count` generators on the domain given by `constraints`.

    The solver is asked only about polynomials of at most `most_terms` terms.
    """

    def __init__(
        self,
        constraints: Sequence[Constraint],
        count: int,
        ranges: Sequence[tuple[float, float]] = (),
        cone: Cone | None = None,
        context: z3.Context | None = None,
        most_terms: int = MOST_TERMS,
    ):
        self.cone = cone
        self.most_terms = most_terms
        self.context = context or z3.Context()
        self.variables = [z3.Real(f"v{k}", self.context) for k in range(count)]
        self.constraints = list(constraints)
        self._above_zero = {each for each, relation in constraints if relation == ">"}
        self.solver = new_solver(self.context, logic="QF_NRA")
        self.solver.set("rlimit", RESOURCES)
        for constraint in constraints:
            self.solver.add(self.z3_formula(constraint))
        self.proofs: list[Sign] = []
        self._values: dict[FracElement, list[float]] = {}
        self._signs: dict[PolyElement, str | None] = {}
        self._in_order: dict[tuple[FracElement, FracElement], bool] = {}
        self.ranges = ranges
        self._points: list[list[float]] | None = None

    def z3_term(self, polynomial: PolyElement) -> z3.ArithRef:
        """The Z3 term of a polynomial in a closed form's parameters and masses."""
        total = z3.RealVal(0, self.context)
        for powers, c in polynomial.terms():
            term = z3_of(c, self.context)
            for variable, power in zip(self.variables, powers, strict=False):
                for _ in range(power):
                    term = term * variable
            total = total + term
        return total

    def z3_formula(self, constraint: Constraint) -> z3.BoolRef:
        """The Z3 formula of a constraint on a closed form's parameters and masses."""
        polynomial, relation = constraint
        term = self.z3_term(polynomial)
        if relation == ">=":
            return term >= 0
        return term > 0 if relation == ">" else term == 0

    @contextmanager
    def _checked_with(self, formulas: Iterable[z3.BoolRef]) -> Iterator[z3.CheckSatResult]:
        """Z3's answer on a closed form's domain with further formulas, taken back afterwards."""
        self.solver.push()
        try:
            self.solver.add(*formulas)
            yield check(self.solver)
        finally:
            self.solver.pop()

    def impossible(self, *constraints: Constraint) -> bool:
        """Whether Z3 proves that no point of a closed form's domain satisfies the constraints."""
        with self._checked_with(map(self.z3_formula, constraints)) as answer:
            return bool(answer == z3.unsat)

    def point(self, *constraints: Constraint) -> list[str] | None:
        """A point of a closed form's domain, as text, at which Z3 finds the constraints hold."""
        with self._checked_with(map(self.z3_formula, constraints)) as answer:
            if answer != z3.sat:
                return None
            model = self.solver.model()
            return [str(model.eval(v, model_completion=True)) for v in self.variables]

    def covers(self, pieces: Sequence[Sequence[Constraint]]) -> bool:
        """Whether Z3 proves that every point of a closed form's domain is in one of the regions."""
        outside = (z3.Not(z3.And(*map(self.z3_formula, piece))) for piece in pieces)
        with self._checked_with(outside) as answer:
            return bool(answer == z3.unsat)

    def sign(self, polynomial: PolyElement) -> str | None:
        """The proved sign on a closed form's domain: '>', '>=', '==', '<=', '<', or None."""
        if not polynomial:
            return "=="
        if polynomial.is_ground:
            return ">" if polynomial.LC > 0 else "<"
        if polynomial not in self._signs:
            self._signs[polynomial] = self._sign_by_factors(polynomial)
        return self._signs[polynomial]

    def _sign_by_factors(self, polynomial: PolyElement) -> str | None:
        """A polynomial's sign on a closed form's domain, as the product of factors' signs."""
        c, factors = factors_of(polynomial)
        # Factors are asked one by one: they are small, shared by many polynomials, and remembered.
        # A product in which one of them changes sign is asked as a whole.
        total = ">" if c > 0 else "<"
        for factor, power in factors:
            if power % 2 == 0:
                strict = self._sign_of_factor(factor) in (">", "<")
                total = _product_of_signs(total, ">" if strict else ">=")
                continue
            sign = self._sign_of_factor(factor)
            if sign is None:
                return self._proved_sign(polynomial) if len(factors) > 1 else None
            total = _product_of_signs(total, sign)
        return total

    def _sign_of_factor(self, factor: PolyElement) -> str | None:
        """The sign of an irreducible factor on a closed form's domain; None if not proved."""
        if factor not in self._signs:
            self._signs[factor] = self._proved_sign(factor)
        return self._signs[factor]

    def _proved_sign(self, polynomial: PolyElement) -> str | None:
        """The sign on a closed form's domain, where coefficients or Z3 prove it, or None."""
        # From cheap to costly: a point with the other sign rules a relation out, coefficients prove
        # many a large polynomial at once, and the solver is asked last.
        seen = _signs_seen(polynomial, self.points)
        for relation, value in ((">", polynomial), ("<", -polynomial)):
            if ("<" if relation == ">" else ">") in seen:
                continue
            if self.cone is not None and self.cone.shows_nonnegative(value):
                name = relation if self._is_strict(value) else relation + "="
                self.proofs.append(Sign(polynomial, name, "coefficients"))
                return name
            if len(value) > self.most_terms:
                continue
            if self.impossible((-value, ">")):
                name = relation if self._is_strict(value) else relation + "="
                self.proofs.append(Sign(polynomial, name))
                return name
        return None

    def _is_strict(self, value: PolyElement) -> bool:
        """Whether a polynomial >= 0 is proved to vanish nowhere on a closed form's domain."""
        if self.cone is not None and self.cone.shows_positive(value, self._above_zero):
            return True
        return len(value) <= self.most_terms and self.impossible((value, "=="))

    @property
    def points(self) -> list[list[float]]:
        """Some points inside a closed form's domain, in floats, that spare hopeless proofs."""
        if self._points is None:
            self._points = _random_points(self.constraints, self.ranges)
            if self.ranges:
                self._points += self._points_by_walk()
        return self._points

    def _points_by_walk(self) -> list[list[float]]:
        """Points of a random walk in a closed form's domain, whose corners a box seldom hits."""
        # Points cost floats only, a proof that must fail costs the solver all its resources: a few
        # dozen points in the corners of a domain spare most of these.
        rng, points = Random(7), list[list[float]]()
        compiled = [_compiled_terms(polynomial) for polynomial, _ in self.constraints]
        here = self._points[0] if self._points else self._point_by_solver()
        while here and len(points) < WALKED:
            for _ in range(STEPS):
                here = _random_step(here, compiled, rng)
            points.append(here)
        return points

    def _point_by_solver(self) -> list[float]:
        """A float point inside a closed form's domain that Z3 finds; empty if none."""
        if any(relation == "==" for _, relation in self.constraints):
            return []
        start = self.point(*((polynomial, ">") for polynomial, _ in self.constraints))
        try:
            return [float(Fraction(value)) for value in start or ()]
        except ValueError:  # an irrational point
            return []

    def seems_at_most(self, small: FracElement, large: FracElement) -> bool:
        """Whether small <= large at float points of a closed form's domain, without proof."""
        pairs = zip(self._values_at_points(small), self._values_at_points(large), strict=True)
        return all(a <= b + MARGIN * (1 + abs(a) + abs(b)) for a, b in pairs)

    def _values_at_points(self, value: FracElement) -> list[float]:
        """The float values of a rational function at sampled points of a closed form's domain."""
        if value not in self._values:
            above, below = _compiled_terms(value.numer), _compiled_terms(value.denom)
            self._values[value] = [
                _float_value(above, point) / (_float_value(below, point) or MARGIN)
                for point in self.points
            ]
        return self._values[value]

    def at_most(self, small: FracElement, large: FracElement) -> bool:
        """Whether small <= large is proved everywhere on a closed form's domain."""
        pair = small, large
        if pair not in self._in_order:
            self._in_order[pair] = self.seems_at_most(small, large) and (
                self.sign((gap := large - small).numer * gap.denom) in (">", ">=", "==")
            )
        return self._in_order[pair]


def prover_on(frame: Frame, constraints: Sequence[Constraint]) -> Prover:
    """The prover of signs on a closed form's domain; raises InvalidInput if that is empty.

    Raises InvalidInput where the domain is empty.
    """
    prover = Prover(constraints, frame.ring.ngens, frame.ranges(), frame.cone())
    if prover.impossible():
        raise InvalidInput("the domain is empty: no parameters satisfy all its relations")
    return prover


def positive_where(mass: FracElement, frame: Frame, prover: Prover) -> tuple[PolyElement, ...]:
    """Polynomials positive exactly where an outcome of a closed form has mass; () if everywhere.

    >>> from pmlsym.closed_forms import derive
    >>> from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
    >>> closed = derive(binary_asymmetric(), "maxleak", checks=0)
    >>> a, b = closed.frame.field.gens
    >>> positive_where(1 - a + b, closed.frame, closed.prover)
    (-g0 + g1 + 1,)
    >>> positive_where(2 - a - b, closed.frame, closed.prover)
    ()
    """
    if not mass or prover.sign(mass.numer * mass.denom) == ">":
        return ()
    mass = frame.mass_under_uniform_prior(mass)
    if prover.sign(mass.numer * mass.denom) == ">":
        return ()
    others = [  # of several letters that all have mass, none has all of it
        1 - generator.numer
        for key, generator in frame.generator.items()
        if isinstance(key, Factor) and len(key) == 1 and key[0][0] in frame.priors
    ]
    positive = []
    for factor, _ in factors_of(mass.numer)[1]:
        if factor in others or -factor in others:
            continue
        sign = prover.sign(factor)
        if sign in (">=", "<="):
            positive.append(factor if sign == ">=" else -factor)
        elif sign not in (">", "<"):
            return (mass.numer * mass.denom,)
    return tuple(positive)


def _product_of_signs(left: str, right: str) -> str:
    """The sign of a product of two functions of a closed form, such as '>=' of '>' and '>='."""
    if "==" in (left, right):
        return "=="
    weak = "=" if left.endswith("=") or right.endswith("=") else ""
    return (">" if left[0] == right[0] else "<") + weak


def _random_points(
    constraints: Sequence[Constraint], ranges: Sequence[tuple[float, float]]
) -> list[list[float]]:
    """Random float points well inside a closed form's domain, which spare Z3 hopeless proofs."""
    rng, points = Random(5), []
    compiled = [_compiled_terms(polynomial) for polynomial, _ in constraints]
    for _ in range(TRIES if ranges else 0):
        point = [rng.uniform(low, high) for low, high in ranges]
        if all(_float_value(one, point) > MARGIN for one in compiled):
            points.append(point)
            if len(points) == POINTS:
                break
    return points


def _random_step(here: list[float], inside: Sequence[Compiled], rng: Random) -> list[float]:
    """The next point of a random walk in a closed form's domain, along a random line."""
    direction = [rng.gauss(0, 1) for _ in here]
    length = 2.0
    while length > MARGIN:
        there = [x + length * rng.random() * d for x, d in zip(here, direction, strict=True)]
        if all(_float_value(one, there) > MARGIN for one in inside):
            return there
        length /= 2
    return here


def _signs_seen(polynomial: PolyElement, points: Sequence[Sequence[float]]) -> set[str]:
    """The signs that a polynomial clearly has at float points of a closed form's domain."""
    compiled = _compiled_terms(polynomial)
    values = [_float_value(compiled, point) for point in points]
    return {">" if value > 0 else "<" for value in values if abs(value) > MARGIN}


Compiled = list[tuple[float, list[tuple[int, int]]]]


def _compiled_terms(polynomial: PolyElement) -> Compiled:
    """The terms of a closed form's polynomial as floats, with the places and powers of each."""
    return [
        (int(c.numerator) / int(c.denominator), [(k, n) for k, n in enumerate(powers) if n])
        for powers, c in polynomial.terms()
    ]


def _float_value(compiled: Compiled, point: Sequence[float]) -> float:
    """The float value of a closed form's compiled polynomial at a point of its domain."""
    total = 0.0
    for c, powers in compiled:
        term = c
        for place, power in powers:
            term *= point[place] ** power
        total += term
    return total
