"""The value that a text gives a parameter: a rational, plus multiples of logarithms of rationals.

3    1/10    1e-6    log(3)    2*log(3) - log(2)    log(3)/2 + 1
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul

from pmlsym.errors import InvalidInput, OutOfDomain
from pmlsym.language.expression import Call, Expression, Name, Numeral, expression_of
from pmlsym.numbers.number import Exact, Number, exp_of, log_of, number


def value_of(name: str, text: str) -> Exact:
    """The exact number that is written for the parameter of that name.

    Raises InvalidInput at any other number, and as the grammar does at no number.

    >>> value_of("eps", "2*log(3)"), value_of("a", "0.25")
    (log(9), 1/4)
    """
    found = _value(name, expression_of(text, name))
    if not isinstance(found, Exact):
        raise InvalidInput(f"{name} = {text[:60]} is no rational, and no sum of logarithms of them")
    return found


def rational_value(name: str, text: str) -> Fraction:
    """The rational that is written for the parameter of that name. Raises InvalidInput if none is.

    >>> rational_value("a", "1/4")
    Fraction(1, 4)
    """
    value = value_of(name, text)
    if not value.is_rational:
        raise InvalidInput(f"{name} = {text[:60]} is no rational")
    return value.rational


def _value(name: str, expression: Expression) -> Number:
    match expression:
        case Numeral(value):
            return number(value)
        case Name(text):
            raise InvalidInput(f"{name} = .. {text} .. is no rational, and no log of one")
        case Call(word, arguments):
            known = [_value(name, argument) for argument in arguments]
    try:
        match word:
            case "+":
                return reduce(add, known)
            case "*":
                return reduce(mul, known)
            case "^":
                return exp_of(known[1] * log_of(known[0]))
            case "sqrt":
                return exp_of(log_of(known[0]) / 2)
            case "log":
                return log_of(known[0])
            case _:
                return exp_of(known[0])
    except OutOfDomain:
        raise InvalidInput(f"{name} has no value: {word} of {known[0]}") from None
