"""If a sum of terms F(a, b) is at most a finite number, a has no mass where b has none.

    sum_x F(P(x), Q(x)) <= m        P(x) <= M Q(x)  for all x, for some number M > 0

F grows faster than any line: where Q(x) = 0 < P(x) the sum is above m for all large N, so that
where the fact holds the largest P(x)/Q(x) is such a number. The other terms of the sum are bounded
from below. Powers of products need this fact (kernel/convex_rows.py), so it is stated where the
arguments of some term are products of those of another, as for two releases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.convex_term import ConvexTerm, Function, grows
from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import FreshNames


def with_finite_ratios(sequent: Sequent, names: FreshNames) -> Sequent:
    """The sequent with a fact a <= M b for each sum of terms F(a, b) that is said to be finite."""
    terms = [t.term for t in sequent.tensors if t.term is not None]
    of_products = {t.function for t in terms if any(_is_multiple(t, other) for other in terms)}
    facts = list(sequent.facts)
    for fact in sequent.facts if of_products else ():
        for term, at in _bounded_terms(fact):
            if term.function in of_products and _is_superlinear(term.function, sequent.facts):
                facts.append(_ratio_is_finite(fact, term, at, names))
    return replace(sequent, facts=tuple(facts)) if len(facts) > len(sequent.facts) else sequent


def _is_multiple(term: ConvexTerm, other: ConvexTerm) -> bool:
    """Whether the arguments of a convex term in a lowered claim have those of one as factors."""
    pairs = ((term.a, other.a), (term.b, other.b))
    whole, part = ([Counter(p.tensors) for p in side] for side in zip(*pairs, strict=True))
    return (
        term.function == other.function
        and all(len(p) == 1 for pair in pairs for p in pair)
        and all(few <= many for many, few in zip(whole, part, strict=True))
        and _degree(term.a) > _degree(other.a)
    )


def _degree(product: Polynomial) -> int:
    """The number of factors in a product that a lowered claim has inside a convex term."""
    ((monomial, _),) = product
    return len(monomial)


def _bounded_terms(fact: Fact) -> Iterator[tuple[ConvexTerm, tuple[Index, ...]]]:
    """The convex terms, at letters, whose sum an assumed fact of a lowered claim makes finite.

    Where a growing term has a factor, or is on the larger side, the fact bounds no term.
    """
    found = []
    for monomial, c in fact.polynomial:
        if grows(Polynomial({monomial: c})):
            ((tensor, at), *others) = Polynomial({monomial: c}).atoms()
            if others or tensor.term is None or c > 0:
                return
            found.append((tensor.term, at))
    yield from ((term, at) for term, at in found if term.b.free)


def _is_superlinear(function: Function, facts: Iterable[Fact]) -> bool:
    """Whether f(u)/u has no bound; for a power, whether its order, a letter, is assumed > 1."""
    if function.order is None or not any(function.order.atoms()):
        return function.grows
    beyond = function.order - 1
    return any(f.polynomial == beyond and f.relation == ">" and not f.indices for f in facts)


def _ratio_is_finite(
    fact: Fact, term: ConvexTerm, at: tuple[Index, ...], names: FreshNames
) -> Fact:
    """The fact, for a sequent, that a <= M b at all letters, for a new number M."""
    number = Tensor(names.fresh("M"), positive=True, role="ratio")
    summed = [i for i in at if i.is_bound]
    new = letters((Alphabet(i.alphabet) for i in summed), taken={*at, *fact.indices})
    named = dict(zip(summed, new, strict=True))
    at = tuple(named.get(i, i) for i in at)
    places = dict(zip(term.letters, at, strict=True))
    gap = atom(number) * substitute(term.b, places) - substitute(term.a, places)
    kept = tuple(i for i in (*fact.indices, *new) if i in gap.free)
    return Fact(f"{number.name} is above a ratio", gap, kept)
