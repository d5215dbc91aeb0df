"""The numbers of quantities over a continuum of outcomes, once parameters and prior have values.

A closed form is evaluated; a quantity without one is enclosed in balls as narrow as needed:

    mi, expected_pml          integrals of analytic functions
    tv, tail, eml, pml        intervals of outcomes with isolated ends

Letters without mass are left out, and letters of one mean joined, first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import arb

from pmlsym.closed_forms.closed_form import ClosedForm, numbers_by_symbol
from pmlsym.closed_forms.derivation import derive, form_without_parts
from pmlsym.closed_forms.forms.expression_value import number_of
from pmlsym.closed_forms.line.continuous import (
    LEVELS,
    definition_form,
    densities_of,
    is_elementary,
    measure_of_rows,
    no_closed_form,
    values_needed,
)
from pmlsym.closed_forms.line.enclosed_quantities import (
    event_ratio,
    expected_leakage,
    mutual_information,
    tail_probability,
    total_variation,
    worst_outcome,
)
from pmlsym.closed_forms.line.laplace_densities import LaplaceDensities
from pmlsym.closed_forms.line.line_densities import LineDensities, NoisyMeans, line_of
from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.truncated_laplace import truncated_laplace
from pmlsym.numbers.balls import DIGITS, ball, enclosed_nonnegative_number
from pmlsym.numbers.number import INFINITY, Exact, Number, number

Values = Mapping[str, Number]
Masses = Sequence[Fraction] | None


def is_enclosed(mechanism: Mechanism, quantity: str) -> bool:
    """Whether a quantity has no closed form, but a number at values of parameters and prior.

    >>> is_enclosed(gaussian(2), "mi"), is_enclosed(laplace(2), "mi")
    (True, False)
    """
    names = ("mi", "expected_pml", "eml", "tv", "tail")
    densities = mechanism.densities
    if densities is None or densities.is_spread or quantity not in names:
        return False
    return not is_elementary(densities, quantity)


def enclosed_form(
    mechanism: Mechanism, quantity: str, given: Sequence[str], masses: Masses
) -> ClosedForm | None:
    """The definition of a quantity that has no closed form, where all that it needs is given.

    None where there is a closed form. Raises Unsupported, naming what is missing.

    >>> enclosed_form(gaussian(2), "mi", ["d1"], [Fraction(1, 2)] * 2).expr.func.__name__
    'Integral'
    """
    name = quantity_named(quantity).name
    if not is_enclosed(mechanism, name):
        return None
    have = {*given, *(["the prior"] if masses is not None else [])}
    missing = [one for one in values_needed(mechanism, name) if one not in have]
    if missing:
        raise no_closed_form(mechanism, name, missing)
    return definition_form(mechanism, name, form_without_parts(mechanism, name))


def numbers_on_line(
    mechanism: Mechanism, closed: ClosedForm, values: Values, masses: Masses
) -> tuple[Number, ...] | None:
    """The values of a closed form of noise on a line; None while a parameter or prior is missing.

    The values lie in the domains of their parameters. Raises InvalidInput at a prior that does not
    fit, Unsupported where means are too far apart.
    """
    quantity, densities = closed.quantity, mechanism.densities
    assert densities is not None
    if masses is not None and len(masses) != densities.means:
        raise InvalidInput(
            f"the prior has {len(masses)} masses, the channel {densities.means} means"
        )
    settings = {n: number_of(to_sympy(v, n)) for n, v in mechanism.settings.items()} | dict(values)
    without_means = densities.is_spread or measure_of_rows(mechanism, quantity) is not None
    if without_means or quantity in ("maxleak", "distribution"):
        return _values_of_expressions(closed, settings, None)
    if any(name not in settings for name in closed.parameters):
        return None
    line = _line_at_values(mechanism, closed, settings, masses)
    if line is None:
        return None
    if len(line.means) == 1:
        return tuple(number(0) for _ in closed.parts)
    if quantity in ("pml", "alip"):
        worst = worst_outcome(line)[0]
        return (worst,) if quantity == "pml" else (INFINITY, worst)
    if quantity == "tail" and _is_surely_above(settings["tau"], worst_outcome(line)[0]):
        return (number(0),)
    if is_enclosed(mechanism, quantity):
        at = settings[LEVELS[quantity].name] if quantity in LEVELS else number(0)
        return (_enclosed_value(quantity, line, at),)
    if len(line.means) < densities.means:
        smaller, distances = _mechanism_of_line(line)
        shares = [mass.rational for mass in line.masses if isinstance(mass, Exact)]
        kept = {p.name: settings[p.name] for p in LEVELS.values() if p.name in closed.parameters}
        return numbers_on_line(smaller, derive(smaller, quantity), {**distances, **kept}, shares)
    return _values_of_expressions(closed, settings, masses)


def _values_of_expressions(
    closed: ClosedForm, values: Values, masses: Masses
) -> tuple[Number, ...] | None:
    """The numbers of a closed form's expressions; None if a symbol has no value."""
    if any(name not in values for name in closed.parameters):
        return None
    symbols = numbers_by_symbol(values, masses or ())
    expressions = [part.expr for part in closed.parts]
    left = any(expression.free_symbols - symbols.keys() for expression in expressions)
    return None if left else tuple(number_of(e, symbols) for e in expressions)


