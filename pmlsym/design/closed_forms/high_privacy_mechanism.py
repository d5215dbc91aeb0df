"""The PML high-privacy mechanism: optimal for every convex utility. [QID24, Cor. 4, eq. 20]

For t = e^eps <= 1/(1 - p_min),

    W(x_i, y_j) = 1 - t (1 - p(x_i))  if i = j,      t p(x_j)  otherwise.

There, r(x) <= t p(x) already forces r(x) >= 1 - t (1 - p(x)) >= 0, so the polytope of posteriors
is a simplex with N vertices; a point of a simplex has one set of barycentric weights, hence every
mechanism is a post-processing of this one, and it is optimal for every convex (sub-convex)
utility. The printed condition eps_u < 1/(1 - p_min) lacks the logarithm.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.design.level import rational_level
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix
from pmlsym.model.distribution import Number, distribution


def high_privacy_limit(prior: Iterable[Number]) -> Fraction:
    """The largest level of the high-privacy regime, 1/(1 - p_min).

    >>> high_privacy_limit(["1/4", "3/4"])
    Fraction(4, 3)
    """
    masses = distribution(prior)
    if len(masses) < 2:
        raise InvalidInput("a secret with one letter has no privacy regime")
    return 1 / (1 - min(masses))


def high_privacy_mechanism(prior: Iterable[Number], level: Fraction | int | str) -> Matrix:
    """The mechanism at level t = e^eps; rows are letters, columns outcomes.

    Raises InvalidInput when a letter has mass zero or the level is beyond the regime.

    >>> [[str(m) for m in row] for row in high_privacy_mechanism(["1/4", "3/4"], "6/5")]
    [['1/10', '9/10'], ['3/10', '7/10']]
    """
    masses, t = distribution(prior), rational_level(level)
    if min(masses) == 0:
        raise InvalidInput("the high-privacy mechanism needs a prior of full support")
    limit = high_privacy_limit(masses)
    if t > limit:
        raise InvalidInput(
            f"level {t} is beyond the high-privacy regime, which ends at 1/(1 - p_min) = {limit}"
        )
    return tuple(
        tuple(1 - t * (1 - p) if i == j else t * other for j, other in enumerate(masses))
        for i, p in enumerate(masses)
    )
