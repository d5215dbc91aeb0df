"""Worst values over a set of priors, as text."""

from __future__ import annotations

from pmlsym.display import WIDTH, fitted
from pmlsym.evidence.prior_bounds import PriorBound
from pmlsym.report.number_text import both_texts


def bound_line(bound: PriorBound, *, bits: bool = False) -> str:
    """One worst value, whether and where it is attained; letters count from one."""
    letters = "".join(f", {letter}" for letter in bound.letters)
    value = both_texts(bound.value, bits=bits and bound.in_nats)
    return f"{bound.key} = {value}, {bound.place}{letters}"


def beyond_line(bound: PriorBound, *, bits: bool = False) -> str:
    """The same beside a prior that refutes a claim, which is not the worst where none is."""
    if bound.attained:
        return bound_line(bound, bits=bits)
    end = "supremum" if bound.is_largest else "infimum"
    letters = "".join(f", {letter}" for letter in bound.letters)
    value = both_texts(bound.value, bits=bits and bound.in_nats)
    return (
        f"refuted at the prior above; over the set the {end} {value} of {bound.text} is "
        f"approached towards {bound.masses}{letters}, and attained by no prior"
    )


def bounds_over_priors_text(
    bounds: tuple[PriorBound, ...], *, bits: bool = False, width: int = WIDTH
) -> str:
    """The worst values of a channel over a set of priors."""
    head = f"Over all priors of the set, in {'bits' if bits else 'nats'}"
    lines = (fitted(bound_line(each, bits=bits), width, "  ", "      ") for each in bounds)
    return "\n".join([head, "", *(line for several in lines for line in several)])
