"""The worst leakages of a concrete channel over all priors of a set, and the worst priors.

sup over P in S of pml(P, W), of lip, ldi, maxleak and ldp;   inf over P in S of density_min
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import Labels
from pmlsym.engines.polytope.decision import worst_over_priors
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import PriorBound
from pmlsym.language.nodes import Measure
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

Rows = tuple[tuple[Fraction, ...], ...]
NOTIONS: tuple[tuple[Callable[[Prior, Channel], Measure], bool], ...] = (
    (pml, True),
    (density_min, False),
    (lip, True),
    (ldi, True),
    (maxleak, True),
    (ldp, True),
)
"""The measures, and whether their largest value is the worst."""


def leakage_over_priors(
    rows: Rows, priors: PriorPolytope, labels: tuple[Labels, Labels] = ((), ())
) -> tuple[PriorBound, ...]:
    """Find the worst value of each leakage of a channel over a set of priors, exactly.

    Raises InvalidInput where one of them has no value for any prior.

    `labels` are those of inputs and of outputs, if there are any.

    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> flip = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 10), Fraction(9, 10)))
    >>> print(leakage_over_priors(flip, every_prior(2))[0])
    largest pml(P, W) = log(9), not attained, approached towards (0, 1), x=1, y=1
    """
    channel = Channel.from_rows(rows, labels=[names or None for names in labels])
    prior = Prior("P", Alphabet("X"))
    bounds = []
    for notion, largest in NOTIONS:
        bound = worst_over_priors(notion(prior, channel), priors, largest=largest)
        if bound is None:
            raise InvalidInput(f"{notion.__name__} has no value for any prior in {{{priors}}}")
        bounds.append(bound)
    return tuple(bounds)
