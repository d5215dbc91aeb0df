"""Worst values over a set of priors, as text."""

from __future__ import annotations

from textwrap import wrap

from pmlsym.evidence.prior_bounds import PriorBound
from pmlsym.report.number_text import both_texts

WIDTH = 78


def bound_line(bound: PriorBound, *, bits: bool = False) -> str:
    """One worst value, whether and where it is attained; letters count from one."""
    letters = "".join(f", {letter}" for letter in bound.letters)
    return f"{bound.key} = {both_texts(bound.value, bits=bits)}, {bound.place}{letters}"


def bounds_over_priors_text(bounds: tuple[PriorBound, ...], *, bits: bool = False) -> str:
    """The worst values of a channel over a set of priors."""
    head = f"Over all priors of the set, in {'bits' if bits else 'nats'}"
    lines = [wrap(bound_line(each, bits=bits), WIDTH, subsequent_indent="    ") for each in bounds]
    return "\n".join([head, "", *(f"  {line}" for several in lines for line in several)])
