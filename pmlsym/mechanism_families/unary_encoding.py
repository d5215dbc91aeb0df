"""Unary encodings: every letter reports one bit, the secret's own with other odds.

    P[bit of x = 1 | x] = a,      P[bit of x' = 1 | x] = b      for x' /= x,     all independent

    symmetric   a = s/(1+s), b = 1/(1+s), s = exp(eps/2)         (basic RAPPOR)
    optimised   a = 1/2,     b = 1/(1+E), E = exp(eps)

With C(y) the probability of the bits when every one has the odds of b,
W(x,y) = C(y) a/b if x is reported by y, else C(y) (1-a)/(1-b). m(y) is the prior mass of the
reported letters. Sources: [Erlingsson, Pihur, Korolova 2014], [Wang et al. 2017].
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import (
    Incidence,
    Parameter,
    PowerOf,
    Weights,
    exponent,
    letters_of,
    quotient,
    unsized,
)


def symmetric_unary_encoding(k: int | None = None, eps: object = None) -> Mechanism:
    """Symmetric unary encoding of k letters; k stays symbolic unless it is given.

    >>> symmetric_unary_encoding().channel
    SUE
    """
    level = exponent("eps", "LDP parameter", scale=Fraction(1, 2))
    root = level.scalar
    return _encoding("SUE", k, eps, level, quotient(root), quotient(1, root), 1 + root)


def optimised_unary_encoding(k: int | None = None, eps: object = None) -> Mechanism:
    """Optimised unary encoding of k letters; k stays symbolic unless it is given.

    >>> optimised_unary_encoding().channel
    OUE
    """
    level = exponent("eps", "LDP parameter")
    odds = level.scalar
    above, below = quotient(1 + odds, odds * 0 + 2), quotient(1 + odds, 2 * odds)
    return _encoding("OUE", k, eps, level, above, below, 1 + odds)


def _encoding(
    text: str,
    k: int | None,
    eps: object,
    level: Parameter,
    above: Ratio,
    below: Ratio,
    whole: Polynomial,
) -> Mechanism:
    """The encoding with a/b = above, (1-a)/(1-b) = below and b = 1/whole."""
    x, y, silent = Index("X", "x"), Index("Y", "y"), Index("Y", "0")
    size = letters_of("X", "k", "number of letters")
    reported = Tensor("B", ("X", "Y"), indicator=True)
    bits = Tensor("C", ("Y",), positive=True, stochastic=(0,))
    high, low = Tensor("a/b", positive=True), Tensor("(1-a)/(1-b)", positive=True)
    none, whole_set = Tensor("C(0)", positive=True), Tensor("C(all)", positive=True)
    inside = (1 - equal_letters(y, silent)) * atom(reported, x, y)
    body = atom(bits, y) * (atom(low) + (atom(high) - atom(low)) * inside)
    rest = quotient(whole - 1, whole)
    data = [level.at(), Data(high, above), Data(low, below)]

    def weights(sizes: dict[str, int]) -> tuple[Ratio, ...]:
        return tuple(
            quotient((whole - 1) ** (len(y) - sum(y)), whole ** len(y))
            for y in _bit_words(sizes["k"])
        )

    if k is None:
        sets = Incidence(
            reported, "m", _reported_rows, singletons=True, empty=(silent.name,), whole="all"
        )
        fixed = {silent.name: none, sets.whole: whole_set}
        masses = Weights(bits, fixed, weights, quotient(1, whole), rest, size.scalar)
        data += [
            size.at(),
            Data(none, PowerOf(rest, size.scalar)),
            Data(whole_set, PowerOf(masses.inside, size.scalar)),
            unsized(sets),
            unsized(masses),
            Data(size_tensor("Y"), PowerOf(quotient(2), size.scalar)),
        ]
    else:
        data += [Data(reported, _reported_rows({"k": k})), Data(bits, weights({"k": k}))]
    names = () if k is None else tuple("".join(map(str, y)) for y in _bit_words(k))
    return polynomial_mechanism(
        body, (x, y), data, text=text, settings={"eps": eps}, outcome_names=names
    )


def _bit_words(k: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=k))


def _reported_rows(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    k = sizes["k"]
    return tuple(tuple(y[x] for y in _bit_words(k)) for x in range(k))
