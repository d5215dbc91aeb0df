"""Entries of priors and channels as quantities, and their sums over a letter.

    P[x]              the mass of x                 (P >> W)[y]      that of an outcome
    W[y|x]            the probability of y given x, of several letters W[y|a, b]
    sum(x, P[x]*W[x|x])                             over all letters of the alphabet of x

Letters that no sum binds are outcomes of the whole claim, as in pml(P, W, y).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add, mul

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import merge
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.errors import AlphabetMismatch, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.language.value import Ratio
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def entry(subject: Prior | Channel, inputs: Sequence[str], outputs: Sequence[str]) -> Measure:
    """The entry of a prior or a channel at letters of these names.

    Raises AlphabetMismatch unless there is a letter of each alphabet.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> entry(Channel("W", *alphabets("X Y")), ["x"], ["y"])
    W[y|x]
    """
    before = subject.inputs if isinstance(subject, Channel) else ()
    after = subject.outputs if isinstance(subject, Channel) else subject.alphabets
    at = (*_letters(subject, before, inputs), *_letters(subject, after, outputs))
    name = f"{subject}" if f"{subject}".isidentifier() else f"({subject})"
    given = f"|{', '.join(inputs)}" if inputs else ""
    body = (
        subject.entry(at[: len(before)], at[len(before) :])
        if isinstance(subject, Channel)
        else subject.mass(*at)
    )
    return Measure(
        f"{name}[{', '.join(outputs)}{given}]",
        (),
        Ratio(body),
        is_log=False,
        free=tuple(dict.fromkeys(at)),
        data=subject.data,
    )


def sum_of_entries(text: str, letter: Index, body: Quantity) -> Measure:
    """The sum of a polynomial in entries over all letters in the place of one, written as `text`.

    Raises Unsupported where the body is no such polynomial.
    """
    measures = [part for part in walk(body) if isinstance(part, Measure)]
    free = dict.fromkeys(i for m in measures for i in m.free if i != letter)
    value = Ratio(sum_over(_POLYNOMIALS.read(body), letter))
    data = merge(*(m.data for m in measures))
    return Measure(text, (), value, is_log=False, free=tuple(free), data=data)


def _letters(
    subject: Prior | Channel, alphabets: Sequence[Alphabet], names: Sequence[str]
) -> tuple[Index, ...]:
    if len(alphabets) != len(names):
        wanted = ", ".join(a.name for a in alphabets) or "no letter"
        raise AlphabetMismatch(f"{subject} is at {len(names)} letters here; it has {wanted}")
    return tuple(Index(a.name, name) for a, name in zip(alphabets, names, strict=True))


def _polynomial(measure: Measure) -> Polynomial:
    value = measure.value
    if measure.is_log or not isinstance(value, Ratio) or value.denominator != constant(1):
        raise Unsupported(f"a sum over letters is of entries; {measure.text} is none")
    return value.numerator


_POLYNOMIALS = Arithmetic[Polynomial](
    constant=constant,
    measure=_polynomial,
    add=lambda parts: reduce(add, parts),
    multiply=lambda parts: reduce(mul, parts),
    refused=lambda part: Unsupported(f"a sum over letters is of entries; {part} is none"),
)
