"""Closed forms where sizes, parameters, a prior or a set of priors are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.derived import (
    Derived,
    DerivedQuantity,
    GivenValues,
    sizes_put_in_last,
)
from pmlsym.closed_forms.quantities import MAIN
from pmlsym.closed_forms.values import form_at_prior, shown_values, value_at_prior, values_at
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.arguments import value_of
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.mechanism import Family, Mechanism, size_of, with_uniform_prior
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.model.distribution import UNIFORM, distribution
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.interval import LARGEST_EXPONENT
from pmlsym.numbers.number import Number


def family_report(
    family: Family | str,
    quantity: str | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    prior: Sequence[str] | str | None = None,
    over: str | None = None,
) -> Derived:
    """The closed forms of a family, and their values where parameters and prior are given.

    `settings` are texts such as {"k": "4", "eps": "log(3)"}, `prior` masses such as ["1/3", "2/3"],
    or "uniform"; `over` is a set of priors, see `prior_set_text`, of which the worst case is asked.
    Raises UnknownName, InvalidInput at a value outside the domain, Unsupported.

    >>> family_report("z-channel", "maxleak").to_json()["expr"]
    'log(2 - a)'
    """
    family = family_named(family) if isinstance(family, str) else family
    given = dict(settings or {})
    sizes = {s: size_of(s, given.pop(s)) for s in list(given) if s in family.sizes}
    uniform = isinstance(prior, str)
    if uniform and prior != UNIFORM:
        raise InvalidInput(f"the prior {str(prior)[:60]!r} is neither uniform nor a list of masses")
    masses = None if prior is None or isinstance(prior, str) else distribution(prior)
    if masses is not None and family.letters and family.letters not in sizes:
        sizes[family.letters] = len(masses)
    mechanism = family.mechanism(**sizes)
    later = sizes_put_in_last(mechanism, sizes)
    if masses is not None and mechanism.has_own_prior:
        raise InvalidInput(f"{family.name} comes with its own prior; leave the prior out")
    if masses is not None:
        _require_fitting(masses, mechanism, family)
    if uniform:
        mechanism = with_uniform_prior(mechanism)
    if over is not None:
        if prior is not None:
            raise InvalidInput("a worst case over a set of priors has no prior of its own")
        report = _worst_report(mechanism, quantity or "pml", over, given)
        taken = GivenValues({**later, **{name: value_of(name, given[name]) for name in given}})
        return Derived(family, mechanism, (report,), at_values=True, given=taken)
    values = {key: _checked(_parameter(key, mechanism), text) for key, text in given.items()}
    reports = [
        _report(mechanism, one, values, masses) for one in ((quantity,) if quantity else MAIN)
    ]
    masses_given = UNIFORM if uniform else tuple(map(str, masses or ()))
    taken = GivenValues({**later, **values}, masses_given)
    return Derived(family, mechanism, tuple(reports), at_values=True, given=taken)


def _report(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> DerivedQuantity:
    closed = _enclosed(mechanism, quantity, values, masses) or derive(mechanism, quantity)
    numbers = values_at(mechanism, closed, values, masses)
    shown = {k: v for k, v in shown_values(values).items() if k in closed.parameters}
    if masses is not None:
        closed = _at_prior(mechanism, closed, masses, numbers)
    if numbers is None and shown:
        closed = closed.put(shown)
    if numbers is None and (values or mechanism.settings or masses):
        numbers = closed.numbers()
    elif numbers is not None:
        closed = closed.settled(shown, numbers)
    return DerivedQuantity(closed, numbers)


def _enclosed(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> ClosedForm | None:
    """What is enclosed for want of a closed form: integrals over a continuum of outcomes alone."""
    if mechanism.densities is None:
        return None
    from pmlsym.closed_forms.line.line_values import enclosed_form

    return enclosed_form(mechanism, quantity, tuple(values), masses)


def _at_prior(
    mechanism: Mechanism,
    closed: ClosedForm,
    masses: Sequence[Fraction],
    numbers: Sequence[Number] | None,
) -> ClosedForm:
    """The closed form that is meant where a prior is given, or what says why it is none of it."""
    if not closed.frame.priors:
        about = f"{closed.quantity} is of all letters, whatever the prior"
        return replace(closed, assumptions=(*closed.assumptions, about))
    if numbers is not None and all(masses):
        return closed  # in p1, p2, .., beside its value
    try:
        return form_at_prior(mechanism, closed, masses)
    except Unsupported as error:
        if numbers is None:
            raise Unsupported(f"a letter has no mass, and {error}") from None
        return value_at_prior(closed, masses, numbers)


def _worst_report(
    mechanism: Mechanism, quantity: str, over: str, given: Mapping[str, str]
) -> DerivedQuantity:
    """The worst case over a set of priors, whether it is attained and where, and its value.

    Sets of priors are loaded where one is asked for.
    """
    from pmlsym.closed_forms.over_priors.exact_worst_case import leakage_of
    from pmlsym.closed_forms.over_priors.interval_worst_case import worst_over_interval
    from pmlsym.closed_forms.over_priors.worst_case import WORDS, worst_at, worst_case
    from pmlsym.prior_sets.prior_set import RangeText
    from pmlsym.prior_sets.prior_set_text import prior_set_of

    chosen = prior_set_of(over)
    if not isinstance(chosen, RangeText) and quantity != "pml":
        raise Unsupported(
            f"derive finds the worst pml over a set of priors, and {quantity} over an interval of "
            "a parameter alone, such as p in (c, 1-c) of laplace-count; of a channel of numbers "
            "pmlsym measure --over finds the worst lip, ldi, density_min, maxleak and ldp as well"
        )
    exact, rest = None, dict(given)
    if isinstance(chosen, RangeText):
        chosen = chosen.put({k: rest.pop(k) for k in chosen.names() & set(rest)})
        ends = (chosen.parameter, chosen.low, chosen.high)
        found = worst_over_interval(mechanism, quantity, *ends)
    else:
        found = worst_case(mechanism, chosen)
    closed, attained, priors = found.closed, found.attained, found.priors
    own = {p.name: p for p in closed.frame.content.parameters.values()}
    for name in rest:
        if name not in closed.parameters:
            known = ", ".join(closed.parameters)
            raise InvalidInput(f"{name[:60]!r} is no parameter; there are {known}")
    values = {
        name: _checked(own[name], text) if name in own else value_of(name, text)
        for name, text in rest.items()
    }
    if not isinstance(chosen, RangeText):
        exact = worst_at(mechanism, chosen, values)
    if exact is not None:
        closed, attained = _settled(closed, leakage_of(exact)), exact.attained
        priors = (tuple(map(str, exact.prior)),)
    else:
        closed = closed.put(shown_values(values))
        priors = () if values else priors
    numbers = closed.numbers()
    if exact is None and numbers and numbers[0] == 0:
        attained = True
    return DerivedQuantity(closed, numbers, WORDS[attained], priors)


def _settled(closed: ClosedForm, value: Number) -> ClosedForm:
    """The closed form where it is known to be this number."""
    (part,) = closed.parts
    return replace(closed, parts=(replace(part, expr=sympy_of(value)),), assumptions=())


def _require_fitting(masses: Sequence[Fraction], mechanism: Mechanism, family: Family) -> None:
    """Return if there is a mass for each letter, as far as the number of letters is known."""
    sizes = sizes_of(mechanism.channel) or {}
    letters = sizes.get(mechanism.input.name, mechanism.settings.get(family.letters, len(masses)))
    if len(masses) != letters:
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {letters} letters")


def _checked(parameter: Parameter, text: str) -> Number:
    value = value_of(parameter.name, text)
    if parameter.is_integer and not (value.is_rational and value.rational.denominator == 1):
        raise InvalidInput(f"{parameter.name} = {text} is no integer")
    return _inside(parameter, value, text)


def _parameter(name: str, mechanism: Mechanism) -> Parameter:
    from pmlsym.closed_forms.quantities import event_probability, tail_level

    events = event_probability(with_zero=mechanism.densities is not None)
    own = (*mechanism.parameters, tail_level(), events)
    for parameter in own:
        if parameter.name == name:
            return parameter
    raise InvalidInput(f"{name[:60]!r} is no parameter; there are {', '.join(p.name for p in own)}")


def _inside(parameter: Parameter, value: Number, text: str) -> Number:
    if parameter.is_exponent and not -LARGEST_EXPONENT <= value <= LARGEST_EXPONENT:
        limit = f"beyond exp({LARGEST_EXPONENT}) and exp(-{LARGEST_EXPONENT})"
        raise Unsupported(f"{parameter.name} = {text}: exponentials {limit} are not evaluated")
    if not parameter.admits(parameter.scalar_at(value)):
        raise InvalidInput(f"{parameter.name} = {text} is outside its domain {parameter.domain}")
    return value