def _line_at_values(
    mechanism: Mechanism, closed: ClosedForm, values: Values, masses: Masses
) -> NoisyMeans | None:
    """The noisy means on a line at the closed form's values; None while one is missing."""
    densities, symbols = densities_of(mechanism, closed), numbers_by_symbol(values, masses or ())
    ends = densities.ends if isinstance(densities, LaplaceDensities) and densities.is_cut else ()
    groups = (densities.masses, densities.gaps, ends)
    if any(expression.free_symbols - symbols.keys() for group in groups for expression in group):
        return None
    shares, gaps, borders = ([number_of(e, symbols) for e in group] for group in groups)
    assert mechanism.densities is not None
    both = (borders[0], borders[1]) if borders else None
    return line_of(mechanism.densities.kind, shares, gaps, both)


def _mechanism_of_line(line: NoisyMeans) -> tuple[Mechanism, dict[str, Number]]:
    """The noise mechanism of the means left on a line, and its parameters' values."""
    distances = [b - a for a, b in zip(line.means, line.means[1:], strict=False)]
    if line.ends is not None:
        distances = [line.means[0] - line.ends[0], *distances, line.ends[1] - line.means[-1]]
        make = truncated_laplace
    else:
        make = gaussian if line.kind == "Gaussian" else laplace
    mechanism = make(len(line.means))
    names = [parameter.name for parameter in mechanism.parameters]
    return mechanism, dict(zip(names, distances, strict=True))


def _is_surely_above(level: Number, worst: Number) -> bool:
    """Whether a level on a line is surely at least the worst leakage, also for intervals.

    Terms that cancel beyond it are balls around zero, whose sign is not known.
    """
    if isinstance(level, Exact) and isinstance(worst, Exact):
        return level >= worst
    return level.enclose(DIGITS)[0] >= worst.enclose(DIGITS)[1]


def _enclosed_value(quantity: str, line: NoisyMeans, level: Number) -> Number:
    """The enclosed number of a quantity of noise on a line that has no closed form."""
    if quantity == "eml" and level == 0:
        return worst_outcome(line)[0]
    if quantity == "eml" and level == 1:
        return number(0)
    enclosures: dict[str, Callable[[LineDensities], arb]] = {
        "mi": mutual_information,
        "expected_pml": expected_leakage,
        "tv": total_variation,
        "tail": lambda own: tail_probability(own, ball(level).exp()),
        "eml": lambda own: event_ratio(own, ball(level)).log(),
    }
    return enclosed_nonnegative_number(lambda: enclosures[quantity](line.in_balls()), quantity)
