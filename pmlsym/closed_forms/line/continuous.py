"""Quantities of mechanisms with a continuum of outcomes that integrate over the outcomes.

Most are elementary functions: laplace_densities.py and gaussian_densities.py give them as
expressions in the distances of the means and the prior masses. Each is compared with the definition
at random points, integrated by Arb with a bound of the error. The others are written as their
definitions, and enclosed where there are numbers (line_values.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from random import Random

import sympy
from flint import acb, arb

from pmlsym.closed_forms.closed_form import ClosedForm, FormPart
from pmlsym.closed_forms.forms.form import Elementary
from pmlsym.closed_forms.line.enclosed_quantities import event_ratio, tail_probability, worst_ratio
from pmlsym.closed_forms.line.gaussian_densities import GaussianDensities
from pmlsym.closed_forms.line.laplace_densities import LaplaceDensities, plain_max
from pmlsym.closed_forms.line.line_densities import LineDensities, line_of
from pmlsym.closed_forms.line.spread_secrets import (
    NO_FORM,
    PAIR,
    SECRETS,
    Parts,
    SpreadSecret,
    parts_of_outcomes,
)
from pmlsym.closed_forms.line.two_rows import form_of_rows, is_of_two_rows
from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.closed_forms.quantities import (
    SUPREMA,
    event_probability,
    quantity_named,
    tail_level,
)
from pmlsym.errors import Disagreement, Unsupported
from pmlsym.evaluators.symbolic import function_of
from pmlsym.language.nodes import Measure, Scalar
from pmlsym.measures.approximate_privacy import ldpdelta
from pmlsym.mechanism_families.mechanism import Densities, Mechanism
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.numbers.balls import ball, precision
from pmlsym.numbers.conversion import sympy_of

INTEGRALS = ("maxleak", "mi", "tv", "expected_pml", "tail", "eml", "distribution")
LEVELS = {"tail": tail_level(), "eml": event_probability(with_zero=True)}
"""The parameters that two quantities have besides those of the mechanism."""

ONE = Fraction(1)
TOLERANCE, GOAL, BITS = 1e-8, 2.0**-40, 100
FAR = 36  # beyond this many units from the outer means there is no mass that floats see


def integrates(mechanism: Mechanism, quantity: str) -> bool:
    """Whether a quantity's closed form would integrate over a continuum of outcomes.

    >>> from pmlsym.mechanism_families.gaussian import gaussian
    >>> from pmlsym.mechanism_families.laplace import laplace
    >>> integrates(laplace(3), "mi"), integrates(laplace(3), "pml"), integrates(gaussian(3), "pml")
    (True, False, True)
    """
    densities = mechanism.densities
    if densities is None:
        return False
    if densities.is_spread or measure_of_rows(mechanism, quantity) is not None:
        return True
    inner = densities.kind == "Gaussian" and densities.means > 2
    return quantity in INTEGRALS or (inner and quantity in ("pml", "pml_at", "alip"))


def is_elementary(densities: Densities, quantity: str) -> bool:
    """Whether a quantity that integrates over outcomes has a closed form.

    >>> is_elementary(Densities("Gaussian", ("d1",)), "tv")
    True
    >>> is_elementary(Densities("Gaussian", ("d1", "d2")), "tv")
    False
    """
    if densities.kind == "Laplace":
        return quantity != "eml" or densities.means == 2
    if quantity in ("tv", "tail"):
        return densities.means == 2
    return quantity not in ("mi", "expected_pml", "eml")


def integral_form(
    mechanism: Mechanism, quantity: str, frame_of: ClosedForm, checks: int, seed: int
) -> ClosedForm:
    """The closed form of a quantity that integrates; `frame_of` is any form of the mechanism.

    Raises Unsupported where there is none, Disagreement if the check fails.
    """
    assert mechanism.densities is not None
    measure = measure_of_rows(mechanism, quantity)
    if measure is not None or mechanism.densities.is_spread:
        return _form_without_means(mechanism, quantity, measure, frame_of)
    if not is_elementary(mechanism.densities, quantity):
        raise no_closed_form(mechanism, quantity, values_needed(mechanism, quantity))
    line = densities_of(mechanism, frame_of)
    whole = _form_of_parts(mechanism, quantity, frame_of, _labelled_expressions(line, quantity))
    done = _points_compared(mechanism.densities, line, whole, checks, Random(seed))
    return replace(whole, checked=done)


def measure_of_rows(mechanism: Mechanism, quantity: str) -> Measure | None:
    """The measure of two rows that a quantity is, if its closed form is in the means' distance."""
    densities = mechanism.densities
    if densities is None or densities.ends is not None or quantity in INTEGRALS:
        return None
    if quantity in SUPREMA and not (densities.is_spread and quantity in ("capacity", "ldp")):
        return None
    if quantity == "neighbours_delta":
        return None if densities.is_spread else ldpdelta(mechanism.channel, Scalar("tau"))
    measures = list(quantity_named(quantity).measures(mechanism).values())
    return measures[0] if len(measures) == 1 and is_of_two_rows(measures[0]) else None


