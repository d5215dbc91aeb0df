"""Chains of facts, each of which moves other letters:  A <= k B  and  B <= l C  give  A <= k l C.

    W(a,b,y) <= E W(a',b,y)  and  W(a,b,y) <= E W(a,b',y)      give      W(a,b,y) <= E^2 W(a',b',y)

So a bound of the ratio of neighbours gives one for any two databases.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, with_primes
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.shown import is_plain

MOST = 12
"""The most facts that are chained with others, including those in which chains end."""


@dataclass(frozen=True)
class _Link:
    """below <= above, a monomial each, for all letters; only the larger side has those `moved`."""

    fact: Fact
    below: Polynomial
    above: Polynomial

    @property
    def moved(self) -> set[Index]:
        """The letters that a comparison to chain by deductions has in its larger side alone."""
        return set(self.above.free) - set(self.below.free)


def chains(deductions: Deductions) -> Ideas:
    """An idea of a search: facts in a chain, which moves more letters than each of them."""
    links = [link for fact in deductions.plain_facts if (link := _link_of(fact)) is not None]
    shorter: set[str] = set()
    made: list[Fact] = []
    for count, first in enumerate(links):  # the list grows with what is made
        for second in links[:count]:
            if len(links) > MOST:
                break
            for one, other in ((first, second), (second, first)):
                with suppress(NotDeduced):
                    fact = _chained_fact(one, other, deductions)
                    link = _link_of(fact)
                    if link is not None and fact not in made:
                        links.append(link)
                        made.append(fact)
                        shorter.update((one.fact.name, other.fact.name))
                        break
    return Ideas(tuple(fact for fact in made if fact.name not in shorter))


def _link_of(fact: Fact) -> _Link | None:
    """The comparison of two monomials in a fact, as a link for deductions to chain; or None."""
    if fact.relation == "==" or len(fact.polynomial) != 2:
        return None
    (one, c), (two, d) = sorted(fact.polynomial.terms.items(), key=lambda item: -item[1])
    if c <= 0 or d >= 0 or not set(fact.polynomial.free) <= {*fact.indices}:
        return None
    link = _Link(fact, Polynomial({two: -d}), Polynomial({one: c}))
    return link if link.moved and is_plain(link.above, ">=") else None


def _chained_fact(first: _Link, second: _Link, deductions: Deductions) -> Fact:
    """Deduce  A <= k l C  from  A <= k B  and  B <= l C,  two links of a chain."""
    letters = second.below.free
    for chosen in letters_among(letters, first.above.free):
        names = dict(zip(letters, chosen, strict=True))
        factor = quotient(first.above, substitute(second.below, names))
        if factor is None or not is_plain(factor, ">="):
            continue
        taken = {i.name for i in first.fact.indices}
        for index in second.fact.indices:
            if index not in names:
                name = with_primes(index.name, taken)
                taken.add(name)
                names[index] = Index(index.alphabet, name)
        above = factor * substitute(second.above, names)
        moved = set(above.free) - set(first.below.free)
        if len(moved) <= max(len(first.moved), len(second.moved)):
            continue
        terms = times(1, first.fact) + times(factor, use_of_fact(second.fact, names))
        return deductions.total("one after the other", terms)
    raise NotDeduced(f"{first.above} is not a multiple of {second.below}")
