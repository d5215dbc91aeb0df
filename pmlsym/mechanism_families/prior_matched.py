"""The randomised response that is matched to a prior.

    W(x,y) = 1 - E (1 - p(x)) if x = y,  else  E p(y),       E = exp(eps) <= 1 / (1 - p_min)

that is (1 - E) delta(x,y) + E p(y): its output has the distribution of the secret, and every letter
other than the outcome leaks eps exactly. Optimal for sub-convex utilities in the high-privacy
regime. Source: [QID24, (20)].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.polynomial import equal_letters
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import exponent, letters_of
from pmlsym.model.prior import Prior


def prior_matched(k: int | None = None, eps: object = None) -> Mechanism:
    """The family's randomised response of k letters that matches the prior; k symbolic if None.

    >>> prior_matched().channel
    matched
    """
    x, y = Index("X", "x"), Index("X", "y")
    prior = Prior("P", Alphabet("X"))
    size, level = letters_of("X", "k", "number of letters"), exponent("eps", "PML")
    odds = level.scalar
    diagonal = Fact("1 - E (1 - p(x)) >= 0", 1 - odds + odds * prior.mass(x), (x,))
    level = replace(level, facts=(diagonal,), notes=("exp(eps) <= 1/(1 - p(x)) for every x",))
    body = (1 - odds) * equal_letters(x, y) + odds * prior.mass(y)
    data = [level.at(), size.at(k)]
    return polynomial_mechanism(
        body, (x, y), data, text="matched", prior=prior, settings={"eps": eps}
    )
