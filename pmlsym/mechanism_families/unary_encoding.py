"""Unary encodings: one bit is reported for every letter, and the secret's bit has other odds.

    P[bit of x = 1 | x] = a,      P[bit of x' = 1 | x] = b      for x' /= x,     all independent

    symmetric   a = s/(1+s), b = 1/(1+s), s = exp(eps/2)         (basic RAPPOR)
    optimised   a = 1/2,     b = 1/(1+E), E = exp(eps)
    two stages  a = f (h0+h1)/2 + (1-f) h1,    b = f (h0+h1)/2 + (1-f) h0             (RAPPOR)

In two stages a bit is first replaced by a fair one with probability f, for good, and then reported
as 1 with probability h1 if it is 1, h0 if it is 0, anew each time.

With C(y) the probability of the bits y when every bit has the odds of b,
W(x,y) = C(y) a/b if x is reported by y, else C(y) (1-a)/(1-b). m(y) is the prior mass of the
reported letters. Sources: [Erlingsson, Pihur, Korolova 2014], [Wang et al. 2017].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import (
    Incidence,
    Parameter,
    PowerOf,
    Weights,
    at_most,
    exponent,
    letters_of,
    quotient,
    real,
    unsized,
)


def symmetric_unary_encoding(k: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of symmetric unary encoding of k letters; k symbolic unless given.

    >>> symmetric_unary_encoding().channel
    SUE
    """
    level = exponent("eps", "LDP parameter", scale=Fraction(1, 2))
    root = level.scalar
    settings, bit = {"eps": eps}, quotient(1, 1 + root)
    return _mechanism_of_bits("SUE", k, settings, [level], quotient(root), quotient(1, root), bit)


def optimised_unary_encoding(k: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of optimised unary encoding of k letters; k symbolic unless given.

    >>> optimised_unary_encoding().channel
    OUE
    """
    level = exponent("eps", "LDP parameter")
    odds = level.scalar
    above, below = quotient(1 + odds, odds * 0 + 2), quotient(1 + odds, 2 * odds)
    return _mechanism_of_bits("OUE", k, {"eps": eps}, [level], above, below, quotient(1, 1 + odds))


def two_stage_encoding(k: int | None = None) -> Mechanism:
    """The family's mechanism RAPPOR of k letters, with permanent and instantaneous response.

    k stays open unless it is given.

    >>> two_stage_encoding().parameters
    (k >= 2, 0 <= f <= 1, 0 < h0 < 1, 0 < h1 < 1)
    """
    fair = real("f", "probability of a fair bit, permanent", 0, 1)
    low, high = (
        real(
            f"h{bit}", f"probability of reporting a {bit} as 1", 0, 1, low_open=True, high_open=True
        )
        for bit in (0, 1)
    )
    rule = at_most("h0 <= h1", low.scalar, high.scalar)
    high = replace(high, facts=(rule,), notes=("h0 <= h1",))
    mean = fair.scalar * (low.scalar + high.scalar)
    one, zero = (mean + 2 * (1 - fair.scalar) * bit.scalar for bit in (high, low))
    above, below = quotient(one, zero), quotient(2 - one, 2 - zero)
    return _mechanism_of_bits("RAPPOR", k, {}, [fair, low, high], above, below, quotient(zero, 2))


def _mechanism_of_bits(
    text: str,
    k: int | None,
    settings: Mapping[str, object],
    parameters: Sequence[Parameter],
    above: Ratio,
    below: Ratio,
    bit: Ratio,
) -> Mechanism:
    """The unary family's mechanism with a/b = above, (1-a)/(1-b) = below and b = bit."""
    x, y, silent = Index("X", "x"), Index("Y", "y"), Index("Y", "0")
    size = letters_of("X", "k", "number of letters")
    reported = Tensor("B", ("X", "Y"), indicator=True)
    bits = Tensor("C", ("Y",), positive=True, stochastic=(0,))
    high, low = Tensor("a/b", positive=True), Tensor("(1-a)/(1-b)", positive=True)
    none, whole_set = Tensor("C(0)", positive=True), Tensor("C(all)", positive=True)
    inside = (1 - equal_letters(y, silent)) * atom(reported, x, y)
    body = atom(bits, y) * (atom(low) + (atom(high) - atom(low)) * inside)
    one, whole = bit.numerator, bit.denominator
    rest = quotient(whole - one, whole)
    data = [*(parameter.at() for parameter in parameters), Data(high, above), Data(low, below)]

    def weights(sizes: dict[str, int]) -> tuple[Ratio, ...]:
        """The probability of each outcome's bits in the unary family, at odds of b."""
        return tuple(
            quotient(one ** sum(y) * (whole - one) ** (len(y) - sum(y)), whole ** len(y))
            for y in _bit_words(sizes["k"])
        )

    if k is None:
        sets = Incidence(
            reported, "m", _reported_rows, singletons=True, empty=(silent.name,), whole="all"
        )
        fixed = {silent.name: none, sets.whole: whole_set}
        masses = Weights(bits, fixed, weights, bit, rest, size.scalar)
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
        body, (x, y), data, text=text, settings=settings, outcome_names=names
    )


def _bit_words(k: int) -> list[tuple[int, ...]]:
    """All words of k bits, the outcomes of the unary encoding family."""
    return list(product((0, 1), repeat=k))


def _reported_rows(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The 0/1 entries that say which letter an outcome of the unary family reports."""
    k = sizes["k"]
    return tuple(tuple(y[x] for y in _bit_words(k)) for x in range(k))
