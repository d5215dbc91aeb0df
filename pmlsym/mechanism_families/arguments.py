"""The arguments that a parameter can be given: a free name, or an exact value.

A value is a rational, plus multiples of logarithms of rationals:

    3    1/10    1e-6    log(3)    2*log(3) - log(2)    log(3)/2 + 1

A name is taken if a closed form uses it for something else:

    tau, delta                 the level of a tail, the probability of an event
    p1, p2, .., p_min, p_max   masses of the prior; m_min, .. those of the letters of an outcome
    P, W                       the prior and the channel
    exp, Max, pi, ..           functions and numbers that closed forms are made of
    x, y, .., p, n, ..         letters, and masses p(y) of them, where an alphabet has any size
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from keyword import iskeyword
from operator import add, mul
from unicodedata import normalize

from pmlsym.errors import InvalidInput, OutOfDomain
from pmlsym.language.expression import Call, Expression, Name, Numeral, expression_of
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.numbers.number import Exact, Number, exp_of, log_of, number

MASS = re.compile(r"p\d+|[pqmn]_(min|max)")

USES = {
    "tau": "the level of a tail",
    "delta": "the probability of an event",
    "Delta": "the probability of an event",
    "P": "the prior",
    "W": "the channel",
    "E": "Euler's number",
    "I": "the imaginary unit",
    "pi": "the number pi",
}

FUNCTIONS = (
    "Abs",
    "Max",
    "Min",
    "Piecewise",
    "Sum",
    "atan",
    "binomial",
    "erf",
    "exp",
    "log",
    "sqrt",
)

INFINITE = ("inf", "nan", "oo", "zoo")

LETTERS = ("x", "y", "z", "u", "v", "w", "i", "j")

MASSES = ("p", "q", "m", "n", "s")


def require_free(name: str) -> None:
    """Raises InvalidInput, with its other use, unless a family's parameter may have this name.

    >>> require_free("eps")
    >>> require_free("p_min")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: the name p_min is taken: it is a prior mass; choose another
    """
    use = USES.get(name) or ("a prior mass" if MASS.fullmatch(name) else "")
    if name in (*FUNCTIONS, *INFINITE):
        use = "written in closed forms"
    elif iskeyword(name):
        use = "a word of Python, in which closed forms are read"
    if use:
        raise _taken_error(name, use)
    if not name.isidentifier() or normalize("NFKC", name) != name:
        plain = normalize("NFKC", name)
        hint = f"; {plain} is another way to write it" if plain.isidentifier() else ""
        raise InvalidInput(f"{name[:60]!r} is no name of a parameter{hint}; write one such as a")


def require_free_in(mechanism: Mechanism, names: Mapping[str, str]) -> None:
    """Raises InvalidInput unless a family's parameters may take these new names, given by the old.

    Besides what `require_free` asks, a name must not be that of another parameter, nor of a letter
    or of masses of letters where an alphabet has any size.

    >>> from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
    >>> require_free_in(binary_asymmetric(), {"a": "c"})
    >>> require_free_in(binary_asymmetric(), {"a": "b"})
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: the name b is taken: it is another parameter; choose another
    """
    parameters = {p.name: p for p in mechanism.parameters}
    new_names = [names.get(name, name) for name in parameters]
    is_open = sizes_of(mechanism.channel) is None or mechanism.densities is not None
    for old, new in names.items():
        require_free(new)
        if new_names.count(new) > 1:
            raise _taken_error(new, "another parameter")
        if is_open and new in LETTERS:
            raise _taken_error(new, "a letter")
        if is_open and new in MASSES and not parameters[old].is_integer:
            raise _taken_error(new, f"the mass or the number {new}(y) of letters")


def require_one_meaning(parameters: Iterable[Parameter]) -> None:
    """Raises InvalidInput where two different parameters of families have the same name.

    The tensors of such parameters may be `a`, `exp(a)` or `exp(a/2)`.

    >>> from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
    >>> require_one_meaning(2 * binary_symmetric().parameters)
    """
    by_name: dict[str, Parameter] = {}
    for parameter in parameters:
        other = by_name.setdefault(parameter.name, parameter)
        kinds = [p.is_exponent and p.scale for p in (other, parameter)]
        if kinds[0] != kinds[1]:
            one = "in different units" if all(kinds) else "of which one is an exponent"
            raise InvalidInput(
                f"{other.name} is the name of two parameters, {one}; give one another name"
            )


def value_of(name: str, text: str) -> Exact:
    """The exact number that a text such as 2*log(3) sets a family's parameter to.

    Raises InvalidInput at any other number, and the grammar's errors at text that is not a number.

    >>> value_of("eps", "2*log(3)"), value_of("a", "0.25")
    (log(9), 1/4)
    """
    value = _number_of(name, expression_of(text, name))
    if not isinstance(value, Exact):
        raise InvalidInput(f"{name} = {text[:60]} is no rational, and no sum of logarithms of them")
    return value


def rational_value(name: str, text: str) -> Fraction:
    """The rational written for a family's parameter. Raises InvalidInput if none is.

    >>> rational_value("a", "1/4")
    Fraction(1, 4)
    """
    value = value_of(name, text)
    if not value.is_rational:
        raise InvalidInput(f"{name} = {text[:60]} is no rational")
    return value.rational


def _taken_error(name: str, use: str) -> InvalidInput:
    """The error for a family's parameter whose name closed forms use for something else."""
    return InvalidInput(f"the name {name} is taken: it is {use}; choose another")


def _number_of(name: str, expression: Expression) -> Number:
    """The number that an expression sets a family's parameter to. Raises InvalidInput at names."""
    match expression:
        case Numeral(value):
            return number(value)
        case Name(text):
            raise InvalidInput(f"{name} = .. {text} .. is no rational, and no log of one")
        case Call(word, arguments):
            numbers = [_number_of(name, argument) for argument in arguments]
    try:
        return OPERATIONS[word](*numbers)
    except OutOfDomain:
        raise InvalidInput(f"{name} has no value: {word} of {numbers[0]}") from None


OPERATIONS: dict[str, Callable[..., Number]] = {
    "+": lambda *terms: reduce(add, terms),
    "*": lambda *factors: reduce(mul, factors),
    "^": lambda base, power: exp_of(power * log_of(base)),
    "sqrt": lambda square: exp_of(log_of(square) / 2),
    "log": log_of,
    "exp": exp_of,
}
"""The functions of exact numbers that the words of an expression mean."""
