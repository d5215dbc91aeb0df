"""Conditional pointwise maximal leakage of a second mechanism, given the outcome of the first.

    pml(P, U | W) = log max_{x, y, z: p(x)W(x,y) > 0, Q(y,z) > 0}  U(x,y,z) / Q(y,z)
    pml(P, U | W, y, z) = the same at one outcome of each
    P_Y(y) Q(y,z) = sum_x p(x)W(x,y)U(x,y,z)

Q is the distribution of the second outcome given the first. Level form: with that equality,
p(x)W(x,y) (t Q(y,z) - U(x,y,z)) >= 0. Source: [PML23, Def. 3].
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Larger, Largest, Quotient, Ratio
from pmlsym.measures.arguments import outcomes_of, require_fit, together
from pmlsym.model.channel import Given
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class Second:
    """The second mechanism under the posterior: its letters and what is known at them."""

    inputs: tuple[Index, ...]
    before: tuple[Index, ...]
    after: tuple[Index, ...]
    ratio: Ratio
    where: Polynomial
    seen: Polynomial
    quotient: Quotient
    text: str

    @property
    def conditional(self) -> Polynomial:
        """Q(y,z), the distribution of the second outcome given the first."""
        return self.ratio.denominator


def second_mechanism(prior: Prior, given: Given, outcomes: tuple[str, ...] = ()) -> Second:
    """What all conditional notions are made of, at free outcomes of these names if there are any.

    Raises AlphabetMismatch if the parts do not fit.
    """
    require_kind(given, Given, "the two mechanisms as ps.Given(W, U)")
    first, second = given.first, given.second
    require_fit(prior, first)
    joint = first & second
    own = letters((*joint.inputs, *joint.outputs))
    every = own[: len(joint.inputs)], own[len(joint.inputs) :]
    fixed = outcomes_of(joint, outcomes)
    inputs, outputs = (letters(joint.inputs, taken=fixed), fixed) if fixed else every
    before, after = outputs[: len(first.outputs)], outputs[len(first.outputs) :]
    where, through = prior.support_apart(inputs, (*inputs, *outputs))
    lifted = (*inputs, *before) if second.inputs != first.inputs else inputs
    seen = first.entry(inputs, before)
    conditional = Tensor(
        f"({second.text} | {prior.text}, {first.text})",
        tuple(i.alphabet for i in outputs),
        nonnegative=True,
        stochastic=tuple(range(len(before), len(outputs))),
        role="quotient",
    )
    mass = sum_over(prior.mass(*inputs) * seen, *inputs)
    total = sum_over(prior.mass(*inputs) * joint.entry(inputs, outputs), *inputs)
    generic = dict(zip(outputs, every[1], strict=True))
    return Second(
        (*inputs, *through),
        before,
        after,
        Ratio(second.entry(lifted, after), atom(conditional, *outputs)),
        where * seen,
        mass,
        Quotient(conditional, every[1], substitute(mass, generic), substitute(total, generic)),
        f"{prior.text}, {second.text} | {first.text}",
    )


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
        f"pml({', '.join((part.text, *outcomes))})",
        Larger((Ratio(constant(1)), ratios)) if outcomes else ratios,
        least=Fraction(1),
        positive=True,
        free=fixed,
        defined=(part.quotient,),
        data=together(prior, given.first, given.second),
    )
