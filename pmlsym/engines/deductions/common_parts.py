"""A sequent without a channel whose rows have a common part:  V(y,z) = M(z) + R(y,z)  [Doeblin].

Where  V(y,z) - M(z) >= 0  for all y, what is left, R = V - M, is named, and M + R is put for V
everywhere. All rows of R have one mass, 1 - sum_z M(z), and a term is at most that of M, which
tells nothing where its arguments are equal, and that of R.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.restated import Restated, part, restated
from pmlsym.kernel.certificate import Combine, Term
from pmlsym.kernel.checker import expand


def without_common_parts(sequent: Sequent) -> Iterator[Restated]:
    """The sequent with R in the place of each channel of which a common part is known."""
    for fact in sequent.facts:
        channel = _with_common_part(fact)
        if channel is None or not fact.indices:
            continue
        deductions, (tensor, at) = Deductions(sequent), channel
        rest = part("rest", fact, tensor, at, deductions)
        if rest is None:
            continue
        whole = Term(Fraction(1), (rest.defined,), tuple(at[k] for k in tensor.stochastic))
        origin = Origin("definition", rest.new)  # so that it is used from left to right
        equality = Fact("mass of the rest", expand(whole, deductions.facts), (), "==", origin)
        mass = deductions.add(Combine(equality, (whole,)))
        others = replace(sequent, facts=tuple(f for f in sequent.facts if f != fact))
        found = restated(others, (rest,), () if mass is None else (mass,), deductions)
        if found is not None:
            yield found


def _with_common_part(fact: Fact) -> tuple[Tensor, tuple[Index, ...]] | None:
    """The channel V and its letters where a fact says  V - M >= 0  for all of them."""
    parts = sorted(fact.polynomial.terms.items(), key=lambda item: -item[1])
    if fact.relation == "==" or [c for _, c in parts] != [1, -1]:
        return None
    atoms = [tuple(Polynomial({m: 1}).atoms()) for m, _ in parts]
    if [len(each) for each in atoms] != [1, 1]:
        return None
    ((tensor, at),), ((common, letters),) = atoms
    is_channel = len(tensor.stochastic) == 1 < len(tensor.alphabets) and common.is_nonnegative
    is_quantified = sorted(fact.indices) == sorted(at)
    return (tensor, at) if is_channel and is_quantified and set(letters) < set(at) else None
