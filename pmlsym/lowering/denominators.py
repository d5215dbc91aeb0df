"""Denominators of quotients: which are positive wherever a quotient has a value."""

from __future__ import annotations

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.errors import Unsupported
from pmlsym.lowering.levels import State, surely_nonnegative


def require_nonzero(state: State, polynomial: Polynomial, text: str) -> None:
    """A denominator that cannot be negative is positive, since the claim has no value at zero.

    It cannot where its tensors say so, or a premise that is assumed already.
    """
    known = [f.polynomial for f in state.facts if f.relation != "==" and not f.indices]
    differences = (polynomial - least for least in known)
    plain = (polynomial, _beyond_one(polynomial, known), *differences)
    if not at_least_zero(polynomial) and not any(map(surely_nonnegative, plain)):
        raise Unsupported(f"the sign of the denominator {text} is not plain")
    state.add(Fact(f"{text} > 0", polynomial, (), ">"))


def _beyond_one(polynomial: Polynomial, known: list[Polynomial]) -> Polynomial:
    """The polynomial with 1 + t for each number t that is known to be at least one."""
    for tensor in polynomial.tensors:
        if not tensor.alphabets and atom(tensor) - 1 in known:
            polynomial = replace_tensor(polynomial, tensor, (), atom(tensor) + 1)
    return polynomial
