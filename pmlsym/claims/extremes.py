"""Maxima and minima, taken out of logarithms and exponentials.

    log(min(size(X), size(Y)))      min(log(size(X)), log(size(Y)))

Both functions increase. A logarithm goes inside only where no part can be negative, since a
negative part has no logarithm even where the maximum has one.
"""

from __future__ import annotations

from typing import Any

from pmlsym.claims.ranges import range_of
from pmlsym.language.fold import fold, rebuild
from pmlsym.language.nodes import Claim, Exponential, Extreme, Logarithm


def with_extremes_outside(claim: Claim) -> Claim:
    """The claim with min(log(a), log(b)) for log(min(a, b)) if that says the same; so too for exp.

    >>> from pmlsym.claim_text.question import parse
    >>> print(with_extremes_outside(parse("maxleak(W) <= log(min(size(X), size(Y)))")))
    maxleak(W) <= min(log(size(X)), log(size(Y)))
    """

    def outside(node: Any, inner: tuple[Any, ...]) -> Any:
        """A log or exp of a maximum or minimum as one of logs or exps; else the node."""
        match node, inner:
            case Exponential(), (Extreme(bodies=bodies) as extreme,):
                return rebuild(extreme, [Exponential(body) for body in bodies])
            case Logarithm(), (Extreme(bodies=bodies) as extreme,):
                if all(range_of(body).nonnegative for body in bodies):
                    return rebuild(extreme, [Logarithm(body) for body in bodies])
        return rebuild(node, inner)

    changed: Claim = fold(claim, outside)
    return changed
