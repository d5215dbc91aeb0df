"""The worst case over an interval of a parameter, such as p in (c, 1-c) for i.i.d. entries.

Product distributions are not a polytope of priors, so vertices do not decide. Each candidate is
proved monotone in the parameter, and its supremum is the limit at one end of the interval.

The result is checked at random points of the other parameters: at every point of the interval that
is tried the exact evaluator gives no more than the closed form, and less where it is not attained;
at 2^-60 of the length from an end it gives all but 2^-20 of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from sympy.polys.fields import FracElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.closed_forms.checks.domain_points import ExactPoint, exact_points, point_at
from pmlsym.closed_forms.closed_form import ClosedForm, FormPart, masses_by_name
from pmlsym.closed_forms.derivation import CHECKS, derive
from pmlsym.closed_forms.forms.extremes import extremum
from pmlsym.closed_forms.forms.form import (
    AtExtremeMass,
    ExtremeForm,
    Form,
    InfiniteForm,
    LogForm,
    Rational,
)
from pmlsym.closed_forms.forms.frame import content_of
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.forms.rational_functions import polynomial_at
from pmlsym.closed_forms.over_priors.claimed_supremum import (
    NEAR,
    count_compared,
    number_on,
    parameter_values,
    require_supremum,
)
from pmlsym.closed_forms.over_priors.worst_case import WorstCase, WorstRatio, is_attained
from pmlsym.closed_forms.quantities import measures_of, quantity_named
from pmlsym.errors import Disagreement, InvalidInput, Unsupported
from pmlsym.evaluators.exact import read_exact
from pmlsym.mechanism_families.mechanism import Mechanism, places_of
from pmlsym.mechanism_families.parameter import Parameter, real
from pmlsym.numbers.number import Number, number

INSIDE = (Fraction(1, 7), Fraction(1, 2), Fraction(4, 5))


def worst_over_interval(
    mechanism: Mechanism,
    quantity: str,
    parameter: str,
    low: Fraction | str,
    high: Fraction | str,
    *,
    checks: int = CHECKS,
    seed: int = 1,
) -> WorstCase:
    """The closed form of a quantity's supremum over low < parameter < high.

    An end is a rational, or a name c, or "1-c": c is then a parameter with 0 <= c < 1/2. The
    result, in which the other parameters stay symbolic, is compared with the exact evaluator at
    `checks` random points.
    Raises InvalidInput at an unknown parameter or an empty interval, Unsupported where a candidate
    is not proved monotone or an end can lie outside the domain, Disagreement if the check fails.

    >>> from pmlsym.mechanism_families.laplace_count import laplace_count
    >>> worst_over_interval(laplace_count(1), "entry_pml", "p", "c", "1-c")
    eps - log(c*(exp(eps) - 1) + 1) (not attained)
    """
    subject = mechanism
    if quantity.startswith("entry_"):
        if mechanism.entry is None:
            raise Unsupported("this mechanism has no entries; its secret is one letter")
        subject, quantity = mechanism.entry, quantity.removeprefix("entry_")
    chosen = _varying_parameter(subject, parameter, (low, high))
    narrowed = _on_interval(subject, chosen, low, high)
    closed = derive(replace(narrowed, settings={}), quantity)
    if len(closed.parts) != 1:
        raise Unsupported(f"{quantity} has several parts; ask for one that is a single number")
    (part,) = closed.parts
    place = closed.frame.keys.index(chosen.tensor)
    first, last = (closed.frame.convert(_end_polynomial(end), {}) for end in (low, high))
    values = _candidate_values(part.form)
    limits = [_limit_at_end(value, place, (first, last), closed) for value in values]
    form = extremum([c.value for c in limits], True, closed.frame, closed.prover)
    assert form is not None
    attained = is_attained(limits, form, closed.prover)
    shown: Form = LogForm(form) if isinstance(part.form, LogForm) else form
    kept = [
        (c, r) for c, r in closed.conditions if parameter not in {str(s) for s in c.free_symbols}
    ]
    length = closed.presentation.rational(last - first)
    final = replace(
        closed,
        quantity=f"{quantity} over {low} < {parameter} < {high}",
        parts=(
            FormPart("", "", shown, Presentation(closed.frame, closed.prover.sign).show(shown)),
        ),
        parameters=tuple(name for name in closed.parameters if name != parameter),
        conditions=(*kept, (length, ">")),
    )
    claim = IntervalClaim(narrowed, quantity, chosen, (low, high), final, attained)
    final = replace(final, checked=claim.check(checks, seed))
    settings = {k: v for k, v in mechanism.settings.items() if k in final.parameters}
    return WorstCase(final.put(settings) if settings else final, attained)


def _varying_parameter(
    subject: Mechanism, parameter: str, ends: tuple[Fraction | str, Fraction | str]
) -> Parameter:
    """The parameter over whose interval a closed form is worst; raises if none can vary."""
    named = {p.name: p for p in subject.parameters}
    if parameter not in named:
        raise InvalidInput(f"{parameter} is no parameter; there are {', '.join(named) or 'none'}")
    for end in ends:
        if isinstance(end, str) and end.removeprefix("1-") in named:
            raise InvalidInput(f"{end} stands for a parameter of {subject.channel}; rename the end")
    chosen = named[parameter]
    if chosen.is_exponent or chosen.is_integer:
        raise Unsupported(f"{parameter} is an exponent or an integer; p in (c, 1-c) is of reals")
    return chosen


def _on_interval(
    mechanism: Mechanism, parameter: Parameter, low: Fraction | str, high: Fraction | str
) -> Mechanism:
    """The mechanism of a closed form, with its parameter between ends that may be names."""
    scalar = parameter.scalar
    facts = (
        Fact(f"{parameter.name} > {low}", scalar - _end_polynomial(low), (), ">"),
        Fact(f"{parameter.name} < {high}", _end_polynomial(high) - scalar, (), ">"),
    )
    narrow = replace(parameter, facts=(*parameter.facts, *facts))
    names = {str(end).removeprefix("1-") for end in (low, high) if isinstance(end, str)}
    added = [_border_parameter(name) for name in sorted(names)]
    parameters = tuple(narrow if p == parameter else p for p in mechanism.parameters)
    data = [Data(p.tensor, p) for p in (*parameters, *added)]
    changed = {d.tensor for d in data}
    kept = (d for d in mechanism.channel.data if d.tensor not in changed)
    return replace(
        mechanism,
        channel=mechanism.channel.with_data((*data, *kept)),
        parameters=(*parameters, *added),
        settings={},
    )


def _border_parameter(name: str) -> Parameter:
    """The parameter that a name in an interval's end stands for in a closed form."""
    return real(name, "border of the interval", 0, Fraction(1, 2), high_open=True)


