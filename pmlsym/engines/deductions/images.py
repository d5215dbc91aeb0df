"""A sequent with events after a channel:  sum_z s(x,z) V(y,z) = m(x) + U(x,y), m its least value.

Where columns of V vary by a factor,  k V(y',z) - V(y,z) >= 0  for all y, y', what an event comes
to varies by little, since both the event and its complement do so:

    m(x) >= G / k,     1 - m(x) <= k (1 - G)      give      (k + 1) U(x,y) <= k - 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.convexity.columns import Column, columns
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.extreme_entries import extreme_entry
from pmlsym.engines.deductions.restated import Restated, part, restated
from pmlsym.kernel.certificate import Term, Use


def with_images(sequent: Sequent) -> Iterator[Restated]:
    """The sequent with U in the place of each event of the goal after such a channel."""
    events = [t for t in sequent.goal.tensors if t.role == "selector" and not t.stochastic]
    deductions = Deductions(sequent)
    for column, event in product(columns(deductions), events) if events else ():
        for outcome in (i for i in column.entry.free if i != column.letter):
            is_event = event.is_nonnegative and event.is_at_most_one
            if is_event and event.alphabets.count(outcome.alphabet) == 1:
                own = deductions.copy()
                found = _image(sequent, column, event, outcome, own)
                if found is not None:
                    yield found


def _image(
    sequent: Sequent, column: Column, event: Tensor, outcome: Index, deductions: Deductions
) -> Restated | None:
    others = (Index(a, f"{a.lower()}*e") for a in event.alphabets)
    at = tuple(outcome if i.alphabet == outcome.alphabet else i for i in others)
    image = sum_over(column.entry * atom(event, *at), outcome)
    more, less = (
        deductions.total(
            "after a channel", (Term(Fraction(1), (_own(column.pairs), use), (outcome,)),)
        )
        for use in (Use(declared_name(event, bound), at) for bound in (">= 0", "<= 1"))
    )
    least = extreme_entry(image, column.letter, deductions, largest=False)
    if least is None or more is None or less is None:
        return None
    (other,) = set(column.pairs.indices) - set(column.entry.free)
    ends = (
        least.attained("at the least", more, column.ratio, other, deductions),
        least.attained("at the least", less, ONE, column.letter, deductions),
    )
    deductions.hide(more, less, *ends)
    if ends[0] is None or ends[1] is None:
        return None
    names = tuple(column.letter if i == other else i for i in ends[1].indices)
    uses = (_own(ends[0]), Use(ends[1].name, names))
    spread = deductions.total("spread of an event", [Term(Fraction(1), (use,)) for use in uses])
    rest = part("spread", least.bound, event, least.bound.indices, deductions)
    if spread is None or rest is None:
        return None
    return restated(replace(sequent, facts=(*sequent.facts, spread)), (rest,), (), deductions)


def _own(fact: Fact) -> Use:
    return Use(fact.name, fact.indices)
