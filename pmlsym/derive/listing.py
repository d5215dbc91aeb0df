"""The closed forms of one family, with values where they are given: as text, JSON and LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sympy.core.function import AppliedUndef

from pmlsym.calculus.rational import read_rational
from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.derivation import derive
from pmlsym.derive.expression_value import number_of
from pmlsym.derive.quantities import MAIN
from pmlsym.derive.support import form_at_prior, value_at_prior
from pmlsym.derive.values import shown_values, values_at
from pmlsym.derive.writing.presentation import to_latex
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families import Family, family_named
from pmlsym.families.entries import sizes_of
from pmlsym.families.mechanism import Mechanism, with_uniform_prior
from pmlsym.families.parameter import Parameter
from pmlsym.families.written_value import size_of, value_of
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.interval import LARGEST_EXPONENT
from pmlsym.numbers.number import Exact, Number

WIDTH = 80  # of a line that has a closed form and its value


@dataclass(frozen=True)
class QuantityReport:
    """A closed form with the values of its parts, if parameters and prior are given."""

    closed: ClosedForm
    values: tuple[Number, ...] | None
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym derive --json` prints for one quantity."""
        closed = self.closed
        data: dict[str, Any] = {
            "quantity": closed.quantity,
            "expr": str(closed.expr),
            "latex": closed.latex(),
            "assumptions": [*closed.domain, *closed.assumptions],
            "parts": [
                {"label": p.label, "outcome": p.outcome, "expr": str(p.expr)} for p in closed.parts
            ],
            "checked_points": closed.checked,
        }
        if self.note:
            data["attained"] = self.note
        if self.values is not None:
            data["value"] = self._arranged([value.to_json() for value in self.values])
            data["value_float"] = self._arranged([float(value) for value in self.values])
        return data

    def _arranged(self, items: Sequence[Any]) -> Any:
        """One item alone; a list in outcome order; of several parts an object at each outcome."""
        labels = list(dict.fromkeys(part.label for part in self.closed.parts))
        if len(labels) > 1 and self.closed.per_outcome:
            each = len(items) // len(labels)
            columns = [items[k * each : (k + 1) * each] for k in range(len(labels))]
            return [dict(zip(labels, row, strict=True)) for row in zip(*columns, strict=True)]
        return list(items) if self.closed.per_outcome or len(items) > 1 else items[0]


