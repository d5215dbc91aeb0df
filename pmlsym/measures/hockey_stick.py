"""The hockey-stick divergence of two priors.

    D[E(gamma)](P || Q)  =  sum_x max(0, p(x) - gamma q(x))

At gamma = 1 it is total variation. A mechanism is (eps, delta)-differentially private iff
D[E(exp(eps))] of its rows is at most delta. Level form: that of a sum of maxima, or of convex
terms. Source: [Sason, Verdu 2016; Asoodeh, Aliakbarpour, Calmon 2021].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Divergence
from pmlsym.measures.notion import AGAINST, EXCESS, Law, Notion, Word
from pmlsym.measures.observation import together
from pmlsym.measures.scalar_argument import Argument, factor
from pmlsym.model.prior import Against


def hockey_stick(gamma: Argument, between: Against) -> Measure:
    """The mass by which one prior exceeds a multiple of another of the same letters; in [0, 1].

    `gamma` is a number >= 0: a rational, a free scalar, or exp of a level such as eps or log(2).
    `between` is ps.Against(P, Q). Raises AlphabetMismatch where the priors have other letters,
    InvalidInput at another gamma. Source: [Sason, Verdu 2016].

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.model.prior import Prior
    >>> X = Alphabet("X")
    >>> hockey_stick(2, Against(Prior("P", X), Prior("Q", X)))
    D[E(2)](P || Q)
    """
    require_kind(between, Against, "two priors as ps.Against(P, Q)")
    first, second, scale = between.first, between.second, factor(gamma)
    own = letters(first.alphabets)
    value = Divergence("tv", own, first.mass(*own), scale.polynomial * second.mass(*own))
    data = together(first, second)
    return Measure(f"D[E({scale})]", (between,), value, is_log=False, data=data)


NOTIONS = (
    Notion(
        words=(Word("D", hockey_stick, (EXCESS, AGAINST), indexed=True),),
        meaning="hockey-stick divergence",
        other_names=("hockey_stick", "e_gamma"),
        laws=(
            Law("D[E(1)](P || Q) == D[tv](P || Q)"),
            Law("D[E(2)](P || Q) <= D[tv](P || Q)"),
            Law("D[E(exp(eps))](P >> W || Q >> W) <= D[E(exp(eps))](P || Q)"),
            Law("D[inf](P || Q) <= eps => D[E(exp(eps))](P || Q) <= 0"),
        ),
    ),
)
