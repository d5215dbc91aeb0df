"""What measures ask of their arguments, and a letter of a prior, observed, that most are made of.

    through a channel W                  P_Y(y)  =  sum_x p(x)W(x,y)
    through U, after an outcome of W     P_Y(y) Q(y,z)  =  sum_x p(x)W(x,y)U(x,y,z)

Q is the distribution of the second outcome given the first. Numbers stand inside a measure too:

    delta, delta1 + delta2, 1/10              a probability: a polynomial in scalars
    eps, eps1 + eps2, 2*eps, log(6/5)         a level: exp(eps1) exp(eps2), a product of tensors
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.kind import require_kind, require_small_name
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    Constant,
    Logarithm,
    Number,
    Product,
    Quantity,
    Scalar,
    Sum,
    quantity_of,
)
from pmlsym.language.value import Quotient, Ratio
from pmlsym.language.writing import write_quantity
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class Observation:
    """p(x), W(x,y) and P_Y(y) = sum_x p(x)W(x,y) at letters x and outcomes y.

    `letters` are the inputs x with whatever the support runs through, and `where` is positive at
    those of the support. `fixed` are the outcomes that were named, for which a claim is meant at
    all letters; otherwise the outcomes are the measure's own to bind.
    """

    inputs: tuple[Index, ...]
    outputs: tuple[Index, ...]
    letters: tuple[Index, ...]
    fixed: tuple[Index, ...]
    mass: Polynomial
    entry: Polynomial
    total: Polynomial
    where: Polynomial

    @property
    def density(self) -> Ratio:
        """W(x,y) / P_Y(y), the exponential of the information density."""
        return Ratio(self.entry, self.total)

    @property
    def worst(self) -> tuple[Index, ...]:
        """What an extreme over letters, and over outcomes unless they are named, is taken over."""
        return self.letters if self.fixed else (*self.letters, *self.outputs)


def observed(prior: Prior, channel: Channel, *outcomes: str) -> Observation:
    """The prior through the channel, at outcomes of these names or at any.

    Raises AlphabetMismatch if the prior does not fit the channel, or the outcomes do not fit its
    outputs.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> observed(Prior("P", X), Channel("W", X, Y), "z").worst
    (x,)
    """
    require_fit(prior, channel)
    fixed = outcomes_of(channel, outcomes)
    outputs = fixed or letters(channel.outputs)
    inputs = letters(prior.alphabets, taken=outputs)
    where, through = prior.support_apart(inputs, outputs)
    mass, entry = prior.mass(*inputs), channel.entry(inputs, outputs)
    total = sum_over(mass * entry, *inputs)
    return Observation(inputs, outputs, (*inputs, *through), fixed, mass, entry, total, where)


@dataclass(frozen=True)
class Second:
    """The second mechanism under the posterior: its letters and what is known at them."""

    inputs: tuple[Index, ...]
    before: tuple[Index, ...]
    after: tuple[Index, ...]
    ratio: Ratio
    where: Polynomial
    seen: Polynomial
    quotient: Quotient
    text: str

    @property
    def conditional(self) -> Polynomial:
        """Q(y,z), the distribution of the second outcome given the first."""
        return self.ratio.denominator


def second_mechanism(prior: Prior, given: Given, outcomes: tuple[str, ...] = ()) -> Second:
    """What all conditional notions are made of, at free outcomes of these names if there are any.

    Raises AlphabetMismatch if the parts do not fit.
    """
    require_kind(given, Given, "the two mechanisms as ps.Given(W, U)")
    first, second = given.first, given.second
    require_fit(prior, first)
    joint = first & second
    own = letters((*joint.inputs, *joint.outputs))
    every = own[: len(joint.inputs)], own[len(joint.inputs) :]
    fixed = outcomes_of(joint, outcomes)
    inputs, outputs = (letters(joint.inputs, taken=fixed), fixed) if fixed else every
    before, after = outputs[: len(first.outputs)], outputs[len(first.outputs) :]
    where, through = prior.support_apart(inputs, (*inputs, *outputs))
    lifted = (*inputs, *before) if second.inputs != first.inputs else inputs
    seen = first.entry(inputs, before)
    conditional = Tensor(
        f"({second.text} | {prior.text}, {first.text})",
        tuple(i.alphabet for i in outputs),
        nonnegative=True,
        stochastic=tuple(range(len(before), len(outputs))),
        role="quotient",
    )
    mass = sum_over(prior.mass(*inputs) * seen, *inputs)
    total = sum_over(prior.mass(*inputs) * joint.entry(inputs, outputs), *inputs)
    generic = dict(zip(outputs, every[1], strict=True))
    return Second(
        (*inputs, *through),
        before,
        after,
        Ratio(second.entry(lifted, after), atom(conditional, *outputs)),
        where * seen,
        mass,
        Quotient(conditional, every[1], substitute(mass, generic), substitute(total, generic)),
        f"{prior.text}, {second.text} | {first.text}",
    )


def outcome_of(channel: Channel, outcome: str | None) -> tuple[Index, ...]:
    """The free outcome of that name, or nothing."""
    return outcomes_of(channel, () if outcome is None else (outcome,))


def outcomes_of(channel: Channel, outcomes: tuple[str, ...]) -> tuple[Index, ...]:
    """The free outcomes of these names, one for each output of the channel, or nothing."""
    for name in outcomes:
        require_small_name(name, "an outcome; write a word such as y")
    if outcomes and len(channel.outputs) != len(outcomes):
        several = "several outputs" if len(channel.outputs) > 1 else "one output"
        raise AlphabetMismatch(f"{channel} has {several}; name one outcome of each")
    named = zip(channel.outputs, outcomes, strict=False)
    return tuple(Index(output.name, name) for output, name in named)


def require_fit(prior: Prior, *channels: Channel) -> None:
    """Return if each of the channels takes the letters of the prior.

    Raises AlphabetMismatch where one takes others, InvalidInput where something else was given.
    """
    require_prior(prior)
    for channel in channels:
        require_channel(channel).require_inputs(prior.alphabets)


def require_prior(prior: object) -> Prior:
    """The prior; InvalidInput where it is none."""
    return require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")


def require_channel(channel: object) -> Channel:
    """The channel; InvalidInput where it is none."""
    return require_kind(channel, Channel, "a channel, such as ps.Channel('W', X, Y)")


def together(*arguments: Prior | Channel) -> tuple[Data, ...]:
    """The concrete entries of all arguments."""
    return merge(*(argument.data for argument in arguments))


def on_support(name: str, arguments: tuple[Prior | Channel, ...]) -> tuple[Prior | None, Channel]:
    """The arguments of a measure that is written name(W), or name(P, W) over the support of P."""
    match arguments:
        case (Channel() as channel,):
            return None, channel
        case (Prior() as prior, Channel() as channel):
            require_fit(prior, channel)
            return prior, channel
    raise InvalidInput(f"write {name}(W) or {name}(P, W), with a prior P and a channel W")


Argument = Quantity | Number


@dataclass(frozen=True)
class ScalarArgument:
    """How the claim language writes the number, and its polynomial (of exp of it, for a level)."""

    text: str
    polynomial: Polynomial

    @property
    def value(self) -> Fraction | None:
        """The rational that the polynomial is, if it has no scalar."""
        return _rational(self.polynomial)


def probability(argument: Argument) -> ScalarArgument:
    """A number in [0, 1]: a rational, a free scalar, or sums and multiples of such.

    Raises InvalidInput for a rational outside [0, 1], or for anything else.

    >>> probability(Scalar("delta1") + Scalar("delta2"))
    ScalarArgument(text='delta1 + delta2', polynomial=delta1 + delta2)
    """
    quantity = quantity_of(argument)
    found = ScalarArgument(write_quantity(quantity), _PROBABILITIES.read(quantity))
    if found.value is not None and not 0 <= found.value <= 1:
        raise InvalidInput(f"{found.text} is no probability; it has to be in [0, 1]")
    return found


def level(argument: Argument) -> ScalarArgument:
    """A number >= 0 whose exponential is algebraic: a free scalar, log(6/5), sums of such.

    Raises InvalidInput for a number below zero, or one whose exponential is no polynomial.

    >>> level(2 * Scalar("eps") + Logarithm(Constant(Fraction(6, 5))))
    ScalarArgument(text='2*eps + log(6/5)', polynomial=6/5*exp(eps)*exp(eps))
    """
    quantity = quantity_of(argument)
    found = ScalarArgument(write_quantity(quantity), _power(quantity, 1))
    if found.value is not None and found.value < 1:
        raise InvalidInput(f"{found.text} is below 0; a level is a number >= 0")
    return found


def _rational(polynomial: Polynomial) -> Fraction | None:
    if polynomial.tensors:
        return None
    return Fraction(sum((c for _, c in polynomial), Fraction(0)))


def _over(above: Polynomial, below: Polynomial) -> Polynomial:
    divisor = _rational(below)
    if not divisor:
        raise _no_probability()
    return above * (1 / divisor)


def _no_probability(*_: Quantity) -> InvalidInput:
    return InvalidInput("a probability is a rational, a free scalar, or sums and multiples of such")


_PROBABILITIES: Arithmetic[Polynomial] = Arithmetic(
    constant=constant,
    scalar=lambda number: atom(scalar(number.name, "probability")),
    add=lambda terms: sum(terms, constant(0)),
    multiply=lambda factors: prod(factors, start=constant(1)),
    divide=_over,
    refused=_no_probability,
)


def _power(quantity: Quantity, times: int) -> Polynomial:
    """exp of `times` the quantity, as a polynomial."""
    match quantity:
        case Constant(value) if not value:
            return constant(1)
        case Scalar(name):
            return atom(exponential(name)) ** times
        case Logarithm(Constant(value)) if value > 0:
            return constant(value**times)
        case Sum(terms):
            return prod((_power(term, times) for term in terms), start=constant(1))
        case Product((Constant(value), body)) if value >= 0 and value.denominator == 1:
            return _power(body, times * int(value))
    raise InvalidInput(
        "a level is a free scalar, the log of a rational, or a sum of multiples of such,"
        " so that its exponential is rational: write log(6/5), eps, or eps1 + 2*eps2"
    )