@dataclass(frozen=True)
class FamilyReport:
    """A family's closed forms."""

    family: Family
    mechanism: Mechanism
    quantities: tuple[QuantityReport, ...]

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym derive --json` prints.

        The keys of one quantity stand at the top; without a choice of quantity they are those of
        the worst case, and `quantities` has all.
        """
        main = next((q for q in self.quantities if q.closed.quantity == "pml"), self.quantities[0])
        data: dict[str, Any] = {
            "family": self.family.name,
            "parameters": [
                {"name": p.name, "domain": p.domain, "meaning": p.meaning}
                for p in self._parameters()
            ],
            **main.to_json(),
        }
        if len(self.quantities) > 1:
            data["quantities"] = [q.to_json() for q in self.quantities]
        return data

    def _parameters(self) -> list[Parameter]:
        """Those of the mechanism, then those of the quantities or of the set of priors."""
        own = [p for q in self.quantities for p in q.closed.frame.content.parameters.values()]
        named = {p.name: p for p in reversed((*self.mechanism.parameters, *own))}
        return list(named.values())[::-1]

    def text(self) -> str:
        """The closed forms as lines of text."""
        own = (text for q in self.quantities for text in q.closed.domain)
        domain = ", ".join(dict.fromkeys((*self.mechanism.header, *own)))
        lines = [f"{self.family.title}{':  ' + domain if domain else ''}"]
        lines += [f"    {note}" for note in self.mechanism.notes]
        for report in self.quantities:
            lines += _lines(report)
        assumed = dict.fromkeys(a for q in self.quantities for a in q.closed.assumptions)
        if assumed:
            lines.append(f"assuming  {'; '.join(assumed)}")
        proved = sum(len(q.closed.facts) for q in self.quantities)
        checked = sum(q.closed.checked for q in self.quantities)
        lines.append(f"{proved} facts proved, {checked} exact comparisons at random points")
        return "\n".join(lines)

    def latex(self) -> str:
        """The closed forms as lines of LaTeX."""
        rows = []
        for report in self.quantities:
            for part in report.closed.parts:
                name = _label(report.closed.quantity, part.label, part.outcome)
                rows.append(f"\\text{{{name.replace('_', ' ')}}} &= {to_latex(part.expr)}")
        return "\\begin{align}\n" + " \\\\\n".join(rows) + "\n\\end{align}"


def family_report(
    family: Family | str,
    quantity: str | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    prior: Sequence[str] | str | None = None,
    over: str | None = None,
) -> FamilyReport:
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
    if uniform and prior != "uniform":
        raise InvalidInput(f"the prior {str(prior)[:60]!r} is neither uniform nor a list of masses")
    masses = _read_prior(prior) if prior is not None and not isinstance(prior, str) else None
    if masses is not None and family.letters and family.letters not in sizes:
        sizes[family.letters] = len(masses)
    mechanism = family.mechanism(**sizes)
    unknown = any(t.alphabets for t in mechanism.prior.body.tensors) and not mechanism.prior.data
    if masses is not None and not unknown:
        raise InvalidInput(f"{family.name} comes with its own prior; leave the prior out")
    if masses is not None:
        _require_fitting(masses, mechanism, family)
    if uniform:
        mechanism = with_uniform_prior(mechanism)
    if over is not None:
        if prior is not None:
            raise InvalidInput("a worst case over a set of priors has no prior of its own")
        report = _worst_report(mechanism, quantity or "pml", over, given)
        return FamilyReport(family, mechanism, (report,))
    values = {key: _checked(_parameter(key, mechanism), text) for key, text in given.items()}
    reports = [
        _report(mechanism, one, values, masses) for one in ((quantity,) if quantity else MAIN)
    ]
    return FamilyReport(family, mechanism, tuple(reports))


def general_report(
    family: Family, mechanism: Mechanism, forms: Sequence[ClosedForm]
) -> FamilyReport:
    """The report of forms that were derived without a prior or values of parameters."""
    numbers = [_written_out(form) if mechanism.settings else None for form in forms]
    return FamilyReport(family, mechanism, tuple(map(QuantityReport, forms, numbers)))


def _report(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> QuantityReport:
    closed = _enclosed(mechanism, quantity, values, masses) or derive(mechanism, quantity)
    numbers = values_at(mechanism, closed, values, masses)
    shown = {k: v for k, v in shown_values(values).items() if k in closed.parameters}
    if masses is not None:
        closed = _at_prior(mechanism, closed, masses, numbers)
    if numbers is None and shown:
        closed = closed.put(shown)
    if numbers is None and (values or mechanism.settings or masses):
        numbers = _written_out(closed)
    elif numbers is not None:
        closed = closed.settled(shown, numbers)
    return QuantityReport(closed, numbers)


def _enclosed(
    mechanism: Mechanism,
    quantity: str,
    values: Mapping[str, Number],
    masses: tuple[Fraction, ...] | None,
) -> ClosedForm | None:
    """What is enclosed for want of a closed form: integrals over a continuum of outcomes alone."""
    if mechanism.densities is None:
        return None
    from pmlsym.derive.line.line_values import enclosed_form

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


def _written_out(closed: ClosedForm) -> tuple[Number, ...] | None:
    """The values of expressions in which no symbol is left; None where one is."""
    if any(p.expr.free_symbols or p.expr.atoms(AppliedUndef) for p in closed.parts):
        return None
    return tuple(number_of(part.expr) for part in closed.parts)


def _worst_report(
    mechanism: Mechanism, quantity: str, over: str, given: Mapping[str, str]
) -> QuantityReport:
    """The worst case over a set of priors, whether it is attained, and its value.

    Sets of priors are loaded where one is asked for.
    """
    from pmlsym.derive.over_priors.interval_worst_case import worst_over_interval
    from pmlsym.derive.over_priors.prior_set_text import Range, prior_set_of
    from pmlsym.derive.over_priors.worst_case import worst_at, worst_case

    chosen = prior_set_of(over)
    if not isinstance(chosen, Range) and quantity != "pml":
        raise Unsupported(f"over a set of priors there is pml; {quantity} only over p in (c, 1-c)")
    exact, rest = None, dict(given)
    if isinstance(chosen, Range):
        chosen = chosen.put({k: rest.pop(k) for k in chosen.names() & set(rest)})
        ends = (chosen.parameter, chosen.low, chosen.high)
        interval = worst_over_interval(mechanism, quantity, *ends)
        closed, attained = interval.closed, interval.attained
    else:
        found = worst_case(mechanism, chosen)
        closed, attained = found.closed, found.attained
    own = {p.name: p for p in closed.frame.content.parameters.values()}
    for name in rest:
        if name not in closed.parameters:
            known = ", ".join(closed.parameters)
            raise InvalidInput(f"{name[:60]!r} is no parameter; there are {known}")
    values = {
        name: _checked(own[name], text) if name in own else value_of(name, text)
        for name, text in rest.items()
    }
    if not isinstance(chosen, Range):
        exact = worst_at(mechanism, chosen, values)
    closed = closed.put(shown_values(values)) if exact is None else _settled(closed, exact[0])
    note = {True: "attained", False: "not attained", None: "attained for some parameters"}
    numbers = _written_out(closed)
    if exact is not None or (numbers and numbers[0] == 0):
        attained = exact[1] if exact is not None else True
    return QuantityReport(closed, numbers, note[attained])


def _settled(closed: ClosedForm, value: Number) -> ClosedForm:
    """The closed form where it is known to be this number."""
    (part,) = closed.parts
    return replace(closed, parts=(replace(part, expr=sympy_of(value)),), assumptions=())


def _lines(report: QuantityReport) -> list[str]:
    lines = []
    values = report.values or ()
    if len(values) != len(report.closed.parts):
        values = ()
    for k, part in enumerate(report.closed.parts):
        name = _label(report.closed.quantity, part.label, part.outcome)
        plain = _plain(part.expr)
        value = f"  =  {_valued(values[k])}" if values and str(values[k]) != plain else ""
        note = f"  ({report.note})" if report.note else ""
        line = f"    {name:<26}  {plain}"
        if value and len(line) + len(value) > WIDTH:
            lines.append(line)
            line = " " * 30
        lines.append(f"{line}{value}{note}")
    return lines


def _valued(value: Number) -> str:
    """The exact number, with decimals beside a logarithm."""
    is_plain = isinstance(value, Exact) and value.is_rational
    return (
        str(value) if is_plain or not isinstance(value, Exact) else f"{value} = {float(value):.6f}"
    )


def _label(quantity: str, label: str, outcome: str) -> str:
    names = {"pml_at": "pml", "distribution": ""}
    head = " ".join(n for n in (names.get(quantity, quantity), label) if n)
    return f"{head} at {outcome or 'y'}" if quantity in ("pml_at", "distribution") else head


def _plain(expression: object) -> str:
    return {"oo": "inf", "-oo": "-inf"}.get(str(expression), str(expression))


def _read_prior(masses: Sequence[str]) -> tuple[Fraction, ...]:
    try:
        read = tuple(map(read_rational, masses))
    except InvalidInput as error:
        raise InvalidInput(f"a mass of the prior: {error}") from None
    if any(mass < 0 for mass in read):
        raise InvalidInput("a mass of the prior is negative")
    if sum(read) != 1:
        raise InvalidInput(f"the masses of the prior sum to {sum(read)}, not 1")
    return read


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
    from pmlsym.derive.quantities import event_probability, tail_level

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