def _end_polynomial(end: Fraction | str) -> Polynomial:
    """An end of a closed form's interval, such as 1/3 or "1-c", as a polynomial."""
    if not isinstance(end, str):
        return constant(Fraction(end))
    scalar = _border_parameter(end.removeprefix("1-")).scalar
    return 1 - scalar if end.startswith("1-") else scalar


def _candidate_values(form: Form) -> Sequence[FracElement | None]:
    """The functions whose maximum a closed form is, over an interval; None is infinity."""
    inner = form.body if isinstance(form, LogForm) else form
    if isinstance(inner, InfiniteForm):
        return [None]
    bodies = inner.bodies if isinstance(inner, ExtremeForm) and inner.largest else (inner,)
    values = [body.value for body in bodies if isinstance(body, Rational)]
    if len(values) < len(bodies) or any(isinstance(body, AtExtremeMass) for body in bodies):
        raise Unsupported("the quantity is no maximum of rational functions of the parameter")
    return values


def _limit_at_end(
    value: FracElement | None, place: int, ends: tuple[FracElement, FracElement], closed: ClosedForm
) -> WorstRatio:
    """A closed form's candidate in the limit at the end of an interval towards which it grows."""
    if value is None:
        one, zero = closed.frame.field.one, closed.frame.field.zero
        return WorstRatio(InfiniteForm(), one, zero, True)
    slope = value.diff(value.field.gens[place])
    sign = closed.prover.sign(slope.numer * slope.denom)
    if sign is None:
        shown = closed.presentation.rational(value)
        raise Unsupported(f"{shown} is not proved monotone in the parameter")
    end = ends[1] if sign in (">", ">=") else ends[0]
    if slope:
        _require_end_in_domain(place, end, closed)
    mass = value.field.gens[place]
    above, below = (polynomial_at(part, mass, end) for part in (value.numer, value.denom))
    if not below and not above:
        raise Unsupported(f"{closed.presentation.rational(value)} has no limit at the end")
    limit = Rational(above / below) if below else InfiniteForm()
    return WorstRatio(limit, above or value, below, not slope)


