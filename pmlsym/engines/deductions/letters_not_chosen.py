"""Bounds summed over the letters that are not chosen: what is above all letters is above these.

    sum_x (1 - c(y,x)) (M(y) - W(x,y))  >=  0        M(y) >= W(x,y) for all x,  sum_x c(y,x) = 1

Summed over y as well it compares the largest entries of columns with the smallest that are chosen:
(|X| - 1) sum_y M(y) >= |X| - sum_y W(c(y),y), which at two letters of X is an equality.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.certificate import Use


def letters_not_chosen(deductions: Deductions) -> Ideas:
    """An idea of a search: bounds summed over the letters that a choice leaves out.

    They lead to the number of letters, and so to nothing where the sequent does not speak of it.
    """
    counted = {t.counted for t in deductions.sequent.tensors if t.is_size}
    choices = [
        t
        for t in deductions.sequent.tensors
        if t.role == "selector" and counted.intersection(t.alphabets[k] for k in t.stochastic)
    ]
    envelopes = [t for t in deductions.sequent.tensors if t.role == "envelope"]
    bounds = [
        fact
        for fact in deductions.plain_facts
        if fact.relation == ">=" and not {*envelopes}.isdisjoint(fact.polynomial.tensors)
    ]
    every = (f for choice in choices for b in bounds for f in _sums_left_out(choice, b, deductions))
    return Ideas(tuple(dict.fromkeys(every)))


def _sums_left_out(choice: Tensor, bound: Fact, deductions: Deductions) -> Iterator[Fact]:
    """Deduce, from a bound at each letter, its sum over all letters that a choice leaves out."""
    deductions.declare(choice)
    for at in letters_among(choice.alphabets, bound.indices):
        if len({*at}) == len(at):
            rest = Use(declared_name(choice, "<= 1"), at)
            with suppress(NotDeduced):
                terms = times(1, use_of_fact(bound), rest, over=bound.indices)
                yield deductions.total("letters that are not chosen", terms)
