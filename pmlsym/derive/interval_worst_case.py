"""The worst case over an interval of a parameter, such as p in (c, 1-c) for i.i.d. entries.

Product distributions are no polytope of priors, so vertices do not decide. Each candidate is proved
monotone in the parameter, and its supremum is the limit at one end of the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy.polys.fields import FracElement

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.derive.closed_form import ClosedForm, Part
from pmlsym.derive.concrete import Concrete
from pmlsym.derive.derivation import derive
from pmlsym.derive.dominance import Prover
from pmlsym.derive.form import AtExtreme, Extreme, Form, Logarithm, Rational
from pmlsym.derive.frame import Frame
from pmlsym.derive.presentation import Presentation
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.parameter import Parameter, real
from pmlsym.model.channel import Channel
from pmlsym.model.data import Data


@dataclass(frozen=True, eq=False)
class IntervalWorstCase:
    """The supremum over an open interval of a parameter; it is attained at no point of it."""

    closed: ClosedForm
    ends: tuple[str, ...]

    def __repr__(self) -> str:
        return str(self.closed)


def worst_over_interval(
    mechanism: Mechanism, quantity: str, parameter: str, low: Fraction | str, high: Fraction | str
) -> IntervalWorstCase:
    """The supremum of a quantity over low < parameter < high, the other parameters symbolic.

    An end is a rational, or a name c, or "1-c": c is then a parameter with 0 <= c < 1/2.
    Raises InvalidInput at an unknown parameter, Unsupported where a candidate is not proved
    monotone.

    >>> from pmlsym.families import laplace_count
    >>> worst_over_interval(laplace_count(1), "entry_pml", "p", "c", "1-c")
    eps - log(c*(exp(eps) - 1) + 1)
    """
    subject = mechanism
    if quantity.startswith("entry_"):
        if mechanism.entry is None:
            raise Unsupported("this mechanism has no entries; its secret is one letter")
        subject, quantity = mechanism.entry, quantity.removeprefix("entry_")
    named = {p.name: p for p in subject.parameters}
    if parameter not in named:
        raise InvalidInput(f"{parameter} is no parameter; there are {', '.join(named)}")
    narrowed = _narrow(subject, named[parameter], low, high)
    closed = derive(narrowed, quantity)
    (part,) = closed.parts
    place = closed.frame.keys.index(named[parameter].tensor)
    ends = tuple(_end(closed.frame, end) for end in (low, high))
    resolver = Concrete(closed.frame, closed.prover)
    at_ends = [_at_end(value, place, ends, closed.prover) for value in _candidates(part.form)]
    form = resolver.extremum([Rational(value) for value in at_ends], True)
    assert form is not None
    shown: Form = Logarithm(form) if isinstance(part.form, Logarithm) else form
    presentation = Presentation(closed.frame, closed.prover.sign)
    expr = presentation.show(shown)
    own = tuple(name for name in closed.parameters if name != parameter)
    kept = tuple(
        (c, r) for c, r in closed.conditions if parameter not in {str(s) for s in c.free_symbols}
    )
    final = replace(
        closed,
        quantity=f"{quantity} over {low} < {parameter} < {high}",
        parts=(Part("", "", shown, expr),),
        parameters=own,
        conditions=kept,
        checked=0,
    )
    return IntervalWorstCase(final, (str(low), str(high)))


def _narrow(
    mechanism: Mechanism, parameter: Parameter, low: Fraction | str, high: Fraction | str
) -> Mechanism:
    scalar = parameter.scalar
    facts = (
        Fact(f"{parameter.name} > {low}", scalar - _polynomial(low), (), ">"),
        Fact(f"{parameter.name} < {high}", _polynomial(high) - scalar, (), ">"),
    )
    narrow = replace(parameter, facts=(*parameter.facts, *facts))
    names = {str(end).removeprefix("1-") for end in (low, high) if isinstance(end, str)}
    added = [_border(name) for name in sorted(names)]
    parameters = tuple(narrow if p == parameter else p for p in mechanism.parameters)
    data = [Data(p.tensor, p) for p in (*parameters, *added)]
    changed = {d.tensor for d in data}
    return replace(
        mechanism,
        channel=_with_data(mechanism.channel, data, changed),
        parameters=(*parameters, *added),
        settings={},
    )


def _with_data(channel: Channel, data: Sequence[Data], changed: set[Tensor]) -> Channel:
    kept = [d for d in channel.data if d.tensor not in changed]
    blank = object.__new__(Channel)
    return blank._fill(
        channel.text,
        channel.inputs,
        channel.outputs,
        channel.letters,
        channel.body,
        (*data, *kept),
    )


def _border(name: str) -> Parameter:
    return real(name, "border of the interval", 0, Fraction(1, 2), high_open=True)


def _polynomial(end: Fraction | str) -> Polynomial:
    if not isinstance(end, str):
        return constant(Fraction(end))
    scalar = _border(end.removeprefix("1-")).scalar
    return 1 - scalar if end.startswith("1-") else scalar


def _end(frame: Frame, end: Fraction | str) -> FracElement:
    return frame.convert(_polynomial(end), {})


def _candidates(form: Form) -> list[FracElement]:
    inner = form.body if isinstance(form, Logarithm) else form
    bodies = inner.bodies if isinstance(inner, Extreme) and inner.largest else (inner,)
    values = [body.value for body in bodies if isinstance(body, Rational)]
    if len(values) < len(bodies) or any(isinstance(body, AtExtreme) for body in bodies):
        raise Unsupported("the quantity is no maximum of rational functions of the parameter")
    return values


def _at_end(
    value: FracElement, place: int, ends: tuple[FracElement, ...], prover: Prover
) -> FracElement:
    slope = value.diff(value.field.gens[place])
    sign = prover.sign(slope.numer * slope.denom)
    if sign is None:
        raise Unsupported(f"{value} is not proved monotone in the parameter")
    end = ends[1] if sign in (">", ">=") else ends[0]
    gen = value.field.ring.gens[place]
    border = end.numer.quo_ground(end.denom.LC)
    assert end.denom.is_ground
    parts = [value.field(p.compose(gen, border)) for p in (value.numer, value.denom)]
    return parts[0] / parts[1]
