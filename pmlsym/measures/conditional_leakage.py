"""Leakage of a second mechanism, given the outcome of the first.

    pml(P, U | W) = log max_{x, y, z: p(x)W(x,y) > 0, Q(y,z) > 0}  U(x,y,z) / Q(y,z)
    pml(P, U | W, y, z) = the same at one outcome of each
    P_Y(y) Q(y,z) = sum_x p(x)W(x,y)U(x,y,z)

    maxleak(P, U | W) = log max_{y: P_Y(y) > 0}  sum_z max_{x: p(x)W(x,y) > 0} U(x,y,z)

Q is the distribution of the second outcome given the first. Level form of pml: with that equality,
p(x)W(x,y) (t Q(y,z) - U(x,y,z)) >= 0. Sources: [PML23, Def. 3]; [Issa, Wagner, Kamath 2020].
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import sum_over
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Ratio, Total
from pmlsym.measures.notion import CONDITIONAL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import leakage, measure, second_mechanism
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
    ratio = Largest(over, part.ratio, part.where)
    return leakage("pml", (prior, given, *outcomes), ratio, fixed, (part.quotient,))


def conditional_maxleak(prior: Prior, given: Given) -> Measure:
    """Conditional maximal leakage of U: X, Y -> Z given the outcome of W: X -> Y, in nats.

    log of the largest, over first outcomes y that can occur, of sum_z max U(x,y,z) over the letters
    x that can give y. The result is a quantity >= 0. Raises AlphabetMismatch if the parts do not
    fit. Source: [Issa, Wagner, Kamath 2020].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.model.channel import Channel
    >>> X, Y, Z = alphabets("X Y Z")
    >>> conditional_maxleak(Prior("P", X), Given(Channel("W", X, Y), Channel("U", (X, Y), Z)))
    maxleak(P, U | W)
    """
    part = second_mechanism(prior, given, ())
    largest = Largest(part.inputs, Ratio(part.ratio.numerator), part.where)
    value = Largest(part.before, Total(part.after, largest), sum_over(part.where, *part.inputs))
    return measure("maxleak", (prior, given), value)


NOTIONS = (
    Notion(
        words=(
            Word("pml", conditional_pml, (PRIOR, CONDITIONAL)),
            Word("pml", conditional_pml, (PRIOR, CONDITIONAL, OUTCOME, OUTCOME), repeats=True),
        ),
        meaning="PML of a second mechanism once the outcome of the first is known",
        other_names=("conditional_pml",),
        laws=(
            Law("pml(P, U | W) >= 0", link=True),
            Law("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", link=True),
        ),
    ),
    Notion(
        words=(Word("maxleak", conditional_maxleak, (PRIOR, CONDITIONAL)),),
        meaning="maximal leakage of a second mechanism once the outcome of the first is known",
        other_names=("conditional_maxleak",),
        laws=(
            Law("maxleak(P, U | W) >= 0", link=True),
            Law("maxleak(P, U | W) <= pml(P, U | W)"),
            Law("maxleak(P, W & U) <= maxleak(P, W) + maxleak(P, U | W)", link=True),
        ),
    ),
)
