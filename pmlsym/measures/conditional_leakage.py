"""Conditional pointwise maximal leakage of a second mechanism, given the outcome of the first.

    pml(P, U | W) = log max_{x, y, z: p(x)W(x,y) > 0, Q(y,z) > 0}  U(x,y,z) / Q(y,z)
    pml(P, U | W, y, z) = the same at one outcome of each
    P_Y(y) Q(y,z) = sum_x p(x)W(x,y)U(x,y,z)

Q is the distribution of the second outcome given the first. Level form: with that equality,
p(x)W(x,y) (t Q(y,z) - U(x,y,z)) >= 0. Source: [PML23, Def. 3].
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import constant
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Larger, Largest, Ratio
from pmlsym.measures.notion import CONDITIONAL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import second_mechanism, together
from pmlsym.model.channel import Given
from pmlsym.model.prior import Prior


def conditional_pml(prior: Prior, given: Given, *outcomes: str) -> Measure:
    """Conditional PML of U: X, Y -> Z given the outcome of W: X -> Y, in nats.

    log max of U(x,y,z) / P(z|y) over letters, first outcomes and second outcomes that can occur
    together, or over letters at the free outcomes of these names, one for each output of W and U;
    it is 0 where they cannot occur together. The result is a quantity >= 0.
    Raises AlphabetMismatch if the parts do not fit. Source: [PML23, Def. 3].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.model.channel import Channel
    >>> X, Y, Z = alphabets("X Y Z")
    >>> conditional_pml(Prior("P", X), Given(Channel("W", X, Y), Channel("U", (X, Y), Z)))
    pml(P, U | W)
    """
    part = second_mechanism(prior, given, outcomes)
    fixed = (*part.before, *part.after) if outcomes else ()
    over = part.inputs if outcomes else (*part.inputs, *part.before, *part.after)
    ratios = Largest(over, part.ratio, part.where)
    return Measure(
        "pml",
        (prior, given, *outcomes),
        Larger((Ratio(constant(1)), ratios)) if outcomes else ratios,
        free=fixed,
        defined=(part.quotient,),
        data=together(prior, given.first, given.second),
    )


NOTIONS = (
    Notion(
        words=(
            Word("pml", conditional_pml, (PRIOR, CONDITIONAL)),
            Word("pml", conditional_pml, (PRIOR, CONDITIONAL, OUTCOME, OUTCOME), repeats=True),
        ),
        meaning="PML of a second mechanism once the outcome of the first is known",
        other_names=("conditional_pml",),
        laws=(
            Law("pml(P, U | W) >= 0"),
            Law("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
        ),
    ),
)
