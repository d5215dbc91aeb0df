"""A mechanism with the value of one parameter put in."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.parameter import Parameter
from pmlsym.families.renaming import Renaming
from pmlsym.families.written_value import value_of
from pmlsym.numbers.number import Exact


def fixed(mechanism: Mechanism, parameter: Parameter, text: str) -> Mechanism:
    """The mechanism at a rational value, or at log of a rational where it is an exponent.

    Raises InvalidInput at a value outside the domain, Unsupported where the exponential of the
    value is irrational.

    >>> from pmlsym.families.binary_symmetric import binary_symmetric
    >>> flip = binary_symmetric()
    >>> fixed(flip, flip.parameters[0], "1/10").parameters
    ()
    """
    value = value_of(parameter.name, text)
    text = str(value)
    scalar = _scalar(parameter, value)
    if not parameter.admits(scalar):
        raise InvalidInput(f"{parameter.name} = {text} is outside its domain {parameter.domain}")
    name = f"{parameter.name}={text}"
    renaming = Renaming(parameters={parameter.name: name}, mark=f"[{text}]")
    changed = renaming.mechanism(mechanism, f"{mechanism.channel.operand}[{text}]")
    tensor = parameter.called(name).tensor
    gone = next(p for p in changed.parameters if p.tensor == tensor)
    rest = [p for p in changed.parameters if p.tensor != tensor]
    if gone.facts and rest:
        rest[0] = replace(
            rest[0], facts=(*rest[0].facts, *gone.facts), notes=(*rest[0].notes, *gone.notes)
        )
    elif gone.facts:
        _require(gone.facts, tensor, scalar, text)
    by_tensor = {p.tensor: p for p in rest}
    data = tuple(
        Data(d.tensor, scalar if d.tensor == tensor else by_tensor.get(d.tensor, d.entries))
        if not d.tensor.alphabets
        else d
        for d in changed.channel.data
    )
    settings = {k: v for k, v in changed.settings.items() if k != name}
    channel = changed.channel.with_data(data)
    densities = changed.densities and changed.densities.renamed({name: text})
    return replace(
        changed,
        channel=channel,
        parameters=tuple(rest),
        settings=settings,
        densities=densities,
    )


def _scalar(parameter: Parameter, value: Exact) -> Fraction:
    if not parameter.is_exponent:
        if not value.is_rational:
            raise InvalidInput(f"{parameter.name} = {value} is no rational")
        if parameter.is_integer and value.rational.denominator > 1:
            raise InvalidInput(f"{parameter.name} = {value} is no integer")
        return value.rational
    power = parameter.scalar_at(value)
    if not isinstance(power, Exact):
        raise Unsupported(
            f"{parameter.name} = {value} has no rational exponential; write log of a rational, or "
            f"leave {parameter.name} open and put the value in at the end"
        )
    return power.rational


def _require(facts: tuple[Fact, ...], tensor: Tensor, value: Fraction, text: str) -> None:
    for fact in facts:
        total = _evaluate(fact.polynomial, tensor, value)
        if total is not None and (total < 0 or (fact.relation == ">" and total == 0)):
            raise InvalidInput(f"{tensor}={text} is outside the domain: {fact.name}")


def _evaluate(polynomial: Polynomial, tensor: Tensor, value: Fraction) -> Fraction | None:
    total = Fraction(0)
    for monomial, c in polynomial:
        if any(atom != (tensor, ()) for part in monomial for atom in part):
            return None
        total += c * value ** len(monomial)
    return total
