"""The argument checks that measures share, and the observed letter that most measures are made of.

    through a channel W                  P_Y(y)  =  sum_x p(x)W(x,y)
    through U, after an outcome of W     P_Y(y) Q(y,z)  =  sum_x p(x)W(x,y)U(x,y,z)

Q is the distribution of the second outcome given the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.kind import require_kind, require_letter_name
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.nodes import Division, Measure, Named, Quantity
from pmlsym.language.value import Divergence, Larger, Largest, Quotient, Ratio, Value
from pmlsym.model.channel import Channel, Given, Hidden
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Against, Prior


@dataclass(frozen=True)
class Observation:
    """p(x), W(x,y) and P_Y(y) = sum_x p(x)W(x,y) at letters x and outcomes y.

    `letters` are the inputs x with the letters that the support condition ranges over, and `where`
    is positive on the support. `fixed` are the named outcomes: a claim about them is meant at all
    their letters. If no outcome is named, the measure binds the outcomes itself.
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
    def inverse_density(self) -> Ratio:
        """P_Y(y) / W(x,y)."""
        return Ratio(self.total, self.entry)

    def divergence(self, function: str) -> Divergence:
        """sum over x and y of p(x) P_Y(y) f( W(x,y) / P_Y(y) ), joint against product.

        At named outcomes it is P_Y(y) times the divergence of posterior and prior.
        """
        over = self.inputs if self.fixed else (*self.inputs, *self.outputs)
        return Divergence(function, over, self.entry, self.total, self.mass)

    @property
    def worst(self) -> tuple[Index, ...]:
        """The letters of an extreme over inputs, and over outcomes unless they are named."""
        return self.letters if self.fixed else (*self.letters, *self.outputs)


def observation_of(prior: Prior, channel: Channel, *outcomes: str) -> Observation:
    """The prior through the channel, at outcomes of these names or at any.

    Raises AlphabetMismatch if the prior does not fit the channel, or the outcomes do not fit its
    outputs.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> observation_of(Prior("P", X), Channel("W", X, Y), "z").worst
    (x,)
    """
    require_fit(prior, channel)
    fixed = free_outcomes(channel, outcomes)
    outputs = fixed or letters(channel.outputs)
    inputs = letters(prior.alphabets, taken=outputs)
    where, through = prior.support_apart(inputs, outputs)
    mass, entry = prior.mass(*inputs), channel.entry(inputs, outputs)
    total = sum_over(mass * entry, *inputs)
    return Observation(inputs, outputs, (*inputs, *through), fixed, mass, entry, total, where)


def measure(
    word: str,
    arguments: tuple[object, ...],
    value: Value,
    *,
    is_log: bool = True,
    free: tuple[Index, ...] = (),
    defined: tuple[Quotient, ...] = (),
) -> Measure:
    """The measure of these arguments, with the concrete entries that they have.

    `is_log` says that it is the logarithm of the value; `free` are the outcomes that it leaves
    open, `defined` the quotients that the value mentions.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> P = Prior.from_masses(["1/2", "1/2"], "P", Alphabet("X"))
    >>> [each.tensor for each in measure("mass", (P,), Ratio(P.body)).data]
    [P(X)]
    """
    return Measure(word, arguments, value, is_log, defined, free, data_of(arguments))


def leakage(
    word: str,
    arguments: tuple[object, ...],
    ratio: Largest,
    fixed: tuple[Index, ...],
    defined: tuple[Quotient, ...] = (),
) -> Measure:
    """The logarithm of a largest ratio; at fixed outcomes zero where they cannot occur."""
    value = at_least_one(ratio) if fixed else ratio
    return measure(word, arguments, value, free=fixed, defined=defined)


def at_least_one(value: Value) -> Larger:
    """The larger of a measure's value and one; one where the value is over no letters."""
    return Larger((Ratio(constant(1)), value))


def mean_or_at_outcome(
    word: str,
    arguments: tuple[object, ...],
    seen: Observation,
    value: Value,
    more: tuple[Data, ...] = (),
) -> Quantity:
    """The value, where no outcome was named; else the value over the probability of the outcome.

    At an outcome that cannot occur there is no value. `more` is data that no argument has.
    """
    prior, channel = (a for a in arguments if isinstance(a, Prior | Channel))
    data = merge(data_of(arguments), more)
    if not seen.fixed:
        return Measure(word, arguments, value, is_log=False, data=data)
    mass = f"({prior} >> {channel})[{', '.join(i.name for i in seen.fixed)}]"
    weighted = f"{mass}*{word}({', '.join(f'{a}' for a in arguments)})"
    parts = (
        Measure(text, (), part, is_log=False, free=seen.fixed, data=data)
        for text, part in ((weighted, value), (mass, Ratio(seen.total)))
    )
    return Named((Division(*parts),), word, arguments)


@dataclass(frozen=True)
class SecondMechanism:
    """The second mechanism under the posterior: its letters, and masses and ratios at them."""

    inputs: tuple[Index, ...]
    before: tuple[Index, ...]
    after: tuple[Index, ...]
    ratio: Ratio
    where: Polynomial
    seen: Polynomial
    quotient: Quotient

    @property
    def conditional(self) -> Polynomial:
        """Q(y,z), the second outcome's law given the first, by which a measure divides."""
        return self.ratio.denominator


