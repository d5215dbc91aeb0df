"""Terms of mixtures with a probability, below the mixtures of terms: convexity in both arguments.

For a and b that are affine in a number q in [0, 1], with the ends a1, b1 at q = 1 and a0, b0 at 0,

    F(a, b)  <=  q F(a1, b1) + (1 - q) F(a0, b0)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.kernel.certificate import Arguments, Term, Use


def mixed_by_numbers(term: ConvexTerm, deductions: Deductions) -> Iterator[Fact]:
    """The bounds of a term by the probabilities in which its arguments are affine."""
    for number in sorted({*term.a.tensors, *term.b.tensors}):
        if not number.alphabets and number.is_at_most_one and number.is_nonnegative:
            found = _mixed(term, number, deductions)
            if found is not None:
                yield found


def _mixed(term: ConvexTerm, number: Tensor, deductions: Deductions) -> Fact | None:
    q, one = atom(number), constant(1)
    ends = {
        weight: [replace_tensor(argument, number, (), value) for argument in (term.a, term.b)]
        for weight, value in ((q, one), (1 - q, constant(0)))
    }
    whole = [sum((w * end[k] for w, end in ends.items()), constant(0)) for k in (0, 1)]
    if whole != [term.a, term.b] or any(end == [term.a, term.b] for end in ends.values()):
        return None
    f, parts = term.function, [Arguments(w * a, w * b) for w, (a, b) in ends.items()]
    apart = deductions.perspective("a mixture", f, parts)
    weight, (a, b) = 1 - q, ends[1 - q]  # q is a common factor in the normal form
    if apart is None or convex(f, weight * a, weight * b) == weight * convex(f, a, b):
        return apart
    scaled = deductions.scale(f, weight, a, b)
    deductions.hide(apart, scaled)
    if scaled is None:
        return None
    uses = ((Fraction(1), apart), (Fraction(-1), scaled))
    terms = tuple(Term(c, (Use(fact.name, fact.indices),)) for c, fact in uses)
    return deductions.total("a mixture of terms", terms)