def _form_without_means(
    mechanism: Mechanism, quantity: str, measure: Measure | None, frame_of: ClosedForm
) -> ClosedForm:
    """The closed form of a measure of two rows, or of a secret that is spread over a line."""
    densities = mechanism.densities
    assert densities is not None
    gaps = tuple(map(_distance_symbol, densities.gaps))
    secret = SpreadSecret(densities.kind, densities.secret, gaps[0])
    if measure is None:
        rows = secret.parts(quantity)
        if rows is None:
            raise Unsupported(f"{NO_FORM} {quantity}")
        return _form_of_parts(mechanism, quantity, frame_of, rows)
    distance = plain_max(*gaps) if quantity == "neighbours_delta" else sympy.Add(*gaps)
    value = form_of_rows(densities.kind, measure, secret.distance if secret.is_spread else distance)
    of_measure = [d.entries for d in measure.data if isinstance(d.entries, Parameter)]
    letters = [p for p in of_measure if p.name not in frame_of.parameters]
    if quantity == "neighbours_delta":
        letters = [tail_level()]
    return _form_of_parts(mechanism, quantity, frame_of, [("", "", value)], letters)


def definition_form(mechanism: Mechanism, quantity: str, frame_of: ClosedForm) -> ClosedForm:
    """A closed form that is a quantity's definition as an integral, where none is shorter."""
    masses = densities_of(mechanism, frame_of).masses
    return _form_of_parts(mechanism, quantity, frame_of, [("", "", definition(quantity, masses))])


def values_needed(mechanism: Mechanism, quantity: str) -> tuple[str, ...]:
    """The parameters, and the prior, that need values to enclose what has no closed form."""
    names = [parameter.name for parameter in mechanism.parameters]
    level = [LEVELS[quantity].name] if quantity in LEVELS else []
    prior = [] if mechanism.prior.data else ["the prior"]
    return tuple(n for n in (*names, *level, *prior) if n not in mechanism.settings)


def no_closed_form(mechanism: Mechanism, quantity: str, missing: Sequence[str]) -> Unsupported:
    """The error that a quantity has no closed form, and which values its enclosure needs."""
    assert mechanism.densities is not None
    named = " and ".join(filter(None, (", ".join(missing[:-1]), *missing[-1:])))
    return Unsupported(
        f"{quantity} of {mechanism.densities.means} {mechanism.densities.kind} means has no closed "
        f"form; it is enclosed where all have values: give {named}"
    )


def definition(quantity: str, masses: Sequence[sympy.Expr]) -> sympy.Expr:
    """The integral that stands for a closed form, in densities f1(y), .. and their mixture f(y).

    >>> p = sympy.Symbol("p")
    >>> definition("expected_pml", [p, 1 - p])
    Integral(f(y)*log(Max(f1(y), f2(y))/f(y)), (y, -oo, oo))
    """
    y, whole = sympy.Symbol("y"), sympy.Function("f")(sympy.Symbol("y"))
    each = [sympy.Function(f"f{x + 1}")(y) for x in range(len(masses))]
    most = sympy.Max(*each)
    if quantity == "eml":
        shares = [sympy.Symbol(f"B{x + 1}") for x in range(len(masses))]
        return sympy.log(sympy.Max(*shares) / sympy.Symbol("delta"))
    inner = {
        "mi": sum(p * f * sympy.log(f / whole) for p, f in zip(masses, each, strict=True)),
        "tv": sum(p * sympy.Max(0, f - whole) for p, f in zip(masses, each, strict=True)),
        "expected_pml": whole * sympy.log(most / whole),
        "tail": sympy.Piecewise((whole, most > sympy.exp(sympy.Symbol("tau")) * whole), (0, True)),
    }[quantity]
    return sympy.Integral(inner, (y, -sympy.oo, sympy.oo))


def densities_of(
    mechanism: Mechanism, frame_of: ClosedForm
) -> LaplaceDensities | GaussianDensities:
    """A noise mechanism's densities in the parameters and masses of its closed form."""
    densities = mechanism.densities
    assert densities is not None
    gaps = tuple(map(_distance_symbol, densities.gaps))
    table = next(iter(d.entries for d in mechanism.prior.data), None)
    if table is None:
        masses = tuple(sympy.Symbol(f"p{k + 1}") for k in range(densities.means))
    elif isinstance(table, tuple):
        frame, shown = frame_of.frame, frame_of.presentation
        masses = tuple(shown.rational(frame.ratio(ratio)) for ratio in table)
    else:
        masses = (sympy.Rational(1, densities.means),) * densities.means
    if densities.kind == "Gaussian":
        return GaussianDensities(masses, gaps)
    ends = tuple(map(_distance_symbol, densities.ends or ()))
    return LaplaceDensities(masses, gaps, (ends[0], ends[1]) if ends else (sympy.oo, sympy.oo))