def second_mechanism(prior: Prior, given: Given, outcomes: tuple[str, ...] = ()) -> SecondMechanism:
    """The second mechanism of a conditional measure, under the posterior at these outcomes.

    Raises AlphabetMismatch if the parts do not fit.
    """
    require_kind(given, Given, "the two mechanisms as ps.Given(W, U)")
    first, second = given.first, given.second
    require_fit(prior, first)
    joint = first & second
    every_letter = letters((*joint.inputs, *joint.outputs))
    generic_letters = every_letter[: len(joint.inputs)], every_letter[len(joint.inputs) :]
    fixed = free_outcomes(joint, outcomes)
    inputs, outputs = (letters(joint.inputs, taken=fixed), fixed) if fixed else generic_letters
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
    to_generic = dict(zip(outputs, generic_letters[1], strict=True))
    return SecondMechanism(
        (*inputs, *through),
        before,
        after,
        Ratio(second.entry(lifted, after), atom(conditional, *outputs)),
        where * seen,
        mass,
        Quotient(
            conditional,
            generic_letters[1],
            substitute(mass, to_generic),
            substitute(total, to_generic),
        ),
    )


def free_outcome(channel: Channel, outcome: str | None) -> tuple[Index, ...]:
    """The outcome at which a measure is taken, as y in pml(P, W, y); nothing without one."""
    return free_outcomes(channel, () if outcome is None else (outcome,))


def free_outcomes(channel: Channel, outcomes: tuple[str, ...]) -> tuple[Index, ...]:
    """The outcomes at which a measure is taken, one for each of the channel's outputs, if any."""
    for name in outcomes:
        require_letter_name(name, "an outcome; write a word such as y")
    if outcomes and len(channel.outputs) != len(outcomes):
        several = "several outputs" if len(channel.outputs) > 1 else "one output"
        raise AlphabetMismatch(f"{channel} has {several}; name one outcome of each")
    named = zip(channel.outputs, outcomes, strict=False)
    return tuple(Index(output.name, name) for output, name in named)


def require_fit(prior: Prior, *channels: Channel) -> None:
    """Return if each channel that a measure takes fits the letters of the prior it takes.

    Raises AlphabetMismatch where a channel takes other letters, InvalidInput at anything but a
    prior and channels.
    """
    require_prior(prior)
    for channel in channels:
        require_channel(channel).require_inputs(prior.alphabets)


def require_prior(prior: object) -> Prior:
    """The argument of a measure, if it is a prior. Raises InvalidInput if it is not."""
    return require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")


def require_channel(channel: object) -> Channel:
    """The argument of a measure, if it is a channel. Raises InvalidInput if it is not."""
    return require_kind(channel, Channel, "a channel, such as ps.Channel('W', X, Y)")


def require_entry(entry: object, of: Prior | Channel, count: int) -> None:
    """Return if a measure's argument is the number of an entry, from 1; else raise InvalidInput.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> require_entry(3, Prior("P", *alphabets("D E")), 2)
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: P has no entry 3; its entries are 1 to 2
    """
    if isinstance(entry, bool) or not isinstance(entry, int) or not 1 <= entry <= count:
        raise InvalidInput(f"{of} has no entry {entry!r}; its entries are 1 to {count}")


def data_of(arguments: Iterable[object]) -> tuple[Data, ...]:
    """The concrete entries that the arguments of a measure have, each once.

    Raises InvalidInput where two tensors have one name, AlphabetMismatch where sizes disagree.
    """
    return merge(*(part.data for argument in arguments for part in _parts_with_data(argument)))


def _parts_with_data(argument: object) -> tuple[Prior | Channel | Gain, ...]:
    """The priors, channels and gains in an argument of a measure."""
    match argument:
        case Prior() | Channel() | Gain():
            return (argument,)
        case Given(first, second) | Against(first, second) | Hidden(first, second):
            return first, second
    return ()


def columns_on_support(
    word: str, arguments: tuple[Prior | Channel, ...]
) -> tuple[tuple[Index, ...], tuple[Index, ...], Ratio, Polynomial]:
    """Letters, outcomes, W(x,y), and the condition of the support, for name(W) or name(P, W)."""
    prior, channel = prior_and_channel(word, arguments)
    outputs = letters(channel.outputs)
    inputs = letters(channel.inputs, taken=outputs)
    where, through = prior.support_apart(inputs, outputs) if prior else (constant(1), ())
    return (*inputs, *through), outputs, Ratio(channel.entry(inputs, outputs)), where


def prior_and_channel(
    name: str, arguments: tuple[Prior | Channel, ...]
) -> tuple[Prior | None, Channel]:
    """The arguments of a measure that is written name(W), or name(P, W) over the support of P."""
    match arguments:
        case (Channel() as channel,):
            return None, channel
        case (Prior() as prior, Channel() as channel):
            require_fit(prior, channel)
            return prior, channel
    raise InvalidInput(f"write {name}(W) or {name}(P, W), with a prior P and a channel W")