def _require_end_in_domain(place: int, end: FracElement, closed: ClosedForm) -> None:
    """Raises Unsupported unless an interval's end is in the closure of a closed form's domain."""
    for polynomial, relation in closed.prover.constraints:
        there = polynomial_at(polynomial, end.field.gens[place], end)
        if relation != "==" and closed.prover.sign(there.numer) not in (">", ">=", "=="):
            shown = closed.presentation.polynomial(polynomial)
            raise Unsupported(f"an end of the interval can lie outside the domain {shown} >= 0")


@dataclass(frozen=True)
class IntervalClaim:
    """A claim to be checked: the supremum over an interval, and whether it is attained there."""

    mechanism: Mechanism
    quantity: str
    parameter: Parameter
    ends: tuple[Fraction | str, Fraction | str]
    closed: ClosedForm
    attained: bool | None

    def check(self, checks: int, seed: int) -> int:
        """The number of points at which a closed form over an interval was compared."""
        (measure,) = measures_of(self.mechanism, quantity_named(self.quantity)).values()
        content = content_of(measure.data)
        priors = self.closed.frame.priors
        rng, alphabet = Random(seed), self.mechanism.input.name

        def compare(point: ExactPoint) -> bool:
            """Whether numbers inside the interval were compared with a closed form at a point."""
            values = parameter_values(content, point) | self._masses_at(point)
            bound = self.closed.number_at(values)
            if bound is None:
                return False
            numbers: list[Number] = []
            for there in self._points_of_interval(point):
                scalars = {**point.scalars, self.parameter.tensor: there}
                at = point_at(content, priors, alphabet, scalars, point.prior or None, rng)
                if at is not None:
                    numbers.append(number_on(measure, at.instance))
            if numbers:
                where = f"at {values}"
                require_supremum(
                    self.quantity,
                    bound,
                    numbers,
                    where,
                    attained=self.attained,
                    is_log=measure.is_log,
                )
                if self.attained and min(numbers) != bound:
                    raise Disagreement(f"{bound} is not attained everywhere, {where}")
            return bool(numbers)

        return count_compared(exact_points(content, priors, alphabet, rng), checks, compare)

    def _points_of_interval(self, point: ExactPoint) -> Iterator[Fraction]:
        """Points of an interval to try its closed form at, the last next to the ends."""
        ends = (read_exact(_end_polynomial(end), point.instance) for end in self.ends)
        low, high = (array.entries[0] for array in ends)
        for step in (*INSIDE, NEAR, 1 - NEAR):
            yield low + (high - low) * step

    def _masses_at(self, point: ExactPoint) -> dict[str, Number]:
        """The prior masses at a point, by the names that the closed form has for them."""
        values = masses_by_name(list(map(number, point.prior)))
        places = places_of(self.closed.frame.distinguished)
        named = {f"p({i.name})": k for i, k in places.items() if k < len(point.prior)}
        return values | {name: number(point.prior[k]) for name, k in named.items()}
