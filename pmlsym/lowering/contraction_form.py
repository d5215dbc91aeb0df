"""When a contraction coefficient is at most a level, by the parts q of a prior P.

    eta <= t     iff   t D_f(q || m P) >= D_f(q W || m P W)     for all 0 <= q <= P, m = sum_x q(x)

Each distribution Q << P is a multiple of such a part, and both sides are homogeneous. Posteriors
and letters give such parts: q(x) = P(x)W(x,y) at an outcome y, or P(x) at one letter. No summand is
infinite, since q/(m P) <= 1/m. Over all priors this holds for every P; and where the divergence is
continuous, for all q >= 0, as each Q is a limit of distributions with a prior near P.
"""

from __future__ import annotations

from typing import Any

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import FreshNames
from pmlsym.language.value import ContractionCoefficient, Divergence
from pmlsym.lowering.convex_sums import divergence_terms
from pmlsym.lowering.forms import ForAllTensor, Holds

PART = "part"
"""The field `of` of a tensor that is a part of a prior."""

CONTINUOUS = ("H2", "js", "lc")
"""The functions whose divergence is continuous in both priors, and so never infinite."""

SHARE = "share"
"""The field `of` of a number r such that r Q is a part of another prior."""


def contraction_at_most(
    value: ContractionCoefficient, level: Any, names: FreshNames
) -> ForAllTensor:
    """The form of a contraction coefficient <= a level: for all parts q of a prior."""
    axes, mass = tuple(i.alphabet for i in value.inputs), value.mass
    places = tuple(range(len(axes)))
    prior = Tensor(names.fresh("p"), axes, nonnegative=True, stochastic=places, role="selector")
    if value.is_over_priors:
        mass = atom(prior, *value.inputs)
    tensor = Tensor(names.fresh("q"), axes, nonnegative=True, role="selector", of=PART)
    part = atom(tensor, *value.inputs)
    whole = sum_over(part, *value.inputs)
    seen = [sum_over(each * value.entry, *value.inputs) for each in (part, mass)]
    before = Divergence(value.function, value.inputs, part, whole * mass)
    after = Divergence(value.function, value.outputs, seen[0], whole * seen[1])
    gap = level.numerator * divergence_terms(before) - level.denominator * divergence_terms(after)
    below = Fact(f"{tensor.name} is a part", mass - part, value.inputs)
    if value.is_over_priors:
        asked = () if value.function in CONTINUOUS else (below,)
        return ForAllTensor(prior, (), ForAllTensor(tensor, asked, Holds(gap)))
    return ForAllTensor(tensor, (below,), Holds(gap))
