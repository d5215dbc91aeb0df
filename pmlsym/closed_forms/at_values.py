"""Closed forms and their numbers where sizes, parameters, a prior or a set of priors are given.

Where every parameter, or its exponential, is rational the exact evaluator reads the numbers off the
instance, zeros of the prior and null outcomes included. Where one is not, such as exp(1), the
closed form is evaluated in intervals.

A form that is derived for priors of full support need not hold where a mass is zero: a maximum over
the support has fewer letters there, and an outcome that the others do not produce cannot occur. So
the form at such a prior is derived again, from the rows and columns that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import sympy
from sympy.polys.rings import PolyElement

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.checks.domain_points import (
    ExactPoint,
    places_of_named,
    point_at,
    value_at_orders,
)
from pmlsym.closed_forms.closed_form import (
    FULL_SUPPORT,
    ClosedForm,
    FormPart,
    number_shown,
    numbers_by_symbol,
)
from pmlsym.closed_forms.derivation import derive, form_without_parts
from pmlsym.closed_forms.derived import (
    Derived,
    DerivedQuantity,
    GivenValues,
    sizes_put_in_last,
)
from pmlsym.closed_forms.forms.expression_value import number_of
from pmlsym.closed_forms.forms.form import Elementary
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.closed_forms.forms.rational_functions import value_at
from pmlsym.closed_forms.quantities import MAIN, measures_of, quantity_named
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.exact import value_exact
from pmlsym.language.nodes import Measure
from pmlsym.language.value import polynomials_of
from pmlsym.mechanism_families.arguments import value_of
from pmlsym.mechanism_families.entries import entries_of, parameters_and_values, sizes_of
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.mechanism import (
    Family,
    Mechanism,
    letter_choices,
    matrix_mechanism,
    size_of,
    with_uniform_prior,
)
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.model.distribution import UNIFORM, distribution
from pmlsym.numbers.balls import ball
from pmlsym.numbers.conversion import fmpq_of, sympy_of
from pmlsym.numbers.interval import LARGEST_EXPONENT
from pmlsym.numbers.number import Exact, Number, log_of, number


def family_report(
    family: Family | str,
    quantity: str | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    prior: Sequence[str] | str | None = None,
    over: str | None = None,
) -> Derived:
    """A family's quantities resolved into closed forms, with values at parameters and a prior.

    `settings` are texts such as {"k": "4", "eps": "log(3)"}, `prior` masses such as ["1/3", "2/3"],
    or "uniform"; `over` is a set of priors, see `prior_set_text`, whose worst case is asked for.
    Raises UnknownName, InvalidInput at a value outside the domain, Unsupported.

    >>> family_report("z-channel", "maxleak").to_json()["expr"]
    'log(2 - a)'
    """
    family = family_named(family) if isinstance(family, str) else family
    texts = dict(settings or {})
    sizes = {s: size_of(s, texts.pop(s)) for s in list(texts) if s in family.sizes}
    uniform = isinstance(prior, str)
    if uniform and prior != UNIFORM:
        raise InvalidInput(f"the prior {str(prior)[:60]!r} is neither uniform nor a list of masses")
    masses = None if prior is None or isinstance(prior, str) else distribution(prior)
    if masses is not None and family.letters and family.letters not in sizes:
        sizes[family.letters] = max(1, len(masses) - family.beside)
    mechanism = family.mechanism(**sizes)
    later = sizes_put_in_last(mechanism, sizes)
    if masses is not None and mechanism.has_own_prior:
        raise InvalidInput(f"{family.name} comes with its own prior; leave the prior out")
    if masses is not None:
        _require_masses(masses, mechanism, family)
    if uniform:
        mechanism = with_uniform_prior(mechanism)
    if over is not None:
        if prior is not None:
            raise InvalidInput("a worst case over a set of priors has no prior of its own")
        report = _worst_case_report(mechanism, quantity or "pml", over, texts)
        taken = GivenValues({**later, **{name: value_of(name, texts[name]) for name in texts}})
        return Derived(family, mechanism, (report,), given=taken)
    values = {
        key: _checked_value(_parameter_named(key, mechanism, quantity), text)
        for key, text in texts.items()
    }
    reports = [
        _quantity_at_values(mechanism, one, values, masses)
        for one in ((quantity,) if quantity else MAIN)
    ]
    masses_given = UNIFORM if uniform else tuple(map(str, masses or ()))
    taken = GivenValues({**later, **values}, masses_given)
    return Derived(family, mechanism, tuple(reports), given=taken)


def _quantity_at_values(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> DerivedQuantity:
    """A quantity's closed form at given parameters and prior, with the numbers it has there."""
    closed = _enclosed_definition(mechanism, quantity, values, masses) or _form_or_values(
        mechanism, quantity, values, masses
    )
    numbers = values_at(mechanism, closed, values, masses)
    shown = {k: v for k, v in in_sympy(values).items() if k in closed.parameters}
    if masses is not None:
        closed = _form_under_prior(mechanism, closed, masses, numbers)
    if numbers is None and shown:
        closed = closed.put(shown)
    if numbers is None and (values or mechanism.settings or masses):
        numbers = closed.numbers()
    elif numbers is not None:
        closed = closed.with_known_values(shown, numbers)
    return DerivedQuantity(closed, numbers)


