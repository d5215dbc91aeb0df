"""The channel with a single zero entry, under the uniform prior.

    W(x_1,y) = 0 if y = y_1 else 1/(n-1),       W(x,y) = 1/n for every other letter x

Its leakage is tiny for large n, although differential privacy calls it as bad as the identity.
Source: [PML23, Sec. IV-B].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism, uniform_prior
from pmlsym.mechanism_families.parameter import letters_of, quotient


def one_zero(n: int | None = None) -> Mechanism:
    """The family's mechanism with one zero entry and uniform prior; n symbolic unless given.

    >>> one_zero().channel
    one-zero
    """
    x, y, first = Index("X", "x"), Index("X", "y"), Index("X", "1")
    size = letters_of("X", "n", "number of letters")
    row, rest = Tensor("1/(n-1)", positive=True), Tensor("1/n", positive=True)
    is_first = equal_letters(x, first)
    body = is_first * (1 - equal_letters(y, first)) * atom(row) + (1 - is_first) * atom(rest)
    data = [
        Data(row, quotient(1, size.scalar - 1)),
        Data(rest, quotient(1, size.scalar)),
        size.at(n),
    ]
    uniform = uniform_prior(Alphabet("X"))
    return polynomial_mechanism(body, (x, y), data, text="one-zero", prior=uniform)
