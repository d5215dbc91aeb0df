"""Facts at two letters that differ, summed over both, where an alphabet has two.

    t W(x'',y) - W(x',y) >= 0       at y = x' = x /= x'', for  W(x,y) = q d(x,y) + (1 - q) u,  gives

    (|X| - 1) ( (t - 1)(1 - q) |X| u - q |X| )  >=  0,        |X| - 1 > 0

So the level t of a response is at least the value that two letters give.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from pmlsym.calculus.effort import until
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, delta, size
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.engines.deductions.other_goals import above_least
from pmlsym.kernel.certificate import Use

EACH = 0.1
"""Effort for showing that an alphabet has two letters."""

PLACES = (2, 3)
"""How many letters of one alphabet a fact may quantify: each is put at one of the two."""


def two_letters(deductions: Deductions) -> Ideas:
    """An idea of a search: facts summed over two letters that differ, if an alphabet has two."""
    facts: list[Fact] = []
    multipliers: dict[str, Fact] = {}
    for fact in deductions.plain_facts:
        alphabets = {i.alphabet for i in fact.indices}
        if len(alphabets) == 1 and len(fact.indices) in PLACES and fact.relation == ">=":
            (alphabet,) = alphabets
            if not any(tensor.is_delta for tensor in fact.polynomial.tensors):
                continue
            with suppress(NotDeduced):
                if alphabet not in multipliers:
                    multipliers[alphabet] = _more_than_one(alphabet, deductions)
                facts += _sums_at_two_letters(fact, alphabet, deductions)
    return Ideas(tuple(facts), (), tuple(multipliers.values()))


def _more_than_one(alphabet: str, deductions: Deductions) -> Fact:
    """Deduce |X| - 1 > 0. Raises NotDeduced if no fact says that there are two letters."""
    count = atom(size(alphabet))
    numbers = tuple(f for f in deductions.plain_facts if not f.polynomial.free)
    with until(EACH):
        step = combine(numbers, Fact(f"two letters of {alphabet}", count - 2))
    if step is None:
        raise NotDeduced(f"{alphabet} is not known to have two letters")
    statement = Fact(f"not all of {alphabet}", count - 1, (), ">")
    return above_least(deductions.aside.add(step), statement, deductions)


def _sums_at_two_letters(fact: Fact, alphabet: str, deductions: Deductions) -> Iterator[Fact]:
    """Deduce the sums of a fact over x and x' that differ, for each way to place these."""
    one, other = Index(alphabet, f"{alphabet}*1"), Index(alphabet, f"{alphabet}*2")
    deductions.declare(delta(alphabet))
    apart = apart_use(one, other)
    for places in product((one, other), repeat=len(fact.indices) - 1):
        if other in places:
            terms = times(1, Use(fact.name, (one, *places)), apart, over=(one, other))
            yield deductions.total(f"{fact.name}, at two letters", terms)
