"""k-ary randomised response.

    W(x,y) = (E - 1) delta(x,y) N + N,      N = 1 / (k - 1 + E),   E = exp(eps)

The letter is reported truly with odds E : 1 against each other letter. Sources: [Warner, 1965],
[Kairouz, Bonawitz, Ramage 2016].
"""

from __future__ import annotations

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import exponent, letters_of, quotient


def randomized_response(
    k: int | None = None, eps: object = None, *, parameter: str = "eps"
) -> Mechanism:
    """The family's k-ary randomised response under an unknown prior; k symbolic if not given.

    `k` is a number of letters, at least 2; `eps` >= 0 a value in nats or a SymPy expression;
    `parameter` is the name that eps goes by.

    >>> randomized_response().channel
    RR
    """
    x, y = Index("X", "x"), Index("X", "y")
    size = letters_of("X", "k", "number of letters")
    level = exponent(parameter, "LDP parameter")
    scale = Tensor(f"N_{parameter}", positive=True)
    odds = level.scalar
    body = atom(scale) * ((odds - 1) * equal_letters(x, y) + 1)
    data = [level.at(), Data(scale, quotient(1, size.scalar - 1 + odds)), size.at(k)]
    text = "RR" if parameter == "eps" else f"RR_{parameter}"
    return polynomial_mechanism(body, (x, y), data, text=text, settings={parameter: eps})
