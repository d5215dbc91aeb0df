"""Priors and channels repeated any number of times, n being a letter.

    W^&n     n uses on one letter       (W^&n)(x, y1 .. yn)        =  W(x,y1) .. W(x,yn)
    W^n      n separate letters         (W^n)(x1 .. xn, y1 .. yn)  =  W(x1,y1) .. W(xn,yn)
    W^>>n    a cascade of n             W^>>1 = W,   W^>>(n+1) = W^>>n >> W
    P^n      n independent letters      (P^n)(x1 .. xn)            =  P(x1) .. P(xn)

n is 1, 2, 3, .. What is made here has a tensor of its own, over an alphabet of n letters in a row,
of which nothing is known but that it is a prior or a channel: what is proved of it so is true of
every one. What more is known at n + 1, once it is known at n, claims/any_number.py says.
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


def repeated(
    joins: Joint, body: Prior | Channel, often: str, own: Sequence[Alphabet]
) -> Prior | Channel:
    """The prior or channel as often as the letter `often` says; `own` are its alphabets.

    They are those of n letters in a row, inputs first, and of W^>>n those of the channel itself.
    Raises InvalidInput where entries are given, of which numbers are asked: W^&3.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> repeated("&", Channel("W", X, Y), "n", (X, Z)).body
    W^&n(x,z)
    """
    if body.data:
        raise InvalidInput(f"{body} has entries; how often is a number then, such as {body}^&3")
    made, at = Repetition(joins, body, often), letters(own)
    if isinstance(body, Prior):
        if joins == ">>":
            raise InvalidInput(f"{body} is a prior; {body}^{often} are independent letters")
        entries = _entries(f"{made}", own, 0, often)
        return Prior.from_polynomial(made, own, at, entries)
    if joins == ">>" and body.inputs != body.outputs:
        raise AlphabetMismatch(f"{body} does not take what comes out of it, as {made} does")
    taken = 1 if joins == "*" else len(body.inputs)
    entries = _entries(f"{made}", own, taken, often)
    return Channel.from_polynomial(made, own[:taken], own[taken:], at, entries)


def _entries(name: str, own: Sequence[Alphabet], taken: int, often: str = "") -> Polynomial:
    """A tensor of which nothing is known but that it is a prior or a channel; `of` says how often.

    So it is known wherever it stands, also where nobody says any more what it was made from.
    """
    sums = tuple(range(taken, len(own)))
    known = tuple(alphabet.name for alphabet in own)
    return atom(Tensor(name, known, nonnegative=True, stochastic=sums, of=often), *letters(own))


def how_often(tensor: Tensor) -> str:
    """The letter that says how often what has this tensor is repeated; empty at any other.

    >>> X, Z = Alphabet("X"), Alphabet("Z")
    >>> [how_often(t) for t in repeated("*", Prior("P", X), "n", [Z]).body.tensors]
    ['n']
    """
    return tensor.of if tensor.alphabets and not tensor.role else ""


def written_out(made: Repetition, times: int) -> Prior | Channel:
    """What it is where the letter is this number, at least one.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> written_out(repeated("&", Channel("W", X, Y), "n", (X, Z)).made, 3)
    W & W & W
    """
    found: Prior | Channel = reduce(lambda a, b: joined(made.joins, a, b), [made.body] * times)
    return found


def unknown(term: Prior | Channel) -> Prior | Channel:
    """The same prior or channel, of which nothing is said any more.

    >>> X, Y, Z = (Alphabet(name) for name in "XYZ")
    >>> unknown(repeated("&", Channel("W", X, Y), "n", (X, Z))).made is None
    True
    """
    if isinstance(term, Prior):
        entries = _entries(term.text, term.alphabets, 0)
        return Prior.from_polynomial(term.text, term.alphabets, letters(term.alphabets), entries)
    own = (*term.inputs, *term.outputs)
    entries = _entries(term.text, own, len(term.inputs))
    return Channel.from_polynomial(term.text, term.inputs, term.outputs, letters(own), entries)


def joined(joins: Joint, first: Prior | Channel, second: Prior | Channel) -> Prior | Channel:
    """Two priors, or two channels, by the operator.

    >>> X, Y = Alphabet("X"), Alphabet("Y")
    >>> joined("*", Channel("W", X, Y), Channel("V", X, Y))
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