def _form_or_values(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> ClosedForm:
    """The closed form of a quantity; if there is none, one made of its numbers at the values."""
    try:
        return derive(mechanism, quantity)
    except Unsupported as error:
        if mechanism.densities is not None or not sizes_of(mechanism.channel):
            raise
        plain = replace(
            form_without_parts(mechanism, quantity), quantity=quantity_named(quantity).name
        )
        numbers = values_at(mechanism, plain, values, masses)
        if numbers is None or not numbers:
            raise error from None
        shown = [number_shown(value) for value in numbers]
        return replace(plain, parts=tuple(FormPart("", "", Elementary(e), e) for e in shown))


def _enclosed_definition(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> ClosedForm | None:
    """The definition of an integral over outcomes that has no closed form, to be enclosed."""
    if mechanism.densities is None:
        return None
    from pmlsym.closed_forms.line.line_values import enclosed_form

    return enclosed_form(mechanism, quantity, tuple(values), masses)


def _form_under_prior(
    mechanism: Mechanism,
    closed: ClosedForm,
    masses: Sequence[Fraction],
    numbers: Sequence[Number] | None,
) -> ClosedForm:
    """The closed form under a prior, or the one for all priors with a note why it is the same."""
    if not closed.frame.priors:
        return replace(closed, assumptions=(*closed.assumptions, "all letters, whatever the prior"))
    if numbers is not None and all(masses):
        return closed  # in p1, p2, .., next to its value
    try:
        return form_at_prior(mechanism, closed, masses)
    except Unsupported as error:
        if numbers is None:
            raise Unsupported(f"a letter has no mass, and {error}") from None
        return form_of_values(closed, masses, numbers)


def _worst_case_report(
    mechanism: Mechanism, quantity: str, over: str, texts: Mapping[str, str]
) -> DerivedQuantity:
    """The closed form of a quantity's worst case over a set of priors, and where it is attained.

    The modules about sets of priors are loaded only where one is asked for.
    """
    from pmlsym.closed_forms.over_priors.claimed_supremum import leakage_of
    from pmlsym.closed_forms.over_priors.extreme_priors import worst_extreme_prior
    from pmlsym.closed_forms.over_priors.interval_worst_case import worst_over_interval
    from pmlsym.closed_forms.over_priors.worst_case import WORDS, worst_at, worst_case
    from pmlsym.prior_sets.prior_set import RangeText
    from pmlsym.prior_sets.prior_set_text import prior_set_of

    chosen = prior_set_of(over)
    exact, rest = None, dict(texts)
    if isinstance(chosen, RangeText):
        chosen = chosen.put({k: rest.pop(k) for k in chosen.names() & set(rest)})
        ends = (chosen.parameter, chosen.low, chosen.high)
        worst = worst_over_interval(mechanism, quantity, *ends)
    elif quantity == "pml":
        worst = worst_case(mechanism, chosen)
    else:
        worst = worst_extreme_prior(mechanism, quantity, chosen)
    closed, attained, priors = worst.closed, worst.attained, worst.priors
    parameters = {p.name: p for p in closed.frame.content.parameters.values()}
    for name in rest:
        if name not in closed.parameters:
            names = ", ".join(closed.parameters)
            raise InvalidInput(f"{name[:60]!r} is no parameter; there are {names}")
    values = {
        name: _checked_value(parameters[name], text) if name in parameters else value_of(name, text)
        for name, text in rest.items()
    }
    if not isinstance(chosen, RangeText) and quantity == "pml":
        exact = worst_at(mechanism, chosen, values)
    if exact is not None:
        (part,) = closed.parts
        part = replace(part, expr=sympy_of(leakage_of(exact)))
        closed = replace(closed, parts=(part,), assumptions=())
        attained, priors = exact.attained, (tuple(map(str, exact.prior)),)
    else:
        closed = closed.put(in_sympy(values))
        priors = () if values else priors
    numbers = closed.numbers()
    if exact is None and numbers and numbers[0] == 0:
        attained = True
    return DerivedQuantity(closed, numbers, WORDS[attained], priors)


def _require_masses(masses: Sequence[Fraction], mechanism: Mechanism, family: Family) -> None:
    """Raises InvalidInput unless a closed form's prior has a mass for each letter."""
    sizes = sizes_of(mechanism.channel) or {}
    size = mechanism.settings.get(family.letters, len(masses) - family.beside)
    letters = sizes.get(mechanism.input.name, int(str(size)) + family.beside)
    if len(masses) != letters:
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {letters} letters")


def _checked_value(parameter: Parameter, text: str) -> Number:
    """The value written for a closed form's parameter; raises where it is outside the domain."""
    value = value_of(parameter.name, text)
    if parameter.is_integer and not (value.is_rational and value.rational.denominator == 1):
        raise InvalidInput(f"{parameter.name} = {text} is no integer")
    if parameter.is_exponent and not -LARGEST_EXPONENT <= value <= LARGEST_EXPONENT:
        limit = f"beyond exp({LARGEST_EXPONENT}) and exp(-{LARGEST_EXPONENT})"
        raise Unsupported(f"{parameter.name} = {text}: exponentials {limit} are not evaluated")
    if not parameter.admits(parameter.scalar_at(value)):
        raise InvalidInput(f"{parameter.name} = {text} is outside its domain {parameter.domain}")
    return value


def _parameter_named(name: str, mechanism: Mechanism, quantity: str | None) -> Parameter:
    """The parameter with this name, of the mechanism or the quantity of a closed form."""
    from pmlsym.closed_forms.quantities import event_probability, tail_level

    events = event_probability(with_zero=mechanism.densities is not None)
    named = quantity_named(quantity).measures(mechanism) if quantity else {}
    of_quantity = (
        d.entries for m in named.values() for d in m.data if isinstance(d.entries, Parameter)
    )
    usual = (*mechanism.parameters, tail_level(), events)
    further = [p for p in of_quantity if p.tensor not in {each.tensor for each in usual}]
    parameters = {p.name: p for p in (*usual, *further)}
    if name not in parameters:
        said = ", ".join(f"{p.name} ({p.meaning})" for p in parameters.values())
        raise InvalidInput(f"{name[:60]!r} is no parameter; there are {said}")
    return parameters[name]


def values_at(
    mechanism: Mechanism,
    closed: ClosedForm,
    values: Mapping[str, Number],
    masses: Sequence[Fraction] | None,
) -> tuple[Number, ...] | None:
    """The values of a closed form's parts; None while a parameter or the prior is missing.

    Raises InvalidInput at a point outside the domain or a prior that does not fit.
    """
    if mechanism.densities is not None and isinstance(closed.parts[0].form, Elementary):
        from pmlsym.closed_forms.line.line_values import numbers_on_line

        return numbers_on_line(mechanism, closed, values, masses)
    named = quantity_named(closed.quantity)
    measures = measures_of(mechanism, named)
    numbers: list[Number] = []
    for measure in measures.values():
        content = content_of(measure.data)
        if any(p.name not in values for p in content.parameters.values()):
            return None
        priors = free_priors(measure, content)
        if priors and masses is None:
            return None
        scalars = {t: p.scalar_at(values[p.name]) for t, p in content.parameters.items()}
        exact = {t: s.rational for t, s in scalars.items() if isinstance(s, Exact) and not s.logs}
        if len(exact) < len(scalars):
            if masses is not None and priors and not all(masses):
                return _values_on_support(mechanism, closed, values, masses)
            return _values_by_closed_form(closed, values, scalars, masses)
        prior = tuple(masses) if masses is not None and priors else None
        numbers += _values_by_evaluator(mechanism, measure, content, exact, prior)
    return tuple(numbers) if named.join is None else (named.join(numbers),)


def form_at_prior(
    mechanism: Mechanism, closed: ClosedForm, masses: Sequence[Fraction]
) -> ClosedForm:
    """The closed form at a given prior, in the parameters alone.

    Where letters have no mass it is derived on the others. Raises Unsupported where that is not
    possible: at an alphabet without a size, for a channel that depends on the prior, and for an
    integral over a continuum of outcomes.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> flips = randomized_response(3)
    >>> form_at_prior(flips, derive(flips), [Fraction(1, 2), Fraction(1, 2), Fraction(0)])
    eps - log(exp(eps)/2 + 1/2)
    """
    if all(masses):
        return _stated_for_prior(closed.put({"prior": list(masses)}), masses)
    if isinstance(closed.parts[0].form, Elementary):
        raise Unsupported(f"{closed.quantity} is an integral: it has a value, with all parameters")
    support = mechanism_on_support(mechanism, masses)
    form = derive(support.mechanism, closed.quantity)
    form = form.put({"prior": list(support.masses)})
    parts = form.parts
    if closed.per_outcome:
        seen_parts = iter(form.parts)
        parts = tuple(
            replace(next(seen_parts), outcome=part.outcome)
            if k % support.outcomes in support.seen
            else replace(part, expr=sympy.Integer(0), occurs=())
            for k, part in enumerate(closed.parts)
        )
    return _stated_for_prior(replace(form, parts=parts, family=closed.family), masses)


def form_of_values(
    closed: ClosedForm, masses: Sequence[Fraction], values: Sequence[Number]
) -> ClosedForm:
    """A closed form made of its values at a prior, with decimals where these are intervals."""
    shown = map(number_shown, values)
    pairs = zip(closed.parts, shown, strict=True)
    parts = tuple(replace(part, expr=value, occurs=()) for part, value in pairs)
    return _stated_for_prior(replace(closed, parts=parts), masses)


def in_sympy(values: Mapping[str, Number]) -> dict[str, sympy.Expr]:
    """The values of a closed form's parameters by name, as SymPy expressions."""
    return {name: sympy_of(value) for name, value in values.items()}


def free_priors(measure: Measure, content: Content) -> list[Tensor]:
    """The priors in a closed form's measure, and in facts of its parameters, that no data fix."""
    facts = [f.polynomial for p in content.parameters.values() for f in p.facts]
    return content.free_priors([*polynomials_of(measure.value), *facts])


@dataclass(frozen=True)
class MechanismOnSupport:
    """A mechanism on the letters that have mass, their masses, and the outcomes that can occur."""

    mechanism: Mechanism
    masses: tuple[Fraction, ...]
    seen: tuple[int, ...]
    outcomes: int


def mechanism_on_support(mechanism: Mechanism, masses: Sequence[Fraction]) -> MechanismOnSupport:
    """The mechanism on letters with mass, whose closed form holds if the others have none.

    Raises InvalidInput where the prior does not fit, Unsupported at an alphabet without a size.

    >>> from pmlsym.mechanism_families.erasure import erasure
    >>> mechanism_on_support(erasure(3), [Fraction(1, 2), Fraction(0), Fraction(1, 2)]).seen
    (0, 1, 3)
    """
    rows = entries_of(mechanism.channel)
    if len(rows) != len(masses):
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {len(rows)} letters")
    kept = [list(row) for row, mass in zip(rows, masses, strict=True) if mass]
    shares = tuple(mass for mass in masses if mass)
    if len(kept) == 1:
        kept, shares = kept * 2, (Fraction(1, 2),) * 2
    columns = range(len(kept[0]))
    seen = tuple(y for y in columns if any(row[y].numerator for row in kept))
    kept = [[row[y] for y in seen] for row in kept]
    smaller = matrix_mechanism(kept, [], is_density=mechanism.is_density)
    scalars = parameters_and_values(mechanism.channel)
    channel = smaller.channel.with_data((*smaller.channel.data, *scalars))
    smaller = replace(smaller, channel=channel, parameters=mechanism.parameters)
    return MechanismOnSupport(smaller, shares, seen, len(columns))


def _values_by_evaluator(
    mechanism: Mechanism,
    measure: Measure,
    content: Content,
    scalars: Mapping[Tensor, Fraction],
    masses: tuple[Fraction, ...] | None,
) -> list[Number]:
    """The values of a closed form's measure at its outcomes, by the exact evaluator."""
    alphabet = mechanism.input.name
    priors: dict[Tensor, int | None] = dict.fromkeys(free_priors(measure, content))
    point = point_at(content, priors, alphabet, scalars, masses, Random(0))
    letters = content.sizes.get(alphabet)
    if masses is not None and letters is not None and len(masses) != letters:
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {letters} letters")
    if point is None:
        raise _outside_domain(mechanism.domain)
    return [
        log_of(value) if measure.is_log else value
        for value in (
            value_exact(value_at_orders(measure.value, scalars), point.instance, at)
            for at in _outcome_places(measure, point)
        )
    ]


def _outside_domain(relations: Sequence[str]) -> InvalidInput:
    """The error that parameters or a prior are outside the domain of a closed form."""
    domain = ", ".join(relations) or "of the family"
    return InvalidInput(f"the parameters and the prior are outside the domain {domain}")


def _outcome_places(measure: Measure, point: ExactPoint) -> list[dict[Index, int]]:
    """The letters of each outcome at which a closed form's measure has a value."""
    return list(letter_choices(measure.free, point.instance.sizes, places_of_named(measure)))


def _values_on_support(
    mechanism: Mechanism,
    closed: ClosedForm,
    values: Mapping[str, Number],
    masses: Sequence[Fraction],
) -> tuple[Number, ...]:
    """A closed form's values at a prior with zeros, where only letters with mass count.

    An outcome that none of them produces is left out: it leaks nothing and has probability zero.
    """
    support = mechanism_on_support(mechanism, masses)
    smaller, shares, seen = support.mechanism, support.masses, support.seen
    numbers = values_at(smaller, derive(smaller, closed.quantity), values, shares)
    assert numbers is not None
    if len(seen) == support.outcomes or not closed.per_outcome:
        return numbers
    values_seen = iter(numbers)
    return tuple(
        next(values_seen) if y in seen else log_of(1) if measure.is_log else number(0)
        for measure in measures_of(mechanism, quantity_named(closed.quantity)).values()
        for y in range(support.outcomes)
    )


def _values_by_closed_form(
    closed: ClosedForm,
    values: Mapping[str, Number],
    scalars: Mapping[Tensor, Number],
    masses: Sequence[Fraction] | None,
) -> tuple[Number, ...]:
    """The values of a closed form's expressions, where exponentials are not rational."""
    at: list[Number] = []
    for key in closed.frame.keys:
        if isinstance(key, Tensor) and key in scalars:
            at.append(scalars[key])
        elif isinstance(key, tuple) and masses is not None:
            at.append(number(masses[key[1]]))
        else:
            raise Unsupported("a closed form at an unknown size has no value; give the sizes")
    for polynomial, relation in closed.prover.constraints:
        sign = _sign_at(polynomial, at)
        if not (sign > 0 or (sign == 0 and relation != ">") or polynomial.is_ground):
            raise _outside_domain(closed.domain)
    null = [any(_sign_at(p, at) == 0 for p in part.occurs) for part in closed.parts]
    if any(null) and not closed.per_outcome:
        raise Unsupported(
            "an outcome cannot occur there, where the closed form is not the value; that needs "
            "parameters whose exponentials are rational"
        )
    symbols = numbers_by_symbol(values, masses or ())
    in_symbols = {name: sympy_of(value) for name, value in symbols.items()}
    if not closed.is_in_domain(in_symbols):
        raise Unsupported(
            "the closed form is not known to hold there; values are known where parameters, or "
            "their exponentials, are rational"
        )
    forms = zip(closed.parts, null, strict=True)
    return tuple(number(0) if zero else number_of(part.expr, symbols) for part, zero in forms)


def _sign_at(polynomial: PolyElement, at: Sequence[Number]) -> int:
    """The sign of a closed form's polynomial at a point, from balls where they leave no doubt."""
    total = value_at(polynomial, list(map(ball, at)), fmpq_of)
    if total > 0 or total < 0:
        return 1 if total > 0 else -1
    value: Number = value_at(polynomial, at)
    return value.sign()


def _stated_for_prior(closed: ClosedForm, masses: Sequence[Fraction]) -> ClosedForm:
    """The closed form with its prior named where it assumed that all letters have mass."""
    texts = tuple(text for text in closed.assumptions if text != FULL_SUPPORT)
    return replace(closed, assumptions=(f"the prior ({', '.join(map(str, masses))})", *texts))
