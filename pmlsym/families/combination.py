"""Mechanisms made of mechanisms: in cascade, repeated, and composed adaptively.

cascade       W >> V                     the outcome of W goes through V
repetition    W & .. & W                 independent uses on one secret
composition   W & U,  U: X, Y -> Z       the second mechanism is chosen by the first outcome
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pmlsym.calculus.value import Ratio
from pmlsym.errors import InvalidInput
from pmlsym.families.mechanism import Mechanism, matrix_mechanism
from pmlsym.families.parameter import Parameter, quotient, real
from pmlsym.families.randomized_response import randomized_response


def cascade_of(first: Mechanism, second: Mechanism) -> Mechanism:
    """The outcome of the first through the second; parameters of one name are one parameter.

    Raises AlphabetMismatch unless the second takes the outcomes of the first.

    >>> from pmlsym.families.randomized_response import randomized_response
    >>> cascade_of(randomized_response(), randomized_response(parameter="eta")).channel
    RR >> RR_eta
    """
    channel = first.channel >> second.channel
    parameters = tuple(dict.fromkeys((*first.parameters, *second.parameters)))
    settings = {**first.settings, **second.settings}
    return Mechanism(channel, first.prior, parameters, settings, second.outcome_names)


def repetition_of(mechanism: Mechanism, times: int) -> Mechanism:
    """Independent uses of one mechanism on one secret, all outcomes seen.

    Raises InvalidInput where `times` is not positive.

    >>> from pmlsym.families.randomized_response import randomized_response
    >>> repetition_of(randomized_response(), 2).channel
    RR & RR
    """
    if times < 1:
        raise InvalidInput(f"times = {times}: a repetition has at least one use")
    channel = mechanism.channel
    for _ in range(times - 1):
        channel = channel & mechanism.channel
    return Mechanism(channel, mechanism.prior, mechanism.parameters, mechanism.settings)


def repeated_response(k: int | None = None, times: int = 2) -> Mechanism:
    """k-ary randomised response, used `times` times.

    >>> repeated_response(2).channel
    RR & RR
    """
    return repetition_of(randomized_response(k), times)


def response_cascade(k: int | None = None) -> Mechanism:
    """k-ary randomised response with eps, then with eta.

    >>> response_cascade(3).channel
    RR >> RR_eta
    """
    return cascade_of(randomized_response(k), randomized_response(k, parameter="eta"))


def adaptive_composition() -> Mechanism:
    """A binary symmetric channel a, then one that is b or c by the first outcome.

    >>> adaptive_composition().outcome_names
    ('00', '01', '10', '11')
    """
    names = (("a", "first"), ("b", "second, after 0"), ("c", "second, after 1"))
    flips = [real(name, f"flip probability, {text}", 0, Fraction(1, 2)) for name, text in names]
    rows = tuple(tuple(_joint(x, y, z, flips) for y in (0, 1) for z in (0, 1)) for x in (0, 1))
    return matrix_mechanism(rows, flips, text="adaptive", outcome_names=("00", "01", "10", "11"))


def _joint(x: int, y: int, z: int, flips: Sequence[Parameter]) -> Ratio:
    first, second = flips[0].scalar, flips[1 + y].scalar
    left = 1 - first if x == y else first
    right = 1 - second if x == z else second
    return quotient(left * right)
