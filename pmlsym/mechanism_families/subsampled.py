"""Randomised response of a sampled entry: the letter 0 is that of an entry that is absent.

    W(0,.) = R(0,.),      W(x,.) = r R(x,.) + (1 - r) R(0,.),      R k-ary randomised response

With probability r, independent of all else, the entry is in the sample (Poisson sampling); then
ldp(R) = eps becomes log(1 + r (e^eps - 1)). Sources: [Kasiviswanathan et al. 2011],
[Li, Qardaji, Su 2012], [Balle, Barthe, Gaboardi 2018].
"""

from __future__ import annotations

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import exponent, letters_of, quotient, real


def subsampled_response(
    k: int | None = None, eps: object = None, sampled: object = None
) -> Mechanism:
    """The family's randomised response of an entry that is sampled with probability r.

    k, which is open unless given, counts the letter of an absent entry.

    >>> subsampled_response().parameters
    (k >= 2, eps >= 0, 0 <= r <= 1)
    """
    x, y, absent = Index("X", "x"), Index("X", "y"), Index("X", "0")
    size = letters_of("X", "k", "number of letters, the absent one among them")
    level, share = exponent("eps", "LDP parameter"), real("r", "probability of sampling", 0, 1)
    scale = Tensor("N_eps", positive=True)
    taken, odds = share.scalar, level.scalar
    kept = taken * equal_letters(x, y) + (1 - taken) * equal_letters(absent, y)
    body = atom(scale) * ((odds - 1) * kept + 1)
    data = [level.at(), share.at(), Data(scale, quotient(1, size.scalar - 1 + odds)), size.at(k)]
    settings = {"eps": eps, "r": sampled}
    return polynomial_mechanism(body, (x, y), data, text="subsampled", settings=settings)