def value_by_definition(line: LineDensities, quantity: str, level: Fraction) -> float:
    """The quantity integrated at numbers by its definition, to check a closed form by.

    >>> from math import exp, log
    >>> half = Fraction(1, 2)
    >>> line = line_of("Laplace", [half, half], [half]).in_balls()
    >>> abs(value_by_definition(line, "maxleak", half) - log(2 - exp(-0.25))) < 1e-8
    True
    """
    if quantity == "eml":
        return float(event_ratio(line, ball(level)).log())
    if quantity == "tail":
        return float(tail_probability(line, ball(level).exp()))
    if quantity == "pml":
        return float(worst_ratio(line).log())

    def integrand(y: acb, analytic: bool) -> acb:
        """The integrand at outcome y that defines a quantity, to check a closed form by."""
        each = [_density_at(line, x, y, analytic) for x in line.letters]
        whole = sum((p * f for p, f in zip(line.masses, each, strict=True)), acb(0))
        most = reduce(lambda one, other: one.real_max(other, analytic), each)
        parts = {
            "maxleak": lambda: [most],
            "expected_pml": lambda: [whole * (most / whole).log(analytic)],
            "mi": lambda: [p * f * (f / whole).log(analytic) for p, f in pairs(each)],
            "tv": lambda: [p * (f - whole).real_max(acb(0), analytic) for p, f in pairs(each)],
        }
        return sum(parts[quantity](), acb(0))

    def pairs(each: Sequence[acb]) -> Iterator[tuple[arb, acb]]:
        """The prior mass and the density of each mean, for the check of a closed form."""
        return zip(line.masses, each, strict=True)

    low, high = line.ends or (line.means[0] - FAR, line.means[-1] + FAR)
    total = acb.integral(integrand, acb(low), acb(high), rel_tol=GOAL, abs_tol=GOAL).real
    return float(total.log() if quantity == "maxleak" else total)


def _density_at(line: LineDensities, x: int, y: acb, analytic: bool) -> acb:
    """f_x(y) of noise on a line, analytic around a segment, to check a closed form by Arb."""
    apart = y - line.means[x]
    if line.is_normal:
        return (-(apart**2) / 2).exp() / (2 * arb.pi()).sqrt()
    return line.scales[x] * (-apart.real_abs(analytic)).exp()


def _labelled_expressions(noise: LaplaceDensities | GaussianDensities, quantity: str) -> Parts:
    """Label, outcome and expression of each part of a closed form of noise on a line."""
    if quantity == "distribution":
        return parts_of_outcomes(noise.distribution(sympy.Symbol("y")))
    tau, delta = (sympy.Symbol(level.name) for level in LEVELS.values())
    expressions: dict[str, Callable[[], Sequence[sympy.Expr]]] = {
        "maxleak": lambda: [sympy.log(noise.largest_integral())],
        "tail": lambda: [noise.tail_probability(tau)],
        "tv": lambda: [noise.total_variation()],
    }
    if isinstance(noise, LaplaceDensities):
        expressions |= {
            "eml": lambda: [noise.event_leakage(delta)],
            "mi": lambda: [noise.mutual_information()],
            "expected_pml": lambda: [noise.expected_leakage()],
        }
    else:
        expressions |= {
            "pml": lambda: [noise.worst_leakage()],
            "alip": lambda: [sympy.oo, noise.worst_leakage()],
        }
    if quantity not in expressions:
        raise Unsupported(
            f"{quantity} of three Gaussian means and more: ask for pml, or for the distribution"
        )
    labels = PAIR if quantity == "alip" else ("",)
    return [(label, "", e) for label, e in zip(labels, expressions[quantity](), strict=True)]


def _form_of_parts(
    mechanism: Mechanism,
    quantity: str,
    frame_of: ClosedForm,
    rows: Parts,
    letters: Sequence[Parameter] = (),
) -> ClosedForm:
    """The closed form of noise on a line with these expressions, and letters as parameters."""
    assert mechanism.densities is not None
    letters = [*letters, *([LEVELS[quantity]] if quantity in LEVELS else [])]
    parts = tuple(FormPart(label, where, Elementary(value), value) for label, where, value in rows)
    return replace(
        frame_of,
        quantity=quantity,
        parts=parts,
        parameters=(*frame_of.parameters, *(p.name for p in letters)),
        domain=(*frame_of.domain, *(p.domain for p in letters)),
        assumptions=_assumption_texts(mechanism.densities, quantity, frame_of),
        facts=(),
        checked=0,
        per_outcome=False,
        conditions=(*frame_of.conditions, *(c for p in letters for c in _conditions_on(p))),
    )


