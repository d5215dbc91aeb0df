"""Priors and channels repeated any number of times, n being a letter.

    W^&n     n uses on one letter       (W^&n)(x, y1 .. yn)        =  W(x,y1) .. W(x,yn)
    W^n      n letters, each its own    (W^n)(x1 .. xn, y1 .. yn)  =  W(x1,y1) .. W(xn,yn)
    W^>>n    a cascade of n             W^>>1 = W,   W^>>(n+1) = W^>>n >> W
    P^n      n independent letters      (P^n)(x1 .. xn)            =  P(x1) .. P(xn)

n is 1, 2, 3, .. The result has a tensor of its own, over an alphabet of n letters in a row. All
that is known of this tensor is that it is a prior or a channel, so whatever is proved about it
holds at every n. claims/any_number.py has the step from n to n + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Literal

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.channel import Channel
from pmlsym.model.composition import Repetition
from pmlsym.model.prior import Prior

Joint = Literal[">>", "&", "*"]


def repeat(
    joins: Joint, body: Prior | Channel, often: str, own: Sequence[Alphabet]
) -> Prior | Channel:
    """The prior P^n or channel W^&n, W^n, W^>>n: as often as the letter `often` says.

    The alphabets `own` have n letters in a row, inputs first; for W^>>n, they are those of the
    channel.
    Raises InvalidInput for a concrete channel, which is repeated a given number of times: W^&3.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> repeat("&", Channel("W", X, Y), "n", (X, Z)).body
    W^&n(x,z)
    """
    if body.data:
        raise InvalidInput(f"{body} has entries; how often is a number then, such as {body}^&3")
    made, at = Repetition(joins, body, often), letters(own)
    if isinstance(body, Prior):
        if joins == ">>":
            raise InvalidInput(f"{body} is a prior; {body}^{often} are independent letters")
        entries = _unknown_entries(f"{made}", own, 0, often)
        return Prior.from_polynomial(made, own, at, entries)
    if joins == ">>" and body.inputs != body.outputs:
        raise AlphabetMismatch(f"{body} does not take what comes out of it, as {made} does")
    taken = 1 if joins == "*" else len(body.inputs)
    entries = _unknown_entries(f"{made}", own, taken, often)
    return Channel.from_polynomial(made, own[:taken], own[taken:], at, entries)


def _unknown_entries(
    name: str, alphabets: Sequence[Alphabet], count_of_inputs: int, often: str = ""
) -> Polynomial:
    """The polynomial of entries that are only known to be a prior or a channel, as W^n's are.

    The tensor's field `of` is the letter n, which is thereby known wherever the tensor occurs.
    """
    outputs = tuple(range(count_of_inputs, len(alphabets)))
    names = tuple(alphabet.name for alphabet in alphabets)
    return atom(
        Tensor(name, names, nonnegative=True, stochastic=outputs, of=often), *letters(alphabets)
    )


def repetition_letter(tensor: Tensor) -> str:
    """The letter n of a repeated prior or channel, by its tensor; empty for any other tensor.

    >>> X, Z = Alphabet("X"), Alphabet("Z")
    >>> [repetition_letter(t) for t in repeat("*", Prior("P", X), "n", [Z]).body.tensors]
    ['n']
    """
    return tensor.of if tensor.alphabets and not tensor.role else ""


def write_out(made: Repetition, times: int) -> Prior | Channel:
    """The repeated prior or channel at this number of times, at least one: W & W & W.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> write_out(repeat("&", Channel("W", X, Y), "n", (X, Z)).made, 3)
    W & W & W
    """
    whole: Prior | Channel = reduce(lambda a, b: join(made.joins, a, b), [made.body] * times)
    return whole


def as_unknown(term: Prior | Channel) -> Prior | Channel:
    """The same prior or channel, with unknown entries in place of its own.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> as_unknown(repeat("&", Channel("W", X, Y), "n", (X, Z))).made is None
    True
    """
    if isinstance(term, Prior):
        entries = _unknown_entries(term.text, term.alphabets, 0)
        return Prior.from_polynomial(term.text, term.alphabets, letters(term.alphabets), entries)
    alphabets = (*term.inputs, *term.outputs)
    entries = _unknown_entries(term.text, alphabets, len(term.inputs))
    return Channel.from_polynomial(
        term.text, term.inputs, term.outputs, letters(alphabets), entries
    )


def join(joins: Joint, first: Prior | Channel, second: Prior | Channel) -> Prior | Channel:
    """The prior or channel that an operator makes of two: W >> V, W & V, W * V.

    >>> X, Y = Alphabet("X"), Alphabet("Y")
    >>> join("*", Channel("W", X, Y), Channel("V", X, Y))
    W * V
    """
    if isinstance(first, Prior) and isinstance(second, Prior):
        return first & second
    if isinstance(second, Prior) or (isinstance(first, Prior) and joins != ">>"):
        raise InvalidInput(f"{first} and {second} are not joined by {joins}")
    if joins == ">>":
        return first >> second
    assert isinstance(first, Channel)
    return first & second if joins == "&" else first * second
