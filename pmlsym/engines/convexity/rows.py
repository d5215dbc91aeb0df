"""Which lines of the table of convex functions to offer, at which parameters.

A line that compares two functions is offered where both are in sight. Parameters are numbers that
the sequent speaks of: what stands in a logarithm, one, and for the free r of Pinsker's and its
like the levels that stand beside an excess, since r is to be as large as what it bounds, up to a
factor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import terms_in

ZERO = constant(0)
MULTIPLES = (Fraction(1), Fraction(2), Fraction(1, 2))
"""By how much r differs from a level: total variation is half a distance."""


@dataclass(frozen=True)
class Parameters:
    """Numbers in sight: those in logarithms, and the levels beside an excess."""

    logs: tuple[Polynomial, ...]
    distances: tuple[Polynomial, ...]


def parameters_of(sequent: Sequent) -> Parameters:
    """The numbers of a sequent that may be parameters."""
    polynomials = sequent.polynomials
    terms = (t.term for t in terms_in(*polynomials))
    logs = dict.fromkeys(t.b for t in terms if t and is_log(t))
    levels: dict[Polynomial, None] = {}
    for polynomial in polynomials:
        if any(t.term and t.term.function.name == "excess" for t in terms_in(polynomial)):
            levels.update(dict.fromkeys(atom(t) for t in polynomial.tensors if _is_number(t)))
    scaled = (level * k for k in MULTIPLES for level in levels)
    return Parameters(tuple(logs), tuple(scaled))


def is_log(term: ConvexTerm) -> bool:
    """Whether F(1, c) is the logarithm of a number."""
    return term.function.name == "entropy" and term.a == ONE and not term.b.free


def offer_rows(
    term: ConvexTerm, known: Iterable[Tensor], numbers: Parameters, deductions: Deductions
) -> tuple[Fact, ...]:
    """Offer the lines that are about a term; which numbers to multiply the goal with, positive."""
    a, b = term.a, term.b
    seen = {t.term.function.name for t in known if t.term and (t.term.a, t.term.b) == (a, b)}
    positive: list[Fact] = []

    def row(name: str, *parameters: Polynomial) -> bool:
        return deductions.row(name, a, b, *parameters) is not None

    match term.function.name:
        case "entropy":
            for c in (ONE, *numbers.logs):
                if (a, b) != (ONE, c):
                    row("entropy tangent", c, ONE)
            if "root" in seen:
                row("entropy above root")
            if b == ONE and not a.free:
                row("entropy of number")
        case "square":
            row("square tangent", ZERO)
            row("square tangent", ONE)
            if not (a.free or b.free):
                row("square times")
        case "excess":
            row("excess tangent", ZERO)
            row("excess tangent", ONE)
            row("excess above")
            if not (a.free or b.free):
                row("excess none")
                row("excess all")
        case "root":
            row("root above")
            row("root tangent", ONE, ONE)
            if not (a.free or b.free):
                row("root square")
    for name, *both in COMPARED:
        if term.function.name in both and set(both) <= seen:
            if name == "entropy below square":
                for c in (ONE, *numbers.logs):
                    if row(name, c) and c != ONE:
                        use = deductions.show(c, ">")
                        positive += [deductions.facts[use.fact]] if use else []
            elif name == "root below excess":
                row(name)
            else:
                for r in numbers.distances:
                    row(name, r)
    return tuple(positive)


COMPARED = (
    ("entropy below square", "entropy", "square"),
    ("excess below square", "excess", "square"),
    ("excess below entropy", "excess", "entropy"),
    ("excess below root", "excess", "root"),
    ("root below excess", "excess", "root"),
)
"""The lines about two functions."""


def _is_number(tensor: Tensor) -> bool:
    return not (tensor.alphabets or tensor.is_size or tensor.is_term)