def _conditions_on(parameter: Parameter) -> list[tuple[sympy.Expr, str]]:
    """The bounds of a closed form's level, probability or order, in its own symbol."""
    symbol = sympy.Symbol(parameter.name)
    if parameter.is_exponent:
        return [(symbol, ">=")]
    ends = ((symbol, parameter.low, 1), (symbol, parameter.high, -1))
    return [(side * (s - sympy_of(end)), ">=") for s, end, side in ends if end is not None]


def _assumption_texts(densities: Densities, quantity: str, frame_of: ClosedForm) -> tuple[str, ...]:
    """The assumptions, as texts, of a closed form of noise on a line."""
    if densities.is_spread:
        return (SECRETS[densities.secret],)
    of_rows = quantity not in (*INTEGRALS, *SUPREMA)
    texts = [] if quantity == "maxleak" or of_rows else list(frame_of.assumptions)
    if quantity == "distribution":
        texts.append("y in units of the scale, from the first mean on")
    if densities.kind == "Gaussian" and densities.means > 3 and quantity in ("pml", "alip"):
        texts += [f"L{x} = sup over y of log f_{x}(y)/P_Y(y)" for x in range(2, densities.means)]
    if not is_elementary(densities, quantity):
        texts.append(
            "Bx = largest P[event | x] of an event of probability delta"
            if quantity == "eml"
            else "f1(y), f2(y), .. are the densities, f(y) = P_Y(y)"
        )
    return tuple(dict.fromkeys(texts))


def _distance_symbol(text: str) -> sympy.Expr:
    """The symbol of a distance of means in a closed form, or the value it has been given."""
    return to_sympy(text, "a distance")


# --- check ------------------------------------------------------------------------------------


def _points_compared(
    densities: Densities,
    noise: LaplaceDensities | GaussianDensities,
    closed: ClosedForm,
    checks: int,
    rng: Random,
) -> int:
    """The number of random points at which a closed form of noise met its definition."""
    if closed.quantity in ("pml", "alip") and densities.means > 3:
        return 0
    symbols = [s for p in closed.parts for s in p.expr.free_symbols]
    symbols = sorted({*symbols, *(s for m in noise.masses for s in m.free_symbols)}, key=str)
    functions = [function_of(symbols, part.expr) for part in closed.parts]
    masses = function_of(symbols, noise.masses)
    for _ in range(checks):
        point = {str(s): Fraction(rng.randint(5, 95), 100) for s in symbols}
        for name in densities.distances:
            value = _distance_symbol(name)
            drawn = Fraction(rng.randint(1, 40), 10)
            point[name] = drawn if value.is_Symbol else Fraction(float(value))
        parts = [rng.randint(1, 12) for _ in noise.masses]
        point |= {f"p{k + 1}": Fraction(part, sum(parts)) for k, part in enumerate(parts)}
        point |= {
            "tau": Fraction(rng.randint(0, 12), 10),
            "delta": Fraction(rng.randint(1, 10), 10),
        }
        point["y"] = Fraction(rng.randint(-100, 400), 100)
        at = [float(point[str(s)]) for s in symbols]
        gaps = [point[name] for name in densities.gaps]
        ends = (point[densities.ends[0]], point[densities.ends[1]]) if densities.ends else None
        line = line_of(densities.kind, [Fraction(float(m)) for m in masses(*at)], gaps, ends)
        with precision(BITS):
            _require_equal(line.in_balls(), closed, point, [float(f(*at)) for f in functions])
    return checks


def _require_equal(
    line: LineDensities, closed: ClosedForm, point: Mapping[str, Fraction], values: Sequence[float]
) -> None:
    """Raises Disagreement if a closed form of noise differs from its definition at a point."""
    at = {name: str(value) for name, value in point.items()}
    if closed.quantity == "distribution":
        wanted = max(-float(line.mixture_ratio(x, ball(point["y"])).log()) for x in line.letters)
        leaks = values[: len(values) // 2]
        if not any(abs(value - wanted) < TOLERANCE for value in leaks):
            raise Disagreement(f"no piece of the leakage is {wanted} at {at}")
        return
    name = "pml" if closed.quantity == "alip" else closed.quantity
    wanted, derived = (
        value_by_definition(line, name, point[LEVELS[name].name] if name in LEVELS else ONE),
        values[-1],
    )
    if abs(derived - wanted) > TOLERANCE * (1 + abs(wanted)):
        raise Disagreement(
            f"{closed.quantity} is {wanted} by its definition, {derived} by its form, at {at}"
        )
